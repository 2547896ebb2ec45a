// @module-tag slow
import { spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomFor } from '../../../samples/generator/random.js';
import type { RecordEdit } from '../../../src/sandbox/sandboxData.js';
import { systemClock } from '../../../src/sources/transport/effects.js';
import { openStore, STORE_NAME } from '../../../src/store/openStore.js';
import { IS_GATE } from '../../gate.js';
import { AFTER } from '../../support/employers/sampleService.js';
import {
  employeeId,
  entryId,
  startWatchedService,
  WATCHED,
  type WatchedService,
  weekdaysOf,
  workedEntry,
} from '../../support/employers/watchedEmployer.js';
import { DIST } from '../../support/programs/builtProgram.js';
import { editEntry } from '../../support/service/edits.js';

const CHILD = join(import.meta.dirname, '..', '..', 'faults', 'child', 'killedPass.mjs');
const PEOPLE = IS_GATE ? 10 : 30;
const OCTOBER = { from: '2026-10-01', to: '2026-10-31' };
const DAYS = weekdaysOf(OCTOBER);
/** Kills spread over the steps of a pass: requests, and both ends of each transaction. */
const KILLS = Number(process.env.MONITOR_KILLS ?? (IS_GATE ? 2 : 30));
const RANDOM = randomFor('killed passes');

let service: WatchedService;
beforeAll(async () => {
  service = await startWatchedService({ people: PEOPLE, ...OCTOBER });
  const final = ['export', '2026-10', '--final', '--accept', 'SHIFT_NO_ENTRY=known', '--quiet'];
  expect(await service.run(final, { nowMs: AFTER })).toMatchObject({ status: 0 });
});
afterAll(async () => {
  await service.stop();
  rmSync(service.cwd, { recursive: true, force: true });
});

interface Ended {
  readonly signal: string | null;
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Each kill restarts the request count, so that the limit of a minute is never reached. */
let kills = 0;
const envOf = () => ({ ...service.env, PAYTALLY_REQUESTS: join(service.cwd, `requests-${kills}`) });

/** A separate process; with a step it kills itself there. */
function pass(step = 0, when: 'before' | 'after' = 'before'): Promise<Ended> {
  const args = [CHILD, DIST, String(step), when, String(AFTER), 'monitor', '--once', '--json'];
  const child = spawn(process.execPath, args, { cwd: service.cwd, env: { ...process.env, ...envOf() } });
  const said = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].on('data', (data: Buffer) => {
      said[stream] += data.toString();
    });
  return new Promise((resolve) =>
    child.on('close', (status, signal) => resolve({ status, signal, ...said })),
  );
}

/** In this process, which counts requests by the clock of the others. */
function wholePass() {
  const clock = { ...systemClock, nowMs: () => AFTER };
  return service.run(['monitor', '--once', '--json'], { context: { clock }, env: envOf() });
}

interface Change {
  readonly employeeId: string;
  readonly date: string;
  readonly beforeMinutes: number;
  readonly afterMinutes: number;
}

const linesOf = (changes: readonly Change[] = []) =>
  changes.map((each) => `${each.employeeId} ${each.date} ${each.beforeMinutes} ${each.afterMinutes}`).sort();

function changesIn({ stdout }: Pick<Ended, 'stdout'>): string[] {
  return stdout === '' ? [] : linesOf(JSON.parse(stdout).employers[0].changes);
}

async function standing(): Promise<string[]> {
  const argv = ['status', '--period', '2026-10', '--json'];
  return linesOf(JSON.parse((await service.run(argv, { nowMs: AFTER })).stdout).employers[0].changes);
}

/** The reads of the store: whether each is complete, and the employees it includes. */
function reads(): { readonly mirror: readonly string[]; readonly records: readonly number[] } {
  const path = join(service.cwd, '.paytally', STORE_NAME);
  const store = openStore(path, { mode: 'read', now: () => new Date(AFTER) });
  try {
    const mirror = store.mirror.reads(WATCHED).map(({ readId }) => readId);
    const countOf = (readId: string) =>
      [...store.peopleOf(readId)].flatMap((person) => [...store.recordsOf(readId, person)]).length;
    return { mirror, records: mirror.map(countOf) };
  } finally {
    store.close();
  }
}

/** The worked minutes by day and employee, as the service has them now. */
class Work {
  readonly minutes = new Map<string, number>();

  /** An edit of a day that was not edited before. */
  edit(): RecordEdit {
    for (;;) {
      const index = RANDOM.between(0, PEOPLE - 1);
      const [day, date] = DAYS[RANDOM.between(0, DAYS.length - 1)] ?? [0, ''];
      const key = `${employeeId(index)} ${date}`;
      if (this.minutes.has(key)) continue;
      const worked = RANDOM.between(0, 1) * RANDOM.between(30, 449);
      this.minutes.set(key, worked);
      if (worked === 0) return editEntry.delete(entryId(index, day));
      return editEntry.put(workedEntry(index, day, date, worked));
    }
  }

  /** The differences from the final, derived from the edits alone. */
  lines(): string[] {
    return [...this.minutes].map(([key, minutes]) => `${key} 450 ${minutes}`).sort();
  }
}

// The built program is missing only if vitest runs without a build.
describe.skipIf(!existsSync(DIST))('a pass whose process is killed (skipped if dist is not built)', () => {
  test('changes nothing before it is complete, and the next one reports each change once', {
    timeout: 900_000,
  }, async () => {
    const first = await pass();
    expect(first).toMatchObject({ status: 0, signal: null });
    const steps = Number(/steps: (\d+)/.exec(first.stderr)?.[1]);
    expect(steps).toBeGreaterThan(20);
    const work = new Work();
    let known: readonly string[] = [];
    let [killed, early] = [0, 0];
    for (let kill = 0; kill < KILLS; kill += 1) {
      kills = kill;
      const step = 1 + Math.floor(((kill + RANDOM.between(0, 99) / 100) * steps) / KILLS);
      const when = kill % 2 === 0 ? 'before' : 'after';
      for (let edits = RANDOM.between(1, 3); edits > 0; edits -= 1)
        service.sandbox.edit(WATCHED, work.edit());
      const before = reads();
      const ended = await pass(step, when);
      const where = { step, when, steps };
      if (ended.signal === 'SIGKILL') killed += 1;
      const isComplete = reads().mirror[0] !== before.mirror[0];
      if (!isComplete) {
        early += 1;
        expect({ ...where, ...reads(), standing: await standing() }).toEqual({
          ...where,
          ...before,
          standing: known,
        });
      }
      const next = await wholePass();
      expect({ ...where, status: next.status, stderr: next.stderr }).toEqual({
        ...where,
        status: 0,
        stderr: '',
      });
      const truth = work.lines();
      const fresh = truth.filter((line) => !known.includes(line));
      // A process that was killed after printing them has already reported them.
      const told = changesIn(ended).length === 0 ? changesIn(next) : changesIn(ended);
      expect({ ...where, told, standing: await standing() }).toEqual({
        ...where,
        told: fresh,
        standing: truth,
      });
      known = truth;
    }
    expect(changesIn(await wholePass())).toEqual([]);
    expect(killed).toBeGreaterThanOrEqual(KILLS * 0.9);
    expect(early).toBeGreaterThanOrEqual(KILLS / 2);
    console.log(`${killed} kills over ${steps} steps, ${early} before the pass was complete`);
  });
});
