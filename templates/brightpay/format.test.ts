import { numbers, payrollFormat } from '../../test/templates/payrollFormat.js';
import { decimalUnits, must, type Reader, records } from '../../test/templates/readLine.js';

/** Columns of hours that the vendor's help lists. */
const HOURS =
  /^Number of (?:normal|time and a half|time and a third|time and a quarter|double time|triple time|quadruple time) hours$/;

const readBrightpay: Reader = (bytes) => {
  const [heading = '', ...rows] = records(bytes, 'utf-8', '\r\n');
  const [number, firstName, surname, ...codes] = heading.split(',');
  must(number === 'Employee works number', `the column ${number}`);
  must(firstName === 'Employee first name' && surname === 'Employee surname', 'the names');
  must(new Set(codes).size === codes.length, 'a column twice');
  for (const code of codes) must(HOURS.test(code), `the column ${code}`);
  const lines = rows.flatMap((row) => {
    const [employee = '', , , ...hours] = row.split(',');
    must(employee !== '' && hours.length === codes.length, row);
    return codes.flatMap((code, index) => {
      const value = hours[index] ?? '';
      if (value === '') return [];
      must(!value.startsWith('-'), `the hours ${value}`);
      return [{ employee, code, units: decimalUnits(value, '.', 2) }];
    });
  });
  return { unitsPerHour: 100, lines };
};

export const format = payrollFormat(import.meta.dirname, {
  readings: [{ reader: readBrightpay }],
  refused: [{ what: 'an unknown column', from: 'normal hours', to: 'usual hours' }],
  sharedKeys: [{ people: numbers('e1', 'E1'), column: 'employeeNumber' }],
  offices: [
    { codes: ['Number of normal hours', 'Number of time and a half hours', 'Number of double time hours'] },
  ],
});
