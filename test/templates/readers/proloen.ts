import { ascii, decimalUnits, must, type Reader, records } from './readLine.js';

export const readProloen: Reader = (bytes) => ({
  unitsPerHour: 100,
  lines: records(ascii(bytes), 'windows-1252', '\r\n').map((row) => {
    const fields = row.split(';');
    must(fields.length === 4, `a row of ${fields.length} fields`);
    const [employee = '', code = '', quantity = '', rate] = fields;
    must(/^\d{1,5}$/.test(employee) && /^\d{1,4}$/.test(code), row);
    must(/^\d{1,5},\d\d$/.test(quantity), `the quantity ${quantity}`);
    must(rate === '0', `the rate ${rate}`);
    return { employee, code, units: decimalUnits(quantity, ',', 2) };
  }),
});
