import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SampleService, startSampleService } from '../support/employers/sampleService.js';
import { PROJECT, runPaytally } from '../support/programs/runPaytally.js';

const run = promisify(execFile);
const EXAMPLES = join(PROJECT, 'samples', 'examples');

/** Each example as a user would copy it: into a separate folder. */
function copyOf(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `paytally-${name}-`));
  cpSync(join(EXAMPLES, name), folder, { recursive: true });
  return folder;
}

describe('the examples in samples/examples', () => {
  let service: SampleService;
  beforeAll(async () => {
    service = await startSampleService();
  });
  afterAll(() => service.stop());

  /** The environment that the configurations name, in addition to what a program needs. */
  const env = () => ({ PATH: process.env.PATH ?? '', HOME: tmpdir(), ...service.env });

  test('bureau: each client has its own rules, language and name', { tags: 'slow' }, async () => {
    const cwd = copyOf('bureau');
    const shown = await runPaytally(['config', 'show', '--employer', 'nights', '--json'], {
      cwd,
      env: service.env,
    });
    expect(shown.status).toBe(0);
    expect(shown.stdout).toMatch(/nights\.yaml/);
    const { status, stdout } = await runPaytally(['export', '2026-10', '--json'], { cwd, env: service.env });
    expect(status).toBe(0);
    const { runs } = JSON.parse(stdout);
    expect(
      runs.map(({ employer, files }: { employer: string; files: unknown[] }) => [employer, files.length]),
    ).toEqual([
      ['bakery', 2],
      ['nights', 1],
    ]);
    expect(readFileSync(join(cwd, runs[1].files[0].path.replace(cwd, '.')), 'utf8')).toContain(
      ',NIGHT,loading,',
    );
  });

  test('template: is valid, and gives hours per employee and place', async () => {
    const cwd = copyOf('template');
    cpSync(join(service.cwd, 'paytally.yaml'), join(cwd, 'paytally.yaml'));
    cpSync(join(service.cwd, 'employees-bakery.csv'), join(cwd, 'employees-bakery.csv'));
    const options = { cwd, env: service.env };
    expect((await runPaytally(['templates', 'check', './site-hours'], options)).status).toBe(0);
    const { stdout } = await runPaytally(
      ['export', '2026-10', '--template', './site-hours', '--json'],
      options,
    );
    const [file] = JSON.parse(stdout).runs[0].files;
    const lines = readFileSync(join(cwd, file.path.replace(cwd, '.')), 'utf8')
      .trim()
      .split('\n');
    expect(lines[0]).toBe('name;place;hours');
    expect(lines.length).toBeGreaterThan(40);
    expect(lines.slice(1).filter((line) => !/;\d+\.\d\d$/.test(line))).toEqual([]);
  });

  test('cron: runs what is due, or nothing, and keeps a log', {
    tags: 'slow',
    timeout: 60_000,
  }, async () => {
    const folder = copyOf('cron');
    const starter = join(folder, 'paytally');
    writeFileSync(
      starter,
      `#!/bin/sh\nexec "${process.execPath}" "${join(PROJECT, 'dist/src/main.js')}" "$@"\n`,
      { mode: 0o700 },
    );
    await run('sh', [join(folder, 'monthly.sh')], {
      env: { ...env(), PAYROLL_FOLDER: folder, PAYTALLY: starter },
    });
    const log = readFileSync(join(folder, 'schedule.log'), 'utf8');
    for (const line of log.trim().split('\n').filter(Boolean)) expect(() => JSON.parse(line)).not.toThrow();
  });

  test('library: exports from a program', { tags: 'slow', timeout: 60_000 }, async () => {
    const { stdout } = await run(
      process.execPath,
      [
        join(EXAMPLES, 'library', 'export.mjs'),
        join(service.cwd, 'paytally.yaml'),
        '2026-10',
        join(service.cwd, 'from-library'),
      ],
      { cwd: PROJECT, env: env() },
    );
    expect(stdout).toMatch(/: 742 entries, 2 file\(s\)\n$/);
  });

  test('library: timesheets and a template in memory match the export', {
    tags: 'slow',
    timeout: 60_000,
  }, async () => {
    const before = readdirSync(service.cwd);
    const { stdout } = await run(
      process.execPath,
      [join(EXAMPLES, 'library', 'timesheets.mjs'), join(service.cwd, 'paytally.yaml'), '2026-10'],
      { cwd: PROJECT, env: env() },
    );
    const [, people, worked] = /: (\d+) people, (\d+) minutes/.exec(stdout) ?? [];
    const check = await runPaytally(['check', '2026-10', '--json'], { cwd: service.cwd, env: service.env });
    expect(Number(worked)).toBe(JSON.parse(check.stdout).runs[0].control.exportedMinutes);
    expect(Number(people)).toBeGreaterThan(20);
    expect(stdout).toMatch(/^bakery_2026-10_employee-days\.csv: \d+ rows, \d+ bytes$/m);
    expect(readdirSync(service.cwd)).toEqual(before);
  });
});
