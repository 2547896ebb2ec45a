import { numbers, payrollFormat } from '../../test/templates/payrollFormat.js';
import { ascii, decimalUnits, must, type Reader, records } from '../../test/templates/readLine.js';

const readAdpRun: Reader = (bytes) => {
  const [version, heading, ...rows] = records(ascii(bytes), 'windows-1252', '\r\n');
  must(version === '##GENERIC## V1.0', 'the first line');
  must(
    heading ===
      'IID,Pay Frequency,Pay Period Start Date,Pay Period End Date,Employee ID,Earnings Code,Pay Hours,Dollars,Separate Check,Worked In Dept,Rate Code',
    'the heading',
  );
  must(new Set(rows.map((row) => row.split(',')[1])).size <= 1, 'more than one frequency');
  const lines = rows.map((row) => {
    const fields = row.split(',');
    must(fields.length === 11, `a row of ${fields.length} fields`);
    const [, , from = '', to = '', employee = '', code = '', hours = ''] = fields;
    must(/^\d\d\/\d\d\/\d{4}$/.test(from) && /^\d\d\/\d\d\/\d{4}$/.test(to), row);
    must(/\.\d\d$/.test(hours), `the decimals of ${hours}`);
    return { employee, code, units: decimalUnits(hours, '.', 2) };
  });
  return { lines, unitsPerHour: 100 };
};

export const format = payrollFormat(import.meta.dirname, {
  readings: [{ reader: readAdpRun }],
  refused: [{ what: 'two frequencies', from: ',M,', to: ',W,' }],
  sharedKeys: [{ people: numbers('a17', 'A17'), column: 'employeeNumber' }],
  offices: [
    {
      variables: { iid: 'R1ABC', frequency: 'M' },
      fileNameOfEmployer:
        '{{ run.employer }} Monthly-{{ run.from | date: "MMDDYYYY" }}-{{ run.to | date: "MMDDYYYY" }}.csv',
    },
  ],
});
