import { describe, expect, test } from 'vitest';
import { IS_GATE } from '../gate.js';
import { findPeopleOracle, type PeopleAnswer, programAnswer } from './peopleOracle.js';

const oracle = findPeopleOracle('2026f');

/** The whole suite compares a few thousand employers; `npm run oracle -- --of people --cases 20000` all of them. */
const CASES = Number(process.env.ORACLE_CASES ?? (IS_GATE ? 40 : 800));
const FIRST_SEED = Number(process.env.ORACLE_SEED ?? 1);
const BATCH = 100;
const batches = Array.from({ length: Math.ceil(CASES / BATCH) }, (_, index) => ({
  seed: FIRST_SEED + index * BATCH,
  count: Math.min(BATCH, CASES - index * BATCH),
}));

/** The difference, with everything needed to investigate it. */
function disagreement({ case: given, ...wanted }: PeopleAnswer): string | undefined {
  const found = programAnswer(given);
  const different = (['lines', 'days', 'findings', 'corrections', 'later'] as const).filter(
    (name) => JSON.stringify(found[name]) !== JSON.stringify(wanted[name]),
  );
  if (different.length === 0) return undefined;
  const told = different.map(
    (name) => `${name}: oracle ${JSON.stringify(wanted[name])}\nprogram ${JSON.stringify(found[name])}`,
  );
  return `${given.name}\n${told.join('\n')}\n${JSON.stringify(given)}`;
}

describe.skipIf(oracle === undefined)('days, lines, exceptions and corrections', () => {
  test.each(batches)('agree with the definitions from seed $seed on', ({ seed, count }) => {
    const answers = oracle?.random(seed, count) ?? [];
    expect(answers).toHaveLength(count);
    const different = answers.map(disagreement).filter((each) => each !== undefined);
    expect(different.length, different.slice(0, 2).join('\n\n')).toBe(0);
  });
});
