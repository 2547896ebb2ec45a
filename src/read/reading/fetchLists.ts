import type { Employee, ListName } from '../../domain/records/records.js';
import { SCOPE_FACTS, SCOPE_OF_LIST, type Scope } from '../auth/scopes.js';
import type { FieldHints } from '../discovery/targets.js';
import { AGENCY_WORKERS, EMPLOYEES, ESTABLISHMENTS, type ListShape, SHIFTS, TASKS, TEAMS, TIME_ENTRIES } from '../wire/lists.js';
import type { BareShift, BareTimeEntry, Identified } from '../wire/wireRecords.js';
import { ListForbidden } from './dataRefusal.js';
import type { Digests, Unavailable } from './employerRead.js';
import type { ListLedger } from './listLedger.js';
import { type HolidayRead, readHolidays } from './readHolidays.js';
import { type DayRange, type ListReading, readList } from './readList.js';
import { holidayYears, type ReadWindow } from './readWindows.js';

export interface Fetching {
  readonly reading: ListReading;
  readonly window: ReadWindow;
  readonly hints: FieldHints;
  readonly earlier: Digests;
  readonly expectedRecords: Readonly<Partial<Record<ListName, number>>>;
  readonly missingScopes: readonly Scope[];
  readonly indispensable: readonly ListName[];
  /** Ends the other lists where one fails. */
  readonly stop: () => void;
}

/** What came of each list; undefined where it may not be read. */
export interface FetchedLists {
  readonly establishments: ListLedger<Identified> | undefined;
  readonly holidays: HolidayRead | undefined;
  readonly employees: ListLedger<Employee> | undefined;
  readonly agencyWorkers: ListLedger<Identified> | undefined;
  readonly teams: ListLedger<Identified> | undefined;
  readonly tasks: ListLedger<Identified> | undefined;
  readonly shifts: ListLedger<BareShift> | undefined;
  readonly entries: ListLedger<BareTimeEntry> | undefined;
  readonly unavailable: readonly Unavailable[];
}

/** Reads all lists. Establishments come first and alone: they tell a wrong employer id from a missing module. */
export async function fetchLists(fetching: Fetching): Promise<FetchedLists> {
  const unavailable = new Map(
    fetching.missingScopes.flatMap(unavailableByScope).map((entry) => [entry.list, entry] as const),
  );
  const available = <T>(list: ListName, read: () => Promise<T>) =>
    ifAllowed(fetching, unavailable, list, read);
  const list = <T>(shape: ListShape<T>, days: DayRange | 'all' = 'all') =>
    available(shape.list, () => readList(fetching.reading, shape, days, fetching.earlier[shape.list]));
  const daysOf = (name: ListName): DayRange => ({
    window: fetching.window,
    expectedRecords: fetching.expectedRecords[name] ?? fetching.earlier[name]?.records ?? 0,
  });
  const establishments = await list(ESTABLISHMENTS);
  const [entries, shifts, employees, holidays, agencyWorkers, teams, tasks] = await together(fetching.stop, [
    list(TIME_ENTRIES, daysOf('time-entries')),
    list(SHIFTS, daysOf('shifts')),
    list(EMPLOYEES),
    available('public-holidays', () =>
      readHolidays(fetching.reading, holidayYears(fetching.window), fetching.hints),
    ),
    list(AGENCY_WORKERS),
    list(TEAMS),
    list(TASKS),
  ]);
  const order = [...unavailable.values()];
  return {
    establishments,
    holidays,
    employees,
    agencyWorkers,
    teams,
    tasks,
    shifts,
    entries,
    unavailable: order,
  };
}

async function ifAllowed<T>(
  fetching: Fetching,
  unavailable: Map<ListName, Unavailable>,
  list: ListName,
  read: () => Promise<T>,
): Promise<T | undefined> {
  if (unavailable.has(list)) return undefined;
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ListForbidden) || fetching.indispensable.includes(list)) throw error;
    unavailable.set(list, unavailableByModule(list, error));
    return undefined;
  }
}

/** All of them; where one fails, the others are ended before its error goes on. */
async function together<T extends readonly unknown[]>(
  stop: () => void,
  reads: readonly [...{ [K in keyof T]: Promise<T[K]> }],
): Promise<T> {
  try {
    return (await Promise.all(reads)) as unknown as T;
  } catch (error) {
    stop();
    await Promise.allSettled(reads);
    throw error;
  }
}

/** The lists that a scope would have opened. The token endpoint does not tell a scope from a module (docs/service.md, "Refusals of a token"). */
function unavailableByScope(scope: Scope): readonly Unavailable[] {
  const { permission, module, lists, cost } = SCOPE_FACTS[scope];
  const or = module === undefined ? '' : `, or the employer has no ${module} module`;
  const lack = module === undefined ? 'permission' : 'permission-or-module';
  const reason = `The integration lacks the permission "${permission}" (${scope})${or}. Without it: ${cost}.`;
  return lists.map((list) => ({ list, lack, permission, scope, module: module ?? '', reason }));
}

/** A list that answered 403 although the token has its scope. */
function unavailableByModule(list: ListName, { lack, message }: ListForbidden): Unavailable {
  const scope = SCOPE_OF_LIST[list];
  const { permission, module = '', cost } = SCOPE_FACTS[scope];
  return { list, lack, permission, scope, module, reason: `${message} Without it: ${cost}.` };
}
