import { numbers, payrollFormat } from '../../test/templates/payrollFormat.js';
import { ascii, decimalUnits, must, type Reader, records } from '../../test/templates/readLine.js';

/** Payments of the multi-timesheet import, in columns A to G. */
const readSagePayrollIe: Reader = (bytes) => ({
  unitsPerHour: 100,
  lines: records(ascii(bytes), 'windows-1252', '\r\n').map((row) => {
    const fields = row.split(',');
    must(fields.length === 7, `a row of ${fields.length} fields`);
    const [kind, employee = '', code = '', department = '', center = '', hours = '', rate] = fields;
    must(kind === '2', `a row that is no payment: ${row}`);
    must(/^\w+$/.test(employee) && /^\d+$/.test(code), row);
    must(/^\w*$/.test(department) && /^\w*$/.test(center), row);
    must(/^\d+\.\d\d$/.test(hours), `the hours ${hours}`);
    must(rate === '', `the rate ${rate}`);
    return { employee, code, units: decimalUnits(hours, '.', 2) };
  }),
});

export const format = payrollFormat(import.meta.dirname, {
  readings: [{ reader: readSagePayrollIe }],
  refused: [
    { what: 'a deduction', from: '2,12,', to: 'D,12,' },
    { what: 'a rate', from: '20.67,', to: '20.67,12.50' },
  ],
  sharedKeys: [{ people: numbers('e1', 'E1'), column: 'employeeNumber' }],
  offices: [{}],
});
