import { MAX_COLUMNS } from '../cells/address.js';
import type { FormulaPlace, FormulaSheet } from '../formula/movedReference.js';
import type { WrittenSheet } from '../formula/placedFormula.js';
import { Band, type BandScope, type PlacedAxis, unmovedAxis } from '../language/bands.js';
import type { PlacedBands } from '../language/filling.js';
import type { TemplateData } from '../language/templateData.js';
import { outputRow, owningBand } from '../placement/movedAreas.js';
import { type BandSlice, placeBands } from '../placement/placeBands.js';
import type { Problems } from '../workbookError.js';
import { type DrawnSheet, type SheetContents, sheetContentsIn, type TemplatePlan } from './templatePlan.js';
import type { FilledTable } from './templateTables.js';

/** A sheet to write: a drawn sheet, for one group if it repeats. */
export interface SheetCopy {
  readonly drawn: DrawnSheet;
  readonly copy: number;
  readonly scope: BandScope;
  readonly name: string;
  /** The part of its rows, if they do not fit one sheet. */
  readonly slice: BandSlice | undefined;
  /** The names of its tables, by their names in the template in lower case. */
  readonly tableNames: ReadonlyMap<string, string>;
}

/** A drawn sheet with its rows and the output positions of everything on it. */
export class PlacedSheet implements WrittenSheet, PlacedBands {
  constructor(
    readonly copy: SheetCopy,
    readonly contents: SheetContents,
    readonly rows: PlacedAxis,
    readonly columns: PlacedAxis,
    readonly data: TemplateData,
    readonly refusals: Problems,
    readonly others: ReadonlyMap<FormulaSheet, PlacedSheet>,
  ) {}

  get drawn(): DrawnSheet {
    return this.copy.drawn;
  }

  get name(): string {
    return this.copy.name;
  }

  get tableNames(): ReadonlyMap<string, string> {
    return this.copy.tableNames;
  }

  sheetOf(drawn: FormulaSheet): PlacedSheet {
    const found = drawn === this.drawn ? this : this.others.get(drawn);
    if (!found) throw new Error(`sheet ${drawn.name} is written many times`);
    return found;
  }

  /** A repetition without data, kept because something refers to it. */
  isBlank(row: number, instance: number, column: number, columnInstance: number): boolean {
    const { rows } = this;
    const isBlankRow = rows.isBlank(this.#bandOf(row, column), instance);
    return isBlankRow || this.isBlankColumn(column, columnInstance);
  }

  /** The same for a band: on a whole sheet without data, typed content such as headings is kept. */
  isKeptBlank(row: number, instance: number, column: number, columnInstance: number): boolean {
    const { rows } = this;
    const band = this.#bandOf(row, column);
    const isBlankRow = band.parent !== undefined && rows.isBlank(band, instance);
    return isBlankRow || this.isBlankColumn(column, columnInstance);
  }

  #bandOf(row: number, column: number): Band {
    const { drawn, rows, columns } = this;
    return drawn.bandAt(rows.drawnLine(row) ?? 0).inColumn(columns.drawnLine(column) ?? column);
  }

  /** The tables in sections that are not shown. */
  get goneTables(): FilledTable[] {
    return this.contents.tables.filter(({ table: { area } }) => {
      const section = owningBand(this.drawn.root, area.top, area.bottom);
      return section.parent !== undefined && this.rows.placesOf(section).starts.length === 0;
    });
  }

  columnName(table: string, column: string, columnInstance: number): string | undefined {
    const found = this.#tableNamed(table);
    if (!found) return undefined;
    const { area, columns } = found.table;
    const at = columns.findIndex((name) => name.toLowerCase() === column.toLowerCase());
    const headings = found
      .headingsAt(found.sheet)
      .filter(({ drawnColumn }) => drawnColumn === area.left + at);
    return (headings.find((each) => each.columnInstance === columnInstance) ?? headings[0])?.name;
  }

  headedColumn(table: string, heading: string): number | undefined {
    const found = this.#tableNamed(table);
    const index = found?.headingsAt(found.sheet).findIndex(({ name }) => name === heading) ?? -1;
    if (!found || index < 0) return undefined;
    return outputRow(found.sheet.columns, found.table.area.left, 'first') + index;
  }

  #tableNamed(name: string) {
    const tables = [this, ...this.others.values()].flatMap((sheet) =>
      sheet.contents.tables.map((filled) => ({ ...filled, sheet })),
    );
    return tables.find(({ table }) => table.name.toLowerCase() === name.toLowerCase());
  }

  isBlankColumn(column: number, columnInstance: number): boolean {
    const { drawn, columns } = this;
    if (!drawn.hasColumnBands) return false;
    const band = drawn.columnBandAt(columns.drawnLine(column) ?? column);
    return band.parent !== undefined && columns.isBlank(band, columnInstance);
  }
}

export interface Placing {
  readonly plan: TemplatePlan;
  readonly data: TemplateData;
  readonly refusals: Problems;
  readonly others: ReadonlyMap<FormulaSheet, PlacedSheet>;
}

/** Finds the position of everything on a sheet. @throws SheetTooLong */
export function placedSheet(copy: SheetCopy, placing: Placing, mostRows?: number): PlacedSheet {
  const { plan, data, refusals, others } = placing;
  const { drawn, scope, slice } = copy;
  const { root, columnRoot, lastRow, lastColumn, name: sheet } = drawn;
  const shared = { ...plan.bandRules, sheet, data, refusals, scope };
  const across = { lastRow: lastColumn, mostRows: MAX_COLUMNS, slice: undefined };
  const columns = drawn.hasColumnBands
    ? placeBands(columnRoot, root, { ...shared, ...across })
    : unmovedAxis(columnRoot);
  const down = { lastRow, mostRows: mostRows ?? plan.rowsPerSheet, slice };
  const rows = placeBands(root, columns, { ...shared, ...down });
  return new PlacedSheet(copy, sheetContentsIn(plan, drawn), rows, columns, data, refusals, others);
}

/** The sheet before placing, with only its selection, for the names of tabs. */
export function outermostBands({ drawn, scope }: SheetCopy, { data, refusals }: Placing): PlacedBands {
  return { rows: unmovedAxis(drawn.root, scope), columns: unmovedAxis(drawn.columnRoot), data, refusals };
}

/** The place of formulas that belong to no sheet: defined names, chart sheets. */
export function outsidePlace(): FormulaPlace {
  const root = new Band({ kind: 'sheet', selection: undefined }, 1, 1, 'workbook');
  const columnRoot = new Band({ kind: 'sheet', selection: undefined }, 1, 1, 'columns');
  return { sheet: { name: '', root, columnRoot, isRepeated: false }, band: root };
}

export function placedOutside({ plan, data, refusals, others }: Placing): WrittenSheet & PlacedBands {
  const { sheet: drawn } = plan.outside;
  const sheetOf = (other: FormulaSheet): WrittenSheet => {
    const found = other === drawn ? outside : others.get(other);
    if (!found) throw new Error(`sheet ${other.name} is written many times`);
    return found;
  };
  const outside = {
    drawn,
    name: drawn.name,
    tableNames: new Map<string, string>(),
    data,
    refusals,
    sheetOf,
    rows: unmovedAxis(drawn.root),
    columns: unmovedAxis(drawn.columnRoot),
  };
  return outside;
}
