// @module-tag slow
import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { edited, MONTH, START, template } from './caseBench.js';
import { Bench, type Employer } from './employer.js';

/* Totals in the lines of a text file that are no recorded amounts: in a correction, those of the corrected rows. */

let bench: Bench;
afterEach(() => bench.remove());

/** Ann has half an hour of overtime on each of two days. */
const BEFORE: Employer = {
  ...START,
  settings: { payRules: { base: [{ code: 'OT', over: { day: 450 } }, { code: 'NORMAL' }] } },
};

const RESTATE = 'corrections: restate\ntarget: { takes: replaces-row, source: test, confidence: VERIFIED }';
const DELTA = 'corrections: delta\ntarget: { takes: adds, source: test, confidence: VERIFIED }';

function yamlOf(corrections: string, ...values: readonly string[]): string {
  const columns = ['employee.number', 'minutes | hours:2', ...values].map(
    (value) => `{ value: "{{${value}}}" }`,
  );
  return template(
    corrections,
    `  each: pay-lines group by employee.number\n  header: false\n  columns: [${columns.join(', ')}]\n`,
  );
}

/** The lines of the file that corrects. */
async function corrected(yaml: string, changes: Parameters<typeof edited>[1]): Promise<string[]> {
  bench = new Bench({ own: yaml });
  bench.serve(BEFORE);
  await bench.final(MONTH, 'own');
  const before = bench.written.length;
  bench.serve(edited(BEFORE, changes));
  await bench.correct(MONTH);
  return bench.written
    .slice(before)
    .flatMap(({ path }) => readFileSync(path, 'utf8').split('\n'))
    .filter((line) => line !== '');
}

const DAYS = ['distinct(date)', 'min(date)', 'max(date)'];

test.each([
  ['an hour more', { a5: { minutes: 540 } }, '1001,17.00,2,2026-10-05,2026-10-06'],
  ['a day less', { a6: null }, '1001,8.00,1,2026-10-05,2026-10-05'],
])('days of a restated line: %s', async (_, changes, line) => {
  expect(await corrected(yamlOf(RESTATE, ...DAYS), changes)).toEqual([line]);
});

test('a total within a text, and one by condition beside its line', async () => {
  const yaml = yamlOf(RESTATE, "sum(minutes where payCode = 'OT') | hours:2").replace(
    '"{{minutes | hours:2}}"',
    `"{{minutes | hours:2}}" }, { value: "{{count(minutes where payCode = 'OT')}} days"`,
  );
  expect(await corrected(yaml, { a5: { minutes: 540 } })).toEqual(['1001,17.00,2 days,2.00']);
});

test('a difference has the days of its hours', async () => {
  expect(await corrected(yamlOf(DELTA, ...DAYS), { a6: null })).toEqual([
    '1001,-8.00,1,2026-10-06,2026-10-06',
  ]);
});

test('what is taken back and written again has its own days', async () => {
  expect(await corrected(yamlOf(`${DELTA}\nstyle: reversal`, ...DAYS), { a6: null })).toEqual([
    '1001,-16.00,2,2026-10-05,2026-10-06',
    '1001,8.00,1,2026-10-05,2026-10-05',
  ]);
});

test('what the ledger does not tell of the rows is refused', async () => {
  bench = new Bench({ own: yamlOf(RESTATE, "count(minutes where task.name = 'oven')") });
  const tasks = edited(BEFORE, { a5: { task: 'oven' }, a6: { task: 'shop' } });
  bench.serve(tasks);
  await bench.final(MONTH, 'own');
  bench.serve(edited(tasks, { a5: { minutes: 540 } }));
  expect(await bench.refused('corrections', MONTH, '--final')).toBe('RENDER_REFUSED');
});
