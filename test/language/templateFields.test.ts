import { expect, test } from 'vitest';
import { sampleModel } from '../../src/documents/template/sampleModel.js';
import { fieldsOfModel } from '../../src/language/templateFields.js';
import { checkTemplate, problemText } from '../support/workbooks/checked.js';
import { row, workbook } from '../support/workbooks/workbook.js';

/* A message that proposes a field describes it, so that users need not guess. */
test.each([
  [
    '{{#each employees}}{{employee.numbr}}',
    'S!A1: There is no field "employee.numbr". Did you mean employee.number (Payroll ID from the employee mapping)?',
  ],
  [
    '{{#each employees sort by employee.lastname}}{{employee.name}}',
    'S!A1: Data set employees has no field "employee.lastname". Did you mean employee.lastName (Last name)?',
  ],
])('%s', async (text, problem) => {
  const bytes = await workbook({ sheets: { S: { rows: row(1, { A: text }) } } });
  const problems = await checkTemplate(bytes, fieldsOfModel(sampleModel()));
  expect(problems.map(problemText)).toEqual([problem]);
});
