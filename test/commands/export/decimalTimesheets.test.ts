import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { previewSheets } from '../../../src/documents/previewSheets.js';
import {
  startWatchedService,
  type WatchedService,
  workedEntry,
} from '../../support/employers/watchedEmployer.js';
import { editEntry } from '../../support/service/edits.js';

const NOW_MS = Date.UTC(2026, 10, 3, 12);
const DAYS = Array.from({ length: 31 }, (_, at) => `2026-10-${String(at + 1).padStart(2, '0')}`);
/** 31 days of 7:20 are 227:20. */
const DAY_MINUTES = 440;
const TOTAL = '227.33';

let service: WatchedService | undefined;
afterEach(() => service?.stop());

async function files() {
  const opened = await startWatchedService(
    { people: 2, from: '2026-10-01', to: '2026-10-31' },
    'hours: decimal\nlanguage: en\n',
  );
  service = opened;
  for (const person of [0, 1])
    for (const [day, date] of DAYS.entries())
      opened.edit(editEntry.put(workedEntry(person, day, date, DAY_MINUTES)));
  const templates = ['timesheets', 'timesheets-pdf'].flatMap((name) => ['--template', name]);
  const { status, stdout } = await opened.run(['export', '2026-10', ...templates, '--json'], {
    nowMs: NOW_MS,
  });
  expect(status).toBe(0);
  const [run] = JSON.parse(stdout).runs;
  return (template: string) =>
    run.files.find((file: { template: string }) => file.template === template).path as string;
}

const hasPoppler = spawnSync('pdftotext', ['-v']).status === 0;
/** In hundredths. */
const sum = (texts: readonly string[]) =>
  texts.reduce((all, text) => all + Math.round(Number(text) * 100), 0);

test('a timesheet in decimal hours has 31 days of 7:20 as rows that add up to 227.33', {
  tags: 'slow',
}, async () => {
  const pathOf = await files();
  const xlsx = pathOf('timesheets');
  const { sheets } = await previewSheets(xlsx, readFileSync(xlsx));
  const people = sheets.filter(({ rows }) => rows[0]?.[0] === 'Timesheet');
  expect(people).toHaveLength(2);
  for (const { rows } of people) {
    const days = rows.flatMap((row) => row.filter((cell) => /^7\.3\d$/.test(cell)).slice(0, 1));
    expect(days).toHaveLength(31);
    expect(new Set(days)).toEqual(new Set(['7.33', '7.34']));
    expect(sum(days)).toBe(22_733);
    const total = rows.find(([first]) => first === 'Total')?.at(-1);
    expect(Number(total).toFixed(2)).toBe(TOTAL);
  }
  if (!hasPoppler) return;
  const text = execFileSync('pdftotext', ['-layout', pathOf('timesheets-pdf'), '-'], { encoding: 'utf8' });
  const days = text.split('\n').flatMap((line) => (/\b7\.3\d\b/.exec(line) ?? []).slice(0, 1));
  expect(days).toHaveLength(62);
  expect(sum(days)).toBe(2 * 22_733);
  expect(text).toContain(TOTAL);
});
