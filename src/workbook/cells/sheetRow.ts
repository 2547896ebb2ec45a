/** A cell of a planned row; `style` names one of the workbook's styles. */
export interface Cell {
  readonly style: string;
  readonly value: CellValue;
}

/** A row in order; cells from column A on, undefined where there is none. */
export interface SheetRow {
  readonly cells: readonly (Cell | undefined)[];
  readonly heightPoints?: number;
}

/** A row of a long table: rows of one look share their array of styles. */
export interface PlainRow {
  readonly values: readonly CellValue[];
  /** Numbers in the workbook's list of cell formats, one for each value. */
  readonly styleIds: readonly number[];
  readonly heightPoints?: number;
}

/** Style name -> number in the workbook's list of cell formats. */
export type StyleIds = ReadonlyMap<string, number>;

/** @throws RangeError where nobody defined the style: a bug in a report. */
export function styleIdOf(styleIds: StyleIds, style: string): number {
  const styleId = styleIds.get(style);
  if (styleId === undefined) throw new RangeError(`no style named ${style}`);
  return styleId;
}

/** A formula without its `=`, with the value that viewers show which do not calculate. */
export interface Formula {
  readonly formula: string;
  readonly value: number | string | boolean;
}

/** What a cell holds. Dates and durations are numbers with a format; null is an empty cell (its style stays). */
export type CellValue = null | string | number | boolean | Formula;
