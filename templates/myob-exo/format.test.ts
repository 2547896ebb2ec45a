import { numbers, payrollFormat } from '../../test/templates/payrollFormat.js';
import { ascii, decimalUnits, must, type Reader, records } from '../../test/templates/readLine.js';

const NAMES = 'STAFF_CODE,TYPE,UNITS,WAGE_TYPE,ALLOW_CODE,COSTCENTRE,UNITS2,WAGECODE'.split(',');

/** With RATE and a heading, or in the form of the CSV table on the Australian page. */
function readMyobExoWith(layout: 'plain' | 'rate and heading'): Reader {
  const names = [...NAMES, ...(layout === 'plain' ? [] : ['RATE']), 'DESCRIPT'];
  return (bytes) => {
    const rows = records(ascii(bytes), 'windows-1252', '\r\n');
    if (layout !== 'plain') must(rows.shift() === names.join(','), 'the heading');
    const lines = rows.map((row) => {
      const fields = row.split(',');
      must(fields.length === names.length, `a row of ${fields.length} fields`);
      const [employee = '', type = '', units = '', wageType = '', allowance = '', center = ''] = fields;
      must(/^\d{1,6}$/.test(employee) && /^\d{0,12}$/.test(center), row);
      must(/^\d+\.\d\d$/.test(units) && units.length <= 8, `the units ${units}`);
      must(type === 'H' || type === 'A', `the type ${type}`);
      if (type === 'H') must(/^\d{1,6}$/.test(wageType) && allowance === '', `wages as ${row}`);
      else must(/^\d{1,3}$/.test(allowance) && wageType === '', `an allowance as ${row}`);
      for (const rest of fields.slice(6)) must(rest === '', `the field ${rest}`);
      return { employee, code: type === 'H' ? wageType : allowance, units: decimalUnits(units, '.', 2) };
    });
    return { unitsPerHour: 100, lines };
  };
}

const readMyobExo = readMyobExoWith('plain');

export const format = payrollFormat(import.meta.dirname, {
  readings: [
    { reader: readMyobExo },
    { reader: readMyobExoWith('rate and heading'), variables: { rate: 'yes', heading: 'yes' } },
  ],
  refused: [{ what: 'an allowance among wages', from: ',A,', to: ',H,' }],
  sharedKeys: [{ people: numbers('42', '042'), column: 'employeeNumber' }],
  offices: [
    {
      codes: ['1', '2', '3'],
      secondary: 'H',
      variables: { company: 'office' },
      fileNameOfEmployer: '{{ run.employer }}_TIMETRAN.csv',
    },
  ],
});
