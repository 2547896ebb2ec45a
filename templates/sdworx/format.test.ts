import { numbers, payrollFormat } from '../../test/templates/payrollFormat.js';
import { ascii, must, type Reader, records } from '../../test/templates/readLine.js';

/** 31 characters, sorted, no last line end. */
const readSdworx: Reader = (bytes) => {
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

export const format = payrollFormat(import.meta.dirname, {
  readings: [{ reader: readSdworx }],
  refused: [{ what: 'a last line end', from: /$/, to: '\n' }],
  // Numbers are unchanged in the file (no leading zeros): two are never written alike.
  sharedKeys: [],
  distinctKeys: [numbers('3333333', '3333334')],
  offices: [{ codes: ['0001', '0011', '0020'], digits: 7, variables: { employer: '1111111' } }],
});
