import { describe, expect, test } from 'vitest';
import type { DataRow } from '../../src/documents/dataSet.js';
import { loadTemplate } from '../../src/documents/template/loadTemplate.js';
import { buildSample } from '../../src/documents/template/renderSample.js';
import { listTemplates } from '../../src/documents/template/showTemplate.js';
import { RenderRefused } from '../../src/documents/text/renderProblems.js';
import { renderText } from '../../src/documents/text/renderText.js';
import { type TextSpec, textTemplate } from '../../src/documents/text/textTemplate.js';
import { englishText } from '../../src/i18n/formatMessage.js';
import { places } from './sampleFile.js';

/* Which external codes of a payroll system take hours, days, counts, amounts or rates. */

async function specOf(name: string): Promise<TextSpec> {
  const template = await loadTemplate(name, places);
  if (template.kind !== 'text') throw new Error(`${name} is not a text template`);
  return template.spec;
}

const payroll = (await listTemplates(places)).filter(({ audience }) => audience === 'payroll');

test.each(payroll.map(({ name }) => name))('%s says what its codes take', async (name) => {
  expect((await specOf(name)).codeClasses?.length).toBeGreaterThan(0);
});

/** The problems of a sample whose NIGHT lines have other values. */
function problemsWith(
  name: string,
  spec: TextSpec,
  changes: DataRow,
  variables: Record<string, string> = {},
): string[] {
  const { model, variables: given } = buildSample(spec);
  const set = model.dataSets.get('pay-lines');
  if (set === undefined) throw new Error('no pay lines');
  const rows = [...set.rows].map((row) => (row.payCode === 'NIGHT' ? { ...row, ...changes } : row));
  const changed = { ...model, dataSets: new Map([...model.dataSets, ['pay-lines', { ...set, rows }]]) };
  try {
    renderText({ kind: 'text', name, spec }, changed, { variables: { ...given, ...variables } });
    return [];
  } catch (failure) {
    if (!(failure instanceof RenderRefused)) throw failure;
    return failure.problems
      .map(({ employee, value, message }) => `${employee} ${value}: ${englishText(message)}`)
      .filter((text) => text.includes('NIGHT'));
  }
}

const STANDARD = { variant: 'standard' };

describe('hours for a code', () => {
  const TAKEN: readonly (readonly [string, DataRow, Record<string, string>])[] = [
    ['iris', { external: '09' }, {}],
    ['iris', { external: '10' }, {}],
    ['iris', { external: '12' }, {}],
    ['nmbrs', { external: 'U2300' }, {}],
    ['dataloen', { external: '7' }, {}],
    ['dataloen', { external: '36' }, {}],
    ['datev-lodas', { external: '2010', secondary: '2' }, {}],
    ['datev-lodas', { external: '2010', secondary: '1' }, STANDARD],
    ['datev-lodas', { external: '2010', secondary: null }, STANDARD],
    ['myob-exo', { external: '31', secondary: 'A' }, {}],
  ];
  test.each(TAKEN)('%s takes %j', async (name, changes, variables) => {
    expect(problemsWith(name, await specOf(name), changes, variables)).toEqual([]);
  });

  const REFUSED: readonly (readonly [string, DataRow, string, Record<string, string>])[] = [
    ['iris', { external: '21' }, 'a rate', {}],
    ['iris', { external: '32' }, 'a rate', {}],
    ['iris', { external: '41' }, 'an amount of money', {}],
    ['iris', { external: '80' }, 'an amount of money', {}],
    ['iris', { external: '91' }, 'an amount of money', {}],
    ['iris', { external: '95' }, 'days or times (counts)', {}],
    ['iris', { external: '00' }, 'something else or nothing', {}],
    ['iris', { external: '13' }, 'something else or nothing', {}],
    ['iris', { external: 'AB' }, 'something else or nothing', {}],
    ['nmbrs', { external: 'L5100' }, 'an amount of money', {}],
    ['dataloen', { external: '6' }, 'an amount of money', {}],
    ['dataloen', { external: '06' }, 'an amount of money', {}],
    ['dataloen', { external: '37' }, 'an amount of money', {}],
    ['dataloen', { external: '73' }, 'an amount of money', {}],
    ['datev-lodas', { external: '2010', secondary: '2' }, 'an amount of money', STANDARD],
    ['datev-lodas', { external: '2010', secondary: '10' }, 'days', STANDARD],
    ['datev-lodas', { external: '2010', secondary: '3' }, 'something else or nothing', STANDARD],
    ['datev-lodas', { external: '2010', secondary: null }, 'days', { ...STANDARD, bookingKind: '10' }],
  ];
  test.each(REFUSED)('%s refuses %j: it takes %s', async (name, changes, taken, variables) => {
    const problems = problemsWith(name, await specOf(name), changes, variables);
    expect(problems.length).toBeGreaterThan(0);
    for (const problem of problems) {
      expect(problem).toMatch(/^\S.*, \S.* \(.+\) /);
      expect(problem).toContain(` ${String(changes.external)}`);
      expect(problem).toContain(`NIGHT gives hours, but the payroll system takes ${taken} for this code.`);
      expect(problem).toContain('In `payCodes`, give NIGHT a code that takes hours');
    }
  });
});

const CLASSES = [
  { class: 'days', external: 'D' },
  { class: ['times', 'amount'], external: 'M' },
  { class: 'hours', external: '[^DM]' },
];

function ownTemplate(codeClasses: unknown, layout: object): TextSpec {
  return textTemplate.parse({
    kind: 'text',
    description: 'own',
    audience: 'payroll',
    sample: { payCodes: { NORMAL: { external: 'N' }, NIGHT: { external: 'X' } } },
    codeClasses,
    ...layout,
  });
}

describe('an own template', () => {
  const own = (codeClasses: unknown, where = '') =>
    ownTemplate(codeClasses, {
      rows: {
        each: `pay-lines ${where}`,
        columns: ['employee.id', 'external', 'minutes', 'quantity'].map((field) => ({
          value: `{{${field}}}`,
        })),
      },
    });

  test.each<readonly [string, DataRow, boolean]>([
    ['hours', { external: 'X' }, true],
    ['hours for a code of days', { external: 'D' }, false],
    ['days', { external: 'D', kind: 'absence', minutes: null, quantity: 0.5 }, true],
    ['days of leave with their minutes', { external: 'D', kind: 'absence', minutes: 480, quantity: 1 }, true],
    ['days for a code of hours', { external: 'X', kind: 'absence', minutes: null, quantity: 1 }, false],
    ['a count', { external: 'M', kind: 'count', minutes: null, quantity: 2 }, true],
    ['a count for a code of days', { external: 'D', kind: 'count', minutes: null, quantity: 2 }, false],
    ['nothing for a code of days', { external: 'D', minutes: 0 }, true],
    ['a code that nothing fits', { external: 'MM' }, false],
  ])('%s', (_, changes, isTaken) => {
    expect(problemsWith('own', own(CLASSES), changes).length === 0).toBe(isTaken);
  });

  test('lines that are not in the file are not checked', () => {
    const spec = own(CLASSES, 'where external != "D"');
    expect(problemsWith('own', spec, { external: 'D' })).toEqual([]);
  });
});

const WHO = { value: '{{employee.number}}' };
const CODE = { value: '{{external}}' };

/** Rows of a section with these columns. */
function columns(...own: readonly object[]): object {
  return { rows: { each: 'pay-lines group by employee.number, external', columns: [WHO, CODE, ...own] } };
}

/** An element around other elements. */
function element(name: string, children: readonly object[], each?: string): object {
  return { element: name, children, ...(each === undefined ? {} : { each }) };
}

function tree(...children: readonly object[]): object {
  return { dialect: 'xml', tree: element('payroll', children) };
}

const NUMBER = { element: 'number', value: '{{employee.number}}' };
const LINE = [NUMBER, { element: 'code', value: '{{external}}' }];
const HOURS = { element: 'hours', value: '{{minutes | hours:2}}' };
const GROUPED = 'group by employee.number, external';

/* The lines of NIGHT are premiums (kind "loading"), and have minutes only. */
const LAYOUTS: readonly (readonly [string, object])[] = [
  ['a total with a condition', columns({ value: "{{sum(minutes where kind = 'loading') | hours:2}}" })],
  ['columns of days', columns({ days: { header: 'DD' }, value: '{{minutes | hours:2}}' })],
  ['a computed amount', columns({ value: '{{minutes / 60}}', amount: 'hours' })],
  ['a text', columns({ value: '{{minutes | hours:2}} h', amount: 'hours' })],
  [
    'lists side by side',
    tree(
      element('work', [...LINE, HOURS], `pay-lines where kind = "base" ${GROUPED}`),
      element('premium', [...LINE, HOURS], `pay-lines where kind = "loading" ${GROUPED}`),
    ),
  ],
  [
    'lists side by side within a person',
    tree(
      element(
        'person',
        [
          NUMBER,
          element('work', [...LINE, HOURS], 'where kind = "base" group by external'),
          element('premium', [...LINE, HOURS], 'where kind = "loading" group by external'),
        ],
        'pay-lines group by employee.number',
      ),
    ),
  ],
  [
    'a declared total of a tree',
    tree(
      element(
        'line',
        [
          ...LINE,
          { element: 'hours', value: '{{sum(minutes where kind = "loading") | hours:2}}', amount: 'hours' },
        ],
        `pay-lines ${GROUPED}`,
      ),
    ),
  ],
  [
    'a total of a tree',
    tree(
      element(
        'line',
        [...LINE, { element: 'hours', value: '{{sum(minutes) | hours:2}}' }],
        `pay-lines ${GROUPED}`,
      ),
    ),
  ],
];

describe('a layout with the hours of codes', () => {
  test.each(LAYOUTS)(
    '%s: hours for a code of days are refused, for one of hours they are not',
    (_, layout) => {
      const [problem] = problemsWith('own', ownTemplate(CLASSES, layout), { external: 'D' });
      expect(problem).toContain('NIGHT gives hours, but the payroll system takes days for this code.');
      expect(problemsWith('own', ownTemplate(CLASSES, layout), { external: 'X' })).toEqual([]);
    },
  );

  test.each<readonly [string, object]>([
    ['a total of other rows', columns({ value: "{{sum(minutes where kind != 'loading') | hours:2}}" })],
    [
      'a total for people to read',
      columns({ value: "{{sum(minutes where kind = 'loading') | hours:2}}", amount: 'none' }),
    ],
    ['a count that looks at minutes', columns({ value: '{{if minutes > 0 then 1 else 0}}', amount: 'days' })],
    [
      'a list of other rows, beside a total of the premiums',
      tree(
        element(
          'person',
          [
            NUMBER,
            { element: 'all', value: "{{sum(minutes where kind = 'loading') | hours:2}}", amount: 'none' },
            element('work', [...LINE, HOURS], 'where kind = "base" group by external'),
          ],
          'pay-lines group by employee.number',
        ),
      ),
    ],
    [
      'a list that a condition switches off',
      {
        variables: { premiums: { description: 'premiums', default: 'no' } },
        ...tree(element('work', [...LINE, HOURS], `pay-lines where kind = "base" ${GROUPED}`), {
          ...element('premium', [...LINE, HOURS], `pay-lines where kind = "loading" ${GROUPED}`),
          if: 'variables.premiums = "yes"',
        }),
      },
    ],
  ])('%s has no hours of the code', (_, layout) => {
    expect(problemsWith('own', ownTemplate(CLASSES, layout), { external: 'D' })).toEqual([]);
  });
});
