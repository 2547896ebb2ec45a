import { describe, expect, test } from 'vitest';
import { sampleModel } from '../../../src/documents/template/sampleModel.js';
import type { TemplateModel } from '../../../src/documents/templateModel.js';
import { PaytallyError } from '../../../src/errors.js';
import { englishText } from '../../../src/i18n/formatMessage.js';
import { MAIN } from '../../support/workbooks/partSources.js';
import { rendered } from '../../support/workbooks/rendered.js';
import { row, type WorkbookSource } from '../../support/workbooks/workbook.js';

/* Formulas, totals of tables and subtotals that add premiums to the hours that they belong to, as `| sum` would. */

const SAMPLE = sampleModel();
const LINES = [...(SAMPLE.dataSets.get('pay-lines')?.rows ?? [])];

type Cells = Readonly<Record<string, string>>;

const drawn = (cells: readonly Cells[]): WorkbookSource => {
  const rows = cells.map((each, index) => row(index + 1, each)).join('');
  return { sheets: { Hours: { rows } } };
};

/** What is said about a workbook; empty if it is filled. */
async function refusalOf(source: WorkbookSource, model: TemplateModel = SAMPLE): Promise<string> {
  try {
    await rendered(source, model);
    return '';
  } catch (error) {
    if (!(error instanceof PaytallyError)) throw error;
    return `${error.code} ${englishText(error.text)}`;
  }
}

/** The sample with other pay lines. */
function linesAre(rows: readonly Readonly<Record<string, string | number | boolean | null>>[]) {
  const known = SAMPLE.dataSets.get('pay-lines');
  if (known === undefined) throw new Error('no pay lines');
  const { rowsWith: _, ...rest } = known;
  return { ...SAMPLE, dataSets: new Map([...SAMPLE.dataSets, ['pay-lines', { ...rest, rows }] as const]) };
}

const EACH = '{{#each pay-lines}}{{employee.name}}';
const LINE = { A: EACH, B: '{{kind}}', C: '{{minutes}}' };
const BASE = { ...LINE, A: '{{#each pay-lines where kind != "loading"}}{{employee.name}}' };
const BY_CODE = { A: '{{#each pay-lines group by payCode}}{{payCode}}', C: '{{sum(minutes)}}' };
const PEOPLE = {
  A: '{{#each pay-lines group by employee.id}}{{employee.name}}',
  B: '{{sum(minutes where kind != "loading")}}',
  C: '{{sum(minutes where kind = "loading")}}',
};
const GROUP = { A: '{{#each pay-lines group by employee.id rows 2}}{{employee.name}}' };

/** A table with a row of data and a row of totals, below its headings. */
function table(cells: Cells, total: string): WorkbookSource {
  const [id, type] = ['rId1', 'application/vnd.openxmlformats-officedocument.spreadsheetml.table+xml'];
  const columns = ['Who', 'Kind', 'Minutes'].map(
    (name, index) =>
      `<tableColumn id="${index + 1}" name="${name}"${name === 'Minutes' ? ' totalsRowFunction="sum"' : ''}/>`,
  );
  const { sheets } = drawn([{ A: 'Who', B: 'Kind', C: 'Minutes' }, cells, { A: 'Total', C: total }]);
  return {
    sheets: {
      Hours: {
        rows: sheets.Hours?.rows ?? '',
        after: `<tableParts count="1"><tablePart r:id="${id}"/></tableParts>`,
        relationships: { [id]: ['table', '../tables/table1.xml'] },
      },
    },
    parts: {
      'xl/tables/table1.xml': `<table xmlns="${MAIN}" id="1" name="Lines" displayName="Lines" ref="A1:C3" totalsRowCount="1"><autoFilter ref="A1:C2"/><tableColumns count="3">${columns.join('')}</tableColumns></table>`,
    },
    types: { 'xl/tables/table1.xml': type },
  };
}

const REFUSED: readonly (readonly [string, readonly Cells[], string])[] = [
  ['SUM of a column', [LINE, { C: '=SUM(C1:C1)' }], 'C2'],
  ['SUM above the rows', [{ C: '=SUM(C2)' }, LINE], 'C1'],
  ['SUM of a whole column', [LINE, { D: '=SUM(C:C)' }], 'D2'],
  ['SUM in hours', [LINE, { C: '=ROUND(SUM(C1:C1)/60,2)' }], 'C2'],
  ['SUBTOTAL', [LINE, { C: '=SUBTOTAL(9,C1:C1)' }], 'C2'],
  ['SUBTOTAL of what is shown', [LINE, { C: '=SUBTOTAL(109,C1:C1)' }], 'C2'],
  ['| subtotal', [LINE, { C: '{{minutes | subtotal}}' }], 'C2'],
  ['| subtotal of a group', [GROUP, LINE, { A: 'all', C: '{{minutes | subtotal}}' }], 'C3'],
  ['SUMPRODUCT', [LINE, { C: '=SUMPRODUCT(C1:C1)' }], 'C2'],
  ['SUMIF of several kinds', [LINE, { C: '=SUMIF(B1:B1,"<>absence",C1:C1)' }], 'C2'],
  ['SUMIFS of several kinds', [LINE, { C: '=SUMIFS(C1:C1,B1:B1,"<>absence")' }], 'C2'],
  ['a running total', [{ ...LINE, D: '=SUM(C$1:C1)' }], 'D1'],
  ['hours of each row', [{ ...LINE, D: '=C1/60' }, { D: '=SUM(D1:D1)' }], 'D2'],
  ['a column of hours', [{ ...LINE, C: '{{minutes | hours}}' }, { C: '=SUM(C1:C1)' }], 'C2'],
  ...[
    'TRUNC(C1/60,2)',
    'MROUND(C1,15)',
    'CEILING(C1,1)',
    'FLOOR(C1,1)',
    'ABS(C1)',
    'IFNA(C1,0)',
    'MAX(C1,0)',
    'MAX(0,C1)',
    'MIN(C1,10000)',
    'ROUND(MAX(C1,0)/60,2)',
  ].map((hours) => {
    const cells = [{ ...LINE, D: `=${hours}` }, { D: '=SUM(D1:D1)' }];
    return [`hours of each row as ${hours}`, cells, 'D2'] as const;
  }),
  ['totals of pay codes', [BY_CODE, { C: '=SUM(C1:C1)' }], 'C2'],
  ['a column of each kind', [{ ...PEOPLE, D: '=B1+C1' }], 'D1'],
];

describe('a formula that adds premiums to hours', () => {
  test.each(REFUSED)('%s: is refused at its cell', async (_, cells, place) => {
    const said = await refusalOf(drawn(cells));
    expect(said).toContain('RENDER_REFUSED');
    expect(said).toContain(`Hours!${place}`);
    expect(said).toContain('(loading)');
    expect(said).toContain('kind != "loading"');
  });

  test('the total of a table is refused, and one over the directive of the message is not', async () => {
    const said = await refusalOf(table(LINE, '=SUBTOTAL(109,Lines[Minutes])'));
    expect(said).toContain('Hours!C3');
    const directive = /\{\{#each [^{}]*\}\}/.exec(said)?.[0] ?? '';
    expect(directive).toContain('kind != "loading"');
    const kept = { ...LINE, A: LINE.A.replace(/\{\{#each [^{}]*\}\}/, directive) };
    expect(await refusalOf(table(kept, '=SUBTOTAL(109,Lines[Minutes])'))).toBe('');
  });

  test.each([
    ['rows', '{{#each pay-lines}}'],
    ['sorted rows', '{{#each pay-lines where minutes > 0 sort by payCode desc, minutes at least 9}}'],
    ['a choice of rows', '{{#each pay-lines where kind = "base" or kind = "loading"}}'],
  ])('%s: the suggested directive is the own one with a condition, and passes', async (_, directive) => {
    const cells = (each: string) => [{ ...LINE, A: `${each}{{employee.name}}` }, { C: '=SUM(C1:C1)' }];
    const said = await refusalOf(drawn(cells(directive)));
    const example = /\{\{#each [^{}]*\}\}/.exec(said)?.[0] ?? '';
    expect(example).toContain('kind != "loading"');
    for (const word of ['sort by payCode desc, minutes', 'at least 9'])
      expect(example.includes(word)).toBe(directive.includes(word));
    expect(await refusalOf(drawn(cells(example)))).toBe('');
  });
});

const ALLOWED: readonly (readonly [string, readonly Cells[]])[] = [
  ['a band without premiums', [BASE, { C: '=SUM(C1:C1)' }]],
  ['a subtotal of a band without premiums', [BASE, { C: '{{minutes | subtotal}}' }]],
  ['SUMIF of hours', [LINE, { C: '=SUMIF(B1:B1,"base",C1:C1)' }]],
  ['SUMIF without premiums', [LINE, { C: '=SUMIF(B1:B1,"<>loading",C1:C1)' }]],
  ['SUMIFS of premiums', [LINE, { C: '=SUMIFS(C1:C1,B1:B1,"loading")' }]],
  ['SUM less the premiums', [LINE, { C: '=SUM(C1:C1)-SUMIF(B1:B1,"loading",C1:C1)' }]],
  ['SUMPRODUCT with a condition', [LINE, { C: '=SUMPRODUCT((B1:B1<>"loading")*C1:C1)' }]],
  [
    'premiums that are empty cells',
    [{ ...LINE, C: '{{if kind = "loading" then 0 else minutes}}' }, { C: '=SUM(C1:C1)' }],
  ],
  ['hours with their share of premiums', [{ ...PEOPLE, D: '=B1+C1*0.25' }]],
  ['hours in a column of their own', [PEOPLE, { B: '=SUM(B1:B1)', C: '=SUM(C1:C1)' }]],
  ['a number of lines, and the longest', [LINE, { B: '=COUNT(C1:C1)', C: '=MAX(C1:C1)' }]],
  ['quantities', [{ ...LINE, C: '{{quantity}}' }, { C: '=SUM(C1:C1)' }]],
  ['the longer of two lines', [{ ...PEOPLE, D: '=MAX(B1,C1)' }, { D: '=SUM(D1:D1)' }]],
  ['what is above a limit', [{ ...PEOPLE, D: '=B1-MIN(B1,C1)' }, { D: '=SUM(D1:D1)' }]],
  ['the sign of lines', [{ ...LINE, D: '=SIGN(C1)' }, { D: '=SUM(D1:D1)' }]],
  ['rounded premiums alone', [{ ...PEOPLE, D: '=MROUND(C1,15)' }, { D: '=SUM(D1:D1)' }]],
  [
    'other data',
    [{ A: '{{#each employees}}{{employee.name}}', C: '{{workedMinutes}}' }, { C: '=SUM(C1:C1)' }],
  ],
];

describe('a formula that adds what belongs together', () => {
  test.each(ALLOWED)('%s: is filled', async (_, cells) => {
    expect(await refusalOf(drawn(cells))).toBe('');
  });

  test.each(REFUSED)('%s: is filled if no line is a premium', async (_, cells) => {
    const base = LINES.filter(({ kind }) => kind !== 'loading');
    expect(base.length).toBeGreaterThan(0);
    expect(await refusalOf(drawn(cells), linesAre(base))).toBe('');
  });

  test('a running total of many rows is examined', async () => {
    const [hours, premium] = ['base', 'loading'].map((wanted) => LINES.find(({ kind }) => kind === wanted));
    const many = [...Array.from({ length: 8_000 }, () => ({ ...hours, minutes: 60 })), { ...premium }];
    const cells = [{ ...BASE, D: '=SUM(C$1:C1)' }];
    expect(await refusalOf(drawn(cells), linesAre(many))).toBe('');
  });
});
