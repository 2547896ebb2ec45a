/** A chart part (DrawingML chart) and the cells over which it lies. */
export interface ChartPlan {
  readonly xml: string;
  /** Columns and rows from 0: the cells of the corners. */
  readonly from: { readonly column: number; readonly row: number };
  readonly to: { readonly column: number; readonly row: number };
  /** Alternative text for people who cannot see it. */
  readonly description: string;
}
