import { expect, test } from 'vitest';
import { testModel } from '../../support/workbooks/model.js';
import { rendered } from '../../support/workbooks/rendered.js';
import { row, STYLE } from '../../support/workbooks/workbook.js';

/* A form with a fixed number of rows: blank rows are added up to that number. */

function form(directive: string) {
  const rows =
    row(4, { A: 'Name', B: 'Minutes' }) +
    row(5, {
      A: `{{#each ${directive}}}{{employee.name}}`,
      B: '{{workedMinutes}}',
      C: '=B5/60',
      D: 'typed',
    }).replace('r="B5"', `r="B5" s="${STYLE.decimal}"`) +
    row(6, { A: '=COUNTA(A5:A5)', B: '=SUM(B5:B5)' });
  return { sheets: { Hours: { rows } } };
}

test('blank rows with their formats are added up to the minimum', async () => {
  const out = await rendered(form('employee-days at least 5'), testModel(1));
  const cells = out.cells(1);
  expect(cells).toMatchObject({ B5: 450, B7: 464, A10: '=COUNTA(A5:A9) → 3', B10: '=SUM(B5:B9) → 1371' });
  expect([cells.A8, cells.B9, cells.C8, cells.D9]).toEqual([undefined, undefined, undefined, undefined]);
  expect(out.text('xl/worksheets/sheet1.xml')).toMatch(/<c r="B9" s="1"\/>/);
});

test('additional rows are kept, and each group has its own minimum', async () => {
  const more = await rendered(form('employee-days at least 2'), testModel(1));
  expect(more.cells(1).B8).toBe('=SUM(B5:B7) → 1371');
  const none = await rendered(form('employee-days at least 2'), testModel(0));
  expect(none.cells(1).B7).toBe('=SUM(B5:B6) → 0');
  const rows =
    row(1, { A: '{{#each employees group by employee.id rows 2}}{{employee.name}}' }) +
    row(2, { A: '{{#each employee-days at least 3}}{{workedMinutes}}' }) +
    row(3, { A: '=SUM(A1:A2)' });
  const groups = (await rendered({ sheets: { Hours: { rows } } }, testModel(2))).cells(1);
  expect([groups.A1, groups.A2, groups.A5, groups.A6]).toEqual([
    "O'Neill, Zoë",
    450,
    'Müller & Söhne, Jörg',
    464,
  ]);
});
