import { parse } from 'csv-parse/sync';
import { decimalUnits, must, type Reader } from './readLine.js';

/** A row per entry: an employee, a date and units; dates are Australian, or US. */
export function readEmploymentHeroWith(dates: 'au' | 'us'): Reader {
  const day =
    dates === 'au'
      ? /^(?:[0-2]\d|3[01])\/(?:0\d|1[0-2])\/\d{4}$/
      : /^(?:0\d|1[0-2])\/(?:[0-2]\d|3[01])\/\d{4}$/;
  return (bytes) => {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const [heading = [], ...rows]: string[][] = parse(text);
    must(heading.join() === 'Employee id,Date,Units,Work type', 'the heading');
    const lines = rows.map(([employee = '', date = '', units = '', code = '']) => {
      must(employee !== '' && code !== '', 'a field missing');
      must(day.test(date), `the date ${date}`);
      return { employee, code, units: decimalUnits(units, '.', 2) };
    });
    return { lines, unitsPerHour: 100 };
  };
}

export const readEmploymentHero = readEmploymentHeroWith('au');
