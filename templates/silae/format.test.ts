import { numbers, payrollFormat } from '../../test/templates/payrollFormat.js';
import { ascii, decimalUnits, must, type Reader, records } from '../../test/templates/readLine.js';

const HEADING = 'Matricule;Code;Valeur;Date debut;Date fin';

/** Five columns, or six with the cost centre; the decimal mark is agreed with the importing office. */
function readSilaeWith(sign: '.' | ',', hasSection: boolean): Reader {
  return (bytes) => {
    const [heading, ...rows] = records(ascii(bytes), 'windows-1252', '\r\n');
    must(heading === (hasSection ? `${HEADING};Section analytique` : HEADING), 'the heading');
    const lines = rows.map((row) => {
      must(!row.includes('"'), 'quotes');
      const fields = row.split(';');
      must(fields.length === (hasSection ? 6 : 5), `a row of ${fields.length} fields`);
      const [employee = '', code = '', value = '', from = '', to = ''] = fields;
      must(/^\d\d\/\d\d\/\d{4}$/.test(from) && /^\d\d\/\d\d\/\d{4}$/.test(to), `the dates ${from} ${to}`);
      must(/[.,]\d{1,2}$/.test(value), `the decimals of ${value}`);
      return { employee, code, units: decimalUnits(value, sign, 2) };
    });
    return { lines, unitsPerHour: 100 };
  };
}

const readSilae = readSilaeWith('.', false);

export const format = payrollFormat(import.meta.dirname, {
  readings: [
    { reader: readSilae, isSigned: true },
    { reader: readSilaeWith(',', true), variables: { decimalSign: ',', section: 'yes' } },
  ],
  refused: [{ what: 'an accent', from: 'E0004', to: 'É0004' }],
  sharedKeys: [{ people: numbers('É1', 'E1'), column: 'employeeNumber' }],
  distinctKeys: [numbers('É1', 'E2'), numbers('017', '17')],
  offices: [{}],
});
