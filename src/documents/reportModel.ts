import type { DataRow, DataSet } from './dataSet.js';

/** All that a template can see: facts about the run, and the data sets by name. */
export interface ReportModel {
  /** Fields named `run.*`: employer, period, state, tz data. */
  readonly run: DataRow;
  readonly dataSets: ReadonlyMap<string, DataSet>;
}
