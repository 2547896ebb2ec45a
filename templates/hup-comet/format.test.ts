import { numbers, payrollFormat } from '../../test/templates/payrollFormat.js';
import { ascii, decimalUnits, must, type Reader, records } from '../../test/templates/readLine.js';

const LINE = /^ *(\d+)\|\d{6}\| *(\d+)\|([ \d]{6})\|( *\d+\.\d\d)\|( *\d+\.\d\d)\|$/;

/** 41 characters: number, month, wage type, cost centre, days, hours, each followed by |. */
const readHupComet: Reader = (bytes) => ({
  unitsPerHour: 100,
  lines: records(ascii(bytes), 'windows-1252', '\r\n').map((row) => {
    const match = LINE.exec(row);
    must(row.length === 41 && match !== null, row);
    must(
      [6, 13, 18, 25, 32, 40].every((at) => row[at] === '|'),
      `the fields of ${row}`,
    );
    const [, employee = '', code = '', , , hours = ''] = match;
    return { employee, code, units: decimalUnits(hours.trim(), '.', 2) };
  }),
});

export const format = payrollFormat(import.meta.dirname, {
  readings: [{ reader: readHupComet }],
  refused: [
    { what: 'a comma', from: '16.83', to: '16,83' },
    { what: 'a short period', from: '|202610|', to: '|02610 |' },
  ],
  sharedKeys: [{ people: numbers('12', '012'), column: 'employeeNumber' }],
  examples: [
    {
      source: 'page 223416451',
      text: '123105|200101|   2| 30101|  0.00|  46.25|\r\n123105|200101|  44| 30101|  3.00|   0.00|\r\n',
      first: '123105 2 4625',
    },
  ],
  offices: [{}],
});
