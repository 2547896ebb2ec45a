import { numbers, payrollFormat } from '../../test/templates/payrollFormat.js';
import { ascii, must, type Reader, records } from '../../test/templates/readLine.js';

/** Elements that take an amount. */
const AMOUNTS = ['6', '37', '73'];

/** Six fields: employer, term, employee, group, element, hundredths. */
const readDataloen: Reader = (bytes) => ({
  unitsPerHour: 100,
  lines: records(ascii(bytes), 'windows-1252', '\r\n').map((row) => {
    const match = /^(\d{1,8});(24|25|34|35|41|51);(\d{1,4});([^;]{0,20});(\d{1,2});(-?[1-9]\d{0,7})$/.exec(
      row,
    );
    must(match !== null, row);
    const [, , , employee = '', , code = '', value = ''] = match;
    must(!AMOUNTS.includes(code), `hours of the element ${code}`);
    return { employee, code, units: Number(value) };
  }),
});

export const format = payrollFormat(import.meta.dirname, {
  readings: [{ reader: readDataloen }],
  refused: [
    { what: 'hours of an element that takes an amount', from: ';10;2067', to: ';37;2067' },
    { what: 'a comma', from: ';2067', to: ';20,67' },
  ],
  sharedKeys: [{ people: numbers('40', '0040'), column: 'employeeNumber' }],
  offices: [{ variables: { employer: '12345678' } }],
});
