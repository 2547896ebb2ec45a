import { describe, expect, it } from 'vitest';
import type { DataRow } from '../../src/documents/dataSet.js';
import { sortModelByPerson } from '../../src/documents/reports/reportContext.js';
import { nameSortKey } from '../../src/documents/sortKey.js';
import type { HeldModel } from '../../src/documents/templateModel.js';
import { rendered } from '../support/workbooks/rendered.js';
import { row } from '../support/workbooks/workbook.js';

describe('nameSortKey', () => {
  it.each([
    ['case and marks', 'ÇELİK', 'celik'],
    ['a dotless i', 'Yıldız', 'yildiz'],
    ['letters that cannot be decomposed', 'Œuvrard Đorđević Łukasz Groß', 'oeuvrard dordevic lukasz gross'],
    ['a leading apostrophe', "'t Kint", 't kint'],
    ['another script is unchanged', 'عبد', 'عبد'],
    ['last name and first name', 'De Smet, Jean-Marie', 'de smet\u0000jeanmarie'],
    ['only punctuation: after all letters', '-', '\uffff'],
    ['an empty name', '', '\uffff'],
    ['only a first name, after a comma', ', An', '\uffff\u0000an'],
  ])('%s', (_, name, key) => expect(nameSortKey(name)).toBe(key));
});

describe('people in reports and in templates', () => {
  const NAMES = [
    ...['Zoë', 'Ørsted', 'Olaf', 'Łukasz', 'Lena', "'t Kint", 'Adam', 'Tom', 'De', 'De Smet', 'Özil'].map(
      (lastName) => [lastName, 'An'] as const,
    ),
    ...[['Celik', 'Zoë'] as const, ['Çelik', 'An'] as const, ['Celik', 'Eva'] as const],
  ];
  const rows = NAMES.map(
    ([lastName, firstName], index): DataRow => ({
      'employee.id': `e${index}`,
      'employee.lastName': lastName,
      'employee.firstName': firstName,
      'employee.name': `${lastName}, ${firstName}`,
    }),
  );
  const fields = Object.keys(rows[0] ?? {}).map((name) => ({ name, type: 'text' as const, description: '' }));
  const model: HeldModel = {
    run: {},
    dataSets: new Map([['employees', { name: 'employees', fields, rows }]]),
  };
  const wanted = [
    ...['Adam, An', 'Çelik, An', 'Celik, Eva', 'Celik, Zoë', 'De, An', 'De Smet, An', 'Lena, An'],
    ...['Łukasz, An', 'Olaf, An', 'Ørsted, An', 'Özil, An', "'t Kint, An", 'Tom, An', 'Zoë, An'],
  ];

  it('reports', () => {
    const sorted = [...(sortModelByPerson(model).dataSets.get('employees')?.rows ?? [])];
    expect(sorted.map((each) => each['employee.name'])).toEqual(wanted);
  });

  it.each(['employee.lastName, employee.firstName', 'employee.name'])('templates, by %s', async (keys) => {
    const drawn = row(1, { A: `{{#each employees sort by ${keys}}}{{employee.name}}` });
    const out = await rendered({ sheets: { Hours: { rows: drawn } } }, model);
    expect(Object.values(out.cells(1))).toEqual(wanted);
  });

  it('templates, descending', async () => {
    const drawn = row(1, { A: '{{#each employees sort by employee.name desc}}{{employee.name}}' });
    const out = await rendered({ sheets: { Hours: { rows: drawn } } }, model);
    expect(Object.values(out.cells(1))).toEqual(wanted.toReversed());
  });
});
