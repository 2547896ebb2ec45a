import { quotedSheet } from '../quotedSheet.js';

/** Values of a chart: where they stand, and the values themselves for viewers that do not read the sheet. */
export interface ChartSeries {
  readonly name: string;
  /** Absolute reference with the sheet's name, such as `'Per day'!$F$8:$F$38`. */
  readonly reference: string;
  readonly values: readonly number[];
  /** RGB, six hexadecimal digits. */
  readonly colour: string;
}

export type ChartCategories =
  | { readonly kind: 'dates'; readonly reference: string; readonly serials: readonly number[] }
  | { readonly kind: 'texts'; readonly reference: string; readonly texts: readonly string[] };

/** A column chart with clustered series. */
export interface ColumnChart {
  readonly title: string;
  readonly categories: ChartCategories;
  readonly series: readonly ChartSeries[];
  /** Number formats of the axes. */
  readonly valueFormat: string;
  readonly categoryFormat: string;
  /** The distance between the marks of an axis of dates. @default as the program likes */
  readonly categoryStepDays?: number;
  /** The distance between the lines of the value axis, in the values' unit. */
  readonly valueStep: number;
  /** The ends of the axis: multiples of the step. */
  readonly valueMin: number;
  readonly valueMax: number;
  readonly lineColour: string;
  readonly textColour: string;
}

/** `'It''s'!$A$1:$A$9`: quoted as formulas want it. Columns as letters. */
export function absoluteColumn(sheet: string, column: string, firstRow: number, lastRow: number): string {
  return `${quotedSheet(sheet)}!$${column}$${firstRow}:$${column}$${lastRow}`;
}

/** A chart part (DrawingML chart) and the cells over which it lies. */
export interface ChartPlan {
  readonly xml: string;
  /** Columns and rows from 0: the cells of the corners. */
  readonly from: { readonly column: number; readonly row: number };
  readonly to: { readonly column: number; readonly row: number };
  /** Alternative text for people who cannot see it. */
  readonly description: string;
}
