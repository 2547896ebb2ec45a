import { describe, expect, test } from 'vitest';
import type { DataRow } from '../../../src/language/languageValues.js';
import type { WorkbookModel } from '../../../src/workbook/model.js';
import { testModel } from '../../support/workbooks/model.js';
import { rendered } from '../../support/workbooks/rendered.js';
import { row } from '../../support/workbooks/workbook.js';

/* Rows that are generated on request, as often as requested, give the same workbook. */

let passes = 0;

/** The same rows, one at a time, without an array. */
function streamed(model: WorkbookModel): WorkbookModel {
  const dataSets = [...model.dataSets].map(([name, { fields, rows }]) => {
    const source: Iterable<DataRow> = {
      *[Symbol.iterator]() {
        passes++;
        for (const each of rows) yield { ...each };
      },
    };
    return [name, { fields, rows: source }] as const;
  });
  return { run: model.run, dataSets: new Map(dataSets) };
}

const DRAWN: readonly (readonly [name: string, rows: string])[] = [
  [
    'rows with totals',
    row(5, {
      A: '{{#each employee-days}}{{employee.name}}',
      B: '{{workedMinutes}}',
      C: '=B5*2',
      D: '{{note}}',
    }) + row(6, { B: '=SUM(B5:B5)', C: '=SUM(C5:C5)', D: '{{employees.workedMinutes | sum}}' }),
  ],
  [
    'groups, sorted and filtered',
    row(4, {
      A: '{{#each employee-days group by employee.id sort by employee.lastName where workedMinutes > 455 rows 2}}{{employee.name}}',
    }) +
      row(5, {
        A: '{{#each employee-days sort by date desc}}{{date}}',
        B: '{{workedMinutes}}',
        C: '{{establishment.name}}',
      }),
  ],
  [
    'rows of another data set in a group',
    row(4, {
      A: '{{#each employees group by employee.id rows 2}}{{employee.name}}',
      B: '{{employee-days | count}}',
    }) + row(5, { A: '{{#each employee-days}}{{date}}', B: '{{plannedMinutes}}' }),
  ],
  [
    'a condition',
    row(5, { A: '{{#each employees rows 2}}{{employee.name}}' }) +
      row(6, { A: '{{#if employee.active}}{{days}}' }),
  ],
  [
    'crossed with columns',
    row(1, { B: '{{#each employee-days group by date columns}}{{date}}' }) +
      row(2, { A: '{{#each employees}}{{employee.name}}', B: '{{workedMinutes}}' }),
  ],
];

describe('rows that arrive one after the other', () => {
  test.each(DRAWN)('%s', async (_, rows) => {
    const source = { sheets: { Hours: { rows } } };
    const model = testModel(4);
    passes = 0;
    const out = await rendered(source, streamed(model));
    expect(out.cells(1)).toEqual((await rendered(source, model)).cells(1));
    // Each data set is read once.
    expect(passes).toBeLessThanOrEqual(2);
    expect(passes).toBeGreaterThan(0);
  });
});
