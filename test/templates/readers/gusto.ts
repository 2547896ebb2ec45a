import { parse } from 'csv-parse/sync';
import { decimalUnits, must, type Reader } from './readLine.js';

const HOURS = {
  regular_hours: 'regular',
  overtime_hours: 'overtime',
  double_overtime_hours: 'double_overtime',
};

export const readGusto: Reader = (bytes) => {
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
