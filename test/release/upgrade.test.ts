// @module-tag slow
import { execFile, execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DatabaseSync } from '#sqlite';
import { startSandbox } from '../../src/sandbox/startSandbox.js';
import { STORE_NAME } from '../../src/store/openStore.js';
import { SCHEMA_VERSION } from '../../src/store/schema.js';
import {
  ACCEPT,
  type SampleService,
  sampleData,
  startSampleService,
} from '../support/employers/sampleService.js';
import { PROJECT } from '../support/programs/runPaytally.js';
import { type PostgresServer, startPostgres, withoutPostgres } from '../support/servers/postgresServer.js';

const FIXTURES = join(import.meta.dirname, 'fixtures');
const run = promisify(execFile);

/** The releases that finals may have been made with: release/fixture.mjs adds each. */
const RELEASES = readdirSync(FIXTURES).filter((name) => name.endsWith('.tar.br'));

/**
 * Packages of earlier releases that only a terminal needs, and that are no longer installed: never called here.
 * liquidjs, which earlier templates need, is installed for this test.
 */
const REMOVED_PACKAGES = ['ora'];

/** An earlier release with the current packages. */
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
  for (const name of REMOVED_PACKAGES) {
    const place = join(folder, 'dist/node_modules', name);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'index.js'), 'module.exports = () => undefined;');
  }
  return join(folder, 'dist/src/main.js');
}

let postgres: PostgresServer | undefined;
beforeAll(async () => {
  if (!withoutPostgres) postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

const STORES = withoutPostgres ? ['SQLite'] : ['SQLite', 'PostgreSQL'];
const CASES = RELEASES.flatMap((name) => STORES.map((store) => [name, store] as const));

describe.each(CASES)('finals of %s in %s', (name, kind) => {
  let service: SampleService;
  let before: string;
  let database: string | undefined;
  beforeAll(async () => {
    before = install(name);
    database = kind === 'PostgreSQL' ? postgres?.database() : undefined;
    service = await startSampleService({}, database === undefined ? '' : `store: ${database}`);
  });
  afterAll(async () => {
    await service.stop();
    rmSync(join(before, '../../..'), { recursive: true });
  });
  const env = () => ({ PATH: process.env.PATH ?? '', HOME: tmpdir(), ...service.env });

  /** The version of the store's schema, read and written by the database's own program. */
  function schemaVersion(write?: number): number {
    if (database !== undefined) {
      const change = write === undefined ? '' : `UPDATE paytally.version SET store = ${write};`;
      return Number(postgres?.sql(`${change} SELECT store FROM paytally.version`, database));
    }
    const db = new DatabaseSync(join(service.cwd, '.paytally', STORE_NAME));
    if (write !== undefined) db.exec(`PRAGMA user_version = ${write}`);
    const [row] = db.prepare('PRAGMA user_version').all();
    db.close();
    return Number(row?.user_version);
  }

  test('are verified, explained and corrected by the current version', { timeout: 180_000 }, async () => {
    const argv = ['export', '2026-10', '--final', ...ACCEPT, '--json'];
    const made = await run(process.execPath, [before, ...argv], { cwd: service.cwd, env: env() });
    const [final] = JSON.parse(made.stdout).runs;
    expect(final).toMatchObject({ state: 'final', employer: 'bakery' });

    const verified = await service.run(['verify', '--json']);
    expect(JSON.parse(verified.stdout).runs).toEqual([{ runId: final.runId, ok: true, problems: [] }]);
    const again = await service.run(['rerun', final.runId, '--out', 'again', '--json']);
    expect(again.status, again.stderr).toBe(0);
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

  test('its program refuses the store of a newer version, and leaves it unchanged', {
    timeout: 180_000,
  }, async () => {
    const version = schemaVersion();
    schemaVersion(SCHEMA_VERSION + 1);
    const argv = [before, 'verify', '--json'];
    const refused = run(process.execPath, argv, { cwd: service.cwd, env: env() });
    await expect(refused).rejects.toMatchObject({ stdout: expect.stringContaining('STORE_NEWER') });
    expect(schemaVersion()).toBe(SCHEMA_VERSION + 1);
    schemaVersion(version);
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
