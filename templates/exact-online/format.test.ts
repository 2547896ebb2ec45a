import { payrollFormat } from '../../test/templates/payrollFormat.js';
import { decimalUnits, must, type Reader } from '../../test/templates/readLine.js';

const QUANTITY = 1;

interface Mutation {
  readonly EmployeeHID: number;
  readonly PayrollYear: number;
  readonly PayrollPeriod: number;
  readonly PayrollComponent: string;
  readonly Type: number;
  readonly EntryFieldType: number;
  readonly Value: number;
}

/** Variable mutations: quantities of a component, by employee and period. */
const readExactOnline: Reader = (bytes) => {
  const mutations: Mutation[] = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  const lines = mutations.map((each) => {
    const numbers = [each.EmployeeHID, each.PayrollYear, each.PayrollPeriod, each.Type];
    must(numbers.every(Number.isInteger), `a number that is none: ${numbers}`);
    must(each.PayrollPeriod >= 1 && each.PayrollPeriod <= 13, `the period ${each.PayrollPeriod}`);
    must(each.EntryFieldType === QUANTITY, 'an amount or a percentage');
    must(typeof each.PayrollComponent === 'string' && typeof each.Value === 'number', 'the component');
    return {
      employee: String(each.EmployeeHID),
      code: each.PayrollComponent,
      units: decimalUnits(String(each.Value), '.', 2),
    };
  });
  return { lines, unitsPerHour: 100 };
};

export const format = payrollFormat(import.meta.dirname, {
  readings: [{ reader: readExactOnline }],
  refused: [
    { what: 'an amount', from: '"EntryFieldType": 1', to: '"EntryFieldType": 2' },
    { what: 'a number as a text', from: '"EmployeeHID": 12', to: '"EmployeeHID": "12"' },
  ],
  // Numbers are unchanged in the file (no leading zeros): two are never written alike.
  sharedKeys: [],
  offices: [{ variables: { entryType: '5' } }],
});
