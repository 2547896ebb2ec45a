import { numbers, payrollFormat } from '../../test/templates/payrollFormat.js';
import {
  ascii,
  decimalUnits,
  must,
  type Reader,
  type ReadFile,
  records,
} from '../../test/templates/readLine.js';

/** One row per employee, one column per component; nothing but numbers. */
const readLoket = readLoketWith((value) => decimalUnits(value, ',', 2), 100);

/** Hours before the comma and minutes after it. */
const readLoketMinutes = readLoketWith((value) => {
  const match = /^(\d+),([0-5]\d)$/.exec(value);
  must(match !== null, `the hours and minutes ${value}`);
  return Number(match[1]) * 60 + Number(match[2]);
}, 60);

function readLoketWith(unitsOf: (value: string) => number, unitsPerHour: number): Reader {
  return (bytes) => read(bytes, unitsOf, unitsPerHour);
}

function read(bytes: Uint8Array, unitsOf: (value: string) => number, unitsPerHour: number): ReadFile {
  const [heading = '', ...rows] = records(ascii(bytes), 'windows-1252', '\r\n');
  const [a, b, c, ...components] = heading.split(';');
  must(a === 'aanslnr' && b === 'persnr' && c === 'ploeg', `the heading ${heading}`);
  must(
    new Set(components).size === components.length && components.every((name) => /^\d+$/.test(name)),
    'the components',
  );
  const seen = new Set<string>();
  const lines = rows.flatMap((row) => {
    const [administration = '', employee = '', shift = '', ...values] = row.split(';');
    must(values.length === components.length, `a row of ${values.length} values`);
    must([administration, employee].every((text) => /^\d+$/.test(text)) && /^\d*$/.test(shift), row);
    must(!seen.has(employee), `the employee ${employee} twice`);
    seen.add(employee);
    return components.flatMap((code, index) => {
      const value = values[index] ?? '';
      return value === '' ? [] : [{ employee, code, units: unitsOf(value) }];
    });
  });
  return { lines, unitsPerHour };
}

export const format = payrollFormat(import.meta.dirname, {
  readings: [
    { reader: readLoket, isSigned: true },
    { reader: readLoketMinutes, variables: { hours: 'minutes', shift: '3' } },
  ],
  refused: [{ what: 'a component twice', from: ';28;', to: ';1;' }],
  sharedKeys: [{ people: numbers('1', '01'), column: 'employeeNumber' }],
  sharedCodes: ['1', '01'],
  offices: [{ variables: { wageTaxNumber: '5555' } }],
});
