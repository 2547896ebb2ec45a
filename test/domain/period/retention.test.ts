import { expect, test } from 'vitest';
import { keptFrom, mustBeKept, type RetentionPreset } from '../../../src/domain/period/retention.js';
import { localDateOf } from '../../../src/domain/time/localDate.js';

test.each<readonly [RetentionPreset, string, string]>([
  ['be', '2026-11-03', '2021-11-03'],
  ['de-time', '2026-11-03', '2024-11-03'],
  ['de-wages', '2026-11-03', '2020-11-03'],
  ['fr-time', '2026-11-03', '2025-11-03'],
  ['fr-wages', '2026-11-03', '2023-11-03'],
  ['nl', '2026-11-03', '2025-11-04'],
  ['general', '2026-11-03', '2016-11-03'],
  ['fr-time', '2028-02-29', '2027-02-28'],
])('%s on %s: kept from %s', (preset, today, from) => {
  expect(keptFrom(preset, localDateOf(today))).toBe(from);
});

test.each([
  ['2021-11-02', false],
  ['2021-11-03', true],
])('a period up to %s', (to, isKept) => {
  expect(mustBeKept('be', { to: localDateOf(to) }, localDateOf('2026-11-03'))).toBe(isKept);
});
