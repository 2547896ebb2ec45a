import { expect, test } from 'vitest';
import { fieldsOfModel } from '../../../src/language/templateFields.js';
import { checkWorkbook, readingMessage } from '../../../src/workbook/index.js';
import { wordsOf } from '../../support/workbooks/checked.js';
import { testModel } from '../../support/workbooks/model.js';
import { row, workbook } from '../../support/workbooks/workbook.js';

test('reports how references next to repeated rows were read, and the effect of $', async () => {
  const rows =
    row(4, { A: 'Name' }) +
    row(5, {
      A: '{{#each employee-days}}{{employee.name}}',
      B: '=IF(A5<>A4,"new","")',
      C: '=A$4&A5',
      D: '=SUM(A3:A5)',
    }) +
    row(6, { A: '=A5' });
  const after =
    '<conditionalFormatting sqref="A5:B5"><cfRule type="expression" priority="1"><formula>$A5=$A6</formula></cfRule></conditionalFormatting>';
  const bytes = await workbook({ sheets: { Hours: { rows, after } } });
  const { problems, readings } = await checkWorkbook(bytes, fieldsOfModel(testModel(1)));
  expect(problems).toEqual([]);
  expect(readings.map((reading) => wordsOf(readingMessage(reading)))).toEqual([
    'Hours!B5: A4 means the previous row in each repetition, as when it is copied in Excel. A$4 would always be this row.',
    'Hours!conditional format A5:B5: $A6 means the next row in each repetition, as when it is copied in Excel. $A$6 would always be this row.',
  ]);
});
