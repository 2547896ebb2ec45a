import { numbers, payrollFormat } from '../../test/templates/payrollFormat.js';
import { decimalUnits, must, type Reader } from '../../test/templates/readLine.js';

const NAMES =
  'Jahr,Monat,Personalnummer,Name,Vorname,SVNr,LohnartText,LohnartNr,Kommentar,Anzahl,Betrag_pro_Anz,Währung';
const OPTIONAL = [3, 4, 5, 6, 8, 10, 11];

/** @param end what ends every record: CR, or CR and LF */
function readLohnfixWith(end: '\r' | '\r\n'): Reader {
  return (bytes) => {
    const rows = new TextDecoder('windows-1252').decode(bytes).split(end);
    must(rows.pop() === '', 'a last record without its end');
    must(rows.shift()?.replaceAll('\t', ',') === NAMES, 'the names of the columns');
    const lines = rows.map((row) => {
      must(!/[\r\n]/.test(row), `a stray line break in ${row}`);
      const fields = row.split('\t');
      must(fields.length === 12, `a row of ${fields.length} fields`);
      const [year = '', month = '', employee = '', , , , , code = '', , count = ''] = fields;
      must(/^20\d\d$/.test(year) && /^(?:[1-9]|1[0-2])$/.test(month), `the month of ${row}`);
      must(/^\d+$/.test(employee) && /^\d+$/.test(code), row);
      for (const index of OPTIONAL) must(fields[index] === '', `field ${index + 1}`);
      return { employee, code, units: decimalUnits(count, ',', 2) };
    });
    return { unitsPerHour: 100, lines };
  };
}

const readLohnfix = readLohnfixWith('\r\n');

export const format = payrollFormat(import.meta.dirname, {
  readings: [{ reader: readLohnfix }, { reader: readLohnfixWith('\r'), variables: { lineEnd: 'cr' } }],
  refused: [
    { what: 'a column left out', from: '\t\t20,67', to: '\t20,67' },
    { what: 'a name without its umlaut', from: 'Währung', to: 'Waehrung' },
  ],
  sharedKeys: [{ people: numbers('5', '05'), column: 'employeeNumber' }],
  offices: [{}],
});
