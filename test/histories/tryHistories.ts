import { describe, test } from 'vitest';
import { IS_GATE } from '../gate.js';
import { historyOf, play, shrunk, toldFailure } from './histories.js';

export const IS_LONG = process.env.PAYTALLY_LONG === '1';
/** A single history, the one that a failure named. */
const ONLY = process.env.HISTORY_SEED;
/** Steps of each history; the first few create a period that can be closed. */
export const LENGTH = 50;
const STEPS = Number(process.env.PAYTALLY_STEPS ?? (IS_LONG ? 10_000 : IS_GATE ? 50 : 150));
/** In any test run no history begins after this time: a busy machine plays fewer of them. */
const MOST_MS = 15_000;
export const SHRINK_TRIES = 60;

/** Plays one half of the histories; two test files share them so that both cores have work. */
export function tryHistories(half: 0 | 1): void {
  const all = [...Array(Math.ceil(STEPS / LENGTH)).keys()].map((index) => index + 1);
  const seeds = ONLY === undefined ? all : [Number(ONLY)];
  const mine = IS_LONG ? seeds.filter((seed) => seed % 2 === half) : seeds.filter(() => half === 1);
  describe.skipIf(mine.length === 0)('random histories: every amount owed is paid once', () => {
    const startedMs = performance.now();
    test.for(mine)('seed %i', { timeout: 600_000 }, async (seed, { skip }) => {
      const isLate = !IS_LONG && ONLY === undefined && performance.now() - startedMs > MOST_MS;
      skip(isLate, 'the machine is busy');
      const history = historyOf(seed, LENGTH);
      const failure = await play(history);
      if (failure === undefined) return;
      const least = await shrunk(history, failure, SHRINK_TRIES, play);
      throw new Error(toldFailure(`HISTORY_SEED=${seed}`, least.history, least.failure));
    });
  });
}
