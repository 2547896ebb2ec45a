import { runPython } from '../../support/programs/pythonWith.js';

const READ_LOOK = `
import sys, json, openpyxl
def cell(c):
    fill = c.fill.fgColor.rgb if c.fill.fill_type else None
    return [c.coordinate, str(c.value), c.number_format, bool(c.alignment.wrap_text), fill, c.alignment.horizontal]
b = openpyxl.load_workbook(sys.argv[1])
print(json.dumps({'active': b.active.title, 'sheets': {s.title: {
    'tables': sorted(s.tables), 'charts': len(s._charts), 'freeze': s.freeze_panes, 'titles': s.print_title_rows,
    'selected': bool(s.sheet_view.tabSelected), 'tall': s.page_setup.fitToHeight,
    'footer': [s.oddFooter.left.text, s.oddFooter.center.text, s.oddFooter.right.text],
    'heights': {str(k): d.height for k, d in s.row_dimensions.items() if d.height},
    'cells': [[cell(c) for c in row if c.value is not None or c.fill.fill_type] for row in s.iter_rows()],
} for s in b}}))`;

export interface CellLook {
  readonly at: string;
  readonly value: string;
  readonly format: string;
  readonly wrapped: boolean;
  /** ARGB; null without a fill. */
  readonly fill: string | null;
  readonly horizontal: string | null;
}

export interface SheetLook {
  readonly tables: readonly string[];
  readonly charts: number;
  readonly freeze: string | null;
  readonly titles: string | null;
  readonly selected: boolean;
  /** The maximum number of pages of the sheet; 0: any number. */
  readonly tall: number;
  readonly footer: readonly (string | null)[];
  /** Row number -> points, if set. */
  readonly heights: Readonly<Record<string, number>>;
  /** Cells with a value or a fill, row by row. */
  readonly rows: readonly (readonly CellLook[])[];
}

type RawCell = readonly [string, string, string, boolean, string | null, string | null];
type RawSheet = Omit<SheetLook, 'rows'> & { readonly cells: readonly (readonly RawCell[])[] };
interface RawBook {
  readonly active: string;
  readonly sheets: Readonly<Record<string, RawSheet>>;
}

/** The formatting of a workbook as openpyxl reads it: the active sheet, and sheets by name. */
export function readLook(python: string, path: string) {
  const { active, sheets } = runPython(python, READ_LOOK, path) as RawBook;
  const looks = Object.entries(sheets).map(([name, sheet]): [string, SheetLook] => [
    name,
    { ...sheet, rows: sheet.cells.map((row) => row.map(cellOf)) },
  ]);
  return { active, sheets: new Map(looks) };
}

function cellOf([at, value, format, wrapped, fill, horizontal]: RawCell): CellLook {
  return { at, value, format, wrapped, fill, horizontal };
}
