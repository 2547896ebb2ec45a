import { ascii, decimalUnits, must, type Reader, records } from './readLine.js';

/** One row per employee, one column per component; nothing but numbers. */
export const readLoket: Reader = (bytes) => {
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
    must(
      [administration, employee, shift].every((text) => /^\d+$/.test(text)),
      row,
    );
    must(!seen.has(employee), `the employee ${employee} twice`);
    seen.add(employee);
    return components.flatMap((code, index) => {
      const value = values[index] ?? '';
      return value === '' ? [] : [{ employee, code, units: decimalUnits(value, ',', 2) }];
    });
  });
  return { lines, unitsPerHour: 100 };
};
