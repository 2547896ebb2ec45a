import { decimalUnits, must, type Reader, records } from './readLine.js';

export const readWinbiz: Reader = (bytes) => ({
  unitsPerHour: 10_000,
  lines: records(bytes, 'windows-1252', '\r\n').map((row) => {
    const fields = row.split(';');
    must(fields.length === 10, `a row of ${fields.length} fields`);
    const [date = '', period = '', employee = '', code = '', hours = '', , , , comment = '', type = ''] =
      fields;
    must(/^\d\d\.\d\d\.\d{4}$/.test(date) && /^\d{1,2}$/.test(period) && /^\d$/.test(type), row);
    must(
      employee.length <= 15 && code.length <= 4 && comment.length <= 40,
      `a field that is too long: ${row}`,
    );
    return { employee, code, units: decimalUnits(hours, '.', 4) };
  }),
});
