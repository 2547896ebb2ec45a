import { ascii, must, type Reader, records } from './readLine.js';

/** 31 characters, sorted, no last line end. */
export const readSdworx: Reader = (bytes) => {
  const rows = records(ascii(bytes), 'windows-1252', '\n', false);
  must([...rows].sort().join() === rows.join(), 'lines out of order');
  const lines = rows.map((row) => {
    const match = /^\d{7}(\d{7})K(\d{8})([0-9A-Z]{4})(\d{4})$/.exec(row);
    must(row.length === 31 && match !== null, row);
    const [, employee = '', , code = '', hours = ''] = match;
    return { employee, code, units: Number(hours) };
  });
  return { lines, unitsPerHour: 100 };
};
