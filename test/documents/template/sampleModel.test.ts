import { describe, expect, test } from 'vitest';
import { describeFields } from '../../../src/documents/template/describeFields.js';
import { sampleModel } from '../../../src/documents/template/sampleModel.js';
import { englishText, formatText } from '../../../src/i18n/formatMessage.js';

const { run, part, dataSets } = describeFields();

describe('the sample month has an example of everything', () => {
  test.each([...sampleModel().dataSets.values()].map((set) => [set.name, set] as const))('%s', (_, set) => {
    expect(set.rows.length).toBeGreaterThan(0);
    const names = set.fields.map(({ name }) => name).sort();
    for (const row of set.rows) expect(Object.keys(row).sort()).toEqual(names);
  });

  test('numbers, codes and columns are those of a target', () => {
    const model = sampleModel({
      employeeNumbers: ['A1'],
      payCodes: { NORMAL: { external: '500', secondary: 'x' } },
      mappingColumns: { costCenter: { samples: ['4711', '4712'] } },
    });
    const lines = model.dataSets.get('pay-lines')?.rows ?? [];
    expect(
      lines
        .slice(0, 1)
        .map((row) => [row['employee.number'], row['employee.costCenter'], row.external, row.secondary]),
    ).toEqual([['A1', '4711', '500', 'x']]);
    expect(lines.at(-1)?.['employee.number']).toBe('00777');
    expect(lines.at(-1)?.['employee.costCenter']).toBe('4712');
  });
});

describe('everything that templates can name has a description', () => {
  const lists = [
    ['run', run],
    ['part', part],
    ...dataSets.map(({ name, fields }) => [name, fields] as const),
  ] as const;

  test.each(lists)('%s', (_, fields) => {
    expect(fields.length).toBeGreaterThan(0);
    expect(
      fields.filter(({ description }) => formatText(description, 'en').trim() === '').map(({ name }) => name),
    ).toEqual([]);
  });

  test('every data set says what one of its rows is', () => {
    expect(dataSets.filter(({ rows }) => englishText(rows) === '').map(({ name }) => name)).toEqual([]);
  });
});
