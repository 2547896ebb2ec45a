import type { Area } from '../../cells/address.js';
import { FormulaError } from '../formula/cellResult.js';
import type { MovedSheet } from '../formula/sheetOfFormula.js';
import type { Band, CellBands, Selection } from '../language/band.js';
import type { XmlPart } from '../package/templatePackage.js';
import type { OutputRows } from '../sheet/placeBands.js';
import type { TemplateCell, TemplateRow } from '../sheet/templateRows.js';
import type { CellContent } from './cellContent.js';

/** What a sheet is written for, where it repeats for each group. */
export interface SheetRepeat {
  readonly selection: Selection;
  /** The field whose value names the copies; else the tab's own placeholders or the group's key do. */
  readonly nameField: string | undefined;
}

/** Blank rows, before one that only has a height, that somebody may have drawn. */
const MOST_BLANK_ROWS = 1_000;

/** A worksheet of a template, and the copy of it that is being written. */
export class TemplateSheet implements MovedSheet {
  outputName: string;
  epoch = 0;
  tableNames: ReadonlyMap<string, string> = new Map();
  /** Cells with formulas or placeholders, by row and column of the template. */
  readonly contents = new Map<number, Map<number, CellContent>>();
  /** Cells (`B4`) whose notes say what repeats: these notes are not written. */
  readonly directiveNotes = new Set<string>();
  /** The template's last row and column with anything in them. */
  readonly lastRow: number = 0;
  readonly lastColumn: number = 0;
  /** What repeats on it: rows, and columns. */
  readonly root: Band;
  readonly columnRoot: Band;
  readonly #bands: Band[] = [];
  /** Something in it has to be written anew; else its part is copied. */
  changes = false;
  output: OutputRows = { templateRow: [], instance: [] };
  /** The same for columns, of a sheet on which columns repeat. */
  outputColumns: OutputRows | undefined;

  constructor(
    readonly name: string,
    /** Position among all sheets of the workbook, from 0. */
    readonly index: number,
    readonly partName: string,
    readonly part: XmlPart,
    readonly rows: ReadonlyMap<number, TemplateRow>,
    bands: { readonly root: Band; readonly columnRoot: Band },
    readonly repeat: SheetRepeat | undefined,
    /** Cells that pivot tables fill: what they show of the template's own words is no placeholder. */
    readonly pivots: readonly Area[],
    /** Its rows do not fit one sheet: they go on on further ones. */
    readonly continues: boolean,
  ) {
    this.outputName = name;
    this.root = bands.root;
    this.columnRoot = bands.columnRoot;
    if (!this.hasColumnBands) {
      this.columnRoot.starts.push(1);
      this.columnRoot.parentOf.push(0);
    }
    for (const { row, cells } of rows.values()) {
      // A row without cells far below is nothing: LibreOffice writes one near the last row of a sheet now and then.
      if (cells.length === 0 && row - this.lastRow > MOST_BLANK_ROWS) continue;
      this.#bands[row] = bands.root.at(row);
      this.lastRow = Math.max(this.lastRow, row);
      this.lastColumn = Math.max(this.lastColumn, cells.at(-1)?.column ?? 0);
    }
  }

  /** It becomes several sheets. */
  get isRepeated(): boolean {
    return this.repeat !== undefined || this.continues;
  }

  /** Rows or columns move: it has bands. */
  get moves(): boolean {
    return this.root.children.length > 0 || this.hasColumnBands;
  }

  get hasColumnBands(): boolean {
    return this.columnRoot.children.length > 0;
  }

  /** The innermost band of columns at a column of the template. */
  columnBandAt(templateColumn: number): Band {
    return this.hasColumnBands ? this.columnRoot.at(templateColumn) : this.columnRoot;
  }

  /** The column of the template that a column of the output comes from. */
  templateColumn(column: number): number {
    return this.outputColumns?.templateRow[column - 1] ?? column;
  }

  /** The repetition of its band that a column of the output stands in. */
  columnInstance(column: number): number {
    return this.outputColumns?.instance[column - 1] ?? 0;
  }

  /** The place of what belongs to the sheet as a whole. */
  get outer(): CellBands {
    return { rows: this.root, columns: this.columnRoot };
  }

  /** The innermost band at a row of the template. */
  bandAt(templateRow: number): Band {
    return this.#bands[templateRow] ?? this.root;
  }

  /** What a cell of the template holds. Static cells are looked up in the rows: a sheet may have very many. */
  contentAt(templateRow: number, column: number): CellContent | undefined {
    const filled = this.contents.get(templateRow)?.get(column);
    if (filled) return filled;
    const cell = cellAt(this.rows.get(templateRow)?.cells ?? [], column);
    return cell && staticContent(cell);
  }
}

/** Cells stand in the order of their columns, mostly without gaps. */
function cellAt(cells: readonly TemplateCell[], column: number): TemplateCell | undefined {
  const guess = cells[column - (cells[0]?.column ?? 0)];
  if (guess?.column === column) return guess;
  let [low, high] = [0, cells.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((cells[middle]?.column ?? 0) < column) low = middle + 1;
    else high = middle;
  }
  const found = cells[low];
  return found?.column === column ? found : undefined;
}

function staticContent(cell: TemplateCell): CellContent {
  const { value, error } = cell;
  const shown = value !== null && typeof value === 'object' ? value.text : value;
  return { kind: 'static', cell, result: error === undefined ? shown : new FormulaError(error) };
}
