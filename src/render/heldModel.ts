import type { DataRow, DataSet } from './dataSet.js';
import type { TemplateModel } from './templateModel.js';

/** A data set with all rows in memory. */
export interface HeldDataSet extends DataSet {
  readonly rows: readonly DataRow[];
}

export interface HeldModel extends TemplateModel {
  readonly dataSets: ReadonlyMap<string, HeldDataSet>;
}

/** For readers that need rows more than once: only the requested data sets are generated and kept in memory. */
export function withRowsHeld(model: TemplateModel): HeldModel {
  const held = [...model.dataSets].map(([name, set]) => [name, heldSet(set)] as const);
  return { ...model, dataSets: new Map(held) };
}

function heldSet({ name, fields, rows }: DataSet): HeldDataSet {
  let held: readonly DataRow[] | undefined;
  return {
    name,
    fields,
    get rows() {
      held ??= [...rows];
      return held;
    },
  };
}
