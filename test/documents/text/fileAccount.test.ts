import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { leftMessage, premiumsText, slipText } from '../../../src/documents/controlSlip.js';
import type { DataRow, DataSet, FieldType } from '../../../src/documents/dataSet.js';
import type { OutputFile } from '../../../src/documents/outputFile.js';
import type { TemplateModel } from '../../../src/documents/templateModel.js';
import { englishText, formatMessage } from '../../../src/i18n/formatMessage.js';
import { problemsOf, renderYaml, textOf } from './renderYaml.js';

const TYPES: Readonly<Record<string, FieldType>> = {
  'employee.id': 'text',
  'employee.number': 'text',
  'employee.department': 'text',
  'establishment.id': 'text',
  'establishment.name': 'text',
  'entry.reviewed': 'boolean',
  date: 'date',
  kind: 'text',
  external: 'text',
  minutes: 'minutes',
  quantity: 'number',
  quantityWithoutMinutes: 'number',
};

function payLines(rows: readonly DataRow[]): TemplateModel {
  const fields = Object.entries(TYPES).map(([name, type]) => ({ name, type, description: '' }));
  const empty = Object.fromEntries(fields.map(({ name }) => [name, null]));
  const set: DataSet = { name: 'pay-lines', fields, rows: rows.map((row) => ({ ...empty, ...row })) };
  const run = {
    'run.employer': 'acme',
    'run.periodLabel': '2026-10',
    'run.from': '2026-10-01',
    'run.to': '2026-10-31',
  };
  return { run, dataSets: new Map([['pay-lines', set]]) };
}

const ANN = { 'employee.id': 'a', 'employee.number': '1', 'employee.department': '10' };
const BOB = { 'employee.id': 'b', 'employee.number': '2', 'employee.department': '20' };
const ANTWERP = { 'establishment.id': 'e1', 'establishment.name': 'Antwerpen' };
const GHENT = { 'establishment.id': 'e2', 'establishment.name': 'Gent' };
const DAY = { date: '2026-10-05', 'entry.reviewed': true };

/** Eight hours in Antwerp, 44:20 in Ghent with 2 hours of premium, a meal and half a day of leave. */
const MONTH: readonly DataRow[] = [
  { ...ANN, ...ANTWERP, ...DAY, kind: 'base', external: '1', minutes: 480 },
  { ...BOB, ...GHENT, ...DAY, kind: 'base', external: '1', minutes: 2660 },
  { ...BOB, ...GHENT, ...DAY, kind: 'loading', external: '2', minutes: 120 },
  { ...ANN, ...ANTWERP, ...DAY, kind: 'count', external: '3', quantity: 1, quantityWithoutMinutes: 1 },
  { ...BOB, ...DAY, kind: 'absence', external: '4', quantity: 0.5, quantityWithoutMinutes: 0.5 },
];

const COLUMNS = `
  columns:
    - { header: number, value: "{{employee.number}}" }
    - { header: code, value: "{{external}}" }
    - { header: hours, value: "{{minutes | hours:2}}" }
`;
const QUANTITY = '    - { header: amount, value: "{{quantityWithoutMinutes}}" }\n';

function leftIn(file: OutputFile | undefined): string[] {
  return (file?.account?.left ?? []).map((left) => englishText(leftMessage(left)));
}

describe('what a payroll file leaves out, by cause', () => {
  const lineOf = (yaml: string) => leftIn(renderYaml(yaml, payLines(MONTH))[0]);

  test.each([
    [
      'a filter by name',
      `rows:
  each: pay-lines where establishment.name = "Antwerpen"${COLUMNS}${QUANTITY}`,
      ['not in this file: 44:20 h, 2:00 h of premiums, 0.5 days, establishment is not Antwerpen'],
    ],
    [
      'a filter by ID names the establishment',
      `rows:
  each: pay-lines where establishment.id != "e2"${COLUMNS}${QUANTITY}`,
      ['not in this file: 44:20 h, 2:00 h of premiums, establishment is Gent'],
    ],
    [
      'a list, and a type of pay line',
      `rows:
  each: pay-lines where kind in ("base", "topup")${COLUMNS}`,
      ['not in this file: 2:00 h of premiums, 1 times, 0.5 days, type is not base hours or top-up'],
    ],
    [
      'no column for counts and days',
      `rows:
  each: pay-lines${COLUMNS}`,
      [
        'not in this file: 1 times, this file has no column for counts',
        'not in this file: 0.5 days, this file has no column for days of leave',
      ],
    ],
    [
      'a part that a variable switches off',
      `variables: { premiums: { description: x, default: "no" } }
sections:
  - each: pay-lines where kind != "loading"${COLUMNS.replaceAll('\n', '\n  ')}${QUANTITY}
  - each: pay-lines where kind = "loading"
    if: 'variables.premiums = "yes"'${COLUMNS.replaceAll('\n', '\n  ')}`,
      [
        'not in this file: 2:00 h of premiums, type is premium; the template leaves this part out (premiums is no)',
      ],
    ],
    [
      'another form of the same part is no cause',
      `variables: { lines: { description: x, default: day } }
sections:
  - each: pay-lines where kind != "loading"
    if: 'variables.lines = "day"'${COLUMNS.replaceAll('\n', '\n  ')}${QUANTITY}
  - each: pay-lines
    if: 'variables.lines = "period"'${COLUMNS.replaceAll('\n', '\n  ')}`,
      ['not in this file: 2:00 h of premiums, type is premium'],
    ],
    [
      'a column that a variable switches off',
      `variables: { meals: { description: x, default: "no" } }
rows:
  each: pay-lines${COLUMNS}    - { header: amount, if: 'variables.meals = "yes"', value: "{{quantity}}" }
`,
      ['not in this file: 1 times, 0.5 days, the template leaves this part out (meals is no)'],
    ],
    [
      'a tree',
      `dialect: xml
tree:
  element: payroll
  children:
    - element: person
      each: pay-lines where employee.department = "10" group by employee.number
      attributes: { number: { value: "{{employee.number}}" } }
      children:
        - { element: hours, each: 'where kind = "base"', value: "{{minutes | hours:2}}" }`,
      [
        'not in this file: 44:20 h, 2:00 h of premiums, 0.5 days, department is not 10',
        'not in this file: 1 times, type is not base hours',
      ],
    ],
    [
      'a flag',
      `rows:
  each: pay-lines where entry.reviewed = false${COLUMNS}${QUANTITY}`,
      undefined,
    ],
  ] as const)('%s', (_, yaml, expected) => {
    if (expected === undefined) expect(renderYaml(yaml, payLines(MONTH))).toEqual([]);
    else expect(lineOf(yaml)).toEqual(expected);
  });

  test('a split names the other files', () => {
    const files = renderYaml(
      `fileName: "{{part.label}}.csv"
split: { field: employee.department }
rows:
  each: pay-lines${COLUMNS}${QUANTITY}`,
      payLines(MONTH),
    );
    expect(files.map(leftIn)).toEqual([
      ['not in this file: 44:20 h, 2:00 h of premiums, 0.5 days, in 2026-10_20.csv'],
      ['not in this file: 8:00 h, 1 times, in 2026-10_10.csv'],
    ]);
  });

  test('hours that round to nothing', () => {
    const rows = [
      { ...ANN, ...DAY, kind: 'base', external: '1', minutes: 480 },
      { ...BOB, ...DAY, kind: 'base', external: '1', minutes: 20 },
    ];
    const yaml = `rows:
  each: pay-lines
  columns:
    - { header: number, value: "{{employee.number}}" }
    - { header: hours, value: "{{minutes | hours:0}}", zero: omit }
`;
    expect(leftIn(renderYaml(yaml, payLines(rows))[0])).toEqual([
      'not in this file: 0:20 h, rounded to zero',
    ]);
  });

  test('a file without any row says why', () => {
    const told: string[] = [];
    const options = {
      onNotice: (notice: Parameters<typeof englishText>[0]) => told.push(englishText(notice)),
    };
    const yaml = `rows:
  each: pay-lines where employee.department = "30"${COLUMNS}${QUANTITY}`;
    expect(renderYaml(yaml, payLines(MONTH), options)).toEqual([]);
    expect(told[1]).toContain('52:20 h, 2:00 h of premiums, 1 times, 0.5 days, department is not 30');
  });

  test('leave in hours and days that is printed in days', () => {
    const leave = [{ ...ANN, ...DAY, kind: 'absence', external: '4', minutes: 456, quantity: 1 }];
    const yaml = `rows:
  each: pay-lines
  columns:
    - { header: days, value: "{{quantity}}" }
`;
    expect(leftIn(renderYaml(yaml, payLines(leave))[0])).toEqual([
      'not in this file: 7:36 h, in this file in days',
    ]);
  });

  test('in the words of each language', () => {
    const yaml = `rows:
  each: pay-lines where establishment.name = "Antwerpen"${COLUMNS}${QUANTITY}`;
    const [left] = renderYaml(yaml, payLines(MONTH))[0]?.account?.left ?? [];
    const said = (['nl', 'fr', 'de'] as const).map(
      (language) => left && formatMessage(leftMessage(left), language),
    );
    expect(said).toEqual([
      'niet in dit bestand: 44:20 u, 2:00 u toeslagen, 0,5 dagen, vestiging is niet Antwerpen',
      'pas dans ce fichier\u00a0: 44:20\u00a0h, 2:00\u00a0h de majorations, 0,5 jours, établissement n’est pas Antwerpen',
      'nicht in dieser Datei: 44:20 Std., 2:00 Std. Zuschläge, 0,5 Tage, Betrieb ist nicht Antwerpen',
    ]);
  });
});

test('the slip names one total of paid hours, and premiums apart from it', () => {
  const [file] = renderYaml(
    `rows:
  each: pay-lines${COLUMNS}${QUANTITY}`,
    payLines(MONTH),
  );
  const slip = file?.controlSlip;
  if (slip === undefined) throw new Error('no slip');
  expect(slipText(slip, 'en')).toBe('file 52.33 h, run 52 h 20 min: −0.0033 h from rounding to two decimals');
  expect(premiumsText(slip, 'en')).toBe('premiums, on top of the hours: file 2.00 h, run 2 h 00 min: equal');
});

describe('amounts that a file has twice are refused', () => {
  const rows = MONTH.filter(({ kind }) => kind === 'base');
  const refusal = (columns: string) =>
    problemsOf(() =>
      renderYaml(
        `rows:
  each: pay-lines
  columns:
${columns}`,
        payLines(rows),
      ),
    ).map(({ message }) => message.split('.')[0]);
  const TWICE = 'The columns A and B both write the same hours of a row, so payroll would pay them twice';

  test.each([
    [
      'two columns',
      '{ header: A, value: "{{minutes | hours:2}}" }',
      '{ header: B, value: "{{minutes | hours:2}}" }',
    ],
    [
      'decimals differ',
      '{ header: A, value: "{{minutes | hours:2}}" }',
      '{ header: B, value: "{{minutes | hours:4}}" }',
    ],
    [
      'a text',
      '{ header: A, value: "{{minutes | hours:2}}" }',
      '{ header: B, value: "{{minutes | hours:2}}", amount: hours }',
    ],
    [
      'declared in two units',
      '{ header: A, value: "{{minutes | hours:2}}", amount: hours }',
      '{ header: B, value: "{{minutes}}", amount: minutes }',
    ],
  ])('%s', (_, a, b) => {
    expect(refusal(`    - ${a}\n    - ${b}\n`)).toEqual([TWICE]);
  });

  test.each([
    [
      'one amount in two notations',
      '{ header: A, value: "{{minutes | hours:2}}" }',
      '{ header: B, value: "{{minutes}}" }',
    ],
    [
      'the halves of a clock time',
      '{ header: A, value: "{{minutes | clock-hours}}" }',
      '{ header: B, value: "{{minutes | clock-minutes}}" }',
    ],
    [
      'repeated for people',
      '{ header: A, value: "{{minutes | hours:2}}" }',
      '{ header: B, value: "{{minutes | hours:2}}", amount: none }',
    ],
  ])('not: %s', (_, a, b) => {
    expect(refusal(`    - ${a}\n    - ${b}\n`)).toEqual([]);
  });

  test('a column of a pay code and a total', () => {
    const yaml = `rows:
  each: pay-lines group by employee.number
  codes: { by: external }
  columns:
    - { header: A, code: "1", value: "{{minutes | hours:2}}" }
    - { header: B, value: "{{minutes | hours:2}}" }
`;
    expect(problemsOf(() => renderYaml(yaml, payLines(rows))).map(({ column }) => column)).toEqual(['B']);
  });

  test('two sections with the same rows', () => {
    const section = `  - each: pay-lines${COLUMNS.replaceAll('\n', '\n  ')}\n`;
    const yaml = `sections:\n${section}${section.replaceAll('hours,', 'again,')}`;
    expect(problemsOf(() => renderYaml(yaml, payLines(rows)))).toHaveLength(1);
  });

  test('two values of a tree', () => {
    const yaml = `dialect: xml
tree:
  element: p
  children:
    - element: r
      each: pay-lines
      attributes:
        a: { value: "{{minutes | hours:2}}" }
        b: { value: "{{minutes | hours:2}}" }
        c: { value: "{{minutes}}" }
`;
    expect(problemsOf(() => renderYaml(yaml, payLines(rows))).map(({ column }) => column)).toEqual([
      'p/r/@b',
    ]);
  });
});

// Random templates over random pay lines.

const KINDS = ['base', 'loading', 'topup', 'count', 'absence'];
const pick = <T>(...values: readonly T[]) => fc.constantFrom(...values);

const row = fc
  .record({
    person: pick('a', 'b', 'c'),
    place: pick<string | null>('e1', 'e2', null),
    day: pick('2026-10-01', '2026-10-02', '2026-10-31'),
    kind: pick(...KINDS),
    minutes: fc.integer({ min: 0, max: 600 }),
    quantity: pick(0.5, 1, 2),
    isReviewed: fc.boolean(),
  })
  .map(({ person, place, day, kind, minutes, quantity, isReviewed }): DataRow => {
    const isQuantity = kind === 'count' || (kind === 'absence' && minutes % 2 === 0);
    return {
      'employee.id': person,
      'employee.number': person,
      'employee.department': person === 'c' ? '' : person,
      'establishment.id': place,
      'establishment.name': place,
      'entry.reviewed': isReviewed,
      date: day,
      kind,
      external: kind,
      minutes: isQuantity ? null : minutes,
      quantity: isQuantity ? quantity : null,
      quantityWithoutMinutes: isQuantity ? quantity : null,
    };
  });

const condition = pick(
  'kind != "loading"',
  'kind in ("base", "absence")',
  'kind not in ("count")',
  'establishment.id = "e1"',
  'establishment.name != null',
  'entry.reviewed',
  'minutes > 100',
  'minutes < 500',
  'employee.department != null',
);
const filter = fc
  .array(condition, { maxLength: 2 })
  .map((all) => (all.length === 0 ? '' : all.join(' and ')));
const section = fc.record({
  filter,
  when: pick('', `if: 'variables.on = "yes"'`, `if: 'variables.on = "no"'`),
  group: pick('', ' group by employee.number, external', ' group by employee.number, external, date'),
  quantity: fc.boolean(),
  whole: fc.boolean(),
  zero: pick('', ', zero: omit'),
});
const template = fc.record({
  sections: fc.array(section, { minLength: 1, maxLength: 2 }),
  split: pick(
    '',
    'split: { field: employee.department }\n',
    'split: { field: establishment.id }\n',
    'split: month\n',
  ),
  on: pick('yes', 'no'),
});

type RandomTemplate = typeof template extends fc.Arbitrary<infer T> ? T : never;

/** The second section has the rows that the first one filters out, so that no amount is written twice. */
function yamlOf({ sections, split, on }: RandomTemplate): string {
  const parts = sections.map(({ filter: own, when, group, quantity, whole, zero }, index) => {
    const kinds = sections.length === 1 ? [] : [`kind ${index === 0 ? 'in' : 'not in'} ("base", "count")`];
    const conditions = [...kinds, ...(own === '' ? [] : [own])].join(' and ');
    const lines = [
      `each: pay-lines${conditions === '' ? '' : ` where ${conditions}`}${group}`,
      ...(when === '' ? [] : [when]),
      'columns:',
      '  - { header: number, value: "{{employee.number}}" }',
      `  - { header: hours, value: "{{minutes | hours:${whole ? 0 : 2}}}"${zero} }`,
      ...(quantity ? ['  - { header: amount, value: "{{quantity}}" }'] : []),
    ];
    return lines.map((line, place) => `${place === 0 ? '  - ' : '    '}${line}`).join('\n');
  });
  return `variables: { on: { description: x, default: "${on}" } }\nfileName: "{{ part.label }}-x.csv"\n${split}sections:\n${parts.join('\n')}\n`;
}

const UNITS = ['minutes', 'times', 'days'] as const;

function exportedOf(rows: readonly DataRow[]) {
  const sum = (isOf: (kind: unknown) => boolean, field: string) =>
    rows.filter(({ kind }) => isOf(kind)).reduce((total, each) => total + Number(each[field] ?? 0), 0);
  return {
    minutes: sum(() => true, 'minutes'),
    times: sum((kind) => kind === 'count', 'quantityWithoutMinutes'),
    days: sum((kind) => kind === 'absence', 'quantityWithoutMinutes'),
  };
}

describe('in file + left = exported, per unit, for any template', () => {
  test('random templates and pay lines', { tags: 'slow' }, () => {
    fc.assert(
      fc.property(template, fc.array(row, { minLength: 1, maxLength: 12 }), (spec, rows) => {
        const files = renderYaml(yamlOf(spec), payLines(rows));
        const exported = exportedOf(rows);
        for (const { account, controlSlip } of files) {
          if (account === undefined) throw new Error('a payroll file without an account');
          expect(account.exported).toMatchObject(exported);
          // In the file is what the file's own control totals count, and not what the account has left over.
          expect(account.inFile.minutes).toBe(controlSlip?.minutes ?? 0);
          for (const unit of UNITS) {
            const left = account.left.reduce((sum, { amounts }) => sum + amounts[unit], 0);
            expect(account.inFile[unit] + left).toBeCloseTo(exported[unit], 6);
          }
        }
        // Each amount is in one file at most.
        for (const unit of UNITS)
          expect(
            files.reduce((sum, { account }) => sum + (account?.inFile[unit] ?? 0), 0),
          ).toBeLessThanOrEqual(exported[unit] + 1e-6);
      }),
      { numRuns: 300 },
    );
  });

  test('the sum of the printed quantities is in the file', () => {
    const [file] = renderYaml(
      `rows:
  each: pay-lines${COLUMNS}${QUANTITY}`,
      payLines(MONTH),
    );
    expect(textOf(file).split('\n').slice(4, 6)).toEqual(['1,3,,1', '2,4,,0.5']);
    expect(file?.account?.inFile).toMatchObject({ minutes: 3260, times: 1, days: 0.5 });
    expect(file?.account?.left).toEqual([]);
  });
});
