import { describe, expect, test } from 'vitest';
import { fieldsOfModel } from '../../../src/language/templateFields.js';
import type { WorkbookModel } from '../../../src/workbook/model.js';
import { checkTemplate, problemText } from '../../support/workbooks/checked.js';
import { testModel } from '../../support/workbooks/model.js';
import { rendered } from '../../support/workbooks/rendered.js';
import { row, type SheetSource, STYLE, workbook } from '../../support/workbooks/workbook.js';

/* Columns that repeat, alone and crossed with repeated rows. */

/** Three people, and the first days of October; `days` has one day more than was worked. */
function model(days: number, people = 3): WorkbookModel {
  const base = testModel(days, people);
  const rows = Array.from({ length: days + 1 }, (_, index) => ({
    date: `2026-10-${String(index + 1).padStart(2, '0')}`,
    isoWeek: index < 4 ? '2026-W40' : '2026-W41',
    workedMinutes: 1,
  }));
  const fields = [
    { name: 'date', type: 'date' },
    { name: 'isoWeek', type: 'text' },
    { name: 'workedMinutes', type: 'minutes' },
  ] as const;
  return {
    run: base.run,
    dataSets: new Map([...base.dataSets, ['days', { fields, rows: days === 0 ? [] : rows }]]),
  };
}

const MATRIX =
  row(1, { A: 'Name', B: ['{{#each days columns}}{{date}}', STYLE.date], C: 'Sum' }) +
  row(2, { A: '{{#each employees}}{{employee.lastName}}', B: '{{workedMinutes}}', C: '=SUM(B2:B2)' }) +
  row(3, { A: 'Total', B: '=SUM(B2:B2)', C: '=SUM(C2:C2)' });

async function sheet(source: SheetSource, of = model(2)) {
  const out = await rendered({ sheets: { Hours: source } }, of);
  const around = out.text('xl/worksheets/sheet1.xml');
  return { cells: out.cells(1), xml: around };
}

async function problems(source: SheetSource): Promise<string[]> {
  const bytes = await workbook({ sheets: { Hours: source } });
  return (await checkTemplate(bytes, fieldsOfModel(model(2)), 'test.xlsx')).map(problemText);
}

describe('people down and days across', () => {
  test('a cell has a person’s value on a day, and totals extend in both directions', async () => {
    const { cells } = await sheet({ rows: MATRIX });
    expect(cells).toEqual({
      A1: 'Name',
      B1: 46296,
      C1: 46297,
      D1: 46298,
      E1: 'Sum',
      A2: "O'Neill",
      B2: 450,
      C2: 457,
      E2: '=SUM(B2:D2) → 907',
      A3: 'Müller & Söhne',
      B3: 464,
      C3: 471,
      E3: '=SUM(B3:D3) → 935',
      A4: '=Cruz<1>',
      B4: 478,
      C4: 485,
      E4: '=SUM(B4:D4) → 963',
      A5: 'Total',
      B5: '=SUM(B2:B4) → 1392',
      C5: '=SUM(C2:C4) → 1413',
      D5: '=SUM(D2:D4) → 0',
      E5: '=SUM(E2:E4) → 2805',
    });
  });

  test('it has no problems', async () => {
    expect(await problems({ rows: MATRIX })).toEqual([]);
  });

  test('without people and without days the totals are 0', async () => {
    const { cells } = await sheet({ rows: MATRIX }, model(0));
    expect(cells).toMatchObject({ A1: 'Name', C1: 'Sum', C3: '=SUM(C2:C2) → 0' });
  });

  test('groups of one data set in both directions', async () => {
    const rows =
      row(1, { B: '{{#each employee-days group by date sort by date columns}}{{date}}', C: 'Sum' }) +
      row(2, {
        A: '{{#each employee-days group by employee.id}}{{employee.lastName}}',
        B: '{{workedMinutes | sum}}',
        C: '=SUM(B2)',
      });
    const { cells } = await sheet({ rows });
    expect([cells.B2, cells.C2, cells.B4, cells.D3]).toEqual([450, 457, 478, '=SUM(B3:C3) → 935']);
  });

  test('values that describe a row or a column are read once for it', async () => {
    const rows =
      row(1, { B: '{{#each days columns}}' }) +
      row(2, {
        A: '{{#each employees}}',
        B: '{{employee.firstName}} {{isoWeek}} {{column.number}}/{{row.number}}',
      });
    const { cells } = await sheet({ rows });
    expect(cells).toMatchObject({ B2: 'Zoë 2026-W40 1/1', C2: 'Zoë 2026-W40 2/1', D4: 'Ana 2026-W40 3/3' });
  });

  test('the columns of a week, with a separate sum', async () => {
    const rows =
      row(1, { B: '{{#each days group by isoWeek columns 2}}{{isoWeek}}' }) +
      row(2, { B: '{{#each days columns}}{{date}}', C: 'Sum' }) +
      row(3, {
        A: '{{#each employees}}{{employee.lastName}}',
        B: '{{workedMinutes}}',
        C: '=SUBTOTAL(9,B3:B3)',
        D: '=SUBTOTAL(9,B3:C3)',
      });
    const { cells } = await sheet({ rows }, model(5));
    expect(cells).toMatchObject({
      F3: '=SUBTOTAL(9,B3:E3) → 1842',
      I3: '=SUBTOTAL(9,G3:H3) → 478',
      J3: '=SUBTOTAL(9,B3:I3) → 2320',
    });
  });

  test('a sheet for each person with days across', async () => {
    const rows =
      row(1, {
        A: '{{#sheet employees group by employee.id}}{{employee.lastName}}',
        B: '{{#each days columns}}{{date}}',
      }) + row(2, { B: '{{workedMinutes}}' });
    const out = await rendered({ sheets: { Hours: { rows } } }, model(2));
    expect(out.cells(2)).toMatchObject({ A1: 'Müller & Söhne', B2: 464, C2: 471 });
  });
});

describe('references', () => {
  test.each([
    ['the column before', '=B2-A2', ['B2-A2', 'C2-B2', 'D2-C2']],
    ['the column before, fixed', '=B2-$A2', ['B2-$A2', 'C2-$A2', 'D2-$A2']],
    ['a running total', '=SUM($B2:B2)', ['SUM($B2:B2)', 'SUM($B2:C2)', 'SUM($B2:D2)']],
    ['a share of all', '=B2/SUM($B2:$B2)', ['B2/SUM($B2:$D2)', 'C2/SUM($B2:$D2)', 'D2/SUM($B2:$D2)']],
    ['a column farther right', '=B2*E2', ['B2*G2', 'C2*G2', 'D2*G2']],
  ])('%s: %s', async (_, formula, becomes) => {
    const rows =
      row(1, { A: 0, B: '{{#each days columns}}{{date}}' }) +
      row(2, { A: 1, B: '{{workedMinutes}}', E: 5 }) +
      row(3, { B: formula });
    const { cells } = await sheet({ rows });
    expect(['B3', 'C3', 'D3'].map((cell) => String(cells[cell]).split(' → ')[0])).toEqual(
      becomes.map((text) => `=${text}`),
    );
  });
});

describe('what surrounds the cells', () => {
  test('widths, merged cells, formats, breaks, frozen columns and names follow', async () => {
    const before =
      '<dimension ref="A1:C3"/><sheetViews><sheetView workbookViewId="0"><pane xSplit="1" ySplit="1" topLeftCell="B2" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="1" width="20" customWidth="1"/><col min="2" max="2" width="5" customWidth="1"/><col min="3" max="3" width="9" customWidth="1"/></cols>';
    const after =
      '<mergeCells count="1"><mergeCell ref="B3:C3"/></mergeCells><conditionalFormatting sqref="B2"><cfRule type="expression" dxfId="0" priority="1"><formula>B2&gt;$C2</formula></cfRule></conditionalFormatting><colBreaks count="1" manualBreakCount="1"><brk id="2" max="1048575" man="1"/></colBreaks>';
    const { xml } = await sheet({ rows: MATRIX, before, after });
    expect(xml).toContain('<dimension ref="A1:E5"/>');
    expect(xml).toContain(
      '<col min="2" max="4" width="5" customWidth="1"/><col min="5" max="5" width="9" customWidth="1"/>',
    );
    expect(xml).toContain('<mergeCell ref="B5:E5"/>');
    expect(xml).toContain('<conditionalFormatting sqref="B2:D4">');
    expect(xml).toContain('<formula>B2&gt;$E2</formula>');
    expect(xml).toContain(
      '<brk id="2" max="1048575" man="1"/><brk id="3" max="1048575" man="1"/><brk id="4" max="1048575" man="1"/>',
    );
    expect(xml).toContain('<pane xSplit="1" ySplit="1" topLeftCell="B2" state="frozen"/>');
  });

  test('the print area and a name over columns', async () => {
    const names = `<definedName name="_xlnm.Print_Area" localSheetId="0">Hours!$A$1:$C$3</definedName><definedName name="Days">Hours!$B:$B</definedName>`;
    const out = await rendered({ sheets: { Hours: { rows: MATRIX } }, names }, model(2));
    expect(out.text('xl/workbook.xml')).toContain('>Hours!$A$1:$E$5</definedName>');
    expect(out.text('xl/workbook.xml')).toContain('>Hours!$B:$D</definedName>');
  });

  test('a name over whole columns makes them repeat', async () => {
    const rows = row(1, { B: '{{date}}' });
    const names = '<definedName name="each_days">Hours!$B:$B</definedName>';
    const out = await rendered({ sheets: { Hours: { rows } }, names }, model(2));
    expect(out.cells(1)).toEqual({ B1: 46296, C1: 46297, D1: 46298 });
  });
});

describe('reports what cannot follow', () => {
  test.each<[string, SheetSource, string]>([
    [
      'numbers between repeated columns',
      { rows: row(1, { B: '{{#each days columns 2}}{{date}}', C: '{{workedMinutes}}', D: '=SUM(B1:B1)' }) },
      'Hours!D1: SUM(B1:B1) would also include C1, which is between the repeated columns.',
    ],
    [
      'frozen columns that repeat',
      {
        rows: MATRIX,
        before:
          '<sheetViews><sheetView workbookViewId="0"><pane xSplit="2" topLeftCell="C1" state="frozen"/></sheetView></sheetViews>',
      },
      'Hours!B1: Column B repeats, but is frozen at the left of the sheet',
    ],
    [
      'more columns than a sheet can have',
      { rows: row(1, { B: '{{#each days columns 20000}}x' }) },
      'Hours!B1: Columns 2 to 20001 extend beyond the shee',
    ],
  ])('%s', async (_, source, told) => {
    expect((await problems(source))[0]?.slice(0, told.length)).toBe(told);
  });
});
