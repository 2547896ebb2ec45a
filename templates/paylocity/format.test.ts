import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { numbers, payrollFormat } from '../../test/templates/payrollFormat.js';
import { decimalUnits, must, type Reader } from '../../test/templates/readLine.js';

/** Id, E, code and hours, empty fields, begin and end. */
function readPaylocityWith(empty: 8 | 10): Reader {
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

const readPaylocity = readPaylocityWith(10);

const EXAMPLE = '"51","E","Reg",8.0,,,,,,,,,,,"6/2/1997 9:30:00","6/2/1997 17:30:00"\n';

export const format = payrollFormat(
  import.meta.dirname,
  {
    readings: [{ reader: readPaylocity }, { reader: readPaylocityWith(8), variables: { layout: 'api' } }],
    refused: [
      { what: 'a deduction', from: ',E,', to: ',D,' },
      { what: 'an amount', from: '0.92,,', to: '0.92,1,' },
    ],
    sharedKeys: [{ people: numbers('e1', 'E1'), column: 'employeeNumber' }],
    examples: [
      {
        source: 'savanceworkplace.com',
        text: EXAMPLE,
        first: '51 Reg 800',
      },
    ],
    offices: [{}],
  },
  () => {
    test('the other layout is different', () => {
      expect(() => readPaylocityWith(8)(Buffer.from(EXAMPLE))).toThrow('the target refuses');
    });
  },
);
