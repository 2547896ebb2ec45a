import { payrollFormat } from '../../test/templates/payrollFormat.js';
import { decimalUnits, must, type Reader } from '../../test/templates/readLine.js';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface PeriodData {
  readonly employmentId: string;
  readonly payrollPeriod: { readonly year: number; readonly periodNumber: number };
  readonly payrollComponents: readonly {
    readonly payrollComponent: { readonly key: number };
    readonly value: number;
  }[];
}

/** Payroll period data of one month: an employment and a component each, once; hours from 0 to less than 1000. */
const readLoketApi: Reader = (bytes) => {
  const all: PeriodData[] = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  const seen = new Set<string>();
  const once = (key: string) => {
    must(!seen.has(key), `${key} twice`);
    seen.add(key);
  };
  const lines = all.flatMap(({ employmentId, payrollPeriod: { year, periodNumber }, payrollComponents }) => {
    must(UUID.test(employmentId), `the employment ${employmentId}`);
    must(Number.isInteger(year) && year >= 2000 && year <= 9999, `the year ${year}`);
    must(Number.isInteger(periodNumber) && periodNumber >= 1 && periodNumber <= 12, `month ${periodNumber}`);
    once(employmentId);
    return payrollComponents.map(({ payrollComponent: { key }, value }) => {
      must(Number.isInteger(key), `the component ${key}`);
      must(typeof value === 'number' && value >= 0 && value < 1000, `the value ${value}`);
      once(`${employmentId} ${key}`);
      return { employee: employmentId, code: String(key), units: decimalUnits(String(value), '.', 2) };
    });
  });
  return { lines, unitsPerHour: 100 };
};

export const format = payrollFormat(import.meta.dirname, {
  readings: [{ reader: readLoketApi }],
  refused: [
    { what: 'a month beyond twelve', from: '"periodNumber": 10', to: '"periodNumber": 13' },
    { what: 'a component as a text', from: '"key": 28', to: '"key": "28"' },
  ],
  // Numbers are unchanged in the file (no leading zeros): two are never written alike.
  sharedKeys: [],
  offices: [{ codes: ['1', '28', '86'], digits: 'uuid' }],
});
