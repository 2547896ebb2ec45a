import { describe, expect, test } from 'vitest';
import { parseEpochDay } from '../../../src/domain/time/localDate.js';
import { parseStamp } from '../../../src/domain/time/stamp.js';

const STAMP = '2026-10-25T06:07:08+02:03:04';
const DIGITS = [...STAMP].flatMap((character, at) => (/\d/.test(character) ? [at] : []));
const MARKS = [...STAMP].flatMap((character, at) => (/\d/.test(character) ? [] : [at]));
const changed = (at: number, character: string) => STAMP.slice(0, at) + character + STAMP.slice(at + 1);

describe('a time with one changed character is invalid', () => {
  test('is valid without a change', () => {
    expect(parseStamp(STAMP)).toMatchObject({ epochSeconds: Date.UTC(2026, 9, 25, 4, 4, 4) / 1000 });
  });
  // The characters before 0 and after 9, and a letter.
  test.each(DIGITS)('digit at %d', (at) => {
    for (const other of ['/', ':', 'x', ' '])
      expect([other, typeof parseStamp(changed(at, other))]).toEqual([other, 'string']);
  });
  test.each(MARKS)('mark at %d', (at) => {
    for (const other of ['0', '/', 'x', ' '])
      expect([other, typeof parseStamp(changed(at, other))]).toEqual([other, 'string']);
  });
});

describe('the last valid values', () => {
  test.each([
    ['2026-10-25T23:59:59+00:00', '2026-10-25T23:59:59.000Z'],
    ['2026-10-25T06:07:08.0+02:59', '2026-10-25T03:08:08.000Z'],
    ['2026-10-25T06:07:08+02:00:59', '2026-10-25T04:06:09.000Z'],
    ['2026-10-25T06:07:08-02:30', '2026-10-25T08:37:08.000Z'],
    ['2026-10-25T06:07:08+18:00', '2026-10-24T12:07:08.000Z'],
    ['2026-10-25T06:07:08-18:00', '2026-10-26T00:07:08.000Z'],
  ])('%s', (text, expected) => {
    const stamp = parseStamp(text);
    expect(typeof stamp === 'string' ? stamp : new Date(stamp.epochSeconds * 1000).toISOString()).toBe(
      expected,
    );
  });
  test.each([
    '2026-10-25T06:07:08+02:60',
    '2026-10-25T06:07:08+18:00:01',
    '2026-10-25T06:07:08+02:03:04:05',
    '2026-10-25T06:07:08+02030405',
    '2026-10-25T06:07:08+02:00:60',
    '2026-10-25T06:60:00+02:00',
  ])('%s is invalid', (text) => {
    expect(typeof parseStamp(text)).toBe('string');
  });
});

describe('a date at the start of a text', () => {
  test.each([
    '2026/10-25',
    '2026-10/25',
    '20x6-10-25',
    '2/26-10-25',
    '2026-1:-25',
    '2026-10-2x',
    '2026-x0-25',
    '',
    '2026',
  ])('%j: no date', (text) => {
    expect(parseEpochDay(text)).toBeUndefined();
  });
  test.each([
    '2026-13-01',
    '2026-00-01',
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-04-00',
    '0000-01-01',
  ])('%s: a day that does not exist', (text) => {
    expect(parseEpochDay(text)).toBeNaN();
  });
  test.each([
    '2026-10-25T06:00',
    '2024-02-29',
    '2000-02-29',
    '0001-01-01',
    '9999-12-31',
    '1970-01-01',
    '1969-12-31',
  ])('%s', (text) => {
    const time = new Date(0).setUTCFullYear(
      Number(text.slice(0, 4)),
      Number(text.slice(5, 7)) - 1,
      Number(text.slice(8, 10)),
    );
    expect(parseEpochDay(text)).toBe(time / 86_400_000);
  });
});
