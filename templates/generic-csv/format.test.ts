import { parse } from 'csv-parse/sync';
import { numbers, payrollFormat } from '../../test/templates/payrollFormat.js';
import { decimalUnits, must, type Reader } from '../../test/templates/readLine.js';

function readGenericCsv(delimiter: string, sign: '.' | ','): Reader {
  return (bytes) => {
    const rows: Record<string, string>[] = parse(Buffer.from(bytes), { columns: true, delimiter });
    const lines = rows.map(({ employeeNumber: employee = '', code = '', hours = '', minutes = '' }) => {
      must(employee !== '' && code !== '' && /^-?\d+$/.test(minutes), 'a field missing');
      return { employee, code, units: decimalUnits(hours, sign, 2) };
    });
    return { lines, unitsPerHour: 100 };
  };
}

export const format = payrollFormat(import.meta.dirname, {
  readings: [
    { reader: readGenericCsv(',', '.') },
    {
      reader: readGenericCsv(';', ','),
      variables: { delimiter: ';', decimalSign: ',', lines: 'day', datePattern: 'DD.MM.YYYY' },
    },
    {
      reader: readGenericCsv('|', ','),
      variables: { lines: 'day', delimiter: '|', decimalSign: ',' },
      isSigned: true,
    },
  ],
  refused: [
    { what: 'hours of three decimals', from: '20.67', to: '20.667' },
    { what: 'minutes with a fraction', from: ',1240', to: ',1240.5' },
  ],
  sharedKeys: [
    { people: numbers('e1', 'E1'), column: 'employeeNumber' },
    { people: numbers('Zoe\u0308', 'Zo\u00eb'), variables: { lines: 'day' }, column: 'employeeNumber' },
  ],
  offices: [{}],
});
