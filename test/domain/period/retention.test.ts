import { expect, test } from 'vitest';
import {
  mustBeKept,
  type RetentionPreset,
  retentionSource,
  retentionStart,
} from '../../../src/domain/period/retention.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';

test.each<readonly [RetentionPreset, string, string]>([
  ['be', '2026-11-03', '2021-01-01'],
  ['be', '2027-01-01', '2022-01-01'],
  ['de-time', '2026-11-03', '2024-11-03'],
  ['de-wages', '2031-12-31', '2025-01-01'],
  ['de-wages', '2032-01-01', '2026-01-01'],
  ['fr-time', '2026-11-03', '2025-11-03'],
  ['fr-wages', '2026-11-03', '2023-11-03'],
  ['nl', '2026-11-03', '2025-11-04'],
  ['general', '2026-11-03', '2016-11-03'],
  ['fr-time', '2028-02-29', '2027-02-28'],
])('%s on %s: kept from %s', (preset, today, from) => {
  expect(retentionStart(preset, toLocalDate(today))).toBe(from);
});

test.each([
  ['2020-12-31', false],
  ['2021-01-01', true],
])('a period up to %s', (to, isKept) => {
  expect(mustBeKept('be', { to: toLocalDate(to) }, toLocalDate('2026-11-03'))).toBe(isKept);
});

test('a source that may change states when it was checked', () => {
  expect([retentionSource('nl'), retentionSource('general')]).toEqual([
    'Arbeidstijdenbesluit, article 3.2:1; as of 2022-05-05',
    'no law: as long as the longest usual duty for accounts',
  ]);
});
