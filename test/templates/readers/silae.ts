import { ascii, decimalUnits, must, type Reader, records } from './readLine.js';

export const readSilae: Reader = (bytes) => {
  const [heading, ...rows] = records(ascii(bytes), 'windows-1252', '\r\n');
  must(heading === 'Matricule;Code;Valeur;Date debut;Date fin', 'the heading');
  const lines = rows.map((row) => {
    must(!row.includes('"'), 'quotes');
    const fields = row.split(';');
    must(fields.length === 5, `a row of ${fields.length} fields`);
    const [employee = '', code = '', value = '', from = '', to = ''] = fields;
    must(/^\d\d\/\d\d\/\d{4}$/.test(from) && /^\d\d\/\d\d\/\d{4}$/.test(to), `the dates ${from} ${to}`);
    must(/\.\d{1,2}$/.test(value), `the decimals of ${value}`);
    return { employee, code, units: decimalUnits(value, '.', 2) };
  });
  return { lines, unitsPerHour: 100 };
};
