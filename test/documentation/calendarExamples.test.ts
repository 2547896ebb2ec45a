import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { resolvePeriod } from '../../src/domain/period/period.js';
import { toLocalDate } from '../../src/domain/time/localDate.js';

const TEXT = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'pay.md'), 'utf8');
const CALENDARS = { half: { fromDays: [1, 16] }, shifted: { fromDays: [11, 26] } } as const;
const ROWS = [...TEXT.matchAll(/^\| `(\w+@\S+)` \| (\S+) to (\S+) \|$/gm)].map(([, period, from, to]) => ({
  period: period ?? '',
  from,
  to,
}));

test('docs/pay.md has the calendars of the examples', () => {
  expect(ROWS).toHaveLength(5);
  for (const [name, { fromDays }] of Object.entries(CALENDARS))
    expect(TEXT).toContain(`${name}: { fromDays: [${fromDays.join(', ')}] }`);
});

test.each(ROWS)('$period is $from to $to', ({ period, from, to }) => {
  expect(resolvePeriod(period, toLocalDate('2026-11-20'), CALENDARS)).toMatchObject({ from, to });
});
