import { expect, test } from 'vitest';
import { employeeFields } from '../../../src/documents/model/employeeFields.js';
import { fileSpec } from '../../../src/documents/text/fileSpec.js';
import { mentionedFields } from '../../../src/documents/text/mentionedFields.js';
import { targetFields } from '../../../src/documents/text/rowUnits.js';
import { NO_MAPPING } from '../../../src/domain/people/peopleDirectory.js';

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
