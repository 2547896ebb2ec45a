import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { edited, MONTH, START } from './caseBench.js';
import { Bench, type Employer } from './employer.js';

/* Elements of one name in a tree: an amount of a correction is in its own, or the template is refused. */

let bench: Bench;
afterEach(() => bench.remove());

const BEFORE: Employer = {
  ...START,
  settings: {
    payRules: {
      base: [{ code: 'NORMAL' }],
      counts: [{ code: 'MEAL', per: 'entry', quantity: 1 }],
    },
    payCodes: { NORMAL: { external: '100' }, MEAL: { external: '300' } },
  },
};
const AFTER = edited(BEFORE, { a5: { minutes: 540 }, b5: null });

const tree = (second: string) => `kind: text
description: Own
audience: payroll
corrections: delta
dialect: xml
tree:
  element: payroll
  children:
    - element: line
      each: pay-lines group by employee.number
      attributes: { number: { value: "{{employee.number}}" } }
      children:
        - { element: amount, value: "{{minutes | hours:2}}", empty: omit }
        - { element: amount, value: "${second}", empty: omit }
`;

test('hours and times with one name are both corrected', async () => {
  bench = new Bench({ own: tree('{{quantity}}') });
  bench.serve(BEFORE);
  await bench.final(MONTH, 'own');
  bench.serve(AFTER);
  await bench.correct(MONTH);
  const text = readFileSync(bench.written.at(-1)?.path ?? '', 'utf8');
  expect([...text.matchAll(/<amount>([^<]*)</g)].map(([, amount]) => amount)).toEqual([
    '1.00',
    '-7.00',
    '-1',
  ]);
});

test('hours in two notations with one name are refused before a final', async () => {
  bench = new Bench({ own: tree('{{minutes}}') });
  bench.serve(BEFORE);
  expect(await bench.refused('export', MONTH, '--final', '--template', './own.yaml')).toBe('RENDER_REFUSED');
});
