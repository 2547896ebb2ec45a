import { ascii, decimalUnits, must, type Reader, records } from './readLine.js';

/** A heading, then employee, pay type, units and rate. */
export const readLessor5: Reader = (bytes) => {
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
