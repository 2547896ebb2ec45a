// @module-tag slow
import { execFile, execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SampleService } from '../support/employers/sampleService.js';
import { DIST } from '../support/programs/builtProgram.js';
import { usePostgres } from '../support/servers/postgresCase.js';
import { withoutPostgres } from '../support/servers/postgresServer.js';
import { CHILD, DUE_MS, filesIn, startEmployers } from '../support/servers/workerBench.js';
import { blocks, documents } from './markdown.js';

const DOCUMENT = documents().find(({ path }) => path === 'docs/operations.md');
if (DOCUMENT === undefined) throw new Error('docs/operations.md is gone');
const { path, text } = DOCUMENT;
const part = text.slice(text.indexOf('## Backup'), text.indexOf('## Upgrade'));
const [backUp = '', checkBackup = '', restore = '', restoreFiles = '', newComputer = '', ...others] = blocks(
  { path, text: part },
  'sh',
);

describe.skipIf(withoutPostgres)('the commands of backup and disaster rehearsal', () => {
  const postgres = usePostgres();
  const programs = mkdtempSync(join(tmpdir(), 'paytally-programs-'));
  let service: SampleService;
  let server = '';

  beforeAll(async () => {
    const { url, sql } = postgres();
    // As in operation: the role that owns the tables is no superuser, and row-level security holds for it too.
    sql('CREATE ROLE payroll LOGIN CREATEDB');
    sql('CREATE DATABASE paytally OWNER payroll');
    server = `payroll@${new URL(url).host}`;
    const script = `#!/bin/sh\nexec "${process.execPath}" "${CHILD}" "${DIST}" ${DUE_MS} "$@"\n`;
    writeFileSync(join(programs, 'paytally'), script, { mode: 0o700 });
    service = (
      await startEmployers(3, '', `postgres://${server}/paytally\nfiles: { path: /srv/payroll/files }`)
    ).service;
    const configuration = join(service.cwd, 'paytally.yaml');
    execFileSync('sed', ['-i', `s|/srv/payroll|${service.cwd}|`, configuration]);
  }, 120_000);
  afterAll(async () => {
    rmSync(programs, { recursive: true });
    await service?.stop();
  });

  /** A block of the document, with the addresses of this computer. @throws Error for a status other than 0 */
  async function run(
    block: string,
    env: Readonly<Record<string, string>> = {},
    cwd = service.cwd,
  ): Promise<string> {
    const here = block.replaceAll('payroll@db.example.com', server).replaceAll('/srv/payroll', service.cwd);
    const { stdout } = await promisify(execFile)('bash', ['-e', '-o', 'pipefail', '-c', here], {
      cwd,
      env: { ...process.env, ...service.env, ...env, PATH: `${programs}:${process.env.PATH}` },
    });
    return stdout;
  }
  const database = () => postgres().url.replace(/postgres$/, 'paytally');
  const finals = () =>
    postgres().sql(`SELECT "employerKey" FROM paytally.run WHERE state = 'final' ORDER BY 1`, database());
  const loseDatabase = () => postgres().sql('DROP DATABASE paytally WITH (FORCE)');

  test('a backup is checked; the database, the files and a computer are lost, and the work continues', async () => {
    expect(others).toEqual([]);
    await run('paytally schedule run --due --employer e0');
    expect(finals()).toBe('e0');
    await run(backUp);
    expect(await run(checkBackup)).toContain('1 run checked, nothing has changed');
    expect(postgres().sql(`SELECT count(*) FROM pg_database WHERE datname = 'rehearsal'`)).toBe('0');

    loseDatabase();
    await run(restore);
    expect(finals().split('\n')).toEqual(['e0', 'e1', 'e2']);
    expect(JSON.parse(await run('paytally verify --json')).runs).toHaveLength(3);

    const out = filesIn(join(service.cwd, 'out'));
    const stored = filesIn(join(service.cwd, 'files'));
    rmSync(join(service.cwd, 'files'), { recursive: true });
    const runId = postgres().sql(`SELECT "runId" FROM paytally.run WHERE "employerKey" = 'e0'`, database());
    await run(restoreFiles, { RUN: runId });
    expect(readdirSync(join(service.cwd, 'files', 'runs'))).toEqual([runId]);
    for (const [name, digest] of Object.entries(filesIn(join(service.cwd, 'files'))))
      expect(stored[name]).toBe(digest);
    const again = Object.entries(filesIn(join(service.cwd, 'again')));
    expect(again.length).toBeGreaterThan(0);
    for (const [name, digest] of again) expect(out[name]).toBe(digest);

    const elsewhere = mkdtempSync(join(tmpdir(), 'paytally-computer-'));
    for (const name of ['paytally.yaml', 'employees-bakery.csv'])
      copyFileSync(join(service.cwd, name), join(elsewhere, name));
    expect(await run(newComputer, {}, elsewhere)).toContain(runId);

    // Two finals are newer than the backup: the files next to them show it.
    loseDatabase();
    await expect(run(restore)).rejects.toThrow(/STORE_OLDER/);
    expect(finals()).toBe('e0');
  }, 300_000);
});
