import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { employerSchedules } from '../../../src/app/schedule/employerSchedules.js';
import type { LoadedConfig } from '../../../src/config/config.js';
import { parseConfig } from '../../../src/config/validateConfig.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';

const CONFIG = `
baseUrl: https://api.example.com
holidays: holidays.csv
schedule: { first: { workday: 1, period: last-month } }
employers: { house: { employerId: 0e6f1c5e-0000-4000-8000-000000000001, clientId: x, clientSecret: { env: S } } }
`;

/** The first working day of December 2026, which begins on a Tuesday. */
async function firstWorkingDay(rows: readonly string[], ...granted: string[]): Promise<string | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'schedule-'));
  writeFileSync(join(folder, 'holidays.csv'), ['date;name;part;where;action', ...rows].join('\n'));
  const loaded = { config: parseConfig(CONFIG, 'paytally.yaml', {}), folder } as unknown as LoadedConfig;
  const [schedule] = await employerSchedules(loaded, ['house'], {
    zoneOf: () => Promise.resolve('Europe/Brussels'),
    holidaysOf: () => Promise.resolve(new Set(granted.map(toLocalDate))),
  });
  const days = Array.from({ length: 31 }, (_, index) => `2026-12-${String(index + 1).padStart(2, '0')}`);
  return days.find((day) => schedule?.times.isOn(toLocalDate(day)));
}

test.each<[string, readonly string[], string, readonly string[]]>([
  ['no row', [], '2026-12-01', []],
  ['an added holiday', ['2026-12-01;Feast;;;'], '2026-12-02', []],
  ['a holiday of one place', ['2026-12-01;Feast;;Munich;'], '2026-12-01', []],
  ['an afternoon', ['2026-12-01;Feast;pm;;'], '2026-12-01', []],
  ['a granted holiday', [], '2026-12-02', ['2026-12-01']],
  ['a granted holiday that is removed', ['2026-12-01;;;;remove'], '2026-12-01', ['2026-12-01']],
  ['a granted holiday of one place', ['2026-12-01;;;Munich;limit'], '2026-12-01', ['2026-12-01']],
])('working days of schedules: %s', async (_name, rows, expected, granted) => {
  expect(await firstWorkingDay(rows, ...granted)).toBe(expected);
});
