import { decimalUnits, must, type Reader, records } from './readLine.js';

/** 208 characters, of which number, pay type and units are filled. */
export function readLessorWith(fill: ' ' | '0'): Reader {
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

export const readLessor = readLessorWith(' ');
