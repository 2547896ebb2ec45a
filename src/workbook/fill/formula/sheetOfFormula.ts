import type { Band } from '../language/band.js';
import type { PlacedAxes } from '../sheet/movedAreas.js';

/** What formulas need to know of a sheet as it was drawn. */
export interface FormulaSheet {
  readonly name: string;
  readonly root: Band;
  /** The same for columns. */
  readonly columnRoot: Band;
  /** Written once for each group of a data set. */
  readonly isRepeated: boolean;
}

/** What formulas need to know of a sheet as it is written. */
export interface WrittenSheet extends PlacedAxes {
  readonly drawn: FormulaSheet;
  /** Its name in the workbook that is written. */
  readonly name: string;
  /** The names of its tables, by their names in the template in lower case; of the first copy none. */
  readonly tableNames: ReadonlyMap<string, string>;
  /** The written sheet that a formula on this one means by a drawn one. */
  sheetOf(drawn: FormulaSheet): WrittenSheet;
}

/** Where a formula stands. */
export interface FormulaPlace {
  readonly sheet: FormulaSheet;
  /** The innermost band around it. */
  readonly band: Band;
  /** The innermost band of columns around it. @default none */
  readonly columnBand?: Band;
  /** It is written once for all rows of its band, counting from the first (conditional formats, validations). */
  readonly isShared?: boolean;
}
