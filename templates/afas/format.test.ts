import { numbers, payrollFormat } from '../../test/templates/payrollFormat.js';
import { decimalUnits, must, type Reader } from '../../test/templates/readLine.js';

interface Element {
  readonly '@Year': string;
  readonly '@PeId': string;
  readonly '@PtId'?: string;
  readonly '@EmId': string;
  readonly '@ErId': string;
  readonly '@Sc02': string;
  readonly Fields: { readonly VaD1: number };
}

/** Elements of HrCompMut: an employee and a component each, once a month. */
function readAfasWith(periodTable: string | undefined): Reader {
  return (bytes) => {
    const { HrCompMut } = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    const elements: Element[] = HrCompMut.Element;
    const seen = new Set<string>();
    const lines = elements.map((element) => {
      const {
        '@EmId': employee,
        '@Sc02': code,
        '@Year': year,
        '@PeId': period,
        '@PtId': table,
        Fields,
      } = element;
      must(/^20\d\d$/.test(year) && /^(?:[1-9]|1[0-2])$/.test(period), `the period ${year} ${period}`);
      must(table === periodTable && element['@ErId'] !== '', 'the employer, or its period table');
      must(/^\d+$/.test(code), `the component ${code}`);
      const key = [employee, code, year, period].join(' ');
      must(employee !== '' && !seen.has(key), `${key} twice`);
      seen.add(key);
      must(typeof Fields.VaD1 === 'number', `the value ${Fields.VaD1}`);
      return { employee, code, units: decimalUnits(String(Fields.VaD1), '.', 2) };
    });
    return { lines, unitsPerHour: 100 };
  };
}

const readAfas = readAfasWith(undefined);

export const format = payrollFormat(import.meta.dirname, {
  readings: [{ reader: readAfas }, { reader: readAfasWith('3'), variables: { periodTable: '3' } }],
  refused: [
    { what: 'a month beyond twelve', from: '"@PeId": "10"', to: '"@PeId": "13"' },
    { what: 'a value as a text', from: '16.83', to: '"16.83"' },
  ],
  sharedKeys: [{ people: numbers('e1', 'E1'), column: 'employeeNumber' }],
  offices: [{ variables: { employer: '1' } }],
});
