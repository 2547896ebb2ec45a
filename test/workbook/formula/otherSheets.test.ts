import { describe, expect, test } from 'vitest';
import { PaytallyError } from '../../../src/errors.js';
import { testModel } from '../../support/workbooks/model.js';
import { type Rendered, rendered } from '../../support/workbooks/rendered.js';
import { row, type WorkbookSource } from '../../support/workbooks/workbook.js';

/* References from one sheet to another: rows of the sheet itself are not those of the other. */

const EACH = '{{#each employee-days}}{{employee.name}}';

/** Row 5 repeats over six days: rows 5 to 10. */
const RATES = row(1, { A: 'Rate', B: 3 }) + row(5, { A: EACH, B: '{{workedMinutes}}' }) + row(6, { B: 7 });

async function hours(cells: Record<string, string>): Promise<Rendered> {
  const rows = row(1, { A: 'Hours' }) + row(2, { A: EACH, B: '{{workedMinutes}}', ...cells });
  return rendered({ sheets: { Hours: { rows }, Rates: { rows: RATES } } }, testModel(2));
}

describe('a repeated row that refers to another sheet', () => {
  const CASES: readonly [formula: string, text: string, value: (worked: number) => number | ''][] = [
    ['B2*Rates!$B$1', 'B{row}*Rates!$B$1', (worked) => worked * 3],
    ['B2*Rates!B1', 'B{row}*Rates!B1', (worked) => worked * 3],
    ['Rates!B6', 'Rates!B11', () => 7],
    ['SUM(Rates!B5:B6)', 'SUM(Rates!B5:B11)', () => 2812],
    ['SUM(Rates!B5)', 'SUM(Rates!B5:B10)', () => 2805],
    ['B2/Rates!$B$5', 'B{row}/Rates!$B$5', (worked) => worked / 450],
    ['VLOOKUP(A2,Rates!$A$1:$B$6,2,TRUE)', 'VLOOKUP(A{row},Rates!$A$1:$B$11,2,TRUE)', () => ''],
    ['SUM(Rates!A:B)', 'SUM(Rates!A:B)', () => 2815],
  ];
  test.each(CASES)('%s', async (formula, text, value) => {
    const cells = (await hours({ C: `=${formula}` })).cells(1);
    for (let at = 2; at <= 7; at++) {
      const worked = Number(cells[`B${at}`]);
      const expected = value(worked);
      // Spreadsheet programs store 15 digits.
      const stored = typeof expected === 'number' ? Number(expected.toPrecision(15)) : expected;
      expect(cells[`C${at}`]).toBe(`=${text.replace('{row}', String(at))} → ${stored}`);
    }
  });

  test('from nested rows, and from a group', async () => {
    const rows =
      row(1, { A: '{{#each employee-days group by employee.id rows 3}}', B: '=Rates!B6' }) +
      row(2, { A: '{{#each employee-days}}{{date}}', B: '=Rates!B6+Rates!$B$1' }) +
      row(3, { B: '=SUM(Rates!B5:B5)' });
    const out = await rendered({ sheets: { Hours: { rows }, Rates: { rows: RATES } } }, testModel(2));
    const cells = out.cells(1);
    for (const at of [1, 5, 9]) expect(cells[`B${at}`]).toBe('=Rates!B11 → 7');
    for (const at of [2, 3, 6, 7, 10, 11]) expect(cells[`B${at}`]).toBe('=Rates!B11+Rates!$B$1 → 10');
    for (const at of [4, 8, 12]) expect(cells[`B${at}`]).toBe('=SUM(Rates!B5:B10) → 2805');
  });
});

const TABLE = `<table xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" id="1" name="Hours" displayName="Hours" ref="A1:B2" totalsRowShown="0"><autoFilter ref="A1:B2"/><tableColumns count="2"><tableColumn id="1" name="Day"/><tableColumn id="2" name="Worked"/></tableColumns></table>`;
const PIVOT = `<pivotCacheDefinition xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cacheSource type="worksheet"><worksheetSource name="Hours"/></cacheSource><cacheFields count="0"/></pivotCacheDefinition>`;

function withTable(repeat: string, other: string, more: Partial<WorkbookSource> = {}): WorkbookSource {
  const rows =
    row(1, { A: 'Day', B: 'Worked', D: `${repeat}x`, E: '=SUM(Hours[Worked])' }) +
    row(2, { A: '{{#each employee-days}}{{date}}', B: '{{workedMinutes}}' });
  const relationships = { rId1: ['table', '../tables/table1.xml'] } as const;
  const after = '<tableParts count="1"><tablePart r:id="rId1"/></tableParts>';
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.table+xml';
  return {
    sheets: { P: { rows, after, relationships }, Sum: { rows: row(1, { A: other }) } },
    ...more,
    parts: { 'xl/tables/table1.xml': TABLE, ...more.parts },
    types: { 'xl/tables/table1.xml': type, ...more.types },
  };
}

async function outcome(source: WorkbookSource, rowsPerSheet?: number): Promise<string> {
  try {
    await rendered(source, testModel(2), rowsPerSheet === undefined ? {} : { rowsPerSheet });
  } catch (error) {
    return error instanceof PaytallyError ? error.message : String(error);
  }
  return 'written';
}

const SHEET = '{{#sheet employee-days group by employee.id}}';
const PIVOT_BY_NAME: Partial<WorkbookSource> = {
  parts: { 'xl/pivotCache/pivotCacheDefinition1.xml': PIVOT },
  types: {
    'xl/pivotCache/pivotCacheDefinition1.xml':
      'application/vnd.openxmlformats-officedocument.spreadsheetml.pivotCacheDefinition+xml',
  },
  workbookRelationships: { rIdP: ['pivotCacheDefinition', 'pivotCache/pivotCacheDefinition1.xml'] },
};

describe('a table of a sheet that repeats', () => {
  test.each([
    ['=SUM(Hours[Worked])', 'Sum!A1: Hours[Worked] refers to sheet "P", which becomes'],
    ['=SUM(Hours)', 'Sum!A1: Hours refers to sheet "P", which becomes'],
    ['=SUM(P!worked)', 'Sum!A1: P!worked names sheet "P", which becomes'],
  ])('%s of another sheet is refused', async (formula, told) => {
    expect(await outcome(withTable(SHEET, formula))).toContain(told);
    expect(await outcome(withTable('', formula))).toBe('written');
  });

  test('a pivot table over it is refused', async () => {
    expect(await outcome(withTable(SHEET, 'x', PIVOT_BY_NAME))).toContain(
      'pivot table: Hours refers to sheet',
    );
    expect(await outcome(withTable('', 'x', PIVOT_BY_NAME))).toBe('written');
  });

  test('a total over a table that continues on a further sheet is refused too', async () => {
    expect(await outcome(withTable('', '=SUM(Hours[Worked])'), 5)).toContain('Hours[Worked]');
    expect(await outcome(withTable('', '=1'), 5)).toBe('written');
  });

  test('on its own sheet it is the table of each copy', async () => {
    const out = await rendered(withTable(SHEET, 'x'), testModel(2));
    const sheets = [...out.parts.keys()].filter((part) => /worksheets\/sheet\d+\.xml$/.test(part));
    const totals = sheets.flatMap((part) => [...out.text(part).matchAll(/<f>([^<]*)<\/f><v>(\d+)<\/v>/g)]);
    expect(totals.map(([, , value]) => Number(value)).sort()).toEqual([907, 935, 963]);
    expect(new Set(totals.map(([, formula]) => formula)).size).toBe(3);
  });
});

test('a range in two parts is extended', async () => {
  const sum = row(1, {
    A: '=SUM(Rates!B5:Rates!B5)',
    B: '=SUM(Rates!B5:Rates!B6)',
    C: '=SUM(Rates!$B$5 : Rates!$B$5)',
  });
  const out = await rendered({ sheets: { Sum: { rows: sum }, Rates: { rows: RATES } } }, testModel(2));
  expect(out.cells(1)).toEqual({
    A1: '=SUM(Rates!B5:Rates!B10) → ',
    B1: '=SUM(Rates!B5:Rates!B11) → ',
    C1: '=SUM(Rates!$B$5 : Rates!$B$10) → ',
  });
});

describe('a tab that is a placeholder is named in references', () => {
  const TAB = "'{{employee.name}}'";
  const X14 = 'xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"';
  const XM = 'xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main"';
  const sparkline = (cells: string) =>
    `<extLst><ext uri="{05C60535-1F16-4fd2-B633-F4F36F0B64E0}" ${X14}><x14:sparklineGroups ${XM}><x14:sparklineGroup><x14:sparklines><x14:sparkline><xm:f>${cells}</xm:f><xm:sqref>D1</xm:sqref></x14:sparkline></x14:sparklines></x14:sparklineGroup></x14:sparklineGroups></ext></extLst>`;
  const format = (formula: string) =>
    `<conditionalFormatting sqref="A1"><cfRule type="expression" priority="1"><formula>${formula}</formula></cfRule></conditionalFormatting>`;
  const link = (place: string, more = '') =>
    `<hyperlinks><hyperlink ref="D2" location="${place}"${more}/></hyperlinks>`;
  const NAMES = ["'O''Neill, Zoë'", "'Müller & Söhne, Jörg'", "'=Cruz<1>, Ana'"];
  const decoded = (xml: string) =>
    xml.replaceAll('&apos;', "'").replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

  function repeated(after: string, cover = ''): WorkbookSource {
    const rows =
      row(1, { A: `${SHEET}{{employee.name}}` }) +
      row(2, { A: '{{#each employee-days}}{{date}}', B: '{{workedMinutes}}' });
    return {
      sheets: { '{{employee.name}}': { rows, after }, Cover: { rows: row(1, { A: 'Cover' }), after: cover } },
    };
  }

  test.each([
    ['a link', link(`${TAB}!A3`), (tab: string) => [`location="${tab}!A4"`]],
    [
      'a link that shows its address',
      link(`${TAB}!A3`, ` display="${TAB}!A3"`),
      (tab: string) => [`location="${tab}!A4"`, `display="${tab}!A4"`],
    ],
    ['a sparkline', sparkline(`${TAB}!B2:B2`), (tab: string) => [`<xm:f>${tab}!B2:B3</xm:f>`]],
    ['a conditional format', format(`${TAB}!$B$2&gt;5`), (tab: string) => [`<formula>${tab}!$B$2>5<`]],
  ] as const)(
    '%s on the sheet itself follows, with the name of each copy',
    async (_name, after, expected) => {
      const out = await rendered(repeated(after), testModel(2));
      const sheets = [...out.parts.keys()].filter((part) => /worksheets\/sheet\d+\.xml$/.test(part)).sort();
      const texts = sheets.map((part) => decoded(out.text(part))).filter((text) => !text.includes('Cover'));
      expect(texts).toHaveLength(NAMES.length);
      for (const name of NAMES) {
        for (const wanted of expected(name))
          expect(texts.filter((text) => text.includes(wanted))).toHaveLength(1);
      }
      for (const text of texts) expect(text).not.toContain('{{');
    },
  );

  test('a link or a sparkline elsewhere is refused: the sheet becomes several', async () => {
    const told = 'refers to sheet "{{employee.name}}", which becomes several sheets or none';
    expect(await outcome(repeated('', link(`${TAB}!A3`)))).toContain(`Cover!link: ${TAB}!A3 ${told}`);
    expect(await outcome(repeated('', sparkline(`${TAB}!B2:B2`)))).toContain(told);
    expect(await outcome(repeated('', link(`${TAB}!A3`)))).not.toContain('is not filled in');
  });

  test('a tab that is there once may be named from anywhere', async () => {
    const source: WorkbookSource = {
      sheets: {
        Cover: { rows: row(1, { A: 'Cover' }), after: link("'{{run.periodLabel}}'!A2") },
        '{{run.periodLabel}}': { rows: row(1, { A: EACH }) + row(2, { A: 'Total' }) },
      },
    };
    const out = await rendered(source, testModel(2));
    expect(out.text('xl/worksheets/sheet1.xml')).toContain(`location="'October 2026'!A7"`);
  });

  test.each([
    ['the tip of a link', link(`${TAB}!A3`, ' tooltip="to {{employee.name}}"')],
    ['the text of a link', link(`${TAB}!A3`, ' display="{{employee.name}}"')],
    ['a sheet of another name', link("'{{employee.id}}'!A3")],
    ['text in a rule', format('"{{employee.name}}"=A1')],
  ])('other placeholders are reported as before: %s', async (_name, after) => {
    expect(await outcome(repeated(after))).toContain('is not filled in');
  });
});
