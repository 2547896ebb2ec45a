import { numbers, payrollFormat } from '../../test/templates/payrollFormat.js';
import { decimalUnits, must, type Reader, type ReadLine, records } from '../../test/templates/readLine.js';

/** The codes that the sample maps to the two separate columns. */
const COLUMNS: Readonly<Record<string, string>> = { 'Reg Hours': 'REG', 'O/T Hours': 'OT' };

const readAdpWorkforceNow: Reader = (bytes) => {
  must(
    bytes.every((byte) => byte === 13 || byte === 10 || (byte >= 32 && byte <= 122 && byte !== 92)),
    'a character that ADP does not take',
  );
  const [heading = '', ...rows] = records(bytes, 'windows-1252', '\r\n');
  const names = heading.split(',');
  must(names.slice(0, 3).join() === 'Co Code,Batch ID,File #', 'the heading');
  names.forEach((name, index) => {
    if (name.endsWith(' Code') && index > 0)
      must(names[index + 1] === name.replace(/Code$/, 'Amount'), `${name} without its amount`);
  });
  const lines = rows.flatMap((row) => {
    const fields = row.split(',');
    must(fields.length === names.length, `a row of ${fields.length} fields`);
    const [company = '', , employee = ''] = fields;
    must(/^[0-9A-Z]{2,3}$/.test(company) && /^\d{6}$/.test(employee), row);
    return linesOf(names, fields, employee);
  });
  return { lines, unitsPerHour: 100 };
};

function linesOf(names: readonly string[], fields: readonly string[], employee: string): ReadLine[] {
  return fields.flatMap((value, index) => {
    const name = names[index] ?? '';
    const code = COLUMNS[name] ?? (name.endsWith('Amount') ? fields[index - 1] : undefined);
    if (index < 3 || code === undefined) return [];
    must((code === '') === (value === '') || name in COLUMNS, 'a code without an amount');
    if (value === '') return [];
    must(/\.\d\d$/.test(value) && !/^0+\.00$/.test(value), `the amount ${value}`);
    return [{ employee, code, units: decimalUnits(value, '.', 2) }];
  });
}

export const format = payrollFormat(import.meta.dirname, {
  readings: [
    { reader: readAdpWorkforceNow, employee: (row) => String(row['employee.number']).padStart(6, '0') },
  ],
  refused: [
    { what: 'a zero', from: '20.67', to: '0.00' },
    { what: 'a brace', from: '261031', to: '2610{1' },
  ],
  sharedKeys: [{ people: numbers('102', '000102'), column: 'employeeNumber' }],
  offices: [{ codes: ['REG', 'OT', 'V'], variables: { companyCode: 'ABC' } }],
});
