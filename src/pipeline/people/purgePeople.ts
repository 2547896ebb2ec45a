import type { Person } from '../../domain/people/peopleDirectory.js';
import type { Period } from '../../domain/period/period.js';
import type { LocalDate } from '../../domain/time/localDate.js';
import type { PurgedRun } from '../../store/ledgerPurge.js';
import type { Store, StoredRun } from '../../store/store.js';
import { NOBODY, snapshotOf } from '../ledger/snapshot.js';
import { newRunId } from '../runId.js';
import { findEmployee } from './findEmployee.js';

export interface PurgeRequest {
  readonly employerKey: string;
  readonly employerId: string;
  /** Only runs whose days all lie before it. */
  readonly before: LocalDate | undefined;
  /** Id, payroll number, or (part of) a name; undefined for everybody. */
  readonly who: string | undefined;
  readonly reason: string | undefined;
  readonly user: string;
  readonly startedAt: Date;
}

export interface Purged {
  readonly runId: string;
  readonly employer: string;
  readonly period: { readonly from: string; readonly to: string };
  readonly state: 'purge';
  /** The runs from which people were taken. */
  readonly purged: readonly string[];
}

/**
 * Takes people out of runs and records that; totals and the chain stay.
 * @returns undefined where there was nothing to take
 * @throws PaytallyError EMPLOYEE_UNKNOWN, EMPLOYEE_AMBIGUOUS
 */
export function purgeEmployer(store: Store, request: PurgeRequest): Purged | undefined {
  const { employerId, employerKey, before, who, reason, user, startedAt } = request;
  const runs = store.runs({ employerId }).filter(({ period }) => before === undefined || period.to < before);
  const person = who === undefined ? undefined : findEmployee(who, knownPeople(store, employerId, runs)).id;
  const concerned = runs.filter((run) => has(store, run, person));
  const period = spanOf(concerned);
  if (period === undefined) return undefined;
  const purged: PurgedRun[] = concerned.map(({ runId }) => ({
    runId,
    people: person === undefined ? null : [person],
  }));
  const runId = newRunId(startedAt);
  const facts = {
    runs: concerned.map((run) => run.runId),
    scope: person === undefined ? 'everybody' : 'one person',
    ...(before === undefined ? {} : { before }),
    ...(reason === undefined ? {} : { reason }),
    user,
    files: [],
  };
  store.ledger.purge(
    { runId, employerKey, employerId, period, startedAt },
    { kind: 'purge', facts, people: [] },
    { runs: purged, forgotten: forgotten(store, request, person) },
  );
  return {
    runId,
    employer: employerKey,
    period: { from: period.from, to: period.to },
    state: 'purge',
    purged: facts.runs,
  };
}

/** Whether there is something left of the person, or of anybody, in a run. */
function has(store: Store, run: StoredRun, person: string | undefined): boolean {
  const kept = store.ledger.people(run.runId).filter(({ content }) => content !== undefined);
  if (person === undefined) return kept.length > 0 || run.readId !== null;
  if (kept.some((each) => each.person === person)) return true;
  return run.readId !== null && store.peopleOf(run.readId).includes(person);
}

/** A person who asked to be forgotten; or everybody who was seen for the last time before the day. */
function forgotten(store: Store, { employerId, before }: PurgeRequest, person: string | undefined): string[] {
  if (person !== undefined) return before === undefined ? [person] : [];
  const limitMs = before === undefined ? Number.POSITIVE_INFINITY : Date.parse(before);
  return store
    .employeesSeen(employerId)
    .filter(({ lastSeen }) => lastSeen.getTime() < limitMs)
    .map(({ id }) => id);
}

function knownPeople(store: Store, employerId: string, runs: readonly StoredRun[]): Person[] {
  const names = new Map(store.employeesSeen(employerId).map((employee) => [employee.id, employee]));
  const numbers = new Map<string, string | null>();
  for (const { runId } of runs) {
    const people = store.ledger.people(runId);
    for (const { person } of people) if (person !== NOBODY && !numbers.has(person)) numbers.set(person, null);
    for (const [id, { number }] of snapshotOf(people)?.mapping.byId ?? []) numbers.set(id, number);
  }
  return [...new Set([...names.keys(), ...numbers.keys()])].map((id) => ({
    id,
    number: numbers.get(id) ?? null,
    firstName: names.get(id)?.firstName ?? null,
    lastName: names.get(id)?.lastName ?? null,
    isActive: null,
    extra: {},
  }));
}

function spanOf(runs: readonly StoredRun[]): Period | undefined {
  const [from] = runs.map(({ period }) => period.from).sort();
  const to = runs
    .map(({ period }) => period.to)
    .sort()
    .at(-1);
  return from === undefined || to === undefined ? undefined : { from, to, label: `${from}..${to}` };
}
