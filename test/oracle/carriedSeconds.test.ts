import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { pythonWith } from '../support/programs/pythonWith.js';
import { runPaytally } from '../support/programs/runPaytally.js';
import { seeded } from '../support/service/seeded.js';

/* Seconds of entries are never lost: the minutes of a person's day are the nearest to its seconds. */

const python = pythonWith('csv');

const folder = mkdtempSync(join(tmpdir(), 'paytally-seconds-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const HEADING =
  'User,Email,Client,Project,Task,Description,Billable,Start date,Start time,End date,End time,Duration,Tags,Amount (EUR)';
const clock = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 19);

/** Entries without an overlap, in any order in the file. */
function exportOf(seed: number): string {
  const random = seeded(seed);
  const between = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const rows: string[] = [];
  for (const person of ['ann', 'bob'])
    for (let day = 5; day <= 8; day += 1) {
      let at = 6 * 3600 + between(0, 3600);
      for (let entry = between(1, 30); entry > 0; entry -= 1) {
        const long = between(0, 3) === 0 ? 60 * between(1, 30) : between(0, 1500);
        const date = `2026-10-0${day}`;
        const times = `${date},${clock(at)},${date},${clock(at + long)},${clock(long)}`;
        rows.push(`${person},${person}@b.example,,Shop,,,No,${times},,`);
        at += long + between(0, 300);
      }
    }
  const keys = new Map(rows.map((row) => [row, between(0, 1_000_000)]));
  rows.sort((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0));
  return `${[HEADING, ...rows].join('\n')}\n`;
}

function oracle(csv: string): Record<string, [number, number[]]> {
  const script = join(import.meta.dirname, 'carried_seconds.py');
  return JSON.parse(execFileSync(python ?? '', [script], { input: csv, encoding: 'utf8' }));
}

/** Minutes by person and day. */
async function minutesOf(csv: string, period: string): Promise<Record<string, number>> {
  const cwd = join(folder, String(Math.random()).slice(2));
  mkdirSync(cwd);
  writeFileSync(join(cwd, 'toggl.csv'), csv);
  writeFileSync(
    join(cwd, 'paytally.yaml'),
    'source: { csv: toggl.csv, format: toggl-detailed }\ntemplates: [employee-days]\nemployers: { bakery: { name: Bakery, zone: Europe/Brussels } }\n',
  );
  const nowMs = Date.UTC(2026, 10, 3, 9);
  const { stdout, stderr, status } = await runPaytally(['export', period, '--json'], { cwd, nowMs });
  expect(status, stderr).toBe(0);
  const [run] = JSON.parse(stdout).runs;
  const path = run.files[0].path;
  const [heading = '', ...lines] = readFileSync(path, 'utf8').trim().split('\n');
  const columns = heading.split(',');
  const cell = (line: string, name: string) => line.split(',')[columns.indexOf(name)] ?? '';
  return Object.fromEntries(
    lines.map((line) => [
      `${cell(line, 'employeeId')} ${cell(line, 'date')}`,
      Number(cell(line, 'workedMinutes')),
    ]),
  );
}

test.skipIf(python === undefined).each([1, 2, 3, 4])('the days of a random export, seed %i', async (seed) => {
  const csv = exportOf(seed);
  const days = Object.entries(oracle(csv)).map(([day, [minutes]]) => [day, minutes] as const);
  const worked = days.filter(([, minutes]) => minutes > 0);
  expect(await minutesOf(csv, '2026-10')).toEqual(Object.fromEntries(worked));
  const [one] = worked;
  // A day is the same whatever period is asked for.
  const date = one?.[0].split(' ')[1] ?? '';
  const own = worked.filter(([day]) => day.endsWith(date));
  expect(await minutesOf(csv, `${date}..${date}`)).toEqual(Object.fromEntries(own));
});
