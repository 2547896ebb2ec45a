import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import {
  employeeId,
  startWatchedService,
  WATCHED,
  type WatchedService,
  workedEntry,
} from '../../support/employers/watchedEmployer.js';
import { editEntry } from '../../support/service/edits.js';

const PERIOD = '2026-10-05..2026-10-09';
const NOW_MS = Date.UTC(2026, 9, 13, 12);
const CONFIGURATION = `payRules:
  base: [{ code: NORMAL }]
  counts: [{ code: MEAL, per: entry, minimumInWindow: 360 }]
language: en
`;

let service: WatchedService | undefined;
afterEach(() => service?.stop());

/** Two runs between which a day loses half an hour, another its meal, and leave half a day. */
async function twoRuns() {
  const opened = await startWatchedService(
    { people: 2, from: '2026-10-05', to: '2026-10-08' },
    CONFIGURATION,
  );
  service = opened;
  const { cwd, run, sandbox } = opened;
  const leave = (days: number) =>
    writeFileSync(
      join(cwd, 'absences.csv'),
      `employee,from,to,code,days,dates\n${employeeId(1)},2026-10-09,2026-10-09,LEAVE,${days},all\n`,
    );
  const configuration = join(cwd, 'paytally.yaml');
  const text = readFileSync(configuration, 'utf8');
  writeFileSync(configuration, text.replace('watched: {', 'watched: { absences: absences.csv,'));
  const draft = async () => {
    const made = await run(['export', PERIOD, '--json'], { nowMs: NOW_MS });
    expect({ status: made.status, stderr: made.status === 0 ? '' : made.stderr }).toEqual({
      status: 0,
      stderr: '',
    });
    return JSON.parse(made.stdout).runs[0].runId as string;
  };
  leave(1);
  const from = await draft();
  sandbox.edit(WATCHED, editEntry.put(workedEntry(0, 1, '2026-10-06', 420)));
  sandbox.edit(WATCHED, editEntry.put(workedEntry(1, 1, '2026-10-06', 300)));
  leave(0.5);
  const to = await draft();
  const diff = (...more: string[]) => run(['diff', from, to, ...more], { nowMs: NOW_MS, columns: 120 });
  return { json: JSON.parse((await diff('--json')).stdout), text: (await diff()).stdout };
}

test('diff lists meals and days of leave that moved, each in its unit', { tags: 'slow' }, async () => {
  const { json, text } = await twoRuns();
  const lines = json.runs[0].lines.map((line: Record<string, unknown>) => [
    ...[line.employeeId === employeeId(0) ? 0 : 1, line.payCode, line.unit, line.before, line.after],
    ...[line.difference, line.differenceMinutes],
  ]);
  expect(lines).toEqual([
    [0, 'NORMAL', 'minutes', 1800, 1770, -30, -30],
    [1, 'LEAVE', 'days', 1, 0.5, -0.5, null],
    [1, 'MEAL', 'times', 4, 3, -1, null],
    [1, 'NORMAL', 'minutes', 1800, 1650, -150, -150],
  ]);
  expect(json.lines).toEqual(json.runs[0].lines);
  expect(text).toMatch(/LEAVE .*1 day .*0\.5 days .*−0\.5 days/);
  expect(text).toMatch(/MEAL .*4 times .*3 times .*−1 time/);
});
