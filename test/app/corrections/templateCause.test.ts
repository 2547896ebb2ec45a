import { afterEach, expect, test } from 'vitest';
import { COLUMNS, edited, MONTH, START, started, template } from './caseBench.js';
import type { Bench, Employer } from './employer.js';

/* A template that was edited after its final is named as the cause of what it changes, and of nothing else. */

let bench: Bench;
afterEach(() => bench.remove());

const OVERTIME: Employer = {
  ...START,
  settings: { payRules: { base: [{ code: 'OT', over: { day: 450 } }, { code: 'NORMAL' }] } },
};
const rows = (condition: string) =>
  template(
    'corrections: delta\nvariables: { all: { description: whether, default: "no" } }',
    `  each: pay-lines${condition} group by employee.number, external\n${COLUMNS}`,
  );
const WITHOUT = rows(' where payCode != "OT"');
const causes = async () =>
  (await bench.lines(MONTH)).map(({ payCode, difference, causes }) => `${payCode} ${difference} ${causes}`);

test('an edited condition takes rows in, or leaves them out', { tags: 'slow' }, async () => {
  bench = await started(WITHOUT, OVERTIME);
  bench.serve(OVERTIME);
  bench.project.write('own.yaml', rows(''));
  expect(await causes()).toEqual(['OT 30 template', 'OT 30 template']);
  await bench.correct(MONTH);
  expect(await causes()).toEqual([]);
  bench.project.write('own.yaml', WITHOUT);
  expect(await causes()).toEqual(['OT -30 template', 'OT -30 template']);
});

test('beside entries that changed', async () => {
  bench = await started(WITHOUT, OVERTIME);
  bench.serve(edited(OVERTIME, { b5: { minutes: 400 } }));
  bench.project.write('own.yaml', rows(''));
  expect(await causes()).toEqual(['OT 30 template', 'OT 30 template', 'NORMAL -20 changed']);
});

test('another value of a variable', async () => {
  bench = await started(rows(' where payCode != "OT" or variables.all = "yes"'), OVERTIME);
  bench.serve({ ...OVERTIME, settings: { ...OVERTIME.settings, variables: { own: { all: 'yes' } } } });
  expect(await causes()).toEqual(['OT 30 template', 'OT 30 template']);
});

test('an edited heading is the cause of nothing', async () => {
  bench = await started(WITHOUT, OVERTIME);
  bench.serve(edited(OVERTIME, { b5: { minutes: 400 } }));
  bench.project.write('own.yaml', WITHOUT.replace('header: code', 'header: Code'));
  expect(await causes()).toEqual(['NORMAL -20 changed']);
});
