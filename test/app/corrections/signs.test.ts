// @module-tag slow
import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { edited, MONTH, START, template } from './caseBench.js';
import { Bench, type Employer, type Work } from './employer.js';

/* Signs in columns of their own, beside amounts that move in opposite directions. */

let bench: Bench;
afterEach(() => bench.remove());

/** Ann works eight hours, the last of them at night. */
const EVENING: Employer = {
  ...edited(START, { a5: { hour: 13 } }),
  settings: {
    payRules: { base: [{ code: 'NORMAL' }], loadings: [{ code: 'NIGHT', clock: ['20:00', '06:00'] }] },
  },
};

/** The text of the file that corrects. */
async function corrected(yaml: string, change: Partial<Work>): Promise<string> {
  bench = new Bench({ own: yaml });
  bench.serve(EVENING);
  await bench.final(MONTH, 'own');
  const before = bench.written.length;
  bench.serve(edited(EVENING, { a5: change }));
  await bench.correct(MONTH);
  const [file] = bench.written.slice(before);
  return readFileSync(file?.path ?? '', 'utf8');
}

/** The day's entry: at day instead of at night, earlier and longer, later and shorter, shorter only. */
const CHANGES: [Partial<Work>, base: string, night: string][] = [
  [{ hour: 8 }, '+0.00', '-1.00'],
  [{ hour: 14 }, '+0.00', '+1.00'],
  [{ hour: 8, minutes: 540 }, '+1.00', '-1.00'],
  [{ hour: 14, minutes: 450 }, '-0.50', '+0.50'],
  [{ minutes: 420 }, '-1.00', '-1.00'],
];

const BASE = "sum(minutes where kind = 'base')";
const NIGHT = "sum(minutes where kind = 'loading')";
const TARGET = 'corrections: delta\ntarget: { takes: adds, source: test, confidence: VERIFIED }';

test.each(CHANGES)('in columns: %o', async (change, ofBase, ofNight) => {
  const amount = (name: string, value: string) =>
    `{ header: ${name}, value: "{{${value} | hours:2 | unsigned}}", amount: hours }, { header: sign of ${name}, value: "{{${value} | sign}}" }`;
  const columns = [
    '{ header: number, value: "{{employee.number}}" }',
    amount('base', BASE),
    amount('night', NIGHT),
  ];
  const rows = `  each: pay-lines group by employee.number\n  header: false\n  columns: [${columns.join(', ')}]\n`;
  const text = await corrected(template(TARGET, rows), change);
  expect(text).toBe(`1001,${[ofBase, ofNight].map((each) => `${each.slice(1)},${each[0]}`).join()}\n`);
});

test.each(CHANGES)('in attributes of a tree: %o', async (change, ofBase, ofNight) => {
  const amount = (element: string, value: string) =>
    `{ element: ${element}, attributes: { sign: { value: "{{${value} | sign}}" } }, value: "{{${value} | hours:2 | unsigned}}", amount: hours }`;
  const yaml = template(TARGET, '').replace(
    'rows:\n',
    `extension: xml
dialect: xml
tree:
  element: pay
  children:
    - element: person
      each: pay-lines group by employee.number
      attributes: { number: { value: "{{employee.number}}" } }
      children: [${amount('base', BASE)}, ${amount('night', NIGHT)}]
`,
  );
  const text = await corrected(yaml, change);
  const read = [...text.matchAll(/sign="(.)">([\d.]+)</g)].map(([, sign, digits]) => `${sign}${digits}`);
  expect(read).toEqual([ofBase, ofNight]);
});
