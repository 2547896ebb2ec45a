import { computedRead } from '../compute/computePeriod.js';
import type { Config } from '../config/config.js';
import { parseCodeKey } from '../domain/changes/runComparison.js';
import type { ComputedPeriod } from '../domain/computed/computedPeriod.js';
import { createPeopleDirectory, fullName } from '../domain/people/peopleDirectory.js';
import { recordsOfRead } from '../read/staging/storedRecords.js';
import { pauseForInterrupt, runInterruptible } from '../runtime/interruption.js';
import type { Store } from '../store/store.js';
import { keptFigures } from './comparedRuns.js';
import { earlierPay, linksBefore } from './earlierPayInLedger.js';
import { type ComputedAgainAt, type StoredInputs, storedRun } from './storedRunInputs.js';

/** Minutes of one person and pay code in two runs. */
export interface MovedMinutes {
  readonly employeeId: string;
  readonly employee: string;
  readonly payCode: string;
  readonly beforeMinutes: number;
  readonly afterMinutes: number;
  readonly differenceMinutes: number;
}

export interface RunDifference {
  readonly from: string;
  readonly to: string;
  /** Ids of people with minutes in one of the runs only. */
  readonly came: readonly string[];
  readonly went: readonly string[];
  readonly lines: readonly MovedMinutes[];
  /** As of the newer run. */
  readonly config: Config;
}

interface Minutes {
  readonly config: Config;
  readonly nameOf: (id: string) => string;
  /** By employee and pay code. */
  readonly byCode: ReadonlyMap<string, number>;
  readonly people: ReadonlySet<string>;
}

/** What two stored runs pay differently, by person and pay code. @throws PaytallyError RUN_UNKNOWN, RUN_PURGED */
export async function diffRuns(
  store: Store,
  from: string,
  to: string,
  places: ComputedAgainAt,
): Promise<RunDifference> {
  const before = await minutesOf(store, from, places);
  const after = await minutesOf(store, to, places);
  await pauseForInterrupt(places.signal);
  const keys = [...new Set([...before.byCode.keys(), ...after.byCode.keys()])].sort();
  return {
    from,
    to,
    config: after.config,
    came: [...after.people].filter((id) => !before.people.has(id)).sort(),
    went: [...before.people].filter((id) => !after.people.has(id)).sort(),
    lines: keys.flatMap((key) => {
      const [beforeMinutes, afterMinutes] = [before.byCode.get(key) ?? 0, after.byCode.get(key) ?? 0];
      if (beforeMinutes === afterMinutes) return [];
      const [employeeId, payCode]: [string, string] = JSON.parse(key);
      const employee = after.people.has(employeeId) ? after.nameOf(employeeId) : before.nameOf(employeeId);
      const differenceMinutes = afterMinutes - beforeMinutes;
      return [{ employeeId, employee, payCode, beforeMinutes, afterMinutes, differenceMinutes }];
    }),
  };
}

/** As they were kept with the run; those of a correction are computed again. */
async function minutesOf(store: Store, runId: string, places: ComputedAgainAt): Promise<Minutes> {
  const inputs = storedRun(store, runId, places);
  const { prepared, readId, state, link } = inputs;
  const { config, mapping } = prepared;
  const kept =
    state === 'correction' ? undefined : runInterruptible(() => keptFigures(store, runId, link).figures);
  const figures = kept ?? (await computedAgain(store, inputs, places)).figures;
  const byCode = new Map<string, number>();
  for (const [id, { codes }] of figures)
    for (const [key, minutes] of Object.entries(codes)) {
      const code = JSON.stringify([id, parseCodeKey(key).payCode]);
      byCode.set(code, (byCode.get(code) ?? 0) + minutes);
    }
  const people = [...figures].flatMap(([id, { codes }]) => (Object.keys(codes).length > 0 ? [id] : []));
  const person = createPeopleDirectory(recordsOfRead(store, readId, config).facts, mapping.employees);
  return { config, byCode, people: new Set(people), nameOf: (id) => fullName(person(id)) };
}

async function computedAgain(
  store: Store,
  inputs: StoredInputs,
  { version, signal }: ComputedAgainAt,
): Promise<ComputedPeriod> {
  const { prepared, period, readId, state, accepted } = inputs;
  const request = { state: state === 'draft' ? ('draft' as const) : ('final' as const), accepted };
  const earlier = earlierPay(store, linksBefore(store, inputs));
  return computedRead(store, { readId, period, earlier, prepared, request, version }, signal);
}
