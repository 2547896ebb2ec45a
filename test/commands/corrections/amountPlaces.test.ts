// @module-tag slow
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  isWorked,
  type LedgerBench,
  startLedgerBench,
  withEntries,
} from '../../support/employers/ledgerBench.js';
import { ACCEPT } from '../../support/employers/sampleService.js';

/* Each difference is written once, in the place of its amount, or the correction is refused. */

const DAY = '2026-10-05..2026-10-05';
const RULES = `payRules:
  base: [{ code: NORMAL }]
  loadings: [{ code: MON, on: [monday] }]
  counts: [{ code: MEAL, per: entry, quantity: 1 }]
payCodes: { NORMAL: { external: "100" }, MON: { external: "200" }, MEAL: { external: "300" } }
templates: [./own.yaml]
`;
const HEAD = 'kind: text\ndescription: Own\naudience: payroll\n';

let bench: LedgerBench;
beforeEach(async () => {
  bench = await startLedgerBench(['2026-10-05', '2026-10-05'], RULES);
  bench.giveNumbers();
});
afterEach(() => bench.stop());

const own = (text: string) => writeFileSync(join(bench.service.cwd, 'own.yaml'), HEAD + text);
const final = (command: string, env = bench.service.env) =>
  bench.json([command, DAY, '--final', ...ACCEPT], { env });

async function exported(): Promise<void> {
  const { status, error } = await final('export');
  expect({ status, error }).toEqual({ status: 0 });
}

/** The same day with an entry half an hour shorter, or without it. */
function changed(change: 'shorter' | 'gone') {
  const one = bench.entries.find(isWorked);
  const rest = (entries: LedgerBench['entries']) =>
    entries.flatMap((entry) => {
      if (entry.id !== one?.id) return [entry];
      return change === 'gone' ? [] : [{ ...entry, workedMinutes: (entry.workedMinutes ?? 0) - 30 }];
    });
  return bench.changed((records) => withEntries(records, rest));
}

/** Both finals; the text of each file of the correction. */
async function corrected(change: 'shorter' | 'gone'): Promise<readonly string[]> {
  await exported();
  const made = await final('corrections', await changed(change));
  expect({ status: made.status, error: made.error }).toEqual({ status: 0 });
  return made.runs[0].files.map(({ path }: { path: string }) => readFileSync(path, 'utf8'));
}

describe('lists side by side in a tree', () => {
  const list = (kind: string) => `each: pay-lines where kind = "${kind}" group by employee.number, external`;
  const XML = `dialect: xml
tree:
  element: payroll
  children:
    - { element: work, ${list('base').replace(': ', ": '")}', children: [{ element: hours, value: "{{minutes | hours:2}}" }] }
    - { element: premium, ${list('loading').replace(': ', ": '")}', children: [{ element: hours, value: "{{minutes | hours:2}}" }] }
    - { element: meals, each: 'pay-lines where payCode = "MEAL" group by employee.number', children: [{ element: times, value: "{{quantity}}" }] }
`;

  test.each(['delta', 'restate'])('each has its own differences: %s', async (mode) => {
    own(`corrections: ${mode}\n${XML}`);
    const [text = ''] = await corrected('shorter');
    const elements = text.match(/<(?:work|premium)>\s*<hours>[-\d.]+/g) ?? [];
    const counts = ['work', 'premium'].map((name) => elements.filter((each) => each.includes(name)).length);
    expect(counts).toEqual([1, 1]);
    if (mode === 'delta') expect(elements.every((each) => each.endsWith('>-0.50'))).toBe(true);
  });

  test('elements with one name have the rows of their own condition', async () => {
    const alike = XML.replace('element: work,', 'element: premium, attributes: { type: { value: base } },');
    own(`corrections: delta\n${alike}`);
    const [text = ''] = await corrected('shorter');
    expect(text.match(/<premium[^>]*>\s*<hours>-0.50/g)?.map((each) => each.includes('base'))).toEqual([
      true,
      false,
    ]);
  });

  test('two amounts in one element are both in it', async () => {
    own(`corrections: delta
dialect: xml
tree:
  element: payroll
  children:
    - element: line
      each: pay-lines where kind != "loading" group by employee.number
      attributes: { hours: { value: "{{minutes | hours:2}}" }, meals: { value: "{{quantity}}" } }
`);
    const [text = ''] = await corrected('gone');
    expect(text).toMatch(/<line hours="-\d+\.\d\d" meals="-1"\/>/);
    expect(text.match(/<line/g)).toHaveLength(1);
  });
});

describe('a computed amount', () => {
  const rows = (value: string, amount: string) => `corrections: delta
rows:
  each: 'pay-lines where kind = "base" group by employee.number'
  columns:
    - { header: number, value: "{{employee.number}}" }
    - { header: amount, value: "${value}", amount: ${amount} }
    - { header: others, value: "{{sum(minutes where weekday != 1) | hours:2}}", amount: hours }
companions:
  - fileName: meals.csv
    rows:
      each: 'pay-lines where kind != "base" group by employee.number'
      columns: [{ value: "{{employee.number}}" }, { value: "{{quantity}}" }, { value: "{{minutes | hours:2}}" }]
`;

  test('with a condition has the rows that meet it', async () => {
    own(rows('{{sum(minutes where weekday = 1) | hours:2}}', 'hours'));
    const [text = ''] = await corrected('shorter');
    expect(text.trim().split('\n').slice(1)).toEqual([expect.stringMatching(/^\d+,-0\.50,(?:0\.00)?$/)]);
  });

  test('without a condition is printed in the format of its column', async () => {
    own(rows('{{minutes + 0 | hours:2}}', 'hours').replace(/.*others.*\n/, ''));
    const [text = ''] = await corrected('shorter');
    expect(text.trim().split('\n').slice(1)).toEqual([expect.stringMatching(/^\d+,-0\.50$/)]);
  });

  test('of distinct values is recorded and corrected', async () => {
    own(rows('{{distinct(date)}}', 'days'));
    const [text = ''] = await corrected('gone');
    expect(text.trim().split('\n').slice(1)).toEqual([expect.stringMatching(/^\d+,-1,/)]);
  });

  test('of several conditions is refused', async () => {
    own(rows('{{sum(minutes where weekday = 1) * 2 | hours:2}}', 'hours'));
    const { status, error } = await final('export');
    expect([status, error?.message]).toEqual([
      2,
      expect.stringContaining('which rows a computed amount with conditions has cannot be told'),
    ]);
  });
});

describe('a part that a variable switched off since the final', () => {
  const HOURS = `each: 'pay-lines where kind = "base" group by employee.number'
    columns: [{ header: number, value: "{{employee.number}}" }, { header: hours, value: "{{minutes | hours:2}}" }]`;
  const MEALS = `if: 'variables.meals = "yes"'
    each: 'pay-lines where payCode = "MEAL" group by employee.number'
    columns: [{ header: number, value: "{{employee.number}}" }, { header: meals, value: "{{quantity}}" }]`;
  const VARIABLE = 'corrections: delta\nvariables: { meals: { description: whether, default: "yes" } }\n';
  const FORMS = {
    companion: `${VARIABLE}rows:\n    ${HOURS}\ncompanions:\n  - if: 'variables.meals = "yes"'\n    fileName: meals.csv\n    rows:\n      ${MEALS.replace(
      /if:.*\n/,
      '',
    )
      .trim()
      .replaceAll('\n', '\n  ')}\n`,
    section: `${VARIABLE}sections:\n  - ${HOURS}\n  - ${MEALS}\n`,
  };

  test.each(Object.entries(FORMS))('refuses the correction of a %s', { tags: 'slow' }, async (_, form) => {
    own(form);
    await exported();
    appendFileSync(join(bench.service.cwd, 'paytally.yaml'), '\nvariables: { own: { meals: "no" } }\n');
    const env = await changed('gone');
    const refused = await final('corrections', env);
    expect([refused.status, refused.error?.code]).toEqual([5, 'RENDER_REFUSED']);
    expect(refused.stderr + JSON.stringify(refused.error)).toContain('leaves this part out (meals is no)');
    const path = join(bench.service.cwd, 'paytally.yaml');
    writeFileSync(path, readFileSync(path, 'utf8').replace('meals: "no"', 'meals: "yes"'));
    expect(await final('corrections', env)).toMatchObject({ status: 0 });
  });
});
