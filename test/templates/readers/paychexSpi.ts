import { ascii, decimalUnits, must, type Reader, records } from './readLine.js';

const HEADING =
  'Client ID,Worker ID,Org,Job Number,Pay Component,Rate,Rate Number,Hours,Units,Line Date,Amount,Check Seq Number,Override State,Override Local,Override Local Jurisdiction,Labor Assignment';

export const readPaychexSpi: Reader = (bytes) => {
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
