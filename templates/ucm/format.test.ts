import { numbers, payrollFormat } from '../../test/templates/payrollFormat.js';
import { ascii, must, type Reader, records } from '../../test/templates/readLine.js';

/** 45 characters: folder, worker, month, year and day, code, hundredths of hours. */
const readUcm: Reader = (bytes) => ({
  unitsPerHour: 100,
  lines: records(ascii(bytes), 'windows-1252', '\n').map((row) => {
    const match =
      /^[0-9A-Z]{5}(\d{5})(?:0[1-9]|1[0-2])(20\d\d)([0-3]\d)([0-9A-Za-z]{2}[0-9A-Za-z ])(\d{4})0{7} {13}$/.exec(
        row,
      );
    must(row.length === 45 && match !== null, row);
    const [, employee = '', , , code = '', hours = ''] = match;
    return { employee: employee.replace(/^0+/, ''), code: code.trim(), units: Number(hours) };
  }),
});

export const format = payrollFormat(import.meta.dirname, {
  readings: [{ reader: readUcm }],
  refused: [
    { what: 'the day before the month', from: '10202601', to: '31202601' },
    { what: '44 characters', from: '02 ', to: '02' },
  ],
  sharedKeys: [{ people: numbers('17', '017'), column: 'employeeNumber' }],
  offices: [
    {
      codes: ['01', '02', '11'],
      variables: { affiliation: '123456', folder: '00042' },
      fileNameOfEmployer: '{{ run.employer }} RP_{{ part.month | date: "YYYYMM" }}.txt',
    },
  ],
});
