// @module-tag slow
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ACCEPT,
  AFTER,
  type SampleService,
  sampleOfDays,
  startSampleService,
} from '../../support/employers/sampleService.js';
import { type PostgresServer, startPostgres, withoutPostgres } from '../../support/servers/postgresServer.js';

describe.skipIf(withoutPostgres)('every command gives the same with PostgreSQL', () => {
  let postgres: PostgresServer;
  let embedded: SampleService;
  let shared: SampleService;

  beforeAll(async () => {
    postgres = await startPostgres();
    const employers = await sampleOfDays('2026-10-05', '2026-10-07');
    const deliveries = 'deliveries:\n  archive: { to: folder, path: inbox, templates: [employee-days] }\n';
    embedded = await startSampleService({ employers }, deliveries);
    shared = await startSampleService({ employers }, `store: ${postgres.database()}\n${deliveries}`);
    for (const { cwd } of [embedded, shared]) mkdirSync(join(cwd, 'inbox'));
  });
  afterAll(async () => {
    await embedded?.stop();
    await shared?.stop();
    postgres?.stop();
  });

  /** The output of a command with both, without what differs between runs. */
  async function both(...argv: readonly string[]) {
    const results = [];
    for (const service of [embedded, shared]) {
      const words = argv.map((word) => (word === 'RUN' ? (runIds.get(service) ?? '') : word));
      const { status, stdout, stderr } = await service.run([...words, '--json'], { nowMs: AFTER });
      const [, runId] = /"runId":"([^"]+)"/.exec(stdout) ?? [];
      if (words[0] === 'export' && runId !== undefined) runIds.set(service, runId);
      const text = stdout.replaceAll(service.cwd, 'CWD');
      results.push({
        status,
        result: JSON.parse(text || 'null'),
        stderr: stderr.replaceAll(service.cwd, 'CWD'),
      });
    }
    const [one, other] = results;
    if (one === undefined || other === undefined) throw new Error('no results');
    return { one, other };
  }

  const withoutIds = (value: unknown) =>
    JSON.parse(
      JSON.stringify(value)
        .replaceAll(/\b2026\d{4}T\d{6}-[0-9a-f]{6}\b/g, 'RUN')
        .replaceAll(/\b[0-9a-f]{64}\b/g, 'DIGEST'),
    );

  const files = ({ cwd }: SampleService) =>
    Object.fromEntries(
      readdirSync(join(cwd, 'out'), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.name.endsWith('.chain'))
        .map((entry) => [entry.name, readFileSync(join(entry.parentPath, entry.name)).toString('base64')]),
    );

  const runIds = new Map<SampleService, string>();

  const PERSON = 'b9f56a58-ed8a-4b79-b4e1-74921f729467';
  const TEMPLATES = ['--template', 'employee-days', '--template', 'pay-lines'];

  test.each([
    ['export', '2026-10-05..2026-10-05', ...TEMPLATES],
    ['export', '2026-10-05..2026-10-05', '--final', ...TEMPLATES, ...ACCEPT],
    ['export', '2026-10-05..2026-10-05', '--final', ...TEMPLATES, ...ACCEPT],
    ['export', '2026-10-06..2026-10-07', '--final', ...TEMPLATES, ...ACCEPT],
    ['history'],
    ['history', 'RUN'],
    ['history', '--limit', '1'],
    ['history', '--employer', 'bakery'],
    ['history', '2026-10-05..2026-10-05'],
    ['history', '2026-09'],
    ['history', 'nothing'],
    ['status', '--period', '2026-10-06..2026-10-07'],
    ['status', '--employer', 'bakery', '--period', '2026-10-05..2026-10-05'],
    ['verify', 'RUN'],
    ['rerun', 'RUN', '--out', 'again'],
    ['explain', '2026-10-06..2026-10-07', '--employee', PERSON, '--run', 'RUN'],
    ['send', 'RUN'],
    ['send', 'RUN'],
    ['verify'],
    ['status'],
    ['corrections', '2026-10-05..2026-10-07'],
    ['corrections', '2026-10-05..2026-10-07', '--final', ...ACCEPT],
    ['purge', '--person', PERSON, '--reason', 'asked for'],
    ['history'],
    ['history', '--limit', '2'],
    ['history', '2026-10-05..2026-10-05'],
    ['status', '--period', '2026-10-05..2026-10-07'],
    ['verify'],
  ])('%s %s %s', async (...argv) => {
    const { one, other } = await both(...argv);
    expect(withoutIds(other)).toEqual(withoutIds(one));
    expect(files(shared)).toEqual(files(embedded));
    expect(readdirSync(join(shared.cwd, 'inbox'))).toEqual(readdirSync(join(embedded.cwd, 'inbox')));
    expect(readdirSync(join(shared.cwd, '.paytally')).filter((name) => /work|claim/.test(name))).toEqual([]);
  });
});
