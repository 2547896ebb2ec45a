import { numbers, payrollFormat } from '../../test/templates/payrollFormat.js';
import { ascii, must, type Reader, records } from '../../test/templates/readLine.js';

/** Units are hundredths without a sign: 2500 are 25 hours. Hourly staff have a rate on every line, in øre. */
function readDanlonOf(salaried: readonly string[]): Reader {
  return (bytes) => ({
    unitsPerHour: 100,
    lines: records(ascii(bytes), 'windows-1252', '\r\n').map((row) => {
      const fields = row.split(';');
      must(fields.length === 6, `a row of ${fields.length} fields`);
      const [cvr = '', employee = '', code = '', units = '', rate = '', amount] = fields;
      must(/^\d{8}$/.test(cvr), `the CVR number ${cvr}`);
      must(/^\d+$/.test(employee) && /^\d{1,2}$/.test(code), row);
      must(/^[1-9]\d*$/.test(units), `the units ${units}`);
      must(salaried.includes(employee) ? rate === '' : /^[1-9]\d+$/.test(rate), `the rate ${rate} in ${row}`);
      must(amount === '', 'an amount');
      return { employee, code, units: Number(units) };
    }),
  });
}

const readDanlon = readDanlonOf(['777']);

export const format = payrollFormat(import.meta.dirname, {
  readings: [{ reader: readDanlon }],
  refused: [
    { what: 'a decimal sign', from: ';2067;', to: ';20,67;' },
    { what: 'no rate for hourly staff', from: ';20000;', to: ';;' },
  ],
  sharedKeys: [{ people: numbers('40', '00040'), column: 'employeeNumber' }],
  offices: [
    {
      reader: readDanlonOf([]),
      variables: { cvr: '12345678' },
      columns: { rate: '20000', rate2: '30000', rate3: '2500', rate4: '5000' },
    },
  ],
});
