import type { Employee, ListName } from '../../domain/records/records.js';
import { noCounts } from '../transport/session.js';
import {
  AGENCY_WORKERS,
  EMPLOYEES,
  ESTABLISHMENTS,
  HOLIDAYS,
  type ListShape,
  SHIFTS,
  TASKS,
  TEAMS,
  TIME_ENTRIES,
} from '../wire/lists.js';
import { assemble, collectorsOf, type DiscoveryOptions } from './assemble.js';
import { ListCollector, type RecordSink } from './listCollector.js';
import type { EmployerRead, Unavailable } from './readEmployer.js';
import type { ReadWindow } from './readWindows.js';

/** A read that somebody has kept: the records of each list, as the service gave them. */
export interface KeptRead {
  readonly window: ReadWindow;
  readonly records: (list: ListName) => Iterable<string>;
  /** Lists that could not be read then. */
  readonly unavailable: readonly Unavailable[];
}

/**
 * Makes of kept records what a read of the service makes of its answers.
 * @throws PaytallyError FIELD_AMBIGUOUS, FIELD_VANISHED, FIELD_PIN_INVALID
 */
export function readAgain(kept: KeptRead, options: DiscoveryOptions, sink: RecordSink): EmployerRead {
  const lacking = new Set(kept.unavailable.map(({ list }) => list));
  const list = <T>(shape: ListShape<T>): ListCollector<T> | undefined =>
    lacking.has(shape.list) ? undefined : ledgerOf(shape, kept.records(shape.list), sink);
  const lists = {
    establishments: list(ESTABLISHMENTS),
    holidays: list(HOLIDAYS),
    employees: list<Employee>(EMPLOYEES),
    agencyWorkers: list(AGENCY_WORKERS),
    teams: list(TEAMS),
    tasks: list(TASKS),
    shifts: list(SHIFTS),
    entries: list(TIME_ENTRIES),
  };
  const collectors = collectorsOf(lists);
  return {
    ...assemble(lists, undefined, options),
    window: kept.window,
    hasPlanning: lists.shifts !== undefined,
    unavailable: kept.unavailable,
    changedWhileReading: [],
    digests: Object.fromEntries(collectors.map((one) => [one.shape.list, one.digest()])),
    passes: {},
    counts: noCounts(),
  };
}

const RECORDS_AT_ONCE = 500;

function ledgerOf<T>(shape: ListShape<T>, records: Iterable<string>, sink: RecordSink): ListCollector<T> {
  const ledger = new ListCollector(shape, sink);
  ledger.beginPass();
  let count = 0;
  for (const json of records) {
    count += 1;
    ledger.add(JSON.parse(json), `record ${count}`);
    if (count % RECORDS_AT_ONCE === 0) ledger.stagePage();
  }
  ledger.stagePage();
  return ledger;
}
