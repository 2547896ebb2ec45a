import { describe, expect, test } from 'vitest';
import { testModel } from '../../support/workbooks/model.js';
import { rendered } from '../../support/workbooks/rendered.js';
import { row } from '../../support/workbooks/workbook.js';

describe('special kinds of formulas', () => {
  const shared = (at: string, inside: string): string =>
    `<c r="${at}"><f t="shared" ${inside}</f><v>1</v></c>`;

  test('shared formulas are expanded', async () => {
    const rows = `<row r="1">${shared('B1', 'ref="B1:B3" si="0">A1+$C$3</f>'.replace('</f>', ''))}</row>${row(2, { A: '{{#each employees}}{{workedMinutes}}' }).replace('</row>', `${shared('B2', 'si="0">')}</row>`)}<row r="3">${shared('B3', 'si="0">')}<c r="C3"><v>5</v></c></row>`;
    const out = await rendered({ sheets: { Hours: { rows } } }, testModel(2));
    expect(out.cells(1)).toMatchObject({
      B1: '=A1+$C$5 → 5',
      B2: '=A2+$C$5 → 912',
      B4: '=A4+$C$5 → 968',
      B5: '=A5+$C$5 → 5',
    });
    expect(out.text('xl/worksheets/sheet1.xml')).not.toContain('shared');
  });

  test('array formulas of one row repeat, those below shift', async () => {
    const array = (at: string, ref: string, text: string): string =>
      `<c r="${at}"><f t="array" ref="${ref}">${text}</f><v>0</v></c>`;
    const rows = `${row(2, { A: '{{#each employees}}{{workedMinutes}}' }).replace(
      '</row>',
      `${array('B2', 'B2:C2', 'A2*{1,2}')}</row>`,
    )}<row r="3">${array('B3', 'B3:B4', 'A2:A2*2')}</row>`;
    const out = await rendered({ sheets: { Hours: { rows } } }, testModel(2));
    const text = out.text('xl/worksheets/sheet1.xml');
    for (const r of [2, 3, 4]) expect(text).toContain(`<f t="array" ref="B${r}:C${r}">A${r}*{1,2}</f>`);
    expect(text).toContain('<f t="array" ref="B5:B6">A2:A4*2</f></c>');
  });

  test('cells filled by an array formula show no old result, and neither do totals of them', async () => {
    const filled = (at: string, value: number): string => `<c r="${at}" s="1"><v>${value}</v></c>`;
    const array = (at: string, ref: string, text: string, value: number): string =>
      `<c r="${at}"><f t="array" ref="${ref}">${text}</f><v>${value}</v></c>`;
    const rows =
      row(2, { A: '{{#each employees}}{{workedMinutes}}', D: 1 }).replace(
        '</row>',
        `${array('E2', 'E2:F2', 'A2*{1,2}', 7)}${filled('F2', 8)}${array('H2', 'H2:I2', 'D2*{1,2}', 1)}${filled('I2', 2)}</row>`,
      ) +
      `<row r="3">${array('B3', 'B3:C3', 'TRANSPOSE(A2:A2)', 7)}${filled('C3', 8)}</row>` +
      row(4, { A: '=SUM(B3:C3)', B: '=C3*2', C: '=SUM(F2:F2)', D: '=SUM(I2:I2)' });
    const out = await rendered({ sheets: { Hours: { rows } } }, testModel(2));
    expect(out.text('xl/worksheets/sheet1.xml')).toContain('<c r="C5" s="1"/>');
    expect(out.cells(1)).toMatchObject({
      I2: 2,
      I3: 2,
      I4: 2,
      A6: '=SUM(B5:C5) → ',
      B6: '=C5*2 → ',
      C6: '=SUM(F2:F4) → ',
      D6: '=SUM(I2:I4) → 6',
    });
    expect(Object.keys(out.cells(1))).not.toContain('C5');
    expect(Object.keys(out.cells(1))).not.toContain('F2');
  });

  test.each([
    ['', '=T("ABC") → ABC'],
    ['<calcPr calcId="191029"/>', '=T("ABC") → ABC'],
    ['<calcPr calcId="0" fullCalcOnLoad="1"/>', '=T("ABC") → '],
  ])('old results of a program that does not calculate are ignored: %s', async (workbookExtra, kept) => {
    const rows = `<row r="1"><c r="A1" t="str"><f>T("ABC")</f><v>ABC</v></c></row>${row(2, { A: '{{run.id}}' })}`;
    const out = await rendered({ sheets: { Hours: { rows } }, workbookExtra }, testModel(2));
    expect(out.cells(1).A1).toBe(kept);
  });

  test('an empty old result is ignored', async () => {
    const rows =
      `<row r="1"><c r="A1"><f>T("ABC")</f><v></v></c><c r="B1"><v/></c><c r="C1" t="s"><v/></c></row>` +
      row(2, { A: '{{run.id}}', B: '=COUNTA(A1:C1)', C: '=COUNT(B1:C1)' });
    const out = await rendered({ sheets: { Hours: { rows } } }, testModel(2));
    expect(out.cells(1)).toMatchObject({
      A1: '=T("ABC") → ',
      B2: '=COUNTA(A1:C1) → ',
      C2: '=COUNT(B1:C1) → 0',
    });
  });

  test.each(['DEVSQ(C$1:C2)', 'DEVSQ(C$2:C2)', 'DEVSQ(C1:C2)'])(
    '%s grows with the rows, so its old result is invalid',
    async (formula) => {
      const each = row(2, { A: '{{#each employees}}{{workedMinutes}}', C: 'x' }).replace(
        '</row>',
        `<c r="D2"><f>${formula}</f><v>1</v></c><c r="E2"><f>COUNTIF(C2:C2,"x")</f><v>1</v></c></row>`,
      );
      const out = await rendered({ sheets: { Hours: { rows: row(1, { C: 'x' }) + each } } }, testModel(2));
      for (const at of [2, 3, 4]) {
        expect(String(out.cells(1)[`D${at}`])).toMatch(/→ $/);
        expect(String(out.cells(1)[`E${at}`])).toMatch(/→ 1$/);
      }
    },
  );

  test('a formula that is not calculated here keeps its old result only if its content did not change', async () => {
    const rows =
      `<row r="1"><c r="A1"><v>2</v></c><c r="B1" t="str"><f>TEXT(A1,"0.0")</f><v>2.0</v></c><c r="C1" t="str"><f>TEXT(A2,"0.0")</f><v>old</v></c></row>` +
      row(2, { A: '{{#each employees}}{{workedMinutes}}' });
    const out = await rendered({ sheets: { Hours: { rows } } }, testModel(2));
    expect(out.cells(1)).toMatchObject({ B1: '=TEXT(A1,"0.0") → 2.0', C1: '=TEXT(A2,"0.0") → ' });
  });
});
