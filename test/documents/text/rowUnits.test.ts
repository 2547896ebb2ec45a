import { expect, test } from 'vitest';
import { employeeFields } from '../../../src/documents/model/sharedFields.js';
import { fileSpec } from '../../../src/documents/text/fileSpec.js';
import { findMentionedFields } from '../../../src/documents/text/resolvedFile.js';
import { targetFields } from '../../../src/documents/text/rowUnits.js';
import { NO_MAPPING } from '../../../src/domain/mapping/employeeRows.js';

/**
 * The fields by which a payroll system identifies an employee: if one of them was wrong, corrections reverse its rows.
 */
const BOOKED_BY = ['employee.number'];

test('a field that only describes an employee is not one that payroll uses for booking', () => {
  const fields = employeeFields(() => undefined, NO_MAPPING).map(({ name }) => name);
  expect(fields.length).toBeGreaterThan(4);
  const columns = fields.map((field) => ({ header: field, value: `{{${field}}}` }));
  const file = fileSpec.parse({ rows: { each: 'pay-lines', columns } });
  const mentions = findMentionedFields(file, {});
  expect(targetFields({ audience: 'payroll' }, mentions, ['employee.id'], fields)).toEqual(BOOKED_BY);
});
