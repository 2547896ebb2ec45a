import { numbers, payrollFormat } from '../../test/templates/payrollFormat.js';
import { decimalUnits, must, type Reader, records } from '../../test/templates/readLine.js';

/** 208 characters, of which number, pay type and units are filled. */
function readLessorWith(fill: ' ' | '0'): Reader {
  return (bytes) => ({
    unitsPerHour: 100,
    lines: records(bytes, 'windows-1252', '\r\n').map((row) => {
      must(row.length === 208, `a line of ${row.length} characters`);
      const [employee, code, units] = [row.slice(0, 12), row.slice(12, 16), row.slice(73, 81)];
      must((row.slice(16, 73) + row.slice(81)).trim() === '', 'a field that is not blank');
      must(/^[0-9A-Za-z]+ *$/.test(employee), `the number ${employee}`);
      const bare = (text: string) => text.replace(fill === ' ' ? /^ +/ : /^0+(?=\d)/, '');
      must(/^\d{1,4}$/.test(bare(code)), `the pay type ${code}`);
      return { employee: employee.trim(), code: bare(code), units: decimalUnits(bare(units), ',', 2) };
    }),
  });
}

const readLessor = readLessorWith(' ');

export const format = payrollFormat(import.meta.dirname, {
  readings: [{ reader: readLessor }, { reader: readLessorWith('0'), variables: { padding: 'zeros' } }],
  refused: [
    { what: '207 characters', from: '20,67 ', to: '20,67' },
    { what: 'a rate', from: / {8}\r\n/, to: '   47,11\r\n' },
  ],
  sharedKeys: [{ people: numbers('e1', 'E1'), column: 'employeeNumber' }],
  offices: [{}],
});
