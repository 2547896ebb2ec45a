import { ascii, decimalUnits, must, type Reader, records } from './readLine.js';

const LINE = /^ *(\d+)\|\d{6}\| *(\d+)\|([ \d]{6})\|( *\d+\.\d\d)\|( *\d+\.\d\d)\|$/;

/** 41 characters: number, month, wage type, cost centre, days, hours, each followed by |. */
export const readHupComet: Reader = (bytes) => ({
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
