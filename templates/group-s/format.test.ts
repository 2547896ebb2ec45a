import { numbers, payrollFormat } from '../../test/templates/payrollFormat.js';
import { ascii, must, type Reader, records } from '../../test/templates/readLine.js';

const START = /^000PTG002\d{14}\d{10}EUR {9}[A-Z]+$/;
const PERIOD = /^003(\d{6})1[13]02[1-5]\1\d{8}\d{8}1\d{4}0{8}$/;
const CONTRACT = /^006 ?0{5}(\d{6})\d{8}$/;
const DAY = /^009(\d{8})([0-9A-Z]{3}) ([+-])(\d\d)([0-5]\d)0{15}0{11}0{5}$/;

/** Start, period, then a contract with its days, and 999 at the end; minutes, with a sign. */
const readGroupS: Reader = (bytes) => {
  const [start = '', period = '', ...rest] = records(ascii(bytes), 'windows-1252', '\n', false);
  must(START.test(start), `the start ${start}`);
  must(PERIOD.test(period), `the period ${period}`);
  must(rest.pop() === '999', 'a file without its end');
  let employee: string | undefined;
  const lines = rest.flatMap((row) => {
    const contract = CONTRACT.exec(row);
    if (contract !== null) {
      employee = (contract[1] ?? '').replace(/^0+/, '');
      return [];
    }
    const match = DAY.exec(row);
    must(match !== null && employee !== undefined, row);
    const [, , code = '', sign, hours, minutes] = match;
    must(sign === '+', 'a minus');
    return [{ employee, code, units: Number(hours) * 60 + Number(minutes) }];
  });
  return { lines, unitsPerHour: 60 };
};

export const format = payrollFormat(import.meta.dirname, {
  readings: [{ reader: readGroupS }],
  refused: [
    { what: 'sixty minutes', from: '+0055', to: '+0060' },
    { what: 'a file without its end', from: /999$/, to: '' },
    { what: 'a minus', from: ' +', to: ' -' },
  ],
  sharedKeys: [{ people: numbers('123', '0123'), column: 'employeeNumber' }],
  examples: [
    {
      source: 'each record as its description has it',
      text: '000PTG002202405171618120000654321EUR         ODOO\n0032024041102120240420240401202404301202400000000\n0060000000012320240401\n00920240403CSS +05000000000000000000000000000000000\n999',
      first: '123 CSS 300',
    },
  ],
  offices: [
    {
      codes: ['CSS', 'HSU', 'NUI'],
      unitsPerHour: 60,
      variables: { affiliation: '654321' },
      columns: { groupSType: '1' },
      fileNameOfEmployer:
        '{{ run.employer }} FIPAI_{{ run.from | date: "YYMMDD" }}_{{ run.to | date: "YYMMDD" }}.dat',
    },
  ],
});
