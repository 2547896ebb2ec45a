import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dateWriter, hoursFormat, isDatePattern } from '../../../src/documents/text/printFormats.js';
import { largestRemainder } from '../../../src/documents/text/reconciledUnits.js';
import { modelOf, problemsOf, renderYaml, textOf } from './renderYaml.js';

const cell = (column: string, row: object, options = {}) => {
  const yaml = `dialect: { delimiter: "\\t" }\nrows: { data: lines, header: false, columns: [${column}] }`;
  return textOf(renderYaml(yaml, modelOf([{ ...row }]), options)[0]).slice(0, -1);
};

describe('formats of minutes, signed', () => {
  test.each([
    ['hours', 394, '6.57'],
    ['hours', -394, '-6.57'],
    ['hours', 0, '0.00'],
    ['{ type: hours, decimalSign: "," }', 7830, '130,50'],
    ['{ type: hours, minDecimals: 0 }', 5280, '88'],
    ['{ type: hours, minDecimals: 1 }', 5760, '96.0'],
    ['{ type: hours, minDecimals: 1 }', 4180, '69.67'],
    ['{ type: hours, minDecimals: 0 }', 6000, '100'],
    ['{ type: hours, decimals: 4, minDecimals: 0 }', 20, '0.3333'],
    ['{ type: hours, decimals: 1 }', 3, '0.1'],
    ['{ type: hours, decimals: 1 }', -3, '-0.1'],
    ['{ type: hours, decimals: 0 }', 30, '1'],
    ['{ type: hours, decimals: 0 }', -29, '0'],
    ['hours', 6_000_000, '100000.00'],
    ['implied', 75, '125'],
    ['implied', -75, '-125'],
    ['minutes', -420, '-420'],
    ['hhmm', 450, '0730'],
    ['hhmm', -20, '-0020'],
    ['clock', 450, '7:30'],
    ['clock', -20, '-0:20'],
    ['clock', 7805, '130:05'],
  ])('%s of %i', (format, minutes, expected) => {
    expect(cell(`{ field: minutes, format: ${format} }`, { minutes })).toBe(expected);
  });

  test('hours are rounded half away from zero, exactly, for any minutes and decimals', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1_000_000, max: 1_000_000 }),
        fc.integer({ min: 0, max: 4 }),
        (minutes, decimals) => {
          const format = hoursFormat(decimals, decimals, '.');
          const scale = 10n ** BigInt(decimals);
          const twice = BigInt(Math.abs(minutes)) * scale * 2n;
          const expected = (twice + 60n) / 120n;
          expect(BigInt(Math.abs(format.toUnits(minutes)))).toBe(expected);
          expect(Number(format.print(format.toUnits(minutes)))).toBeCloseTo(
            format.toUnits(minutes) / Number(scale),
            6,
          );
        },
      ),
    );
  });
});

describe('numbers with decimals', () => {
  test.each([
    ['number', 1.5, '1.5'],
    ['number', 2, '2'],
    ['number', -0.3, '-0.3'],
    ['{ type: number, decimals: 2, minDecimals: 2, decimalSign: "," }', 1.5, '1,50'],
    ['{ type: number, decimals: 2 }', 1.005, '1.01'],
    ['{ type: number, decimals: 0 }', -0.4, '0'],
  ])('%s of %d', (format, times, expected) => {
    expect(cell(`{ field: times, format: ${format} }`, { times })).toBe(expected);
  });

  test('tenths add up to tenths, in a group, in a total and in columns of codes', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9_999 }), { minLength: 1, maxLength: 20 }), (tenths) => {
        const model = modelOf(tenths.map((each) => ({ code: 'MEAL', times: each / 10 })));
        const sum = tenths.reduce((a, b) => a + b, 0);
        const expected = sum % 10 === 0 ? String(sum / 10) : `${Math.floor(sum / 10)}.${sum % 10}`;
        const rows = (keys: string) => `rows: { data: lines, header: false, ${keys} }`;
        const text = (keys: string) => textOf(renderYaml(rows(keys), model)[0]);
        expect(text('group: [code], columns: [{ field: times }]')).toBe(`${expected}\n`);
        expect(text('group: [code], codes: { by: code, value: times }, columns: [{ code: MEAL }]')).toBe(
          `${expected}\n`,
        );
        const totals = text('totals: { label: "" }, columns: [{ const: x }, { field: times, total: true }]');
        expect(totals.trimEnd().split('\n').at(-1)).toBe(`,${expected}`);
      }),
    );
  });

  test.each(['hours', 'implied', 'minutes', 'clock', 'hhmm', '{ type: duration, style: decimal }'])(
    'are not minutes: the format %s is refused for them, also for columns of codes',
    (format) => {
      const model = modelOf([{ code: 'MEAL', times: 2 }]);
      const refused = (keys: string) =>
        problemsOf(() => renderYaml(`rows: { data: lines, ${keys} }`, model)).map(({ message }) => message);
      expect(refused(`columns: [{ field: times, format: ${format} }]`)).toHaveLength(1);
      const codes = `group: [code], codes: { by: code, value: times }`;
      expect(refused(`${codes}, columns: [{ code: MEAL, format: ${format} }]`)).toHaveLength(1);
    },
  );

  test('minutes are not numbers of this kind', () => {
    const yaml = 'rows: { data: lines, columns: [{ field: minutes, format: number }] }';
    expect(problemsOf(() => renderYaml(yaml, modelOf([{ minutes: 90 }])))).toHaveLength(1);
  });
});

describe('other formats', () => {
  test.each([
    ['integer', '{ field: count }', { count: 3 }, '3'],
    ['boolean', '{ field: flag }', { flag: true }, 'true'],
    ['no value', '{ field: note }', {}, ''],
    ['no value, replaced', '{ field: note, ifEmpty: "-" }', {}, '-'],
    ['constant', '{ const: "D" }', {}, 'D'],
    [
      'composed',
      '{ text: "{{ employee.name | upcase }}/{{ minutes | hours: 1, \',\' }}" }',
      { 'employee.name': 'Jo', minutes: 90 },
      'JO/1,5',
    ],
    ['composed with a date', '{ text: "{{ date | date: \'D.M.YY\' }}" }', { date: '2026-03-01' }, '1.3.26'],
    ['a field of the run', '{ field: run.from, format: { type: date, pattern: MM/YYYY } }', {}, '10/2026'],
    ['weekday', '{ field: count, format: weekday }', { count: 7 }, 'Sun'],
  ])('%s', (_name, column, row, expected) => {
    expect(cell(column, row)).toBe(expected);
  });

  test.each([
    ['DD.MM.YYYY', '05.03.2026'],
    ['DD/MM/YYYY', '05/03/2026'],
    ['DD-MM-YYYY', '05-03-2026'],
    ['YYYYMMDD', '20260305'],
    ['MM/DD/YYYY', '03/05/2026'],
    ['MM/DD/YY', '03/05/26'],
    ['MM/YYYY', '03/2026'],
    ['D', '5'],
    ['YYYY', '2026'],
    ['M', '3'],
  ])('date %s', (pattern, expected) => {
    expect(isDatePattern(pattern)).toBe(true);
    expect(dateWriter(pattern)('2026-03-05')).toBe(expected);
  });

  test.each(['TT.MM.JJJJ', 'dd/mm/yyyy', '--', ''])('%j is not a date pattern', (pattern) => {
    expect(isDatePattern(pattern)).toBe(false);
  });
});

test('largest remainder: rows are rounded down or up, and add up to the rounded total', () => {
  const minutes = fc.array(fc.integer({ min: -2000, max: 2000 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(minutes, fc.constantFrom(1, 10, 100), (rows, scale) => {
      const total = hoursFormat(Math.log10(scale), 0, '.').toUnits(
        rows.reduce((sum, value) => sum + value, 0),
      );
      const units = largestRemainder(rows, scale, total);
      expect(units.reduce((sum, value) => sum + value, 0)).toBe(total);
      units.forEach((unit, index) => {
        expect(Math.abs(unit - ((rows[index] ?? 0) * scale) / 60)).toBeLessThan(1);
      });
    }),
  );
});
