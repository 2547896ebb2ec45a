import { decimalUnits, must, type Reader, records } from './readLine.js';

/** 128 characters; number, wage type and hours are required, the amount stays blank. */
export const readIvl: Reader = (bytes) => ({
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
