import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type History, historyOf, play, shrunk, toldFailure } from './histories.js';
import { Broken } from './simulation.js';

const IS_LONG = process.env.PAYTALLY_LONG === '1';
/** Of each history; the first few make something that can be closed. */
const LENGTH = 50;
const STEPS = Number(process.env.PAYTALLY_STEPS ?? (IS_LONG ? 10_000 : 150));
/** Where nobody asked for more, no history begins after it: the machine is slow enough already. */
const MOST_MS = 18_000;
const SHRINK_TRIES = 60;
/** One history alone, the one that a failure named. */
const ONLY = process.env.HISTORY_SEED;
const FOUND = join(import.meta.dirname, 'found');

const seeds =
  ONLY === undefined
    ? [...Array(Math.ceil(STEPS / LENGTH)).keys()].map((index) => index + 1)
    : [Number(ONLY)];

describe('random histories: what is paid is what is owed, once', () => {
  const startedMs = performance.now();
  test.each(seeds)('seed %i', { timeout: 600_000 }, async (seed) => {
    if (!IS_LONG && ONLY === undefined && performance.now() - startedMs > MOST_MS) return;
    const history = historyOf(seed, LENGTH);
    const failure = await play(history);
    if (failure === undefined) return;
    const least = await shrunk(history, failure, SHRINK_TRIES, play);
    throw new Error(toldFailure(`HISTORY_SEED=${seed}`, least.history, least.failure));
  });
});

describe('histories that have broken something once', () => {
  const names = readdirSync(FOUND).filter((name) => name.endsWith('.json'));
  test.skipIf(names.length === 0).each(names)('%s', { timeout: 120_000 }, async (name) => {
    const history: History = JSON.parse(readFileSync(join(FOUND, name), 'utf8'));
    const failure = await play(history);
    if (failure !== undefined) throw new Error(toldFailure(name, history, failure));
  });
});

describe('the simulator itself', () => {
  test('the same seed is the same history', () => {
    expect(historyOf(7, LENGTH)).toEqual(historyOf(7, LENGTH));
    expect(historyOf(7, LENGTH)).not.toEqual(historyOf(8, LENGTH));
  });

  test('leaves out the steps that a failure does not need, and names the failure', async () => {
    const history = historyOf(1, LENGTH);
    const [first, second] = [history.steps[11], history.steps[30]];
    const needsBoth = async ({ steps }: History) => {
      const at = second === undefined ? -1 : steps.indexOf(second);
      const breaks = first !== undefined && steps.slice(0, Math.max(0, at)).includes(first);
      return breaks ? { at, error: new Broken('needs both', at) } : undefined;
    };
    const failure = await needsBoth(history);
    if (failure === undefined) throw new Error('the whole history has both');
    const least = await shrunk(history, failure, SHRINK_TRIES, needsBoth);
    expect(least.history.steps).toEqual([first, second]);
    expect(toldFailure('HISTORY_SEED=1', least.history, least.failure)).toContain(JSON.stringify(second));
  });
});
