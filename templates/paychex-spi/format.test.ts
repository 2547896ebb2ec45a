import { numbers, payrollFormat } from '../../test/templates/payrollFormat.js';
import { ascii, decimalUnits, must, type Reader, records } from '../../test/templates/readLine.js';

const HEADING =
  'Client ID,Worker ID,Org,Job Number,Pay Component,Rate,Rate Number,Hours,Units,Line Date,Amount,Check Seq Number,Override State,Override Local,Override Local Jurisdiction,Labor Assignment';

const readPaychexSpi: Reader = (bytes) => {
  const [heading, ...rows] = records(ascii(bytes), 'windows-1252', '\r\n');
  must(heading === HEADING, 'the heading');
  const lines = rows.map((row) => {
    const fields = row.split(',');
    must(fields.length === 16, `a row of ${fields.length} fields`);
    const [client = '', employee = '', , , code = '', , , hours = '', , date = ''] = fields;
    must(client.length <= 8 && employee.length <= 10 && code.length > 0 && code.length <= 20, row);
    must(date === '' || /^\d\d\/\d\d\/\d{4}$/.test(date), `the date ${date}`);
    const units = decimalUnits(hours, '.', 2);
    must(Math.abs(units) <= 99_999, `the hours ${hours}`);
    return { employee, code, units };
  });
  return { lines, unitsPerHour: 100 };
};

export const format = payrollFormat(import.meta.dirname, {
  readings: [
    { reader: readPaychexSpi, isSigned: true },
    { reader: readPaychexSpi, variables: { lines: 'day' }, isSigned: true },
  ],
  refused: [{ what: 'a comma in data', from: 'Hourly', to: 'Hour,ly' }],
  sharedKeys: [
    { people: numbers('É1', 'E1'), column: 'employeeNumber' },
    { people: numbers('É1', 'e1'), variables: { lines: 'day' }, column: 'employeeNumber' },
  ],
  sharedCodes: ['Congé', 'Conge'],
  offices: [{ variables: { clientId: '12345678' } }],
});
