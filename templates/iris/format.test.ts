import { numbers, payrollFormat } from '../../test/templates/payrollFormat.js';
import { ascii, must, type Reader, records } from '../../test/templates/readLine.js';

const MOST_PAIRS = 20;
const MOST_RECORDS = 50;

/** Employee code of 10, then up to 20 pairs of a type of 2 and hundredths of 8; employees in order. */
function readIrisWith(padding: 'zeros' | 'spaces'): Reader {
  return (bytes) => {
    const rows = records(ascii(bytes), 'windows-1252', '\r\n');
    const counts = new Map<string, number>();
    const lines = rows.flatMap((row) => {
      const [code, pairs] = [row.slice(0, 10), row.slice(10)];
      must(
        padding === 'zeros' ? /^\d{10}$/.test(code) : /^[0-9A-Za-z]+ *$/.test(code),
        `the employee ${code}`,
      );
      const count = pairs.length / 10;
      must(
        Number.isInteger(count) && count >= 1 && count <= MOST_PAIRS,
        `a record of ${row.length} characters`,
      );
      const employee = padding === 'zeros' ? code.replace(/^0+/, '') : code.trim();
      counts.set(employee, (counts.get(employee) ?? 0) + 1);
      must((counts.get(employee) ?? 0) <= MOST_RECORDS, `more than ${MOST_RECORDS} records of ${employee}`);
      return Array.from({ length: count }, (_, pair) => {
        const [, type = '', amount = ''] =
          /^([0-9A-Z]{2})(\d{8})$/.exec(pairs.slice(pair * 10, pair * 10 + 10)) ?? [];
        must(type !== '', `the pair ${pair} of ${row}`);
        return { employee, code: type, units: Number(amount) };
      });
    });
    const order = lines.map(({ employee }) => Number(employee));
    must(
      order.every((number, at) => at === 0 || number >= (order[at - 1] ?? 0)),
      'employees out of order',
    );
    return { lines, unitsPerHour: 100 };
  };
}

const readIris = readIrisWith('zeros');

export const format = payrollFormat(import.meta.dirname, {
  readings: [{ reader: readIris }, { reader: readIrisWith('spaces'), variables: { padding: 'spaces' } }],
  refused: [
    { what: 'a pair too short', from: '00002067', to: '0002067' },
    { what: 'employees out of order', from: '0000000012', to: '0000000999' },
  ],
  sharedKeys: [{ people: numbers('12', '012'), column: 'employeeNumber' }],
  offices: [{ codes: ['01', '02', '11'], variables: { company: '001' } }],
});
