import type { Band } from '../language/band.js';

/** What moving references needs to know of a sheet. */
export interface MovedSheet {
  /** Its name in the template. */
  readonly name: string;
  /** Its name in the workbook being written; changes while a repeated sheet is written. */
  readonly outputName: string;
  readonly root: Band;
  /** The same for columns. */
  readonly columnRoot: Band;
  /** Written once for each group of a data set. */
  readonly isRepeated: boolean;
  /** Counts how often rows were placed: what was summed before is stale. */
  readonly epoch: number;
  /** The name of a table in the copy being written, by its name in the template in lower case. */
  readonly tableNames: ReadonlyMap<string, string>;
}

/** Where a formula stands. */
export interface FormulaPlace {
  readonly sheet: MovedSheet;
  /** The innermost band around it. */
  readonly band: Band;
  /** The innermost band of columns around it. @default none */
  readonly columnBand?: Band;
  /** It is written once for all rows of its band, counting from the first (conditional formats, validations). */
  readonly isShared?: boolean;
}
