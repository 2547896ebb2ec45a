// @module-tag slow
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSandbox } from '../../src/sandbox/startSandbox.js';
import { PROJECT } from '../cli/runPaytally.js';
import { ACCEPT, type SampleService, sampleData, startSampleService } from '../cli/sampleService.js';

const FIXTURES = join(import.meta.dirname, 'fixtures');
const run = promisify(execFile);

/** The releases that finals may have been made with: release/fixture.mjs adds each. */
const RELEASES = readdirSync(FIXTURES).filter((name) => name.endsWith('.tar.br'));

/** An earlier release with the packages of the present one. */
function install(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'paytally-before-'));
  execFileSync('tar', ['-x'], {
    cwd: folder,
    input: brotliDecompressSync(readFileSync(join(FIXTURES, name))),
  });
  symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
  mkdirSync(join(folder, 'dist/vendor/sqlite'), { recursive: true });
  for (const path of ['dist/vendor/exceljs.cjs', 'dist/vendor/sqlite/prebuilds'])
    symlinkSync(join(PROJECT, path), join(folder, path));
  return join(folder, 'dist/src/main.js');
}

describe.each(RELEASES)('finals of %s', (name) => {
  let service: SampleService;
  let before: string;
  beforeAll(async () => {
    before = install(name);
    service = await startSampleService();
  });
  afterAll(async () => {
    await service.stop();
    rmSync(join(before, '../../..'), { recursive: true });
  });

  test('are verified, explained and corrected by the present version', { timeout: 180_000 }, async () => {
    const argv = ['export', '2026-10', '--final', ...ACCEPT, '--json'];
    const env = { PATH: process.env.PATH ?? '', HOME: tmpdir(), ...service.env };
    const made = await run(process.execPath, [before, ...argv], { cwd: service.cwd, env });
    const [final] = JSON.parse(made.stdout).runs;
    expect(final).toMatchObject({ state: 'final', employer: 'bakery' });

    const verified = await service.run(['verify', '--json']);
    expect(JSON.parse(verified.stdout).runs).toEqual([{ runId: final.runId, ok: true, problems: [] }]);
    const again = await service.run(['rerun', final.runId, '--out', 'again', '--json']);
    const sums = (files: readonly { readonly template: string; readonly rows: number }[]) =>
      files.map(({ template, rows }) => [template, rows]);
    expect(sums(JSON.parse(again.stdout).runs[0].files)).toEqual(sums(final.files));

    const unchanged = await service.run(['corrections', '2026-10', '--json']);
    expect(JSON.parse(unchanged.stdout).runs[0].lines).toEqual([]);
    const corrected = await service.run(['corrections', '2026-10', '--final', ...ACCEPT, '--json'], {
      env: { ...service.env, PAYTALLY_SANDBOX_URL: (await withoutAnEntry()).baseUrl },
    });
    expect(corrected.status, corrected.stderr).toBe(0);
    const [correction] = JSON.parse(corrected.stdout).runs;
    expect(correction.lines.length).toBeGreaterThan(0);
    expect(correction.lines[0]).toMatchObject({ originalRun: final.runId, cause: 'deleted' });
    expect((await service.run(['verify'])).status).toBe(0);
  });
});

const others: { readonly stop: () => Promise<void> }[] = [];
afterAll(async () => {
  for (const sandbox of others) await sandbox.stop();
});

/** The sample after a completed entry was deleted. */
async function withoutAnEntry() {
  const data = await sampleData();
  const employers = data.employers.map((employer) => {
    const { 'time-entries': entries = [] } = employer.records;
    if ('onDate' in entries) throw new Error('the sample is a list of records');
    const gone = [...entries].find(
      ({ workDate, status, employeeId }) =>
        workDate === '2026-10-14' && status === 'Completed' && employeeId !== null,
    );
    const records = { ...employer.records, 'time-entries': [...entries].filter((entry) => entry !== gone) };
    return { ...employer, records };
  });
  const sandbox = await startSandbox({ ...data, employers });
  others.push(sandbox);
  return sandbox;
}
