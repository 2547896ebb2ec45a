import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expressionText, parseExpression } from '../../src/language/grammar.js';
import { fieldsOfModel } from '../../src/language/templateFields.js';
import { readDirective } from '../../src/workbook/language/directive.js';
import { checkTemplate, problemText } from '../support/workbooks/checked.js';
import { testModel } from '../support/workbooks/model.js';
import { rendered } from '../support/workbooks/rendered.js';
import { row, STYLE, workbook } from '../support/workbooks/workbook.js';

const model = testModel(2);

/** What a cell outside all rows shows. */
async function shown(text: string, style: number = STYLE.general): Promise<unknown> {
  return (await rendered({ sheets: { S: { rows: row(1, { A: [text, style] }) } } }, model)).cells(1).A1;
}

/** Problems reported for cells; A1 is outside the repeated rows, the others are inside. */
async function told(...rows: readonly string[]): Promise<string[]> {
  const bytes = await workbook({ sheets: { S: { rows: rows.join('') } } });
  return (await checkTemplate(bytes, fieldsOfModel(model))).map(problemText);
}

const GROUP = '{{#each employee-days group by employee.id rows 3}}';

/** A group with a header, its days, and a footer. */
function group(head: string, day: string, foot: string): string {
  return row(1, { A: GROUP + head }) + row(2, { A: `{{#each employee-days}}${day}` }) + row(3, { A: foot });
}

describe('gives the same results as other programs', () => {
  const number = fc.integer({ min: 0, max: 99 }).map(String);
  const arithmetic = fc.letrec<{ value: string }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      number,
      fc
        .tuple(tie('value'), fc.constantFrom('+', '-', '*'), tie('value'))
        .map(([a, sign, b]) => `${a} ${sign} ${b}`),
      tie('value').map((inside) => `(${inside})`),
      tie('value').map((inside) => `-(${inside})`),
    ),
  })).value;
  const condition = fc.letrec<{ value: string }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc
        .tuple(arithmetic, fc.constantFrom('=', '!=', '<', '<=', '>', '>='), arithmetic)
        .map(([a, sign, b]) => `${a} ${sign} ${b}`),
      fc
        .tuple(tie('value'), fc.constantFrom('and', 'or'), tie('value'))
        .map(([a, sign, b]) => `${a} ${sign} ${b}`),
      tie('value').map((inside) => `not (${inside})`),
      tie('value').map((inside) => `(${inside})`),
    ),
  })).value;
  const inScript = (text: string): string =>
    text
      .replace(/(?<![<>!])=/g, '===')
      .replaceAll('!=', '!==')
      .replaceAll('!====', '!==')
      .replaceAll('not ', '!')
      .replaceAll('and', '&&')
      .replaceAll('or', '||');

  test('sums, signs, parentheses and conditions', async () => {
    const samples = [
      ...fc.sample(arithmetic, { numRuns: 300, seed: 1 }),
      ...fc.sample(condition, { numRuns: 300, seed: 2 }),
    ].filter((text) => text.length < 900);
    const rows = samples.map((text, at) => row(at + 1, { A: `{{${text}}}` })).join('');
    const cells = (await rendered({ sheets: { S: { rows } } }, model)).cells(1);
    samples.forEach((text, at) => {
      const expected = new Function(`return ${inScript(text)};`)();
      if (typeof expected === 'number' && Math.abs(expected) > 1e14) return;
      expect(cells[`A${at + 1}`], text).toBe(Object.is(expected, -0) ? 0 : expected);
    });
  });

  test('an expression that is written out and read again is the same', () => {
    fc.assert(
      fc.property(fc.oneof(arithmetic, condition), (text) => {
        if (text.length > 900) return;
        const once = expressionText(parseExpression(text));
        expect(expressionText(parseExpression(once))).toBe(once);
      }),
    );
  });

  test.each([
    ['a | sum', 'a | sum'],
    ['sum(a)', 'a | sum'],
    ['sum(a where b > 1)', 'sum(a where b > 1)'],
    ['a+b|hours', 'a + b | hours'],
    ['(a | hours) + b', '(a | hours) + b'],
    ['a <> 1 AND NOT b', 'a != 1 and not b'],
    ['a in (1, -2)', 'a = 1 or a = -2'],
    ['a not in ("x")', 'not a = "x"'],
    ['not a contains “x”', 'not a contains "x"'],
    ['if a > 1 then "x" else if b then c', 'if a > 1 then "x" else if b then c'],
    ['(if a then 1 else 2) + 3', '(if a then 1 else 2) + 3'],
    ['join(a, "; " where b)', 'join(a, "; " where b)'],
    ['a = \'say "x"\'', 'a = \'say "x"\''],
    ['a - (b - c) - d', 'a - (b - c) - d'],
  ])('%s is %s', (text, written) => {
    expect(expressionText(parseExpression(text))).toBe(written);
    expect(expressionText(parseExpression(written))).toBe(written);
  });

  test('the clauses of a directive can be in any order', () => {
    const clauses = ['where a > 1', 'group by b', 'sort by c desc', 'limit 5', 'rows 3', 'outline'];
    const whole = readDirective(`each s ${clauses.join(' ')}`);
    fc.assert(
      fc.property(fc.shuffledSubarray(clauses, { minLength: clauses.length }), (order) => {
        expect(readDirective(`each s ${order.join(' ')}`)).toEqual(whole);
      }),
    );
  });
});

describe('values', () => {
  test.each([
    ['{{sum(employee-days.workedMinutes)}}', 2805],
    ['{{employee-days.workedMinutes | sum | hours}}', 46.75],
    ['{{sum(employee-days.workedMinutes where employee.active)}}', 1870],
    ['{{count(employee-days where workedMinutes > 460 and weekday != 1)}}', 3],
    ['{{count(employees where employee.name contains "ll")}}', 2],
    ['{{count(employees where employee.lastName starts with "M")}}', 1],
    ['{{count(employees where employee.id in ("e1", "e3"))}}', 2],
    ['{{average(employee-days.workedMinutes)}}', 467.5],
    ['{{employee-days.workedMinutes | average | round}}', 468],
    ['{{distinct(employee-days.establishment.id)}}', 2],
    ['{{join(employee-days.establishment.name)}}', 'North bakery, South bakery'],
    ['{{join(employee-days.establishment.name, " + ")}}', 'North bakery + South bakery'],
    ['{{sum(employee-days.workedMinutes - employee-days.plannedMinutes)}}', -75],
    ['{{sum(employee-days.workedMinutes) / count(employees)}}', 935],
    ['{{if count(employees) > 2 then "many" else "few"}}', 'many'],
    ['{{(count(employees) > 5) | yes:"many","few"}}', 'few'],
    ['{{1 / 0}}', undefined],
    ['{{0.1 + 0.2}}', 0.3],
    ['{{count(employees) * 2 + 1}} in {{run.periodLabel}}', '7 in October 2026'],
  ])('%s: %s', async (text, value) => {
    expect(await shown(text)).toBe(value);
  });

  test('in the header and footer of a group, and conditions on its totals', async () => {
    const rows = group(
      '{{employee.name}}',
      '{{workedMinutes - 450}}',
      '{{#if sum(workedMinutes) > 910}}{{workedMinutes | sum}}',
    );
    const cells = (await rendered({ sheets: { S: { rows } } }, model)).cells(1);
    expect(Object.values(cells)).toEqual([
      ...["O'Neill, Zoë", 0, 7],
      ...['Müller & Söhne, Jörg', 14, 21, 935],
      ...['=Cruz<1>, Ana', 28, 35, 963],
    ]);
  });

  test('the longest groups first, and at most the requested number', async () => {
    const rows = row(1, {
      A: '{{#each employee-days group by employee.id sort by sum(workedMinutes) desc limit 2}}{{employee.id}}',
      B: '{{sum(workedMinutes)}}',
    });
    const of = row(2, { A: '{{distinct(employee-days.employee.id)}}' });
    const cells = (await rendered({ sheets: { S: { rows: rows + of } } }, model)).cells(1);
    expect(cells).toEqual({ A1: 'e3', B1: 963, A2: 'e2', B2: 935, A3: 3 });
  });

  test('a row of another data set, looked up by a field of this row', async () => {
    const rows = row(1, {
      A: '{{#each employee-days limit 3}}{{first(employees.workedMinutes where employee.id = row.employee.id)}}',
      B: '{{workedMinutes / first(employees.workedMinutes where employee.id = row.employee.id) | round:2}}',
    });
    const of = row(2, { A: '{{count(employee-days)}}' });
    const cells = (await rendered({ sheets: { S: { rows: rows + of } } }, model)).cells(1);
    expect(cells).toEqual({ A1: 907, B1: 0.5, A2: 907, B2: 0.5, A3: 935, B3: 0.5, A4: 6 });
  });

  test('groups by a calculated value', async () => {
    const key = 'if workedMinutes >= 470 then "long" else "short"';
    const rows = row(1, { A: `{{#each employee-days group by ${key}}}{{${key}}}: {{count(employee-days)}}` });
    const cells = (await rendered({ sheets: { S: { rows } } }, model)).cells(1);
    expect(cells).toEqual({ A1: 'short: 3', A2: 'long: 3' });
  });

  test('negative minutes in a cell that shows times are refused, not shown as #####', async () => {
    const rows = row(1, { A: ['{{#each employee-days}}{{workedMinutes - 460}}', STYLE.duration] });
    await expect(rendered({ sheets: { S: { rows } } }, model).then(({ bytes }) => bytes)).rejects.toThrow(
      /S!A1: .* can be negative/,
    );
  });
});

/** An error, its message, and the replacement that the message proposes. */
const CORRECTED: readonly [
  where: 'outside' | 'row' | 'head' | 'if' | 'each',
  wrong: string,
  told: string,
  right: string,
][] = [
  ['head', '{{workedMinutes}}', 'differ in "workedMinutes"', '{{workedMinutes | sum}}'],
  ['head', '{{date}}', 'differ in "date"', '{{date | first}}'],
  ['head', '{{date | date:"d MMMM"}}', 'differ in "date"', '{{date | first | date:"d MMMM"}}'],
  [
    'head',
    '{{workedMinutes - plannedMinutes}}',
    'differ in',
    '{{(workedMinutes | sum) - (plannedMinutes | sum)}}',
  ],
  ['if', 'workedMinutes > 100', 'differ in "workedMinutes"', '{{#if workedMinutes | sum > 100}}'],
  ['if', 'not note or weekday = 1', 'differ in "note"', '{{#if not note | first or weekday | sum = 1}}'],
  ['outside', '{{employees}}', 'many rows', '{{employees | count}}'],
  ['row', '{{workedMinutes | sum - 60}}', 'unclear what it applies to', '(workedMinutes | sum) - 60'],
  ['row', '{{workedMinutes-plannedMinutes}}', 'There is no field', 'workedMinutes - plannedMinutes'],
  ['row', '{{workedMinutes + weekday}}', 'neither minutes nor', '(workedMinutes | hours) + weekday'],
  [
    'row',
    '{{workedMinutes * plannedMinutes}}',
    'neither minutes nor',
    '(workedMinutes | hours) * (plannedMinutes | hours)',
  ],
  [
    'row',
    '{{if weekday = 1 then date else workedMinutes}}',
    'after "else"',
    'if weekday = 1 then date | text else workedMinutes | text',
  ],
  ['each', 'where employee.id = e1', 'has no field "e1"', 'employee.id = "e1"'],
  ['each', 'where weekday contains "1"', 'weekday is not text', '(weekday | text) contains "1"'],
  ['each', 'where workedMinutes > "100"', 'a number of minutes', 'workedMinutes > 100'],
  ['each', 'where 480 < "5"', '480 is', '480 < 5'],
  [
    'each',
    'group by employee.id sort by workedMinutes + sum(workedMinutes)',
    'differ in "workedMinutes"',
    'sort by workedMinutes | sum',
  ],
];

describe('a proposed replacement is also read and checked', () => {
  const placed = (where: (typeof CORRECTED)[number][0], text: string): string => {
    if (where === 'outside') return row(1, { A: text });
    if (where === 'row') return row(1, { A: `{{#each employee-days}}${text}` });
    if (where === 'each') return row(1, { A: `{{#each employee-days ${text}}}x` });
    return where === 'if' ? group('x', 'x', `{{#if ${text}}}x`) : group(text, 'x', 'x');
  };

  test.each(CORRECTED)('%s: %s', async (where, wrong, problem, right) => {
    const [message = ''] = await told(placed(where, wrong));
    expect(message).toContain(problem);
    expect(message).toContain(right);
    const inside = /^\{\{#if (.*)\}\}$/.exec(right)?.[1] ?? right;
    const clause = where === 'each' && !/ by /.test(inside) ? `where ${inside}` : inside;
    const bare = where === 'row' && !right.startsWith('{{') ? `{{${right}}}` : clause;
    expect(await told(placed(where, bare))).toEqual([]);
  });

  test.each([
    ['where workedMinutes = date', 'workedMinutes is minutes, but date is date'],
    ['where sum(workedMinutes) > 5', 'is a total, but here paytally looks at one row'],
    ['where (workedMinutes > 5', '")" is missing'],
    ['where workedMinutes > ', 'A value is missing'],
    ['where avg(workedMinutes) > 5', 'There is no total "avg(…)". Use a format such as sum'],
    ['where note + 1 > 5', '"+" does not work with note, which is text'],
    ['where workedMinutes between 1 and 2', '"between" is not expected here'],
    ['limit 0', 'After "limit", a whole number is missing'],
    ['sort by sum(note)', '"note" is text, so "sum" does not work with it'],
  ])('{{#each employee-days %s}}: %s', async (text, problem) => {
    expect((await told(row(1, { A: `{{#each employee-days ${text}}}x` })))[0]).toContain(problem);
  });

  test('a field that describes the subject of the group does not vary', async () => {
    expect(
      await told(group('{{employee.name}} {{employee.number}}', 'x', '{{employee.active | yes:"x"}}')),
    ).toEqual([]);
  });
});
