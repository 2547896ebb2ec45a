import { numbers, payrollFormat } from '../../test/templates/payrollFormat.js';
import { decimalUnits, must, type Reader } from '../../test/templates/readLine.js';

const COLUMNS = 'Debiteurnr;Bedrijfnr;Persnr;Naam;Periode;Dagen;DagenVoorLC';
const FIXED = 7;

/** Columns A to G, codes in row 2 from column H, values from row 3: the content of the sheet once it is pasted. */
const readNmbrs: Reader = (bytes) => {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  must(text.startsWith('\ufeff') && text.endsWith('\r\n'), 'what Excel opens wrongly');
  const [heading, codesRow = '', ...rows] = text.slice(1, -2).split('\r\n');
  must(heading === COLUMNS, 'row 1');
  const codes = codesRow.split(';').slice(FIXED);
  must(codesRow.startsWith(';'.repeat(FIXED)) && codes.length > 0, 'row 2');
  for (const code of codes) must(/^[LU]\d+$/.test(code), `the code ${code}`);
  const lines = rows.flatMap((row) => {
    const fields = row.split(';');
    must(fields.length === FIXED + codes.length, `a row of ${fields.length} fields`);
    const [debtor = '', company = '', employee = '', , period = '', days, daysForCodes] = fields;
    must(/^\d+$/.test(debtor) && /^\d+$/.test(company) && /^\d+$/.test(employee), row);
    must(
      /^\d{4}-(?:[1-9]|1[0-2])$/.test(period) && days === '' && daysForCodes === '',
      `the period ${period}`,
    );
    return codes.flatMap((code, index) => {
      const value = fields[FIXED + index] ?? '';
      return value === '' ? [] : [{ employee, code, units: decimalUnits(value, ',', 2) }];
    });
  });
  return { unitsPerHour: 100, lines };
};

export const format = payrollFormat(import.meta.dirname, {
  readings: [{ reader: readNmbrs }],
  refused: [{ what: 'a code that is none', from: ';U2100;', to: ';2100;' }],
  sharedKeys: [{ people: numbers('42', '042'), column: 'employeeNumber' }],
  offices: [{ codes: ['U2100', 'U2110', 'U2200'], variables: { debtor: '1001', company: '1' } }],
});
