import { DateTime } from 'luxon';
import { describe, expect, test } from 'vitest';
import { dateWriter, isDatePattern } from '../../../../../src/render/text/datePattern.js';
import { luxonPattern } from '../../../../../src/render/xlsx/template/language/datePattern.js';

/* Patterns of text templates mean the same in workbooks; the writer of text templates is the oracle. */
const DAYS = ['YYYY', 'YY', 'MM', 'M', 'DD', 'D'];
const patterns = DAYS.flatMap((a) =>
  DAYS.filter((b) => b[0] !== a[0]).flatMap((b) => [a, `${a}.${b}`, `${a}${b}`, `${a}/${b}-`]),
);

describe('luxonPattern', () => {
  test.each([...new Set([...patterns, 'DD.MM.YYYY', 'YYYYMMDD', 'MM/YYYY'])])('%s', (pattern) => {
    expect(isDatePattern(pattern)).toBe(true);
    for (const date of ['2026-03-05', '2026-12-31', '2000-01-01'])
      expect(DateTime.fromISO(date).toFormat(luxonPattern(pattern, false))).toBe(dateWriter(pattern)(date));
  });

  test.each([
    ['dd.MM.yyyy', '05.03.2026'],
    ["d 'MM' MMMM", '5 MM March'],
    ['EEEE', 'Thursday'],
    ["W. 'week'", '10. week'],
    ['yyyy年M月', '2026年3月'],
  ])('%s gives %s', (pattern, text) => {
    expect(DateTime.fromISO('2026-03-05', { locale: 'en' }).toFormat(luxonPattern(pattern, false))).toBe(
      text,
    );
  });

  test.each(['', "d 'of MMMM", 'DDD', 'mm', 'TT.MM.JJJJ', 'Do MMMM', 'ff'])('%s is refused', (pattern) => {
    expect(() => luxonPattern(pattern, false)).toThrow(/^date:"/);
  });

  test.each(['HH:mm', 'dd.MM. HH:mm:ss', 'h:mm a'])('%s needs a time', (pattern) => {
    expect(luxonPattern(pattern, true)).toBe(pattern);
    expect(() => luxonPattern(pattern, false)).toThrow(/minutes|no time/);
  });
});
