import type { Employee, ListName } from '../../domain/records/records.js';
import { noCounts } from '../transport/session.js';
import { AGENCY_WORKERS, EMPLOYEES, ESTABLISHMENTS, HOLIDAYS, type ListShape, SHIFTS, TASKS, TEAMS, TIME_ENTRIES } from '../wire/lists.js';
import { assemble } from './assemble.js';
import type { EmployerRead, Unavailable } from './employerRead.js';
import { ListLedger } from './listLedger.js';
import type { ReadWindow } from './readWindows.js';
import type { RecordSink } from './recordSink.js';
import type { DiscoveryFacts } from './resolve.js';

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
export function readAgain(kept: KeptRead, finding: DiscoveryFacts, sink: RecordSink): EmployerRead {
  const lacking = new Set(kept.unavailable.map(({ list }) => list));
  const list = <T>(shape: ListShape<T>): ListLedger<T> | undefined =>
    lacking.has(shape.list) ? undefined : ledgerOf(shape, kept.records(shape.list), sink);
  const holidays = list(HOLIDAYS);
  const lists = {
    establishments: list(ESTABLISHMENTS),
    holidays: holidays && { ledger: holidays, envelope: undefined },
    employees: list<Employee>(EMPLOYEES),
    agencyWorkers: list(AGENCY_WORKERS),
    teams: list(TEAMS),
    tasks: list(TASKS),
    shifts: list(SHIFTS),
    entries: list(TIME_ENTRIES),
    unavailable: kept.unavailable,
  };
  return assemble(lists, kept.window, finding, noCounts());
}

const RECORDS_AT_ONCE = 500;

function ledgerOf<T>(shape: ListShape<T>, records: Iterable<string>, sink: RecordSink): ListLedger<T> {
  const ledger = new ListLedger(shape, sink);
  ledger.beginPass();
  let count = 0;
  for (const json of records) {
    count += 1;
    ledger.see(JSON.parse(json), `record ${count}`);
    if (count % RECORDS_AT_ONCE === 0) ledger.endPage();
  }
  ledger.endPage();
  return ledger;
}
