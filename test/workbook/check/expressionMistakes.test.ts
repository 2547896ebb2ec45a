import { describe, expect, test } from 'vitest';
import { fieldsOfModel } from '../../../src/language/templateFields.js';
import { checkTemplate, problemText } from '../../support/workbooks/checked.js';
import { testModel } from '../../support/workbooks/model.js';
import { row, STYLE, workbook, workbookParts, zipped } from '../../support/workbooks/workbook.js';

const fields = fieldsOfModel(testModel(1));

async function problems(text: string, style: number = STYLE.general): Promise<string[]> {
  const rows = row(5, { A: [text, style], B: '{{#each employee-days}}' });
  const bytes = await workbook({ sheets: { Hours: { rows } } });
  return (await checkTemplate(bytes, fields, 'test.xlsx')).map(problemText);
}

async function outsideProblems(text: string): Promise<string[]> {
  const bytes = await workbook({ sheets: { Hours: { rows: row(1, { A: text }) } } });
  return (await checkTemplate(bytes, fields, 'test.xlsx')).map(problemText);
}

const WHERE: readonly [condition: string, problem: string, right: string][] = [
  ['employee.number = 42', 'employee.number is text', 'employee.number = "42"'],
  ['note > 5', 'note is text', 'note | number > 5'],
  ['note = true', 'note is text', 'note = "true"'],
  ['note != ""', 'an empty value is null, not ""', 'note'],
  ['note = ""', 'an empty value is null, not ""', 'not note'],
  ['workedMinutes > "600"', 'workedMinutes is a number of minutes', 'workedMinutes > 600'],
  ['workedMinutes > "7:30"', 'workedMinutes is a number of minutes', 'workedMinutes > 450'],
  ['date > "05.10.2026"', 'date is a date, written YYYY-MM-DD', 'date > "2026-10-05"'],
  ['date >= 20261001', 'date is a date, written YYYY-MM-DD', 'date >= "2026-10-01"'],
  [
    'startsAt = "2026-10-01"',
    'startsAt is a date and time, written YYYY-MM-DDTHH:MM:SS+HH:MM',
    'startsAt >= "2026-10-01"',
  ],
  [
    'startsAt < "1.10.2026"',
    'startsAt is a date and time, written YYYY-MM-DDTHH:MM:SS+HH:MM',
    'startsAt < "2026-10-01"',
  ],
  ['employee.active = 1', 'employee.active is true or false', 'employee.active'],
  ['employee.active = "no"', 'employee.active is true or false', 'not employee.active'],
  ['employee.active != 0', 'employee.active is true or false', 'employee.active'],
  ['workedMinutes > null', 'null is neither smaller nor larger than a value', 'workedMinutes != null'],
  ['run.employer = 5', 'run.employer is text', 'run.employer = "5"'],
  ['weekday = 1 and not note = 5', 'note is text', 'note = "5"'],
];

/** What was meant is not certain: nothing is proposed that would be accepted and select other rows. */
const UNCERTAIN: readonly [condition: string, remedy: string][] = [
  ['workedMinutes > "many"', 'Compare it with a number of minutes without quotes: 7:30 is 450.'],
  ['weekday = true', 'Compare it with a number without quotes. Weekdays are 1 (Monday) to 7 (Sunday).'],
  ['weekday = "Saturday"', 'Compare it with a number without quotes. Weekdays are 1 (Monday) to 7 (Sunday).'],
  ['date = "2026-02-30"', 'Put the date in quotes, as year, month and day: "2026-10-31".'],
  ['date > "05/10/2026"', 'Put the date in quotes, as year, month and day: "2026-10-31".'],
  ['date contains "10"', 'Use "=", "<" or ">", or put "| text" after the value.'],
];

test.each(UNCERTAIN)('where %s: what to write is said in words', async (condition, remedy) => {
  const [told = ''] = await outsideProblems(`{{#each employee-days where ${condition}}}x`);
  expect(told).toContain(remedy);
  expect(told).not.toContain('For example');
});

describe('comparisons that are never true are reported, with a correction', () => {
  test.each(WHERE)('where %s: %s', async (condition, problem, right) => {
    const inEach = `{{#each employee-days where ${condition}}}x`;
    const [told = ''] = await outsideProblems(inEach);
    expect(told).toContain(`": ${problem}. For example, write ${right}.`);
    expect(await outsideProblems(`{{#each employee-days where ${right}}}x`)).toEqual([]);
  });

  test.each(WHERE)('if %s: %s', async (condition, problem, right) => {
    const inside = (text: string): string =>
      row(4, { A: '{{#each employee-days rows 2}}x' }) + row(5, { A: `{{#if ${text}}}x` });
    const check = async (text: string): Promise<string[]> => {
      const bytes = await workbook({ sheets: { Hours: { rows: inside(text) } } });
      return (await checkTemplate(bytes, fields, 'test.xlsx')).map(problemText);
    };
    expect((await check(condition))[0]).toMatch(/^Hours!A5: /);
    expect((await check(condition))[0]).toContain(`": ${problem}. For example, write ${right}.`);
    expect(await check(right)).toEqual([]);
  });

  test.each([
    'employee.number = "42" and note != null',
    'date >= "2026-10-01" and date <= run.to',
    'startsAt > "2026-10-01T08:00:00+02:00"',
    'employee.active = true and weekday <= 5',
    'run.periodLabel = "October"',
  ])('%s is accepted, or reported as another problem', async (condition) => {
    const [told = ''] = await outsideProblems(`{{#each employee-days where ${condition}}}x`);
    expect(told).not.toMatch(/": (?:\S+ is|null is|an empty value)/);
  });

  test('a run label that looks like a date this month is not a date', async () => {
    const model = testModel(1);
    const run = { ...model.run, 'run.periodLabel': '2026-10-05' };
    const bytes = await workbook({
      sheets: { S: { rows: row(1, { A: '{{#each employee-days where run.periodLabel = "October"}}x' }) } },
    });
    expect(await checkTemplate(bytes, fieldsOfModel({ ...model, run }))).toEqual([]);
  });
});

const FORMATS: readonly [text: string, problem: string][] = [
  [
    '{{workedMinutes | round:"x"}}',
    '"| round" takes a whole number from -9 to 9 after ":". Write | round:2.',
  ],
  ['{{workedMinutes | round:200}}', '"| round" takes a whole number from -9 to 9'],
  ['{{workedMinutes | round:1.5}}', '"| round" takes a whole number from -9 to 9'],
  ['{{date | date:"dd.mm.yyyy"}}', 'date:"dd.mm.yyyy": "mm" means minutes. Write MM for the month.'],
  ['{{startsAt | date:"dd.mm.yyyy"}}', '"mm" means minutes. Write MM for the month.'],
  ['{{date | date:"TT.MM.JJJJ"}}', '"TT" is not a part of a date. For example, write | date:"dd.MM.yyyy"'],
  ['{{date | date:"dddd"}}', '"dddd" is not a part of a date. For example, write'],
  ['{{date | date:"d of MMMM"}}', '"o" is not a part of a date.'],
  ['{{date | date:"HH:mm"}}', 'a date has no time ("HH")'],
  ['{{date | date:"--"}}', 'date:"--" shows no part of the date.'],
  ['{{date | date:5}}', 'date:"5" shows no part of the date.'],
  ['{{workedMinutes | default:"none" | hours}}', '"| hours" does not work with text. Put "| default" last'],
  ['{{each employee-days}}', '{{each employee-days}} has no "#". Write {{#each employee-days}}.'],
  ['{{if workedMinutes > 5}}', 'Write {{#if workedMinutes > 5}}.'],
  [
    '{{/each}}',
    '{{/each}} is not needed: repeated rows have no end mark. Remove it. "rows 3" says how many rows repeat',
  ],
  ['{{end}}', '{{end}} is not needed: repeated rows have no end mark.'],
];

describe('unusable formats and directives are reported', () => {
  test.each(FORMATS)('%s: %s', async (text, problem) => {
    expect((await problems(text)).join('\n')).toContain(problem);
  });
});

/** An expression outside repeated rows, and the replacement that its message proposes, which must work. */
const REMEDIES: readonly [text: string, style: number, right: string][] = [
  ['{{workedMinutes}}', STYLE.general, '{{employee-days.workedMinutes | sum}}'],
  ['{{employee.name}}', STYLE.general, '{{employee-days.employee.name | first}}'],
  ['{{employees.employee.name}}', STYLE.general, '{{employees.employee.name | first}}'],
  ['{{employees.days}}', STYLE.general, '{{employees.days | sum}}'],
  ['{{employees}}', STYLE.general, '{{employees | count}}'],
  ['{{employees.workedMinutes | hours}}', STYLE.general, '{{employees.workedMinutes | sum | hours}}'],
  ['{{employees.employee.name | upper}}', STYLE.general, '{{employees.employee.name | first | upper}}'],
  [
    '{{employee-days.differenceMinutes | sum}}',
    STYLE.duration,
    '{{employee-days.differenceMinutes | sum | hours}}',
  ],
  [
    '{{employee-days.differenceMinutes | sum | duration | default:"-"}}',
    STYLE.general,
    '{{employee-days.differenceMinutes | sum | hours | default:"-"}}',
  ],
];

describe('what a message proposes works', () => {
  const check = async (text: string, style: number): Promise<string> => {
    const bytes = await workbook({ sheets: { Hours: { rows: row(1, { A: [text, style] }) } } });
    return (await checkTemplate(bytes, fields, 'test.xlsx')).map(problemText).join('\n');
  };

  test.each(REMEDIES)('%s (style %s): %s', async (text, style, right) => {
    expect(await check(text, style)).toContain(right);
    expect(await check(right, STYLE.general)).toBe('');
  });

  test('an unknown format, over many rows', async () => {
    expect(await check('{{employees.workedMinutes | avg}}', STYLE.general)).toBe(
      'Hours!A1: {{employees.workedMinutes | avg}}: there is no format "avg". For many rows, use sum, count, average, min, max, first, last, distinct, join, list.',
    );
  });
});

describe('rows in rows', () => {
  const date = { name: 'date', type: 'date' } as const;
  const dataSets = new Map([
    ...fields.dataSets,
    ['holidays', [date]],
    ['places', [{ name: 'place.name', type: 'text' } as const]],
  ]);

  test.each([
    [
      'employees',
      'employee-days',
      'Group the surrounding rows by a field that both have: {{#each employees group by employee.id rows …}}.',
    ],
    [
      'employee-days',
      'holidays',
      'Group the surrounding rows by a field that both have: {{#each employee-days group by date rows …}}.',
    ],
    [
      'employees',
      'places',
      'The two have no field in common: put these rows below the others, not inside them.',
    ],
  ])('%s around %s: %s', async (outer, inner, remedy) => {
    const rows = row(4, { A: `{{#each ${outer} rows 2}}x` }) + row(5, { A: `{{#each ${inner}}}x` });
    const bytes = await workbook({ sheets: { Hours: { rows } } });
    const found = await checkTemplate(bytes, { ...fields, dataSets });
    expect(found.map(problemText)).toEqual([
      `Hours!A5: It is unclear which rows of ${inner} belong to a row of ${outer}. ${remedy}`,
    ]);
  });

  test('more rows than a sheet can have are reported', async () => {
    expect(await outsideProblems('{{#each employee-days rows 1048577}}x')).toEqual([
      'Hours!A1: Rows 1 to 1048577 extend beyond the sheet. Use fewer.',
    ]);
    expect(await outsideProblems('{{#each employee-days rows 1048576}}x')).toEqual([]);
  });
});

describe('a number format that would show a wrong value', () => {
  test.each([
    [
      '{{workedMinutes | hours}}',
      STYLE.duration,
      'is a number, but the number format of the cell shows times',
    ],
    ['{{workedMinutes | minutes}}', STYLE.duration, 'is a number, but'],
    ['{{weekday}}', STYLE.date, 'is a number, but the number format of the cell shows dates'],
    ['{{row.number}}', STYLE.stamp, 'is a number, but the number format of the cell shows dates and times'],
    ['{{workedMinutes}}', STYLE.date, 'is a number of minutes, but'],
    [
      '{{workedMinutes | duration}}',
      STYLE.decimal,
      'is a duration, but the number format of the cell shows numbers',
    ],
    ['{{startsAt | time}}', STYLE.decimal, 'is a time of day, but'],
    ['{{date}}', STYLE.decimal, 'is a date, but'],
    ['{{startsAt | date}}', STYLE.duration, 'is a date, but'],
  ])('%s in a cell of style %i', async (text, style, told) => {
    const [problem = '', ...others] = await problems(text, style);
    expect(problem).toContain(`Hours!A5: ${text} ${told}`);
    expect(problem).toContain('Give the cell');
    expect(others).toEqual([]);
    expect(await problems(text, STYLE.general)).toEqual([]);
  });

  test('a format that shows no number may hide anything', async () => {
    const parts = workbookParts({
      sheets: { Hours: { rows: row(5, { A: ['{{date}}', STYLE.duration], B: '{{#each employee-days}}' }) } },
    });
    parts.set('xl/styles.xml', String(parts.get('xl/styles.xml')).replace('"[h]:mm"', '";;;"'));
    expect(await checkTemplate(await zipped(parts), fields, 'test.xlsx')).toEqual([]);
  });
});

describe('a total of all rows in a row of one person', () => {
  test.each([
    ['{{#each employees}}{{employee-days.workedMinutes | sum}}', 'group by employee.id'],
    ['{{#each employees}}{{employee.name}}: {{employee-days | count}}', 'group by employee.id'],
    ['{{#each employee-days where employee.id = "e1"}}{{exceptions | count}}', 'group by employee.id'],
  ])('%s', async (text, remedy) => {
    const [problem = ''] = await outsideProblems(text);
    expect(problem).toContain('It is unclear which rows of');
    expect(problem).toContain(remedy);
  });

  test.each([
    '{{#each employees group by employee.id}}{{employee-days.workedMinutes | sum}}',
    '{{#sheet employees group by employee.id}}{{employee-days.workedMinutes | sum}}',
    '{{#each employee-days group by establishment.id}}{{employee-days.workedMinutes | sum}}',
    '{{employee-days.workedMinutes | sum}}',
  ])('%s is clear', async (text) => {
    expect(await outsideProblems(text)).toEqual([]);
  });
});
