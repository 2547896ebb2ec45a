import type { FoundField } from '../discovery/targets.js';
import type { Counts } from '../transport/session.js';
import type { Digests, EmployerRead } from './employerRead.js';
import type { FetchedLists } from './fetchLists.js';
import type { ListLedger } from './listLedger.js';
import { PAGE_SIZE } from './pages.js';
import { holidayYears, type ReadWindow, splitWindow } from './readWindows.js';
import { type DiscoveryFacts, findReferences, type KnownIds, type Resolved, resolveEstablishments, resolveNamed } from './resolve.js';
import { resolveHolidays } from './resolveHolidays.js';

const NOTHING: Resolved<never> = { records: [], fields: [], invalid: [] };

/**
 * Makes domain records of what was fetched.
 * @throws PaytallyError FIELD_AMBIGUOUS, FIELD_VANISHED, FIELD_PIN_INVALID
 */
export function assemble(
  lists: FetchedLists,
  window: ReadWindow,
  finding: DiscoveryFacts,
  counts: Readonly<Counts>,
): EmployerRead {
  const establishments = lists.establishments
    ? resolveEstablishments(lists.establishments, finding)
    : NOTHING;
  const holidays = lists.holidays ? resolveHolidays(lists.holidays, finding) : NOTHING;
  const agencyWorkers = lists.agencyWorkers
    ? resolveNamed(lists.agencyWorkers, 'agencyWorker.label', finding)
    : NOTHING;
  const teams = lists.teams ? resolveNamed(lists.teams, 'team.label', finding) : NOTHING;
  const tasks = lists.tasks ? resolveNamed(lists.tasks, 'task.label', finding) : NOTHING;
  const ids = knownIds(lists, finding.configuredEstablishments ?? []);
  const references = [
    ...(lists.shifts ? findReferences(lists.shifts, 'shift', ids, finding) : []),
    ...(lists.entries ? findReferences(lists.entries, 'timeEntry', ids, finding) : []),
  ];
  const resolved = [establishments, holidays, agencyWorkers, teams, tasks];
  const ledgers = ledgersOf(lists);
  return {
    window,
    establishments: establishments.records,
    holidays: holidays.records,
    employees: [...(lists.employees?.rows() ?? [])].flatMap(({ parsed }) =>
      parsed.ok ? [parsed.value] : [],
    ),
    agencyWorkers: agencyWorkers.records,
    teams: teams.records,
    tasks: tasks.records,
    hasPlanning: lists.shifts !== undefined,
    invalid: [
      ...ledgers.flatMap((ledger) => ledger.invalid()),
      ...resolved.flatMap(({ invalid }) => invalid),
    ],
    fields: withFieldsOfEmptyLists(
      [...resolved.flatMap(({ fields }) => fields), ...references],
      lists,
      finding.hints.known,
    ),
    unavailable: lists.unavailable,
    changedWhileReading: [...new Set(ledgers.flatMap((ledger) => ledger.changedIds()))],
    digests: Object.fromEntries(ledgers.map((ledger) => [ledger.shape.list, ledger.digest()])) as Digests,
    passes: Object.fromEntries(ledgers.map((ledger) => [ledger.shape.list, ledger.passes])),
    counts,
    leastRequests: ledgers.reduce((sum, ledger) => sum + leastRequests(ledger, window), 0),
  };
}

/** What is known of a list that is empty this time, or cannot be read, is not forgotten. */
function withFieldsOfEmptyLists(
  fields: readonly FoundField[],
  lists: FetchedLists,
  known: readonly FoundField[],
): readonly FoundField[] {
  const sizes: Readonly<Record<string, number | undefined>> = {
    establishment: lists.establishments?.size,
    holidays: lists.holidays?.ledger.size,
    holiday: lists.holidays?.ledger.size,
    agencyWorker: lists.agencyWorkers?.size,
    team: lists.teams?.size,
    task: lists.tasks?.size,
    shift: lists.shifts?.size,
    timeEntry: lists.entries?.size,
  };
  const found = new Set(fields.map(({ target }) => target));
  const unseen = known.filter(
    ({ target }) => !found.has(target) && (sizes[target.split('.')[0] ?? ''] ?? 0) === 0,
  );
  return [...fields, ...unseen];
}

function knownIds(lists: FetchedLists, configured: readonly string[]): KnownIds {
  const idsOf = (ledger: ListLedger<unknown> | undefined) =>
    ledger && new Set([...ledger.rows()].map(({ id }) => id));
  const establishments = new Set([...(idsOf(lists.establishments) ?? []), ...configured]);
  return {
    establishmentId: establishments.size === 0 ? idsOf(lists.establishments) : establishments,
    teamId: idsOf(lists.teams),
    taskId: idsOf(lists.tasks),
    agencyId: undefined,
    agencyWorkerId: idsOf(lists.agencyWorkers),
  };
}

function ledgersOf(lists: FetchedLists): readonly ListLedger<unknown>[] {
  const { establishments, holidays, employees, agencyWorkers, teams, tasks, shifts, entries } = lists;
  const all = [establishments, holidays?.ledger, employees, agencyWorkers, teams, tasks, shifts, entries];
  return all.filter((ledger) => ledger !== undefined);
}

/** Windows share the records evenly here; they hardly ever do, so this is a lower bound. */
function leastRequests(ledger: ListLedger<unknown>, window: ReadWindow): number {
  if (ledger.shape.list === 'public-holidays') return holidayYears(window).length;
  const windows = ledger.shape.dayField === undefined ? 1 : splitWindow(window).length;
  return Math.max(windows, Math.ceil(ledger.size / PAGE_SIZE)) * ledger.passes;
}
