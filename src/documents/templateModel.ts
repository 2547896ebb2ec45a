import type { PeriodComparison } from '../domain/changes/runComparison.js';
import type { MonthStatus } from '../domain/month/monthStatus.js';
import type { DistinctName } from '../domain/people/peopleDirectory.js';
import type { DataRow, DataSet } from './dataSet.js';

/** The data for a template: facts about the run, and the data sets by name. */
export interface TemplateModel {
  /** Fields named `run.*`: employer, period, state, tz data. */
  readonly run: DataRow;
  readonly dataSets: ReadonlyMap<string, DataSet>;
  /** The final of the previous period, if there is one to compare with. */
  readonly earlier?: EarlierRun | undefined;
  /** The state of the run's period when the run was made, with the counts of its findings; documents need it. */
  readonly status?: Pick<MonthStatus, 'state' | 'counts' | 'exceptions'>;
  /** The sets about people, one person at a time; undefined if that is as slow as reading all rows. */
  readonly byPerson?: RowsByPerson;
  /** The name of an employee, with what tells namesakes apart. @default the name in the rows */
  readonly tell?: ((employeeId: string) => DistinctName) | undefined;
}

/** Rows of one person at a time; the caller chooses the order of the people. */
export interface RowsByPerson {
  /** Every person who may have rows, sorted by id. Work without an employee is last, with a null ID. */
  readonly people: readonly PersonOfModel[];
  /** The rows of a person in the sets about people, all from one computation of the person's work. */
  readonly rowsOf: (id: string | null) => (dataSet: string) => Iterable<DataRow>;
}

/** Unknown names are empty. */
export interface PersonOfModel {
  readonly id: string | null;
  readonly lastName: string;
  readonly firstName: string;
}

/** An earlier run, and the current names of its pay codes. */
export interface EarlierRun extends Pick<PeriodComparison, 'label' | 'figures'> {
  readonly hasPlanning: boolean;
  readonly labelOf: (payCode: string) => string;
}

/** A data set with all rows in memory. */
export interface HeldDataSet extends DataSet {
  readonly rows: readonly DataRow[];
}

export interface HeldModel extends TemplateModel {
  readonly dataSets: ReadonlyMap<string, HeldDataSet>;
}

/** For code that reads rows in any order: each requested set is created once and kept in memory. */
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
