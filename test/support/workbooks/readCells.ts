/** A Python program: the values of the first workbook's formula cells in each of the named workbooks. */
export const READ_CELLS = `
import json, sys, warnings, openpyxl
warnings.simplefilter("ignore")
def cells(path, data_only):
    book = openpyxl.load_workbook(path, data_only=data_only)
    return {s.title: {c.coordinate: c.value for row in s.iter_rows() for c in row if c.value is not None} for s in book}
def plain(value):
    if hasattr(value, "total_seconds"): return value.total_seconds() / 86400
    return value if isinstance(value, (int, float, str, bool)) else str(value)
formulas = {s: {c for c, v in cs.items() if str(v).startswith("=") and len(str(v)) > 1} for s, cs in cells(sys.argv[1], False).items()}
shown = [{s: {c: plain(v) for c, v in cs.items() if c in formulas.get(s, ())} for s, cs in cells(p, True).items()} for p in sys.argv[1:]]
print(json.dumps({"formulas": sum(map(len, formulas.values())), "shown": shown}))
`;

export interface ReadCells {
  /** Formula cells in the first workbook. */
  readonly formulas: number;
  /** For each workbook: sheet -> cell -> value. Durations are days. */
  readonly shown: readonly Record<string, Record<string, number | string>>[];
}
