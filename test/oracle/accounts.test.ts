import { describe, expect, test } from 'vitest';
import { IS_GATE } from '../gate.js';
import { type AccountAnswer, findAccountsOracle, programStages } from './accountsOracle.js';

const oracle = findAccountsOracle();

/** The whole suite compares a few dozen employers; `npm run oracle -- --of accounts --cases 5000` all of them. */
const CASES = Number(process.env.ORACLE_CASES ?? (IS_GATE ? 1 : 20));
const FIRST_SEED = Number(process.env.ORACLE_SEED ?? 1);
const BATCH = 2;
const batches = Array.from({ length: Math.ceil(CASES / BATCH) }, (_, index) => ({
  seed: FIRST_SEED + index * BATCH,
  count: Math.min(BATCH, CASES - index * BATCH),
}));
const NAMES = ['unknown', 'days', 'corrected', 'below', 'empty', 'open', 'changed'] as const;

/** The first difference of each kind in the first stage that differs, with everything needed to investigate it. */
function disagreement({ case: given, stages }: AccountAnswer): string | undefined {
  const found = programStages(given);
  for (const [index, wanted] of stages.entries()) {
    const told = NAMES.flatMap((name) => {
      const [ours, theirs] = [found[index]?.[name] ?? [], wanted[name]].map((rows) =>
        rows.map((row) => JSON.stringify(row)).sort(),
      );
      const at = (theirs ?? []).findIndex((row, place) => row !== ours?.[place]);
      if (JSON.stringify(ours) === JSON.stringify(theirs)) return [];
      return [`${name}: oracle ${theirs?.at(at)}, program ${ours?.at(at)}`];
    });
    if (told.length > 0)
      return `${given.name}, stage ${index} ${JSON.stringify(given.stages[index])}\n${told.join('\n')}`;
  }
  return undefined;
}

describe.skipIf(oracle === undefined)('hours accounts over three years, with finals and corrections', () => {
  test.each(batches)('agree with the definitions from seed $seed on', ({ seed, count }) => {
    const answers = oracle?.(seed, count) ?? [];
    expect(answers).toHaveLength(count);
    const different = answers.map(disagreement).filter((each) => each !== undefined);
    expect(different.length, different.slice(0, 3).join('\n\n')).toBe(0);
  });
});
