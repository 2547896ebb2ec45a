import { parse } from 'csv-parse/sync';
import { fieldClash, payrollFormat } from '../../test/templates/payrollFormat.js';
import { decimalUnits, must, type Reader } from '../../test/templates/readLine.js';

const HOURS = {
  regular_hours: 'regular',
  overtime_hours: 'overtime',
  double_overtime_hours: 'double_overtime',
};

const readGusto: Reader = (bytes) => {
  const rows: Record<string, string>[] = parse(Buffer.from(bytes), { columns: true });
  const lines = rows.flatMap((row) => {
    must(
      row.first_name !== undefined && row.last_name !== undefined && row.gusto_employee_id !== undefined,
      'the heading',
    );
    return Object.entries(HOURS).flatMap(([column, code]) => {
      const value = row[column] ?? '';
      must(value === '' || !/^0+(\.0+)?$/.test(value), 'a zero, which would override');
      return value === ''
        ? []
        : [{ employee: `${row.last_name}, ${row.first_name}`, code, units: decimalUnits(value, '.', 2) }];
    });
  });
  return { lines, unitsPerHour: 100 };
};

const SAME_NAME = { 'employee.lastName': 'Nolte', 'employee.firstName': 'Jan', 'employee.title': 'Baker' };

export const format = payrollFormat(import.meta.dirname, {
  readings: [
    { reader: readGusto, employee: (row) => String(row['employee.name']), ignored: ['night', 'sunday'] },
  ],
  refused: [{ what: 'a zero', from: '23.00', to: '0.00' }],
  sharedKeys: [
    { people: fieldClash('employee.gustoId', '7757500908984137'), column: 'gustoId' },
    {
      people: [
        { ...SAME_NAME, 'employee.gustoId': '' },
        { ...SAME_NAME, 'employee.gustoId': '' },
      ],
      column: 'gustoId',
    },
    {
      people: [
        { ...SAME_NAME, 'employee.gustoId': '' },
        { ...SAME_NAME, 'employee.gustoId': '8' },
      ],
      column: 'gustoId',
    },
  ],
  distinctKeys: [
    [
      { ...SAME_NAME, 'employee.gustoId': '7' },
      { ...SAME_NAME, 'employee.gustoId': '8' },
    ],
    [
      { ...SAME_NAME, 'employee.gustoId': '' },
      { ...SAME_NAME, 'employee.gustoId': '', 'employee.title': 'Sales' },
    ],
  ],
  offices: [
    {
      codes: ['REG', 'OT', 'V'],
      variables: { regularCodes: 'REG', overtimeCodes: 'OT', doubleOvertimeCodes: 'V' },
      personOf: ({ firstName, lastName }) => `${lastName}, ${firstName}`,
      codeIs: { REG: 'regular', OT: 'overtime', V: 'double_overtime' },
    },
  ],
});
