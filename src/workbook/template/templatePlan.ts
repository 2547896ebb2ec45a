import type { Scalar } from '../../language/languageValues.js';
import { TemplateError } from '../../language/templateError.js';
import type { TemplateFields } from '../../language/templateFields.js';
import type { Area } from '../cells/address.js';
import { countUntil } from '../cells/numbers.js';
import type { FormulaTargets } from '../formula/compileFormula.js';
import type { FormulaNode } from '../formula/expression.js';
import type { CompiledFormula, FormulaPlace, FormulaSheet } from '../formula/movedReference.js';
import type { WrittenSheet } from '../formula/placedFormula.js';
import { type CellResult, FormulaError } from '../formula/ranges.js';
import type { Band, CellBands } from '../language/bands.js';
import type {
  Axis,
  FitDirective,
  PrintDirective,
  SheetRepeat,
  StyleDirective,
} from '../language/directive.js';
import type { Placed, ResolveSettings, ValueAt } from '../language/filling.js';
import type { ShownRows } from '../language/shownRows.js';
import { message, orElse, type Text } from '../messages.js';
import type { CellFormats, CellLine } from '../package/cellFormats.js';
import type { TemplateCell, TemplateRow } from '../package/templateCells.js';
import type { TemplatePackage, XmlPart } from '../package/templatePackage.js';
import type { BandRules } from '../placement/placeBands.js';
import type { Problems } from '../workbookError.js';
import { childOf, childrenOf, type XmlElement } from '../xml/xml.js';
import type { FilledTable, TemplateTable } from './templateTables.js';

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
    /** Instructions about the look of cells, the width of columns and the pages. */
    readonly looks: readonly LookDirective[] = [],
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

  get outer(): CellBands {
    return { rows: this.root, columns: this.columnRoot };
  }

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

  columnBandAt(column: number): Band {
    return this.hasColumnBands ? this.columnRoot.at(column) : this.columnRoot;
  }
}

export interface LookDirective {
  readonly directive: StyleDirective | FitDirective | PrintDirective;
  readonly row: number;
  readonly column: number;
  /** The cell of its note, for messages. */
  readonly place: string;
}

/** A row that repeats without a directive: the data row of a table, or the only row with fields. */
export interface ImpliedBand {
  readonly row: number;
  readonly column: number;
  /** The data sets with all its fields. The row repeats if there is exactly one. */
  readonly sets: readonly string[];
}

/** How a sheet is printed where it is not as drawn. */
export interface SheetPages {
  readonly isPrinted: boolean;
  readonly hasTitles: boolean;
  readonly wide: number | undefined;
  readonly tall: number | undefined;
}

export const AS_DRAWN: SheetPages = { isPrinted: true, hasTitles: true, wide: undefined, tall: undefined };

export class SheetContents {
  constructor(
    readonly sheet: DrawnSheet,
    readonly filled: ReadonlyMap<number, ReadonlyMap<number, CellContent>>,
    /** Rows of the template with wrapped text of any length. */
    readonly fitted: ReadonlyMap<number, FittedRow>,
    /** The looks that cells take by data, by row and column. */
    readonly looks: ReadonlyMap<number, ReadonlyMap<number, readonly CellLook[]>> = new Map(),
    readonly tables: readonly FilledTable[] = [],
    readonly pages: Placed<SheetPages> = () => AS_DRAWN,
  ) {}

  /** The content of a template cell. Static cells are looked up in the rows, because a sheet may have very many. */
  at(row: number, column: number): CellContent | undefined {
    return this.filled.get(row)?.get(column) ?? staticContentAt(this.sheet, row, column);
  }

  formulas(): FormulaContent[] {
    return [...this.#all()].filter((content) => content.kind === 'formula');
  }

  values(): ValueContent[] {
    return [...this.#all()].filter((content) => content.kind === 'value');
  }

  *#all(): Generator<CellContent> {
    for (const row of this.filled.values()) yield* row.values();
  }

  get hasPlaceholders(): boolean {
    return this.values().length > 0;
  }
}

export type HourUnit = 'clock' | 'decimal';

/** The formats of a cell that shows hours in the reader's notation. */
export interface HourLook {
  readonly clock: number;
  readonly decimal: number;
  readonly unitOn: Placed<HourUnit>;
}

/** A cell format that a cell takes in the repetitions in which a condition is met. */
export interface CellLook {
  readonly style: number;
  /** If the cell shows hours: the format for decimal ones. */
  readonly decimalStyle: number | undefined;
  readonly holdsAt: Placed<(instance: number, columnInstance?: number) => boolean>;
}

/** A row that is as tall as its text, unless a person set its height. */
export interface FittedRow {
  /** The height of a line in its largest font. */
  readonly leastPoints: number;
  readonly texts: readonly {
    readonly content: ValueContent;
    readonly line: CellLine;
    readonly width: number;
  }[];
}

export function staticContentAt({ rows }: DrawnSheet, row: number, column: number): CellContent | undefined {
  const cell = cellAt(rows.get(row)?.cells ?? [], column);
  if (!cell) return undefined;
  const { value, error } = cell;
  const shown = value !== null && typeof value === 'object' ? value.text : value;
  return { kind: 'static', cell, result: error === undefined ? shown : new FormulaError(error) };
}

/** Cells are in the order of their columns, mostly without gaps. */
function cellAt(cells: readonly TemplateCell[], column: number): TemplateCell | undefined {
  const guess = cells[column - (cells[0]?.column ?? 0)];
  if (guess?.column === column) return guess;
  const found = cells[countUntil(cells.length, (at) => (cells[at]?.column ?? 0) < column)];
  return found?.column === column ? found : undefined;
}

/** A cell without placeholders or formula: written unchanged, except for its row number. */
interface StaticContent {
  readonly kind: 'static';
  readonly cell: TemplateCell;
  readonly result: CellResult;
}

/** A cell with placeholders: one value, or text with values in it. */
export interface ValueContent {
  readonly kind: 'value';
  readonly cell: TemplateCell;
  readonly style: number;
  readonly valueAt: Placed<ValueAt<Scalar>>;
  /** Set for `| merge`: equal values of neighbours become one cell. */
  readonly merge?: MergedCells | undefined;
  /** Text in several formats: the runs, each with its properties as XML. */
  readonly runs: readonly { readonly look: string; readonly textAt: Placed<ValueAt<string>> }[] | undefined;
  /** Set for hours in the reader's notation. */
  readonly hours?: HourLook | undefined;
  /** The rows whose values it is, where adding them to others may be refused. */
  readonly shown?: readonly ShownRows[];
  /** Whether it may be a number, which totals that expand over the cell would include. */
  readonly isNumeric: boolean;
}

/** Which repetitions of a cell are merged with the one before. */
export interface MergedCells {
  readonly axis: Axis;
  readonly bands: CellBands;
  readonly joinsAt: Placed<(instance: number, columnInstance?: number) => boolean>;
}

export interface FormulaContent {
  readonly kind: 'formula';
  readonly cell: TemplateCell;
  readonly formula: CompiledFormula;
  /** Undefined if it uses anything that is not calculated here. */
  readonly expression: FormulaNode | undefined;
  readonly isSubtotal: boolean;
  /** Set for a formula with a time format over hours in the reader's notation. */
  hours?: HourLook | undefined;
  readonly array: Area | undefined;
  /** Attributes of a data table's formula, whose cells are outside all bands. */
  readonly dataTable: ((sheet: WrittenSheet) => string) | undefined;
}

/** A cell that a nearby array formula or data table fills: its value belongs to the formula's result. */
export interface SpilledContent {
  readonly kind: 'spilled';
  readonly cell: TemplateCell;
  readonly result: CellResult;
  readonly from: FormulaContent;
}

export type CellContent = StaticContent | ValueContent | FormulaContent | SpilledContent;

/** Whether a cell may contain numbers; an empty cell does not. */
export function isNumber(content: CellContent | undefined): boolean {
  if (content === undefined) return false;
  if (content.kind === 'formula') return true;
  return content.kind === 'value' ? content.isNumeric : typeof content.result === 'number';
}

export interface DefinedName {
  readonly element: XmlElement;
  readonly name: string;
  readonly sheet: DrawnSheet | undefined;
  readonly text: string;
  /** Whether it is only a directive of a repeated sheet, so that it is removed. */
  readonly isDropped: boolean;
}

export interface TemplateWorkbook {
  readonly file: TemplatePackage;
  readonly workbookPart: string;
  /** The `sheet` elements of the workbook part, worksheets and others, in order. */
  readonly sheetElements: readonly XmlElement[];
  readonly sheets: readonly DrawnSheet[];
  readonly names: readonly DefinedName[];
  readonly tables: ReadonlyMap<string, { readonly table: TemplateTable; readonly sheet: DrawnSheet }>;
  readonly formats: CellFormats;
  readonly context: CompileContext;
  /** Whether its formulas have no results yet, because the program that wrote it left them to Excel. */
  readonly isUncalculated: boolean;
  readonly rowsPerSheet: number;
  readonly outside: FormulaPlace;
}

/** A user's workbook, prepared: ready to be filled, or with problems in its context. */
export interface TemplatePlan extends TemplateWorkbook {
  readonly contents: ReadonlyMap<DrawnSheet, SheetContents>;
  readonly bandRules: BandRules;
  /** Sheets that have to be rewritten; the parts of others are copied. */
  readonly changed: ReadonlySet<FormulaSheet>;
}

export function sheetContentsIn({ contents }: TemplatePlan, sheet: DrawnSheet): SheetContents {
  const found = contents.get(sheet);
  if (!found) throw new Error(`sheet ${sheet.name} has not been prepared`);
  return found;
}

export interface CompileContext extends FormulaTargets {
  readonly sheets: readonly DrawnSheet[];
  readonly fields: TemplateFields;
  readonly settings: ResolveSettings;
  readonly formats: CellFormats;
  readonly problems: Problems;
}

/** Runs an action for a cell; mistakes in the cell become problems. */
export function reportErrors<T>(
  { problems, settings }: CompileContext,
  sheet: string | undefined,
  place: Text | undefined,
  action: () => T,
): T | undefined {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    const { textField, numberField } = settings.examples;
    const examples = { one: `{{${textField}}}`, other: `{{${numberField} | hours}}` };
    problems.add(sheet, place, error.text, orElse(error.remedyText, message('examples', examples)));
    return undefined;
  }
}
