import { numbers, payrollFormat } from '../../test/templates/payrollFormat.js';
import { ascii, must, type Reader, type ReadFile, records } from '../../test/templates/readLine.js';

/** Minutes of a day unchanged, or as five digits. */
function readPartenaWith(minutes: 'plain' | 'five'): Reader {
  return (bytes) => read(bytes, minutes === 'plain' ? /^(?:0|[1-9]\d{0,3})$/ : /^\d{5}$/);
}

const readPartena = readPartenaWith('plain');

function read(bytes: Uint8Array, digits: RegExp): ReadFile {
  const [heading = '', ...rows] = records(ascii(bytes), 'windows-1252', '\n');
  const names = heading.split(';');
  must(
    names.length === 37 &&
      names.slice(0, 6).join(';') === 'DOSSIER;NRWORKER;DAYDATE;PRESTATYPE;CODE;MINUTES_DAY',
    'the heading',
  );
  const lines = rows.map((row) => {
    const fields = row.split(';');
    must(
      fields.length === 37 && fields.slice(6).every((field) => field === ''),
      `a row of ${fields.length} fields`,
    );
    const [dossier = '', employee = '', date = '', type, code = '', minutes = ''] = fields;
    must(/^\d+$/.test(dossier) && /^\d+$/.test(employee) && type === 'D' && code !== '', row);
    must(/^\d{8}$|^\d\d-\d\d-\d{4}$/.test(date) && digits.test(minutes), row);
    return { employee, code, units: Number(minutes) };
  });
  return { lines, unitsPerHour: 60 };
}

export const format = payrollFormat(import.meta.dirname, {
  readings: [
    { reader: readPartena },
    { reader: readPartena, variables: { datePattern: 'DD-MM-YYYY' } },
    { reader: readPartenaWith('five'), variables: { minutes: 'five' } },
  ],
  refused: [{ what: '36 fields', from: ';500;;', to: ';500;' }],
  sharedKeys: [{ people: numbers('42', '042'), column: 'employeeNumber' }],
  offices: [{ unitsPerHour: 60, variables: { dossier: '123456' } }],
});
