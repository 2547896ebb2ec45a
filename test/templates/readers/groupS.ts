import { ascii, must, type Reader, records } from './readLine.js';

const START = /^000PTG002\d{14}\d{10}EUR {9}[A-Z]+$/;
const PERIOD = /^003(\d{6})1[13]02[1-5]\1\d{8}\d{8}1\d{4}0{8}$/;
const CONTRACT = /^006 ?0{5}(\d{6})\d{8}$/;
const DAY = /^009(\d{8})([0-9A-Z]{3}) ([+-])(\d\d)([0-5]\d)0{15}0{11}0{5}$/;

/** Start, period, then a contract with its days, and 999 at the end; minutes, with a sign. */
export const readGroupS: Reader = (bytes) => {
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
