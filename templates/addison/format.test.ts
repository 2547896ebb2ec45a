import { payrollFormat } from '../../test/templates/payrollFormat.js';
import { ascii, decimalUnits, must, type Reader, records } from '../../test/templates/readLine.js';

/** Twelve fields as in the examples of the help: hours are in the eleventh. */
const readAddison: Reader = (bytes) => ({
  unitsPerHour: 100,
  lines: records(ascii(bytes), 'windows-1252', '\r\n').map((row) => {
    const fields = row.split(';');
    must(fields.length === 12, `a row of ${fields.length} fields`);
    const [client = '', employee = '', code = '', , , day = '', date = ''] = fields;
    for (const number of [client, employee, code, day])
      must(/^[1-9]\d*$/.test(number), `the number ${number}`);
    const written = /^(\d\d)\.\d\d\.\d{4}$/.exec(date);
    must(written !== null && Number(written[1]) === Number(day), `the day ${day} of ${date}`);
    for (const empty of [3, 4, 7, 8, 9, 11]) must(fields[empty] === '', `field ${empty + 1}`);
    const hours = fields[10] ?? '';
    must(/,\d\d$/.test(hours), `the decimals of ${hours}`);
    return { employee, code, units: decimalUnits(hours, ',', 2) };
  }),
});

export const format = payrollFormat(import.meta.dirname, {
  readings: [{ reader: readAddison }],
  refused: [{ what: 'hours among the days', from: ';20,67;', to: '20,67;;' }],
  // Numbers are unchanged in the file (no leading zeros): two are never written alike.
  sharedKeys: [],
  offices: [{ variables: { client: '1000' } }],
});
