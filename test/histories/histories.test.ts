import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type History, historyOf, play, shrunk, toldFailure } from './histories.js';
import { Broken } from './simulation.js';
import { LENGTH, SHRINK_TRIES, tryHistories } from './tryHistories.js';

const FOUND = join(import.meta.dirname, 'found');

tryHistories(1);

describe('histories that once failed', () => {
  const names = readdirSync(FOUND).filter((name) => name.endsWith('.json'));
  test.each(names)('%s', { timeout: 120_000 }, async (name) => {
    const history: History = JSON.parse(readFileSync(join(FOUND, name), 'utf8'));
    const failure = await play(history);
    if (failure !== undefined) throw new Error(toldFailure(name, history, failure));
  });
});

describe('the simulator itself', () => {
  test('the same seed gives the same history', () => {
    expect(historyOf(7, LENGTH)).toEqual(historyOf(7, LENGTH));
    expect(historyOf(7, LENGTH)).not.toEqual(historyOf(8, LENGTH));
  });

  test('omits the steps that a failure does not need, and names the failure', async () => {
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
