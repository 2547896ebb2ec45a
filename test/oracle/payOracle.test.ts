import { describe, expect, test } from 'vitest';
import { addDays, toLocalDate } from '../../src/domain/time/localDate.js';
import { IS_GATE } from '../gate.js';
import { findPayOracle, type OracleAnswer, programLines, sortedLines } from './payOracle.js';

const oracle = findPayOracle('2026f');

/** `npm run oracle -- --cases 5000 --seed 1` sets these; the suite runs a fixed few hundred, the gate fewer. */
const CASES = Number(process.env.ORACLE_CASES ?? (IS_GATE ? 25 : 150));
const FIRST_SEED = Number(process.env.ORACLE_SEED ?? 1);
const BATCH = 50;
const batches = Array.from({ length: Math.ceil(CASES / BATCH) }, (_, index) => ({
  seed: FIRST_SEED + index * BATCH,
  count: Math.min(BATCH, CASES - index * BATCH),
}));

/** The difference, with everything needed to investigate it. */
function disagreement({ case: payCase, lines }: OracleAnswer): string | undefined {
  const wanted = JSON.stringify(sortedLines(lines));
  const whole = JSON.stringify(programLines(payCase));
  const told = JSON.stringify(payCase);
  if (whole !== wanted) return `${payCase.name}: oracle ${wanted}\nprogram ${whole}\n${told}`;
  const { from, to } = payCase.period;
  const middle = addDays(toLocalDate(from), 1);
  if (middle >= to) return undefined;
  const halves = [
    { from, to: middle },
    { from: addDays(middle, 1), to },
  ].flatMap((period) => programLines(payCase, period));
  const joined = JSON.stringify(sortedLines(halves));
  return joined === wanted ? undefined : `${payCase.name}: halves ${joined}\nwhole ${wanted}\n${told}`;
}

describe.skipIf(oracle === undefined)('pay lines', () => {
  test.each(batches)('agree with counting minute by minute from seed $seed on', ({ seed, count }) => {
    const answers = oracle?.random(seed, count) ?? [];
    expect(answers).toHaveLength(count);
    const different = answers.map(disagreement).filter((each) => each !== undefined);
    expect(different.length, different.slice(0, 3).join('\n\n')).toBe(0);
  });
});
