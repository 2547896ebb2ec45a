import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { edited, MONTH, NUMBERS, START } from './caseBench.js';
import { Bench, type Employer } from './employer.js';

/* Rows of one data set within those of another: each person's lines stay with that person. */

let bench: Bench;
afterEach(() => bench.remove());

const tree = (corrections: string, worked = '') => `kind: text
description: Own
audience: payroll
corrections: ${corrections}
dialect: xml
tree:
  element: payroll
  children:
    - element: person
      each: employees sort by employee.number
      attributes: { number: { value: "{{employee.number}}" }${worked} }
      children:
        - element: line
          each: pay-lines on employee.id group by external
          attributes: { code: { value: "{{external}}" } }
          value: "{{minutes | hours:2}}"
`;

const THEN: Employer = {
  ...START,
  people: { ...NUMBERS, cem: { employeeNumber: '1003' } },
  settings: {
    payRules: { base: [{ code: 'OT', over: { day: 450 } }, { code: 'NORMAL' }] },
    payCodes: { NORMAL: { external: '100' }, OT: { external: '200' } },
  },
};
/** Ann works an hour more; all work of Bob is deleted. */
const NOW = edited(THEN, { a5: { minutes: 540 }, b5: null });

/** Each person's amounts by code, in the order of the file. */
async function corrected(yaml: string): Promise<readonly string[]> {
  bench = new Bench({ own: yaml });
  bench.serve(THEN);
  await bench.final(MONTH, 'own');
  bench.serve(NOW);
  await bench.correct(MONTH);
  const text = readFileSync(bench.written.at(-1)?.path ?? '', 'utf8');
  return [...text.matchAll(/<person number="(\d+)"[^>]*>([\s\S]*?)<\/person>/g)].flatMap(
    ([, number, lines = '']) =>
      [...lines.matchAll(/code="(\d+)">([-.\d]+)</g)].map(([, code, hours]) => `${number} ${code} ${hours}`),
  );
}

test('differences are in the element of their person', async () => {
  expect(await corrected(tree('delta'))).toEqual(['1001 200 1.00', '1002 100 -7.00']);
});

test.each(['employee', 'all'])('the whole is stated again, and zeros: restateScope %s', async (scope) => {
  const found = await corrected(tree(`restate\nrestateScope: ${scope}`));
  expect([...found].sort()).toEqual(['1001 100 15.00', '1001 200 2.00', '1002 100 0.00']);
});

test('amounts of people beside their lines, which no line has, are refused before a final', async () => {
  const worked = ', worked: { value: "{{workedMinutes | hours:2}}" }';
  bench = new Bench({ own: tree('delta', worked) });
  bench.serve(THEN);
  expect(await bench.refused('export', MONTH, '--final', '--template', './own.yaml')).toBe(
    'TEMPLATE_INVALID',
  );
});
