import { parse } from 'csv-parse/sync';
import { decimalUnits, must, type Reader } from './readLine.js';

export function readGenericCsv(delimiter: string, sign: '.' | ','): Reader {
  return (bytes) => {
    const rows: Record<string, string>[] = parse(Buffer.from(bytes), { columns: true, delimiter });
    const lines = rows.map(({ employeeNumber: employee = '', code = '', hours = '', minutes = '' }) => {
      must(employee !== '' && code !== '' && /^-?\d+$/.test(minutes), 'a field missing');
      return { employee, code, units: decimalUnits(hours, sign, 2) };
    });
    return { lines, unitsPerHour: 100 };
  };
}
