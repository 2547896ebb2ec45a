// @module-tag slow
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runPaytally } from '../../support/programs/runPaytally.js';

const PEOPLE = 30;
const DAYS = 28;
/** A month in which everyone works until an hour of the afternoon. */
function entries(until: number): string {
  const days = Array.from({ length: DAYS }, (_, day) => `2026-10-${String(day + 1).padStart(2, '0')}`);
  const people = Array.from({ length: PEOPLE }, (_, person) => `P${person}`);
  const rows = people.flatMap((person) => days.map((day) => `${person},${day}T08:00,${day}T${until}:00,0`));
  return `employee,start,end,break\n${rows.join('\n')}\n`;
}

/** Writes two versions in turn, one every few milliseconds, until it is killed. */
const WRITER = `
  const { readFileSync, renameSync, writeFileSync, appendFileSync } = require('node:fs');
  const [folder, how] = process.argv.slice(1);
  const versions = ['a.csv', 'b.csv'].map((name) => readFileSync(folder + '/../' + name));
  let written = 0;
  setInterval(() => {
    written += 1;
    const next = versions[written % 2];
    if (how === 'appended to') appendFileSync(folder + '/entries.csv', 'X' + written + ',2026-10-05T08:00,2026-10-05T16:00,0\\n');
    else if (how === 'overwritten') writeFileSync(folder + '/entries.csv', next);
    else { writeFileSync(folder + '/../new.csv', next); renameSync(folder + '/../new.csv', folder + '/entries.csv'); }
  }, 4);
`;

/** The minutes of each version. */
const WHOLE = [8, 9].map((hours) => PEOPLE * DAYS * hours * 60);

function minutesOf(stdout: string): number {
  return JSON.parse(stdout).runs[0].control.exportedMinutes;
}

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

test.each(['replaced', 'overwritten', 'appended to'])(
  'no final mixes versions of entries that are %s while they are read',
  async (how) => {
    const cwd = mkdtempSync(join(tmpdir(), 'paytally-meanwhile-'));
    folders.push(cwd);
    mkdirSync(join(cwd, 'hours'));
    writeFileSync(
      join(cwd, 'paytally.yaml'),
      'source: { csv: hours }\ntemplates: [pay-lines]\nemployers: { b: { name: B, zone: Europe/Brussels } }\n',
    );
    writeFileSync(join(cwd, 'a.csv'), entries(16));
    writeFileSync(join(cwd, 'b.csv'), entries(17));
    writeFileSync(join(cwd, 'hours', 'entries.csv'), entries(16));
    const final = () => runPaytally(['export', '2026-10', '--final', '--json'], { cwd });

    const writer = spawn(process.execPath, ['-e', WRITER, join(cwd, 'hours'), how], { stdio: 'ignore' });
    const during = await final().finally(() => writer.kill('SIGKILL'));
    await new Promise((resolve) =>
      (writer.exitCode ?? writer.signalCode) !== null ? resolve(0) : writer.on('close', resolve),
    );
    // Two equal passes in a row are one version, whole. A file that is overwritten can also be empty for a moment.
    if (during.status === 0) {
      expect(WHOLE).toContain(minutesOf(during.stdout));
      return;
    }
    expect(how === 'overwritten' ? [2, 5] : [5]).toContain(during.status);
    expect(existsSync(join(cwd, 'out'))).toBe(false);
    if (during.status === 5) expect(during.stdout).toContain('CHANGED_WHILE_READING');

    writeFileSync(join(cwd, 'hours', 'entries.csv'), entries(17));
    const after = await final();
    expect(after.status, after.stderr).toBe(0);
    expect(minutesOf(after.stdout)).toBe(WHOLE[1]);
  },
);
