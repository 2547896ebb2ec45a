import { decimalUnits, must, type Reader, records } from './readLine.js';

/** Columns of hours that the vendor's help lists. */
const HOURS =
  /^Number of (?:normal|time and a half|time and a third|time and a quarter|double time|triple time|quadruple time) hours$/;

export const readBrightpay: Reader = (bytes) => {
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
