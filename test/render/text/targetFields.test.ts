import { expect, test } from 'vitest';
import { NO_MAPPING } from '../../../src/domain/people/peopleDirectory.js';
import { employeeFields } from '../../../src/render/model/sharedFields.js';
import { fileSpec } from '../../../src/render/text/fileSpec.js';
import { mentionedFields } from '../../../src/render/text/resolvedFile.js';
import { targetFields } from '../../../src/render/text/rowUnits.js';

/** By which a payroll system knows a person: where one of them was wrong, corrections take its rows back. */
const BOOKED_BY = ['employee.number'];

test('a field that only describes a person is not one that payroll books by', () => {
  const fields = employeeFields(() => undefined, NO_MAPPING).map(({ name }) => name);
  expect(fields.length).toBeGreaterThan(4);
  const columns = fields.map((field) => ({ header: field, field }));
  const file = fileSpec.parse({ rows: { data: 'pay-lines', columns } });
  const mentions = mentionedFields(file, {});
  expect(targetFields({ audience: 'payroll' }, mentions, ['employee.id'], fields)).toEqual(BOOKED_BY);
});
