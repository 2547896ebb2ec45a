import { numbers, payrollFormat } from '../../test/templates/payrollFormat.js';
import { ascii, decimalUnits, must, type Reader, records } from '../../test/templates/readLine.js';

const readBmd: Reader = (bytes) => ({
  unitsPerHour: 100,
  lines: records(ascii(bytes), 'windows-1252', '\r\n').map((row) => {
    const fields = row.split(';');
    must(fields.length === 12, `a row of ${fields.length} fields`);
    const [month = '', client = '', employee = '', sub = '', code = '', quantity = '', , , center = ''] =
      fields;
    must(/^(?:[1-9]|1[0-2])$/.test(month), `the month ${month}`);
    must(/^[1-9]\d{0,5}$/.test(client) && /^\d{1,6}$/.test(employee) && /^\d{1,6}$/.test(sub), row);
    must(/^\d{1,3}$/.test(code) && Number(code) <= 650, `the wage type ${code}`);
    must(/^\d{1,5},\d\d$/.test(quantity), `the quantity ${quantity}`);
    must(/^\d{1,6}$/.test(center), `the cost centre ${center}`);
    for (const empty of [6, 7, 9, 10, 11]) must(fields[empty] === '', `field ${empty + 1}`);
    return { employee, code, units: decimalUnits(quantity, ',', 2) };
  }),
});

export const format = payrollFormat(import.meta.dirname, {
  readings: [{ reader: readBmd }],
  refused: [
    { what: 'a wage type beyond 650', from: ';210;', to: ';651;' },
    { what: 'a point', from: '20,67', to: '20.67' },
  ],
  sharedKeys: [{ people: numbers('40', '00040'), column: 'employeeNumber' }],
  offices: [{ variables: { client: '4711' } }],
});
