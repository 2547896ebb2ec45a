import { type Area, parseArea } from '../cells/address.js';
import type { FormulaSheet } from '../formula/movedReference.js';
import type { Band, CellBands } from '../language/bands.js';
import type { SheetRepeat } from '../language/directive.js';
import type { TemplatePackage, XmlPart } from '../package/templatePackage.js';
import type { TemplateRow } from '../package/templateRows.js';
import { childOf, childrenOf } from '../xml/parseXml.js';

const USUAL_COLUMN_WIDTH = 9.14;

/** The maximum number of blank rows before a row that only has a height. */
const MOST_BLANK_ROWS = 1_000;

/** A worksheet of a template as drawn. It never changes. */
export class DrawnSheet implements FormulaSheet {
  /** The last row and column with anything in them. */
  readonly lastRow: number;
  readonly lastColumn: number;
  readonly #bands: readonly Band[];

  constructor(
    readonly name: string,
    /** Position among all sheets of the workbook, from 0. */
    readonly index: number,
    readonly partName: string,
    readonly part: XmlPart,
    readonly rows: ReadonlyMap<number, TemplateRow>,
    /** Its repeated rows and columns. */
    readonly root: Band,
    readonly columnRoot: Band,
    readonly repeat: SheetRepeat | undefined,
    /** Cells that pivot tables fill: their displayed text is not a placeholder. */
    readonly pivots: readonly Area[],
    /** Cells (`B4`) whose notes contain directives: these notes are not written. */
    readonly directiveNotes: ReadonlySet<string>,
    /** Addresses of links that hold placeholders, by their relationships. */
    readonly links: ReadonlyMap<string, string>,
    /** Whether its rows do not fit on one sheet and continue on further ones. */
    readonly continues: boolean,
    /** Rows that repeat without a directive. */
    readonly implied: readonly ImpliedBand[],
  ) {
    const bands: Band[] = [];
    let [lastRow, lastColumn] = [0, 0];
    for (const { row, cells } of rows.values()) {
      // A distant row without cells is ignored: LibreOffice sometimes writes one near the last row of a sheet.
      if (cells.length === 0 && row - lastRow > MOST_BLANK_ROWS) continue;
      bands[row] = root.at(row);
      lastRow = Math.max(lastRow, row);
      lastColumn = Math.max(lastColumn, cells.at(-1)?.column ?? 0);
    }
    this.#bands = bands;
    this.lastRow = lastRow;
    this.lastColumn = lastColumn;
  }

  /** Whether it becomes several sheets, or none. */
  get isRepeated(): boolean {
    return this.repeat !== undefined || this.continues;
  }

  /** Whether rows or columns move, because it has bands. */
  get moves(): boolean {
    return this.root.children.length > 0 || this.hasColumnBands;
  }

  get hasColumnBands(): boolean {
    return this.columnRoot.children.length > 0;
  }

  /** The position of content that belongs to the whole sheet. */
  get outer(): CellBands {
    return { rows: this.root, columns: this.columnRoot };
  }

  /** The innermost band at a row of the template. */
  bandAt(row: number): Band {
    return this.#bands[row] ?? this.root;
  }

  /** The width of a column, in digits of the usual font. */
  readonly columnWidth = (column: number): number => {
    const { root } = this.part;
    const own = childrenOf(childOf(root, 'cols'), 'col').find(
      ({ attributes: { min, max } }) => Number(min) <= column && column <= Number(max),
    );
    const usual = childOf(root, 'sheetFormatPr')?.attributes.defaultColWidth;
    return Number(own?.attributes.width ?? usual ?? USUAL_COLUMN_WIDTH);
  };

  /** The innermost band of columns at a column of the template. */
  columnBandAt(column: number): Band {
    return this.hasColumnBands ? this.columnRoot.at(column) : this.columnRoot;
  }
}

/** A row that repeats without a directive: the data row of a table, or the only row with fields. */
export interface ImpliedBand {
  readonly row: number;
  /** The first of its cells with a field. */
  readonly column: number;
  /** The data sets with all its fields. The row repeats if there is exactly one. */
  readonly sets: readonly string[];
}

/** A table of a sheet, by its place in the template. */
export interface TemplateTable {
  readonly name: string;
  readonly id: number;
  readonly area: Area;
  readonly headerRows: number;
  readonly totalsRows: number;
  readonly columns: readonly string[];
  readonly partName: string;
}

function readTable(part: XmlPart, partName: string): TemplateTable | undefined {
  const {
    ref = '',
    displayName,
    name = '',
    id,
    headerRowCount = '1',
    totalsRowCount = '0',
  } = part.root.attributes;
  const area = parseArea(ref);
  if (!area) return undefined;
  const columns = childrenOf(childOf(part.root, 'tableColumns'), 'tableColumn').map(
    (each) => each.attributes.name ?? '',
  );
  const rows = { headerRows: Number(headerRowCount), totalsRows: Number(totalsRowCount) };
  return { name: displayName ?? name, id: Number(id), area, ...rows, columns, partName };
}

/** The tables of a sheet's part. */
export function sheetTables(file: TemplatePackage, partName: string): TemplateTable[] {
  return file.related(partName, 'table').flatMap((part) => readTable(file.xml(part), part) ?? []);
}

/** The cells that a pivot table shows, in the template. */
export function pivotArea(part: XmlPart): Area | undefined {
  return parseArea(childOf(part.root, 'location')?.attributes.ref ?? '');
}

/** The tables of all sheets by their names in lower case. */
export function readTables(file: TemplatePackage, sheets: readonly DrawnSheet[]) {
  const tables = new Map<string, { table: TemplateTable; sheet: DrawnSheet }>();
  for (const sheet of sheets) {
    for (const table of sheetTables(file, sheet.partName))
      tables.set(table.name.toLowerCase(), { table, sheet });
  }
  return tables;
}
