import { expect, test } from 'vitest';
import { describeFields } from '../../../src/documents/template/describeFields.js';
import { fixtureModel } from '../../support/records/fixtureModel.js';

/** Columns of a mapping file, which an employer may have. */
const OF_MAPPING = ['employee.costCentre'];

test('the made-up month has only fields that templates can use', () => {
  const described = new Map(
    describeFields().dataSets.map(({ name, fields }) => [name, fields.map((field) => field.name)]),
  );
  const { dataSets } = fixtureModel();
  expect(dataSets.size).toBeGreaterThan(8);
  const unknown = [...dataSets.values()].flatMap(({ name, fields }) =>
    fields
      .filter((field) => !OF_MAPPING.includes(field.name) && !described.get(name)?.includes(field.name))
      .map((field) => `${name}: ${field.name}`),
  );
  expect(unknown).toEqual([]);
});
