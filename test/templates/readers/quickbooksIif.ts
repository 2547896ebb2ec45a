import { must, type Reader, records } from './readLine.js';

/** Lines that begin with ! name the fields of the lines of their kind. */
export const readQuickbooksIif: Reader = (bytes) => {
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
