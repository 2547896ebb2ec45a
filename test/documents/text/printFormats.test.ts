import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dateWriter, isDatePattern } from '../../../src/documents/text/printFormats.js';
import { largestRemainder } from '../../../src/documents/text/reconciledUnits.js';
import { hoursFormat } from '../../../src/language/numberFormats.js';
import { modelOf, problemsOf, renderYaml, textOf } from './renderYaml.js';

const cell = (column: string, row: object, options = {}) => {
  const yaml = `dialect: { delimiter: "\\t" }
rows: { each: 'lines', header: false, columns: [${column}] }`;
  return textOf(renderYaml(yaml, modelOf([{ ...row }]), options)[0]).slice(0, -1);
};

describe('formats of minutes, signed', () => {
  test.each([
    ['hours', 394, '6.57'],
    ['hours', -394, '-6.57'],
    ['hours', 0, '0.00'],
    ["hours:2,','", 7830, '130,50'],
    ["hours:2,'.',0", 5280, '88'],
    ["hours:2,'.',1", 5760, '96.0'],
    ["hours:2,'.',1", 4180, '69.67'],
    ["hours:2,'.',0", 6000, '100'],
    ["hours:4,'.',0", 20, '0.3333'],
    ['hours:1', 3, '0.1'],
    ['hours:1', -3, '-0.1'],
    ['hours:0', 30, '1'],
    ['hours:0', -29, '0'],
    ['hours', 6_000_000, '100000.00'],
    ['hundredths', 75, '125'],
    ['hundredths', -75, '-125'],
    ['minutes', -420, '-420'],
    ['hhmm', 450, '0730'],
    ['hhmm', -20, '-0020'],
    ['clock', 450, '7:30'],
    ['clock', -20, '-0:20'],
    ['clock', 7805, '130:05'],
  ])('%s of %i', (format, minutes, expected) => {
    expect(cell(`{ value: "{{minutes | ${format}}}" }`, { minutes })).toBe(expected);
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
    ["number:2,',',2", 1.5, '1,50'],
    ['number:2', 1.005, '1.01'],
    ['number:0', -0.4, '0'],
  ])('%s of %d', (format, times, expected) => {
    expect(cell(`{ value: "{{times | ${format}}}" }`, { times })).toBe(expected);
  });

  test('tenths add up to tenths, in a group, in a total and in columns of codes', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9_999 }), { minLength: 1, maxLength: 20 }), (tenths) => {
        const model = modelOf(tenths.map((each) => ({ code: 'MEAL', times: each / 10 })));
        const sum = tenths.reduce((a, b) => a + b, 0);
        const expected = sum % 10 === 0 ? String(sum / 10) : `${Math.floor(sum / 10)}.${sum % 10}`;
        const rows = (keys: string) => `rows: { header: false, ${keys} }`;
        const text = (keys: string) => textOf(renderYaml(rows(keys), model)[0]);
        expect(text('each: lines group by code, columns: [{ value: "{{times}}" }]')).toBe(`${expected}\n`);
        expect(
          text(
            'each: lines group by code, codes: { by: code }, columns: [{ code: MEAL, value: "{{times}}" }]',
          ),
        ).toBe(`${expected}\n`);
        const totals = text(
          'each: lines, totals: { label: "" }, columns: [{ value: "x" }, { value: "{{times}}", total: true }]',
        );
        expect(totals.trimEnd().split('\n').at(-1)).toBe(`,${expected}`);
      }),
    );
  });

  test.each(['hours', 'hundredths', 'minutes', 'clock', 'hhmm', "duration:'decimal'"])(
    'are not minutes: the format %s is refused for them, also for columns of codes',
    (format) => {
      const model = modelOf([{ code: 'MEAL', times: 2 }]);
      const refused = (keys: string) =>
        problemsOf(() => renderYaml(`rows: { ${keys} }`, model)).map(({ message }) => message);
      expect(refused(`each: lines, columns: [{ value: "{{times | ${format}}}" }]`)).toHaveLength(1);
      const codes = `each: lines group by code, codes: { by: code }`;
      expect(refused(`${codes}, columns: [{ code: MEAL, value: "{{times | ${format}}}" }]`)).toHaveLength(1);
    },
  );

  test('minutes are not numbers of this kind', () => {
    const yaml = `rows: { each: 'lines', columns: [{ value: "{{minutes | number:6}}" }] }`;
    expect(problemsOf(() => renderYaml(yaml, modelOf([{ minutes: 90 }])))).toHaveLength(1);
  });
});

describe('other formats', () => {
  test.each([
    ['integer', '{ value: "{{count}}" }', { count: 3 }, '3'],
    ['boolean', '{ value: "{{flag}}" }', { flag: true }, 'true'],
    ['no value', '{ value: "{{note}}" }', {}, ''],
    ['no value, replaced', `{ value: "{{note | default:'-'}}" }`, {}, '-'],
    ['constant', '{ value: "D" }', {}, 'D'],
    [
      'composed',
      `{ value: "{{employee.name | upper}}/{{minutes | hours:1,','}}" }`,
      { 'employee.name': 'Jo', minutes: 90 },
      'JO/1,5',
    ],
    ['composed with a date', `{ value: "{{date | date:'D.M.YY'}}" }`, { date: '2026-03-01' }, '1.3.26'],
    ['a field of the run', `{ value: "{{run.from | date:'MM/YYYY'}}" }`, {}, '10/2026'],
    ['weekday', '{ value: "{{count | weekday}}" }', { count: 7 }, 'Sun'],
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
