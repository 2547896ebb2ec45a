import { fieldClash, payrollFormat } from '../../test/templates/payrollFormat.js';
import { must, type Reader, records } from '../../test/templates/readLine.js';

/** Lines that begin with ! name the fields of the lines of their kind. */
const readQuickbooksIif: Reader = (bytes) => {
  const headings = new Map<string, string[]>();
  const lines = records(bytes, 'windows-1252', '\r\n').flatMap((row) => {
    const fields = row.split('\t');
    const [kind = ''] = fields;
    if (kind.startsWith('!')) {
      headings.set(kind.slice(1), fields);
      return [];
    }
    const names = headings.get(kind);
    must(names !== undefined && names.length === fields.length, `a ${kind} of ${fields.length} fields`);
    const field = (name: string) => fields[names.indexOf(name)] ?? '';
    if (kind === 'TIMERHDR') {
      must(field('FROMTIMER') === 'Y' && /^\d+$/.test(field('COMPANYCREATETIME')), row);
      return [];
    }
    must(
      kind === 'TIMEACT' &&
        /^\d\d\/\d\d\/\d\d$/.test(field('DATE')) &&
        /^[012]$/.test(field('BILLINGSTATUS')),
      row,
    );
    must(field('ITEM') !== '' && field('ITEM') === field('PITEM'), `the items of ${row}`);
    must(field('XFERTOPAYROLL') === 'Y', `a row that does not go to payroll: ${row}`);
    const duration = /^(\d{1,2}):([0-5]\d)$/.exec(field('DURATION'));
    must(duration !== null && Number(duration[1]) < 24, `the duration of ${row}`);
    return [
      { employee: field('EMP'), code: field('ITEM'), units: Number(duration[1]) * 60 + Number(duration[2]) },
    ];
  });
  must(headings.has('TIMERHDR'), 'a file without TIMERHDR');
  return { lines, unitsPerHour: 60 };
};

export const format = payrollFormat(import.meta.dirname, {
  readings: [{ reader: readQuickbooksIif, employee: (row) => String(row['employee.quickBooksName']) }],
  refused: [{ what: '24 hours', from: '0:20', to: '24:00' }],
  sharedKeys: [
    { people: fieldClash('employee.quickBooksName', 'Jan Nolte'), column: 'quickBooksName' },
    { people: fieldClash('employee.quickBooksName', 'Jan Nolte', 'JAN NOLTE '), column: 'quickBooksName' },
  ],
  distinctKeys: [fieldClash('employee.quickBooksName', 'Jan Nolte', 'Jan Nolte Jr')],
  offices: [
    {
      unitsPerHour: 60,
      variables: { version: '8', companyName: 'Office', companyCreateTime: '1065000000' },
      personOf: ({ firstName, lastName }) => `${firstName} ${lastName}`,
      columns: { quickBooksName: ({ firstName, lastName }) => `${firstName} ${lastName}` },
    },
  ],
});
