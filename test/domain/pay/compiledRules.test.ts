import { describe, expect, test } from 'vitest';
import {
  isInWindow,
  parseClockTime,
  parseWindow,
  requireClockTime,
} from '../../../src/domain/pay/compiledRules.js';

describe('a time of day', () => {
  test.each([
    ['00:00', 0],
    ['08:59', 32_340],
    ['23:59', 86_340],
    ['24:00', 86_400],
  ] as const)('%s', (text, seconds) => {
    expect(parseClockTime(text)).toBe(seconds);
    expect(requireClockTime(text)).toBe(seconds);
  });
  test.each(['24:01', '23:60', '25:00', '8:00', '008:00', '08:000', '08.00', ' 08:00', ''])(
    '%j is not valid',
    (text) => {
      expect(parseClockTime(text)).toBeUndefined();
    },
  );
  test('reports a time that the schema should have refused', () => {
    expect(() => requireClockTime('99:00' as '09:00')).toThrow('not a clock time: 99:00');
  });
});

describe('a window', () => {
  const at = (time: string) => parseClockTime(time) ?? Number.NaN;
  test.each([
    ['during the day', '06:00', '20:00', { '05:59': false, '06:00': true, '19:59': true, '20:00': false }],
    [
      'across midnight',
      '20:00',
      '06:00',
      { '19:59': false, '20:00': true, '23:59': true, '00:00': true, '05:59': true, '06:00': false },
    ],
    ['the whole day', '06:00', '06:00', { '05:59': true, '06:00': true, '00:00': true }],
  ] as const)('%s', (_name, from, until, expected) => {
    const window = parseWindow([from, until]);
    const inside = Object.fromEntries(
      Object.keys(expected).map((time) => [time, isInWindow(at(time), window)]),
    );
    expect(inside).toEqual(expected);
  });
});
