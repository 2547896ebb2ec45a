import type { Config } from '../../config/config.js';
import { fullName, peopleDirectory } from '../../domain/people/peopleDirectory.js';
import type { Store } from '../../store/store.js';
import { computedRead } from '../compute/computedRead.js';
import { endedByCtrlC, heardBetweenSteps } from '../endedByCtrlC.js';
import { earlierPay, linksBefore } from '../ledger/earlierPayInLedger.js';
import { type StoredRunPlaces, storedRun } from '../ledger/storedRunInputs.js';

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

/** Where stored runs are computed again, by which program, and for how long. */
export interface ComputedAgainAt extends StoredRunPlaces {
  readonly version: string;
  readonly signal: AbortSignal;
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
  await heardBetweenSteps(places.signal);
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

async function minutesOf(store: Store, runId: string, places: ComputedAgainAt): Promise<Minutes> {
  const inputs = await storedRun(store, runId, places);
  const { prepared, period, readId, state, accepted } = inputs;
  const request = { state: state === 'draft' ? ('draft' as const) : ('final' as const), accepted };
  const earlier = earlierPay(store, linksBefore(store, inputs));
  const { version, signal } = places;
  const read = { readId, period, earlier, prepared, request, version };
  const computed = await computedRead(store, read, signal);
  const byCode = new Map<string, number>();
  const people = new Set<string>();
  endedByCtrlC(() => {
    for (const id of computed.people.ids) {
      for (const { payCode, minutes } of computed.people.of(id).pay.lines) {
        const key = JSON.stringify([id, payCode]);
        byCode.set(key, (byCode.get(key) ?? 0) + minutes);
        people.add(id);
      }
    }
  });
  const person = peopleDirectory(computed.data, computed.mapping);
  return { config: prepared.config, byCode, people, nameOf: (id) => fullName(person(id)) };
}
