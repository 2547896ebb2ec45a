import { numbers, payrollFormat } from '../../test/templates/payrollFormat.js';
import { ascii, decimalUnits, must, type Reader, records } from '../../test/templates/readLine.js';

/** A heading, then employee, pay type, units and rate. */
const readLessor5: Reader = (bytes) => {
  const [heading, ...rows] = records(ascii(bytes), 'windows-1252', '\r\n');
  must(heading === 'employeeemploymentcode;paytypecode;units;rate', `the heading ${heading}`);
  const lines = rows.map((row) => {
    const [employee = '', code = '', units = '', rate = '', ...more] = row.split(';');
    must(employee !== '' && /^\d+$/.test(code) && more.length === 0, row);
    must(/^\d+\.\d\d$/.test(units) && /^\d+\.\d\d$/.test(rate), `the numbers of ${row}`);
    return { employee, code, units: decimalUnits(units, '.', 2) };
  });
  return { lines, unitsPerHour: 100 };
};

export const format = payrollFormat(import.meta.dirname, {
  readings: [{ reader: readLessor5 }],
  refused: [
    { what: 'a comma', from: '20.67', to: '20,67' },
    { what: 'no rate', from: ';0.00', to: ';' },
  ],
  sharedKeys: [{ people: numbers('e1', 'E1'), column: 'employeeNumber' }],
  examples: [
    {
      source: 'danmade.dk',
      text: 'employeeemploymentcode;paytypecode;units;rate\r\n8;1;18.87;120.00\r\n10;1;7.50;0.00\r\n',
      first: '8 1 1887',
    },
  ],
  offices: [{}],
});
