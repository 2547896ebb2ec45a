/** A formula without its `=`, with the value that viewers show which do not calculate. */
export interface Formula {
  readonly formula: string;
  readonly value: number | string | boolean;
}

/** What a cell holds. Dates and durations are numbers with a format; null is an empty cell (its style stays). */
export type CellValue = null | string | number | boolean | Formula;
