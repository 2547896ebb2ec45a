import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseStamp, wallClockSeconds } from '../../../src/domain/time/stamp.js';
import { stampOf } from '../../support/records/stampOf.js';

const goodRows: [row: string, text: string, utc: string, offsetSeconds: number][] = [
  ['as the service documents it', '2026-10-25T02:30:00+02:00', '2026-10-25T00:30:00Z', 7200],
  ['the other pass of the hour', '2026-10-25T02:30:00+01:00', '2026-10-25T01:30:00Z', 3600],
  ['without seconds', '2026-10-25T02:30+02:00', '2026-10-25T00:30:00Z', 7200],
  ['Z', '2026-10-25T02:30:00Z', '2026-10-25T02:30:00Z', 0],
  ['west of UTC', '2026-10-25T02:30:00-09:30', '2026-10-25T12:00:00Z', -34_200],
  ['Kathmandu', '2026-10-25T02:30:00+05:45', '2026-10-24T20:45:00Z', 20_700],
  ['no colon in the offset', '2026-10-25T02:30:00+0200', '2026-10-25T00:30:00Z', 7200],
  ['whole hours only', '2026-10-25T02:30:00+02', '2026-10-25T00:30:00Z', 7200],
  ['offset with seconds', '2026-10-25T02:30:00+00:19:32', '2026-10-25T02:10:28Z', 1172],
  ['offset with seconds, no colons', '2026-10-25T02:30:00-001932', '2026-10-25T02:49:32Z', -1172],
  ['minus zero', '2026-10-25T02:30:00-00:00', '2026-10-25T02:30:00Z', 0],
  ['a fraction is cut off', '2026-10-25T02:30:59.999+02:00', '2026-10-25T00:30:59Z', 7200],
  ['a long fraction', '2026-10-25T02:30:59.9999999999Z', '2026-10-25T02:30:59Z', 0],
  ['a fraction after a comma', '2026-10-25T02:30:59,5Z', '2026-10-25T02:30:59Z', 0],
  ['a fraction before 1970 is cut off too', '1969-12-31T23:59:58.9Z', '1969-12-31T23:59:58Z', 0],
  ['leap day', '2028-02-29T00:00:00Z', '2028-02-29T00:00:00Z', 0],
  ['leap day of 2000', '2000-02-29T00:00:00Z', '2000-02-29T00:00:00Z', 0],
  ['the first year', '0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z', 0],
  ['the last year', '9999-12-31T23:59:59Z', '9999-12-31T23:59:59Z', 0],
];

test.each(goodRows)('valid: %s', (_row, text, utc, offsetSeconds) => {
  const stamp = stampOf(text);
  expect(stamp).toEqual({ text, epochSeconds: Date.parse(utc) / 1000, offsetSeconds });
  expect(Object.is(stamp.offsetSeconds, -0)).toBe(false);
});

const badRows: [row: string, text: string, problem: string][] = [
  ['no offset', '2026-10-25T02:30:00', 'noOffset'],
  ['no offset, no seconds', '2026-10-25T02:30', 'noOffset'],
  ['no offset after a fraction', '2026-10-25T02:30:00.5', 'noOffset'],
  ['30 February', '2026-02-30T02:30:00Z', 'noDate'],
  ['29 February of a common year', '2026-02-29T02:30:00Z', 'noDate'],
  ['29 February 2100', '2100-02-29T02:30:00Z', 'noDate'],
  ['31 April', '2026-04-31T02:30:00Z', 'noDate'],
  ['month 0', '2026-00-10T02:30:00Z', 'noDate'],
  ['month 13', '2026-13-10T02:30:00Z', 'noDate'],
  ['month 99', '2026-99-10T02:30:00Z', 'noDate'],
  ['day 0', '2026-10-00T02:30:00Z', 'noDate'],
  ['year 0', '0000-10-10T02:30:00Z', 'noDate'],
  ['24:00', '2026-10-25T24:00:00Z', 'noTime'],
  ['minute 60', '2026-10-25T02:60:00Z', 'noTime'],
  ['a leap second', '2026-12-31T23:59:60Z', 'noTime'],
  ['offset of 60 minutes', '2026-10-25T02:30:00+01:60', 'wrongOffset'],
  ['offset beyond 18 hours', '2026-10-25T02:30:00+18:01', 'wrongOffset'],
  ['empty text', '', 'form'],
  ['a date', '2026-10-25', 'form'],
  ['a space instead of T', '2026-10-25 02:30:00Z', 'form'],
  ['lower-case letters', '2026-10-25t02:30:00z', 'form'],
  ['a leading space', ' 2026-10-25T02:30:00Z', 'form'],
  ['a trailing space', '2026-10-25T02:30:00Z ', 'form'],
  ['a space before the offset', '2026-10-25T02:30:00 +02:00', 'form'],
  ['one digit', '2026-10-25T2:30:00Z', 'form'],
  ['non-ASCII digits', '٢٠٢٦-10-25T02:30:00Z', 'form'],
  ['a zone in brackets', '2026-10-25T02:30:00+02:00[Europe/Brussels]', 'form'],
  ['a zone name', '2026-10-25T02:30:00 CET', 'form'],
  ['half an offset', '2026-10-25T02:30:00+02:0', 'form'],
  ['an offset with a dangling colon', '2026-10-25T02:30:00+02:', 'form'],
  ['an offset in mixed styles', '2026-10-25T02:30:00+02:0030', 'form'],
  ['an offset with a different sign', '2026-10-25T02:30:00+02:00.30', 'form'],
  ['a sign alone', '2026-10-25T02:30:00+', 'form'],
  ['a point without digits', '2026-10-25T02:30:00.Z', 'form'],
  ['basic format', '20261025T023000Z', 'form'],
  ['an American date', '10/25/2026 02:30', 'form'],
];

test.each(badRows)('invalid: %s', (_row, text, problem) => {
  expect(parseStamp(text)).toBe(problem);
});

test('the local clock is the local part', () => {
  expect(wallClockSeconds(stampOf('2026-10-25T02:30:00+02:00'))).toBe(Date.UTC(2026, 9, 25, 2, 30) / 1000);
});

describe('properties', () => {
  const pad = (value: number, width: number) => String(value).padStart(width, '0');

  test('every second that a Date can represent is read back with any offset', () => {
    const seconds = fc.integer({ min: Date.UTC(1, 0, 3) / 1000, max: Date.UTC(9999, 11, 30) / 1000 });
    fc.assert(
      fc.property(seconds, fc.integer({ min: -18 * 60, max: 18 * 60 }), (epochSeconds, offsetMinutes) => {
        const local = new Date((epochSeconds + offsetMinutes * 60) * 1000).toISOString().slice(0, 19);
        const size = Math.abs(offsetMinutes);
        const offset = `${offsetMinutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60), 2)}:${pad(size % 60, 2)}`;
        expect(stampOf(local + offset)).toMatchObject({
          epochSeconds,
          offsetSeconds: offsetMinutes * 60 || 0,
        });
      }),
    );
  });

  test('a date and time is read only if it exists', () => {
    const part = (max: number) => fc.integer({ min: 0, max });
    fc.assert(
      fc.property(part(9999), part(14), part(33), part(26), part(62), (year, month, day, hour, minute) => {
        const text = `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}T${pad(hour, 2)}:${pad(minute, 2)}:00Z`;
        const date = new Date(0);
        date.setUTCFullYear(year, month - 1, day);
        date.setUTCHours(hour, minute, 0, 0);
        const exists = year > 0 && date.toISOString() === text.replace('Z', '.000Z');
        expect(typeof parseStamp(text)).toBe(exists ? 'object' : 'string');
      }),
    );
  });

  test('any text gives a stamp or a reason, never a crash or an invalid number', () => {
    const alphabet = fc.constantFrom(...'0123456789-+:.,TZ 26');
    const texts = fc.oneof(fc.string(), fc.string({ unit: alphabet, maxLength: 35 }));
    fc.assert(
      fc.property(texts, (text) => {
        const result = parseStamp(text);
        if (typeof result === 'string') return result.length > 0;
        return Number.isInteger(result.epochSeconds) && Number.isInteger(result.offsetSeconds);
      }),
      { numRuns: 2000 },
    );
  });
});
