import { parse } from 'csv-parse/sync';
import { decimalUnits, must, type Reader } from './readLine.js';

/** Id, E, code and hours, empty fields, begin and end. */
export function readPaylocityWith(empty: 8 | 10): Reader {
  return (bytes) => {
    const rows: string[][] = parse(Buffer.from(bytes), { relax_column_count: true });
    const lines = rows.map((fields) => {
      must(fields.length === 4 + empty + 2, `a row of ${fields.length} fields`);
      const [employee = '', kind, code = '', hours = '', ...rest] = fields;
      must(employee !== '' && kind === 'E' && code !== '', fields.join());
      must(
        rest.slice(0, empty).every((field) => field === ''),
        'a field that is not empty',
      );
      for (const date of rest.slice(empty))
        must(/^\d{1,2}\/\d{1,2}\/\d{4}(?: \d{1,2}:\d\d:\d\d)?$/.test(date), `the date ${date}`);
      return { employee, code, units: decimalUnits(hours, '.', 2) };
    });
    return { lines, unitsPerHour: 100 };
  };
}

export const readPaylocity = readPaylocityWith(10);
