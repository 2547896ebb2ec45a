import { parse } from 'csv-parse/sync';
import { numbers, payrollFormat } from '../../test/templates/payrollFormat.js';
import { decimalUnits, must, type Reader } from '../../test/templates/readLine.js';

/** A row per entry: an employee, a date and units; dates are Australian, or US. */
function readEmploymentHeroWith(dates: 'au' | 'us'): Reader {
  const day =
    dates === 'au'
      ? /^(?:[0-2]\d|3[01])\/(?:0\d|1[0-2])\/\d{4}$/
      : /^(?:0\d|1[0-2])\/(?:[0-2]\d|3[01])\/\d{4}$/;
  return (bytes) => {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const [heading = [], ...rows]: string[][] = parse(text);
    must(heading.join() === 'Employee id,Date,Units,Work type', 'the heading');
    const lines = rows.map(([employee = '', date = '', units = '', code = '']) => {
      must(employee !== '' && code !== '', 'a field missing');
      must(day.test(date), `the date ${date}`);
      return { employee, code, units: decimalUnits(units, '.', 2) };
    });
    return { lines, unitsPerHour: 100 };
  };
}

const readEmploymentHero = readEmploymentHeroWith('au');

export const format = payrollFormat(import.meta.dirname, {
  readings: [
    { reader: readEmploymentHero },
    { reader: readEmploymentHeroWith('us'), variables: { datePattern: 'MM/DD/YYYY' } },
  ],
  refused: [
    { what: 'a month beyond twelve', from: '05/10/2026', to: '05/13/2026' },
    { what: 'no employee', from: '\r\n102,', to: '\r\n,' },
  ],
  sharedKeys: [{ people: numbers('e1', 'E1'), column: 'employeeNumber' }],
  offices: [{}],
});
