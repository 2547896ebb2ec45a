import { expect, test } from 'vitest';
import { isAmbiguousReading } from '../../../src/domain/time/clockChanges.js';
import { zoneByName } from '../../../src/domain/time/tzdata.js';
import type { Zone } from '../../../src/domain/time/zone.js';
import { PaytallyError } from '../../../src/errors.js';
import { verbatim } from '../../../src/i18n/message.js';
import { stampOf } from '../../support/records/stampOf.js';

const ROWS: [what: string, zones: string, instant: string, is: boolean][] = [
  ['an hour that repeats', 'Europe/Brussels', '2026-10-25T02:30+02:00', true],
  ['the same in its second pass', 'Europe/Brussels', '2026-10-25T02:30+01:00', true],
  ['the minute before it', 'Europe/Brussels', '2026-10-25T01:59+02:00', false],
  ['the minute after it', 'Europe/Brussels', '2026-10-25T03:00+01:00', false],
  ['after a skipped hour', 'Europe/Brussels', '2026-03-29T03:30+02:00', false],
  ['a summer noon', 'Europe/Brussels', '2026-07-01T12:00+02:00', false],
  ['half an hour that repeats', 'Australia/Lord_Howe', '2026-04-05T01:45+10:30', true],
  ['an offset that no zone has', 'Europe/Brussels', '2026-07-01T12:00+05:00', true],
  [
    'a matching zone with a repeated hour, and another zone',
    'Africa/Lagos Europe/Brussels',
    '2026-10-25T02:30+01:00',
    true,
  ],
  ['a repeating zone that does not match', 'Africa/Lagos Europe/Brussels', '2026-10-25T01:30+01:00', false],
];

test.each(ROWS)('%s (%s, %s): %s', (_what, names, text, is) => {
  expect(isAmbiguousReading(names.split(' ').map(zoneByName), stampOf(text))).toBe(is);
});

const zoneThatFails = (failure: PaytallyError) =>
  ({
    offsetAt: () => {
      throw failure;
    },
  }) as unknown as Zone;

test('years without known changes may have such an hour; another error is passed on', () => {
  const unknown = new PaytallyError('ZONE_BEYOND_TABLE', verbatim('too far'));
  const other = new PaytallyError('ZONE_UNKNOWN', verbatim('no such zone'));
  const noon = stampOf('2026-07-01T12:00+02:00');
  expect(isAmbiguousReading([zoneThatFails(unknown)], noon)).toBe(true);
  expect(() => isAmbiguousReading([zoneThatFails(other)], noon)).toThrow(other);
});
