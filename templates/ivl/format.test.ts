import { numbers, payrollFormat } from '../../test/templates/payrollFormat.js';
import { decimalUnits, must, type Reader, records } from '../../test/templates/readLine.js';

/** 128 characters; number, wage type and hours are required, the amount stays blank. */
const readIvl: Reader = (bytes) => ({
  unitsPerHour: 100,
  lines: records(bytes, 'windows-1252', '\r\n').map((row) => {
    must(row.length === 128, `a line of ${row.length} characters`);
    const [employee, date, code] = [row.slice(0, 6), row.slice(6, 14), row.slice(14, 18)];
    must(/^\d{6}$/.test(employee) && /^\d{8}$/.test(date) && /^\d{4}$/.test(code), row.slice(0, 18));
    must(/^ {50}\d{12}$/.test(row.slice(18, 80)), 'account, cost centre or cost unit');
    const hours = row.slice(80, 97);
    must(/^ *\d+,\d\d$/.test(hours), `the hours ${hours}`);
    must(row.slice(97).trim() === '', 'an amount');
    return {
      employee: employee.replace(/^0+/, ''),
      code: code.replace(/^0+/, ''),
      units: decimalUnits(hours.trim(), ',', 2),
    };
  }),
});

export const format = payrollFormat(import.meta.dirname, {
  readings: [{ reader: readIvl }],
  refused: [
    { what: 'a point', from: '8,34', to: '8.34' },
    { what: 'an amount', from: / {3}\r\n/, to: ' 29\r\n' },
  ],
  sharedKeys: [{ people: numbers('12', '012'), column: 'employeeNumber' }],
  offices: [{ fileNameOfEmployer: '{{ run.employer }} IVL{{ part.month | date: "MMYY" }}.dat' }],
});
