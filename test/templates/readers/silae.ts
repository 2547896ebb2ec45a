import { ascii, decimalUnits, must, type Reader, records } from './readLine.js';

const HEADING = 'Matricule;Code;Valeur;Date debut;Date fin';

/** Five columns, or six with the cost centre; the decimal mark is agreed with the importing office. */
export function readSilaeWith(sign: '.' | ',', hasSection: boolean): Reader {
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

export const readSilae = readSilaeWith('.', false);
