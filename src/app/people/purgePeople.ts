import { type Config, configOf, type LoadedConfig } from '../../config/config.js';
import { numbersOf } from '../../domain/mapping/employeeRows.js';
import { fullName, type Person } from '../../domain/people/peopleDirectory.js';
import { type Period, spanOf } from '../../domain/period/period.js';
import {
  mustBeKept,
  type RetentionPreset,
  retentionSource,
  retentionStart,
} from '../../domain/period/retention.js';
import type { LocalDate } from '../../domain/time/localDate.js';
import { todayIn } from '../../domain/time/tzdata.js';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import type { PurgedRun } from '../../store/ledger.js';
import { mayHaveArrived } from '../../store/outbox.js';
import type { Store, StoredRun } from '../../store/store.js';
import { coveredDays, supersededRuns } from '../ledger/finals.js';
import { newRunId } from '../ledger/runFolder.js';
import { NO_PERSON, restoreSnapshot } from '../ledger/runSnapshot.js';
import { type FoundPerson, findExactEmployee, refuseStrangers } from './findEmployee.js';

interface PurgeRequest {
  readonly employerKey: string;
  readonly employerId: string;
  /** Only runs whose covered days are all earlier. */
  readonly before: LocalDate | undefined;
  /** Id, payroll ID or whole name; undefined for all employees. */
  readonly who: string | undefined;
  readonly reason: string | undefined;
  /** How long the employer keeps records; undefined if not configured. */
  readonly retention: RetentionPreset | undefined;
  /** Today's date in the employer's zone. */
  readonly today: LocalDate;
  readonly user: string;
  readonly startedAt: Date;
}

export interface Purged {
  readonly runId: string;
  readonly employer: string;
  readonly period: { readonly from: string; readonly to: string };
  readonly state: 'purge';
  /** The person who was deleted; null for all people. */
  readonly person: { readonly employeeId: string; readonly name: string } | null;
  /** The runs from which people were deleted. */
  readonly purged: readonly string[];
}

/** An allowed purge. */
interface PlannedPurge {
  readonly request: PurgeRequest;
  /** The one person; undefined for all employees. */
  readonly person: Person | undefined;
  readonly concerned: readonly StoredRun[];
  readonly period: Period;
}

/** What is to be deleted, of all chosen employers. */
interface PurgeOrder {
  /** Only runs whose days are all earlier; undefined for what no longer has to be kept, or for any day of a person. */
  readonly before: LocalDate | undefined;
  readonly who: string | undefined;
  readonly reason: string | undefined;
  readonly user: string;
  readonly nowMs: number;
}

/**
 * Deletes people from the runs of some employers, after checking that all of it is allowed.
 * @throws PaytallyError USAGE without a day, a person or a retention; EMPLOYEE_UNKNOWN if no employer knows the person;
 * EMPLOYEE_AMBIGUOUS, RETENTION_LASTS
 */
export async function purgeRecords(
  store: Store,
  loaded: LoadedConfig,
  employers: readonly string[],
  order: PurgeOrder,
): Promise<readonly Purged[]> {
  // They may name people of whom no run is left, and are computed again when they are shown.
  for (const key of employers) store.monthViews.forgetAll(configOf(loaded, key).employer.employerId);
  // Also if no run has the person, which ends the command.
  await store.shared?.checkIn();
  const done = planAll(store, loaded, employers, order).map((one) => carryOutPurge(store, one));
  for (const { purged } of done) for (const runId of purged) await store.shared?.dropFiles(runId);
  return done;
}

/** Nothing is deleted before the purges of all employers are allowed. */
function planAll(
  store: Store,
  loaded: LoadedConfig,
  employers: readonly string[],
  order: PurgeOrder,
): readonly PlannedPurge[] {
  const planned: PlannedPurge[] = [];
  const matches: FoundPerson[] = [];
  let unknown: PaytallyError | undefined;
  for (const key of employers) {
    try {
      const request = purgeRequest(configOf(loaded, key), order);
      const one = planPurge(store, request, (person) => matches.push({ employer: key, person }));
      if (one !== undefined) planned.push(one);
    } catch (failure) {
      if (!(failure instanceof PaytallyError) || failure.code !== 'EMPLOYEE_UNKNOWN') throw failure;
      unknown ??= failure;
    }
  }
  // The same payroll ID may be that of another person at another employer.
  refuseStrangers(order.who ?? '', matches, 'id');
  if (planned.length === 0 && unknown !== undefined) throw unknown;
  return planned;
}

function purgeRequest(config: Config, { before, nowMs, ...order }: PurgeOrder): PurgeRequest {
  const { employerKey, retention, employer } = config;
  const today = todayIn(employer.zone, nowMs);
  return {
    ...order,
    employerKey,
    employerId: employer.employerId,
    before: before ?? (order.who === undefined ? retentionLimit(config, today) : undefined),
    retention,
    today,
    startedAt: new Date(nowMs),
  };
}

/**
 * Without a day or a person, records that the employer no longer has to keep are deleted. @throws PaytallyError USAGE
 */
function retentionLimit({ retention, employerKey }: Config, today: LocalDate): LocalDate {
  if (retention !== undefined) return retentionStart(retention, today);
  throw new PaytallyError('USAGE', message('commands.purgeUnlimited', { employer: employerKey }), {
    record: '--before',
  });
}

/**
 * The content that a purge would delete, after checking that it is allowed.
 * @returns undefined if there is nothing to delete
 * @throws PaytallyError EMPLOYEE_UNKNOWN, EMPLOYEE_AMBIGUOUS, RETENTION_LASTS
 */
function planPurge(
  store: Store,
  request: PurgeRequest,
  onMatch: (person: Person) => void,
): PlannedPurge | undefined {
  const { employerId, before, who } = request;
  const lastDay = lastDays(store, employerId);
  const runs = store.runs({ employerId }).filter((run) => before === undefined || lastDay(run) < before);
  const person =
    who === undefined ? undefined : findExactEmployee(who, peopleOfRuns(store, employerId, runs));
  if (person !== undefined) onMatch(person);
  const concerned = runs.filter((run) => has(store, run, person?.id));
  const period = spanOf(concerned.map((run) => run.period)) ?? monitoredDays(store, employerId, person?.id);
  if (period === undefined) return undefined;
  refuseEarly(request, concerned, lastDay);
  refuseUnsent(store, request, concerned);
  return { request, person, concerned, period };
}

/** The monitor's stored days of a person without runs. */
function monitoredDays(store: Store, employerId: string, person: string | undefined): Period | undefined {
  if (person === undefined) return undefined;
  const kept = store.mirror.reads(employerId).find(({ readId }) => store.peopleOf(readId).includes(person));
  const [from, to] = [kept?.windows[0]?.from, kept?.windows.at(-1)?.to];
  return from === undefined || to === undefined ? undefined : { from, to, label: `${from}..${to}` };
}

/** The last day that a run has records or lines of. A correction can also change days after those that it is for. */
function lastDays(store: Store, employerId: string): (run: StoredRun) => LocalDate {
  const links = new Map(store.ledger.links(employerId).map((link) => [link.runId, link]));
  return ({ runId, period }) => {
    const link = links.get(runId);
    return (link === undefined ? period : coveredDays(link)).to;
  };
}

/** The law may require records to be kept: an earlier purge needs a reason. */
function refuseEarly(
  request: PurgeRequest,
  runs: readonly StoredRun[],
  lastDay: (run: StoredRun) => LocalDate,
): void {
  const { retention, reason, today, employerKey } = request;
  if (retention === undefined || reason !== undefined) return;
  const early = runs.find((run) => mustBeKept(retention, { to: lastDay(run) }, today));
  if (early === undefined) return;
  const { runId } = early;
  const values = {
    employer: employerKey,
    keptFrom: retentionStart(retention, today),
    retention,
    source: retentionSource(retention),
    runId,
    to: lastDay(early),
  };
  throw new PaytallyError('RETENTION_LASTS', message('ledger.retentionLasts', values), { record: runId });
}

/**
 * Payroll would never get a final or correction that is not sent yet, because nothing of a purged run is sent: such a
 * purge needs a reason.
 * @throws PaytallyError USAGE
 */
function refuseUnsent(store: Store, { employerId, reason }: PurgeRequest, runs: readonly StoredRun[]): void {
  if (reason !== undefined) return;
  const superseded = supersededRuns(store.ledger.links(employerId));
  const unsent = runs.find(
    ({ runId, state }) =>
      state !== 'draft' &&
      !superseded.has(runId) &&
      store.outbox.findByRun(runId).some((item) => !mayHaveArrived(item)),
  );
  if (unsent === undefined) return;
  const { runId } = unsent;
  throw new PaytallyError('USAGE', message('ledger.purgeUnsent', { runId }), { record: runId });
}

/** Deletes people from runs and records the deletion, all or nothing; totals and the chain remain. */
function carryOutPurge(store: Store, { request, person, concerned, period }: PlannedPurge): Purged {
  const { employerId, employerKey, before, reason, retention, today, user, startedAt } = request;
  const purged: PurgedRun[] = concerned.map(({ runId }) => ({
    runId,
    people: person === undefined ? null : [person.id],
  }));
  const runId = newRunId(startedAt);
  const facts = {
    runs: concerned.map((run) => run.runId),
    scope: person === undefined ? 'everybody' : 'one person',
    ...(before === undefined ? {} : { before }),
    ...(reason === undefined ? {} : { reason }),
    ...(retention === undefined ? {} : { retention, keptFrom: retentionStart(retention, today) }),
    user,
    files: [],
  };
  store.ledger.purge(
    { runId, employerKey, employerId, period, startedAt },
    { kind: 'purge', facts, people: [] },
    {
      runs: purged,
      forgotten: forgotten(store, request, person?.id),
      monitored: { person: person?.id, before },
    },
  );
  return {
    runId,
    employer: employerKey,
    period: { from: period.from, to: period.to },
    state: 'purge',
    person: person === undefined ? null : { employeeId: person.id, name: fullName(person) },
    purged: facts.runs,
  };
}

/** Whether a run still has data of the person, or of any person. */
function has(store: Store, run: StoredRun, person: string | undefined): boolean {
  const kept = store.ledger.people(run.runId).filter(({ content }) => content !== undefined);
  if (person === undefined) return kept.length > 0 || run.readId !== null;
  if (store.draftInputs(run.runId).some((each) => each.person === person)) return true;
  if (kept.some((each) => each.person === person)) return true;
  return run.readId !== null && store.peopleOf(run.readId).includes(person);
}

/** The person who asked to be deleted, or all people last seen before the day. */
function forgotten(store: Store, { employerId, before }: PurgeRequest, person: string | undefined): string[] {
  if (person !== undefined) return before === undefined ? [person] : [];
  const limitMs = before === undefined ? Number.POSITIVE_INFINITY : Date.parse(before);
  return store.known
    .employees(employerId)
    .filter(({ lastSeen }) => lastSeen.getTime() < limitMs)
    .map(({ id }) => id);
}

/** The employees of an employer in the store. */
export function peopleOfRuns(store: Store, employerId: string, runs: readonly StoredRun[]): Person[] {
  const names = new Map(store.known.employees(employerId).map((employee) => [employee.id, employee]));
  const numbers = new Map<string, readonly string[]>();
  for (const { runId, readId, state } of runs) {
    const people = state === 'draft' ? store.draftInputs(runId) : store.ledger.people(runId);
    const seen = [...people.map(({ person }) => person), ...(readId === null ? [] : store.peopleOf(readId))];
    for (const person of seen) if (person !== NO_PERSON && !numbers.has(person)) numbers.set(person, []);
    // The newest run with a payroll ID comes first and determines it.
    for (const [id, rows] of restoreSnapshot(people)?.mapping.byId ?? []) {
      const known = numbers.get(id) ?? [];
      numbers.set(id, known.length === 0 ? numbersOf(rows) : known);
    }
  }
  return [...new Set([...names.keys(), ...numbers.keys()])].map((id) => ({
    id,
    number: numbers.get(id)?.at(-1) ?? null,
    numbers: numbers.get(id) ?? [],
    firstName: names.get(id)?.firstName ?? null,
    lastName: names.get(id)?.lastName ?? null,
    isActive: null,
    extra: {},
  }));
}
