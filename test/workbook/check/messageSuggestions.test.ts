import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { languageWords } from '../../../src/documents/languageWords.js';
import type { AnyMessage } from '../../../src/i18n/message.js';
import { fieldsOfModel } from '../../../src/language/templateFields.js';
import { checkTemplate, type Problem, problemText } from '../../support/workbooks/checked.js';
import { testModel } from '../../support/workbooks/model.js';
import { row, STYLE, type WorkbookSource, workbook } from '../../support/workbooks/workbook.js';

/*
 * Each message that suggests a text to write: whoever writes the text into the cell has one problem less. The texts of
 * expressions with random mistakes are in suggestions.test.ts.
 */

const fields = fieldsOfModel(testModel(1));
const CATALOGUE: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(new URL('../../../src/i18n/en/workbook.json', import.meta.url), 'utf8'),
);
/** The values of messages that are texts to write. */
const WRITTEN = ['example', 'right', 'directive', 'lines', 'each', 'field'] as const;

type Draw = (text: string) => WorkbookSource;

type CellSource = string | readonly [text: string, style: number];

const sheet = (...cells: readonly CellSource[]): WorkbookSource => ({
  sheets: { Hours: { rows: cells.map((cell, index) => row(index + 4, { A: cell })).join('') } },
});
const ROWS = '{{#each employee-days}}{{date}}';
const alone: Draw = (text) => sheet('x', text);
const inGroup: Draw = (text) => sheet(`{{#each employee-days group by employee.id rows 2}}${text}`, ROWS);
const inRows: Draw = (text) => sheet('x', '{{#each employee-days rows 2}}x', text);
const named: Draw = (text) => ({
  ...sheet('x', '{{workedMinutes}}'),
  names: `<definedName name="each_employee_days">${text.replace('=', '')}</definedName>`,
});

interface Case {
  readonly draw: Draw;
  readonly wrong: string;
  /** The text for the cell, from a suggestion. @default the suggestion */
  readonly write?: (suggestion: string) => string;
}

const CASES: Readonly<Record<string, Case>> = {
  'grammar.noSign': { draw: alone, wrong: '{{each employee-days}}' },
  'grammar.noBraceAtEnd': { draw: alone, wrong: '{{#each employee-days}' },
  'grammar.noBraceAtStart': { draw: alone, wrong: '{#each employee-days}}' },
  'grammar.openBraces': { draw: alone, wrong: '{{run.employer' },
  'field.notInRows': {
    draw: alone,
    wrong: '{{workedMinutes}}',
    write: (text) => (text.includes('#') ? `${text}{{workedMinutes}}` : text),
  },
  'field.manyRows': { draw: alone, wrong: '{{employees.workedMinutes}}' },
  'field.rowsHaveNo': {
    draw: alone,
    wrong: '{{employees | sum}}',
    write: (text) => text.replace('FIELD', 'workedMinutes'),
  },
  'field.groupDiffers': { draw: inGroup, wrong: '{{workedMinutes}}' },
  'subtotal.noDetail': { draw: alone, wrong: '{{workedMinutes | subtotal}}' },
  'compare.quotes': { draw: inRows, wrong: '{{#if note = North}}x', write: (text) => `{{#if ${text}}}x` },
  'cell.negativeTime': {
    draw: (text) => sheet('x', [text, text.includes('hours') ? STYLE.decimal : STYLE.duration]),
    wrong: '{{employee-days.differenceMinutes | sum}}',
  },
  'band.emptyAlone': {
    draw: (text) => sheet(text.includes('each') ? `${text}x` : 'x', '{{#empty exceptions}}x'),
    wrong: 'x',
  },
  'band.whichSet': {
    draw: alone,
    wrong: '{{employee.name}} {{workedMinutes}}',
    write: (text) => `${text}{{employee.name}} {{workedMinutes}}`,
  },
  'limit.unsaid': { draw: (text) => sheet(text, '{{#each employee-days limit 2}}x'), wrong: 'x' },
  'link.rows': {
    draw: (text) => sheet('x', `${text}{{employees.workedMinutes | sum}}`),
    wrong: '{{#each employee-days}}',
  },
  'link.inner': {
    draw: (text) => sheet(text.replace('…', '2'), '{{#each exceptions}}x'),
    wrong: '{{#each employee-days rows 2}}',
  },
  'sheet.emptyAlone': {
    draw: (text) => ({
      sheets: {
        Days: { rows: row(1, { A: text.includes('empty') ? 'x' : `${text}{{employee.name}}` }) },
        None: { rows: row(1, { A: '{{#sheet empty employee-days}}x' }) },
      },
    }),
    wrong: '{{#sheet empty employee-days}}',
    write: (text) => text.replace('…', 'employee.id'),
  },
  'formula.repeatedSheet': {
    draw: (text) => ({
      sheets: {
        Hours: { rows: row(1, { A: '{{#sheet employees group by employee.id}}x', B: 5 }) },
        Sum: { rows: row(1, { A: text }) },
      },
    }),
    wrong: '=Hours!B1',
  },
  'left.nameGone': { draw: named, wrong: '#REF!' },
  'left.nameNoArea': { draw: named, wrong: '5' },
  'left.nameNoSheet': { draw: named, wrong: 'Other!$A$5:$F$5' },
  'left.nameWholeSheet': { draw: named, wrong: 'Hours!$1:$1048576' },
  example: { draw: inRows, wrong: '{{#if note = 5}}x', write: (text) => `{{#if ${text}}}x` },
};

/** Which files are missing is only known when a workbook is filled: see dataPictures.test.ts. */
const OF_PICTURES = ['picture.missing', 'picture.missingInFolder'];
/** Text templates alone say it: see otherTotals.test.ts. */
const OF_TEXTS = ['field.unlinked'];
/** About payroll's data: see drawnRefusals.test.ts and countedFields.test.ts. */
const OF_DATA = ['data.total', 'field.countsRows'];

/** The values of a message and of those in it. */
function* valuesOf(text: AnyMessage): Generator<{ readonly id: string; readonly values: object }> {
  const inner = 'values' in text ? Object.values(text.values) : text.parts;
  if ('values' in text) yield { id: text.id.replace('workbook.', ''), values: text.values };
  for (const value of inner) if (typeof value === 'object' && !('en' in value)) yield* valuesOf(value);
}

/** The suggestions of the problem with an ID. */
function suggestionsOf(id: string, problems: readonly Problem[]): string[] {
  const found = problems.flatMap(({ text, remedy }) =>
    [text, remedy].flatMap((each) => [...valuesOf(languageWords(each))]),
  );
  const own = found.filter((each) => each.id === id);
  const texts = own.flatMap(({ values }) =>
    Object.entries(values).flatMap(([name, value]) =>
      (WRITTEN as readonly string[]).includes(name) ? String(value).split(' / ') : [],
    ),
  );
  // The text itself, and a field for another cell, are named as well.
  const others: Readonly<Record<string, RegExp>> = {
    'band.emptyAlone': /#empty/,
    'subtotal.noDetail': /^[^|]*$/,
  };
  return [...new Set(texts)].filter((text) => !others[id]?.test(text));
}

describe('what a message tells people to write', () => {
  test('is tested for each message', () => {
    const names = new RegExp(`\\{(?:${WRITTEN.join('|')})\\}`);
    const remedies = Object.entries(CATALOGUE).filter(([id, text]) => names.test(text) && isRemedy(id));
    const ids = remedies.map(([id]) => id.replace('.remedy', ''));
    expect(
      ids.filter((id) => !(id in CASES) && ![...OF_PICTURES, ...OF_TEXTS, ...OF_DATA].includes(id)),
    ).toEqual([]);
    expect(ids.length).toBeGreaterThan(15);
  });

  test.each(Object.entries(CASES))('%s', async (id, { draw, wrong, write = (text) => text }) => {
    const check = async (text: string): Promise<readonly Problem[]> =>
      checkTemplate(await workbook(draw(text)), fields);
    const suggestions = suggestionsOf(id, await check(wrong));
    expect(suggestions.length, (await check(wrong)).map(problemText).join('\n')).toBeGreaterThan(0);
    for (const suggestion of suggestions)
      expect((await check(write(suggestion))).map(problemText), suggestion).toEqual([]);
  });
});

function isRemedy(id: string): boolean {
  return id.endsWith('.remedy') || ['example', 'compare.quotes'].includes(id);
}
