import { numbers, payrollFormat } from '../../test/templates/payrollFormat.js';
import { decimalUnits, must, type Reader, records } from '../../test/templates/readLine.js';

/** Ten columns without a heading; two rows of one section could replace each other. */
const readWinbiz: Reader = (bytes) => {
  const known = new Set<string>();
  const lines = records(bytes, 'windows-1252', '\r\n').map((row) => {
    const fields = row.split(';');
    must(fields.length === 10, `a row of ${fields.length} fields`);
    const [date = '', period = '', employee = '', code = '', hours = '', , , , comment = '', type = ''] =
      fields;
    must(/^\d\d\.\d\d\.\d{4}$/.test(date) && /^\d{1,2}$/.test(period) && /^\d{1,2}$/.test(type), row);
    must(
      employee.length <= 15 && code.length <= 4 && comment.length <= 40,
      `a field that is too long: ${row}`,
    );
    must(!known.has(`${employee} ${code}`), `the section ${code} of ${employee} twice`);
    known.add(`${employee} ${code}`);
    return { employee, code, units: decimalUnits(hours, '.', 4) };
  });
  return { lines, unitsPerHour: 10_000 };
};

export const format = payrollFormat(import.meta.dirname, {
  readings: [{ reader: readWinbiz, isSigned: true }],
  refused: [{ what: 'a section of five characters', from: ';100;', to: ';10000;' }],
  sharedKeys: [{ people: numbers('cch1', 'CCH1'), column: 'employeeNumber' }],
  distinctKeys: [numbers('017', '17')],
  offices: [{ unitsPerHour: 10_000 }],
});
