import { numbers, payrollFormat } from '../../test/templates/payrollFormat.js';
import { ascii, decimalUnits, must, type Reader, records } from '../../test/templates/readLine.js';

const readProloen: Reader = (bytes) => ({
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

export const format = payrollFormat(import.meta.dirname, {
  readings: [{ reader: readProloen }],
  refused: [{ what: 'a rate', from: '20,67;0', to: '20,67;136,00' }],
  sharedKeys: [{ people: numbers('42', '042'), column: 'employeeNumber' }],
  offices: [{}],
});
