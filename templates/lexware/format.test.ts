import { numbers, payrollFormat } from '../../test/templates/payrollFormat.js';
import { ascii, decimalUnits, must, type Reader, records } from '../../test/templates/readLine.js';

const HEADING = 'Jahr;Monat;Personalnummer;Lohnartnummer;Wert;Stundensatz;Währung';

/** With the names of the columns in the first line. */
const readLexwareWithHeading: Reader = (bytes) => {
  const text = Buffer.from(bytes).toString('latin1');
  const end = text.indexOf('\r\n');
  must(text.slice(0, end) === HEADING, 'the heading');
  return readLexware(bytes.subarray(end + 2));
};

const readLexware: Reader = (bytes) => ({
  unitsPerHour: 100,
  lines: records(ascii(bytes), 'windows-1252', '\r\n').map((row) => {
    const fields = row.split(';');
    must(fields.length === 7, `a row of ${fields.length} fields`);
    const [year = '', month = '', employee = '', code = '', value = '', rate, currency] = fields;
    must(/^\d{4}$/.test(year) && /^(?:[1-9]|1[0-2])$/.test(month), `the month ${year};${month}`);
    must(employee !== '' && /^\d+$/.test(code) && rate === '' && currency === 'EUR', row);
    return { employee, code, units: decimalUnits(value, ',', 2) };
  }),
});

export const format = payrollFormat(import.meta.dirname, {
  readings: [{ reader: readLexware }, { reader: readLexwareWithHeading, variables: { heading: 'yes' } }],
  refused: [{ what: 'leading zero', from: '20,67', to: '020,67' }],
  sharedKeys: [{ people: numbers('12', '012'), column: 'employeeNumber' }],
  sharedCodes: ['100', '0100'],
  offices: [{}],
});
