import { runPython } from '../programs/pythonWith.js';

/** sheet -> rows of values; dates as ISO text, errors by name. */
const READ_VALUES = `
import sys, json, datetime, openpyxl
def plain(v):
    if isinstance(v, datetime.timedelta): return v / datetime.timedelta(days=1)
    if isinstance(v, datetime.datetime) and v.year > 1901: return v.isoformat()
    # Days 1 to 59 count from 1899-12-31, later ones from the day before, since Excel has a 29 February 1900.
    if isinstance(v, datetime.datetime): return (v - datetime.datetime(1899, 12, 31 if v < datetime.datetime(1900, 3, 1) else 30)) / datetime.timedelta(days=1)
    if isinstance(v, datetime.time): return (v.hour * 60 + v.minute) / 1440
    return v
out = {}
for path in sys.argv[1:]:
    book = openpyxl.load_workbook(path, data_only=True, read_only=True)
    out[path] = {s.title: [[plain(c) for c in row] for row in s.iter_rows(values_only=True)] for s in book}
print(json.dumps(out))
`;

/** Rows of values by sheet. */
export type Sheets = Readonly<Record<string, readonly (readonly (string | number | boolean | null)[])[]>>;

/** What openpyxl reads from files, by path. */
export function readValues(python: string, paths: readonly string[]): Readonly<Record<string, Sheets>> {
  return runPython(python, READ_VALUES, ...paths) as Readonly<Record<string, Sheets>>;
}
