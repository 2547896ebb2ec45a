// @module-tag slow
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { edited, MONTH, START } from './caseBench.js';
import { Bench, type Employer } from './employer.js';

/* What a correction file says in sum, around its lines or beside them, is the sum of the lines that it corrects. */

let bench: Bench;
afterEach(() => bench.remove());

/** Ann has an hour of overtime, and then two; Bob has none, and then 50 minutes. */
const BEFORE: Employer = {
  ...START,
  settings: { payRules: { base: [{ code: 'OT', over: { day: 450 } }, { code: 'NORMAL' }] } },
};
const AFTER = edited(BEFORE, { a5: { minutes: 540 }, b5: { minutes: 500 } });

/** The text of the file that corrects. */
async function corrected(yaml: string, then = BEFORE, now = AFTER): Promise<string> {
  bench = new Bench({ own: yaml });
  bench.serve(then);
  await bench.final(MONTH, 'own');
  const before = bench.written.length;
  bench.serve(now);
  await bench.correct(MONTH);
  return bench.written
    .slice(before)
    .map(({ path }) => readFileSync(path, 'utf8'))
    .join('');
}

const HEAD = (corrections: string) =>
  `kind: text\ndescription: Own\naudience: payroll\ncorrections: ${corrections}\n`;

describe('totals by condition in a tree', () => {
  const tree = (corrections: string, people: string) => `${HEAD(corrections)}dialect: xml
tree:
  element: payroll
  children:
${people}
    - { element: overtime, value: "{{sum(pay-lines.minutes where payCode = 'OT') | hours:2}}" }
`;
  /** The rows have the hours of both pay codes. */
  const ROW_PER_PERSON = `    - element: person
      each: pay-lines group by employee.number
      attributes: { number: { value: "{{employee.number}}" } }
      children:
        - { element: hours, value: "{{minutes | hours:2}}" }
        - { element: overtime, value: "{{sum(minutes where payCode = 'OT') | hours:2}}" }
        - { element: weekend, value: "{{sum(minutes where weekday > 5) | hours:2}}" }
        - { element: days, value: "{{distinct(date)}}" }`;
  const ROW_PER_DAY = `    - element: person
      each: pay-lines group by employee.number
      attributes: { number: { value: "{{employee.number}}" } }
      children:
        - element: day
          each: group by date
          attributes: { date: { value: "{{date}}" } }
          value: "{{minutes | hours:2}}"
        - { element: overtime, value: "{{sum(minutes where payCode = 'OT') | hours:2}}" }`;

  const values = (text: string, name: string) =>
    [...text.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`, 'g'))].map(([, value]) => value);

  test.each([
    ['a row per person', ROW_PER_PERSON],
    ['a row per day', ROW_PER_DAY],
  ])('%s: differences', async (_, people) => {
    const text = await corrected(tree('delta', people));
    expect(values(text, 'overtime')).toEqual(['1.00', '0.83', '1.83']);
  });

  test.each([
    ['a row per person', ROW_PER_PERSON],
    ['a row per day', ROW_PER_DAY],
  ])('%s: the whole of what is right', async (_, people) => {
    const text = await corrected(tree('restate', people));
    expect(values(text, 'overtime')).toEqual(['2.00', '0.83', '2.83']);
  });

  test('other conditions, and counts', async () => {
    const text = await corrected(tree('delta', ROW_PER_PERSON));
    expect(values(text, 'weekend')).toEqual(['0.00', '0.00']);
    expect(values(text, 'days')).toEqual(['1', '1']);
  });

  test('what is taken back and written again', async () => {
    const text = await corrected(tree('delta\nstyle: reversal', ROW_PER_PERSON));
    expect(values(text, 'hours')).toEqual(['-16.00', '17.00', '-7.00', '8.33']);
    expect(values(text, 'overtime')).toEqual(['-1.00', '2.00', '0.00', '0.83', '1.83']);
  });

  test('settled lines are not in the totals', async () => {
    bench = new Bench({ own: tree('delta', ROW_PER_PERSON) });
    bench.serve(BEFORE);
    await bench.final(MONTH, 'own');
    bench.serve(AFTER);
    await bench.correct(MONTH, '--settle', 'number:1002:OT=cash');
    const text = readFileSync(bench.written.at(-1)?.path ?? '', 'utf8');
    expect(values(text, 'hours')).toEqual(['1.00', '0.50']);
    expect(values(text, 'overtime')).toEqual(['1.00', '0.00', '1.00']);
  });

  test('within a text', async () => {
    const composed = ROW_PER_DAY.replace(
      "{{sum(minutes where payCode = 'OT') | hours:2}}",
      "{{sum(minutes where payCode = 'OT') | hours:2}} of {{count(minutes where weekday = 1)}}",
    );
    const text = await corrected(tree('restate', composed));
    expect(values(text, 'overtime')).toEqual(['2.00 of 2', '0.83 of 2', '2.83']);
  });

  test('a condition on what no line of the ledger tells is refused', async () => {
    const tasks = ROW_PER_PERSON.replace("payCode = 'OT'", "task.name = 'oven'");
    const both: Employer = {
      ...edited(BEFORE, { a5: { task: 'oven' }, a6: { task: 'shop' }, b5: { task: 'oven' } }),
    };
    bench = new Bench({ own: tree('delta', tasks) });
    bench.serve(both);
    await bench.final(MONTH, 'own');
    bench.serve(edited(both, { a5: { minutes: 540 } }));
    expect(await bench.refused('corrections', MONTH, '--final')).toBe('RENDER_REFUSED');
  });
});

describe('texts around the lines of a block', () => {
  const blocks = (
    corrections: string,
    preamble = '{{minutes | hours:2}}',
  ) => `${HEAD(corrections)}preamble: "ALL {{totals.hours}} {{lines}}"
blocks:
  - each: pay-lines group by employee.number
    preamble: "P {{employee.number}} ${preamble} {{totals.hours}} {{lines}}"
    sections:
      - each: pay-lines group by employee.number, external
        header: false
        columns:
          - { header: code, value: "{{external}}" }
          - { header: hours, value: "{{minutes | hours:2}}", total: true }
        totals: { label: T }
    footer: "F {{minutes | hours:2}}"
footer: "END {{totals.hours}} {{rows}}"
`;
  const WITH_CODES: Employer = {
    ...BEFORE,
    settings: { ...BEFORE.settings, payCodes: { NORMAL: { external: '100' }, OT: { external: '200' } } },
  };
  const CHANGED = { ...AFTER, settings: WITH_CODES.settings ?? {} };

  test('have the differences of its lines', async () => {
    const text = await corrected(blocks('delta'), WITH_CODES, CHANGED);
    expect(text.split('\n')).toEqual([
      'ALL 2.33 3',
      ...['P 1001 1.00 1.00 1', '200,1.00', 'T,1.00', 'F 1.00'],
      ...['P 1002 1.33 1.33 2', '100,0.50', '200,0.83', 'T,1.33', 'F 1.33'],
      ...['END 2.33 3', ''],
    ]);
  });

  test('have the whole of its lines where they are stated again', async () => {
    const text = await corrected(blocks('restate'), WITH_CODES, CHANGED);
    expect(text.split('\n')).toEqual([
      'ALL 25.33 4',
      ...['P 1001 17.00 17.00 2', '100,15.00', '200,2.00', 'T,17.00', 'F 17.00'],
      ...['P 1002 8.33 8.33 2', '100,7.50', '200,0.83', 'T,8.33', 'F 8.33'],
      ...['END 25.33 4', ''],
    ]);
  });

  test('with amounts that no line of the file has are refused before a final', async () => {
    for (const [set, field] of [
      ['employees', 'workedMinutes'],
      ['pay-lines', 'estimatedMinutes'],
    ]) {
      const yaml = blocks('delta', `{{${field} | hours:2}}`)
        .replace('pay-lines group by employee.number\n', `${set} group by employee.number\n`)
        .replace(/ {4}footer: .*\n/, '');
      bench = new Bench({ own: yaml });
      bench.serve(WITH_CODES);
      expect(await bench.refused('export', MONTH, '--final', '--template', './own.yaml')).toBe(
        'TEMPLATE_INVALID',
      );
    }
  });
});
