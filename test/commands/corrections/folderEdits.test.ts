// @module-tag slow
import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { MAIN } from '../../support/programs/builtProgram.js';
import { runPaytally } from '../../support/programs/runPaytally.js';

/* Finals and corrections of an employer whose records are a folder of CSV files. */

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const HEADING = 'id,employee,start,end,reviewed\n';
const line = (id: number, employee: string, day: number, end = '16:00') => {
  const date = `2026-10-${String(day).padStart(2, '0')}`;
  return `${id},${employee},${date}T08:00,${date}T${end},yes\n`;
};
const FIRST = [line(1, 'Ann', 5), line(2, 'Ann', 6), line(3, 'Bob', 5), line(4, 'Cleo', 7)];

function project(lines: readonly string[]): {
  readonly cwd: string;
  readonly save: (lines: readonly string[]) => void;
} {
  const cwd = mkdtempSync(join(tmpdir(), 'paytally-edits-'));
  folders.push(cwd);
  mkdirSync(join(cwd, 'hours'));
  writeFileSync(
    join(cwd, 'paytally.yaml'),
    'source: { csv: hours }\ntemplates: [pay-lines]\nemployers: { bakery: { name: Bakery, zone: Europe/Brussels } }\n',
  );
  const save = (rows: readonly string[]) =>
    writeFileSync(join(cwd, 'hours', 'entries.csv'), HEADING + rows.join(''));
  save(lines);
  return { cwd, save };
}

const run = async (cwd: string, ...argv: readonly string[]) => {
  const { status, stdout, stderr } = await runPaytally([...argv, '--json'], {
    cwd,
    nowMs: Date.UTC(2026, 10, 3, 9),
  });
  return { status, stderr, json: JSON.parse(stdout || '{}') };
};

describe('corrections after edits of the folder', () => {
  const [a = '', b = '', c = '', d = ''] = FIRST;
  test.each([
    ['no edit', FIRST, []],
    ['another order of lines', [d, b, a, c], []],
    ['an edited end', [a, b, line(3, 'Bob', 5, '17:30'), d], ['Bob 2026-10-05 480 570']],
    ['a deleted line', [a, c, d], ['Ann 2026-10-06 480 0']],
    ['a new line', [...FIRST, line(5, 'Dora', 8)], ['Dora 2026-10-08 0 480']],
    [
      'a line of another day',
      [a, b, c, line(4, 'Cleo', 9)],
      ['Cleo 2026-10-07 480 0', 'Cleo 2026-10-09 0 480'],
    ],
  ])('%s', async (_, edited, expected) => {
    const { cwd, save } = project(FIRST);
    expect((await run(cwd, 'export', '2026-10', '--final')).status).toBe(0);
    save(edited);
    const { status, json, stderr } = await run(cwd, 'corrections', '2026-10');
    expect(status, stderr).toBe(0);
    const lines = json.runs[0].lines.map(
      (each: { employeeId: string; date: string; beforeMinutes: number; afterMinutes: number }) =>
        `${each.employeeId} ${each.date} ${each.beforeMinutes} ${each.afterMinutes}`,
    );
    expect(lines.sort()).toEqual(expected);
    expect((await run(cwd, 'verify')).status).toBe(0);
  });

  test('a correction counts once', async () => {
    const { cwd, save } = project(FIRST);
    await run(cwd, 'export', '2026-10', '--final');
    save([...FIRST, line(5, 'Dora', 8)]);
    expect((await run(cwd, 'corrections', '2026-10', '--final')).status).toBe(0);
    expect((await run(cwd, 'corrections', '2026-10')).json.runs[0].lines).toEqual([]);
  });
});

describe.skipIf(!existsSync(MAIN))('kills while the folder is read', () => {
  const many = Array.from({ length: 10_000 }, (_, at) => line(at + 1, `p${at % 300}`, 1 + (at % 28)));

  /** Ends the program so long after its start, without a chance to tidy up. */
  const killed = (cwd: string, afterMs: number) =>
    new Promise<void>((resolve) => {
      const child = spawn(process.execPath, [MAIN, 'export', '2026-10', '--final'], { cwd, stdio: 'ignore' });
      const timer = setTimeout(() => child.kill('SIGKILL'), afterMs);
      child.on('exit', () => {
        clearTimeout(timer);
        resolve();
      });
    });

  test.each([[700], [1800]])('after %i ms: the next run is whole', { timeout: 120_000 }, async (afterMs) => {
    const { cwd } = project(many);
    await killed(cwd, afterMs);
    const { json } = await run(cwd, 'check', '2026-10');
    expect(json.runs[0].control.fetchedEntries).toBe(many.length);
    expect((await run(cwd, 'verify')).status).toBe(0);
    const files = readdirSync(cwd, { recursive: true, encoding: 'utf8' });
    expect(files.filter((name) => /\.(part|claim)$/.test(name))).toEqual([]);
    expect(readFileSync(join(cwd, 'hours', 'entries.csv'), 'utf8')).toHaveLength(
      HEADING.length + many.join('').length,
    );
  });
});
