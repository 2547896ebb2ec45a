import { numbers, payrollFormat } from '../../test/templates/payrollFormat.js';
import { ascii, must, type Reader, records } from '../../test/templates/readLine.js';

const ZEROS = /^KLX1([0-9]{7})([0-9]{17}) {3}(\d\d)\/(\d\d)\/(\d{4}) {2}([0-9A-Z]{4}) {2}(\d{4})$/;
const SPACES = /^KLX1([0-9 ]{7})([0-9 ]{17}) {3}(\d\d)\/(\d\d)\/(\d{4}) {2}([0-9A-Z]{4}) {2}( *[1-9]\d*)$/;

/** 53 characters: KLX, 1, legal entity, contract, date, code, hundredths of hours. */
function readAcertaWith(padding: 'zeros' | 'spaces', lineEnd: '\n' | '\r\n'): Reader {
  return (bytes) => ({
    unitsPerHour: 100,
    lines: records(ascii(bytes), 'windows-1252', lineEnd).map((row) => {
      must(row.length === 53, `a line of ${row.length} characters`);
      const match = (padding === 'zeros' ? ZEROS : SPACES).exec(row);
      must(match !== null, row);
      const [, , contract = '', , , , code = '', hours = ''] = match;
      return { employee: contract.trim().replace(/^0+/, ''), code, units: Number(hours) };
    }),
  });
}

const readAcerta = readAcertaWith('zeros', '\r\n');

export const format = payrollFormat(import.meta.dirname, {
  readings: [
    { reader: readAcerta },
    { reader: readAcertaWith('spaces', '\r\n'), variables: { padding: 'spaces' } },
    { reader: readAcertaWith('zeros', '\n'), variables: { lineEnd: 'lf' } },
  ],
  refused: [{ what: '52 characters', from: '  0100', to: ' 0100' }],
  sharedKeys: [
    { people: numbers('17', '017'), column: 'employeeNumber' },
    { people: numbers('17', '017'), variables: { padding: 'spaces' }, column: 'employeeNumber' },
  ],
  distinctKeys: [numbers('17', '170')],
  sharedCodes: ['100', '0100'],
  offices: [{ variables: { legalEntity: '7654321' } }],
});
