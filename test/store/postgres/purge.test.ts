// @module-tag slow
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entryRow, type FolderBench, openFolderBench } from '../../support/employers/folderBench.js';
import { type PostgresServer, startPostgres, withoutPostgres } from '../../support/servers/postgresServer.js';

const NOW = '2026-11-30T08:00:00Z';
const HEADING = 'id,employee,start,end,break,reviewed,task,establishment\n';

describe.skipIf(withoutPostgres)('a purge of several employers with PostgreSQL', () => {
  let postgres: PostgresServer;
  let bench: FolderBench;

  beforeAll(async () => {
    postgres = await startPostgres();
    const employer = (key: string) =>
      `  ${key}: { name: ${key}, zone: Europe/Brussels, source: { csv: h${key} }, employees: ${key}.csv }\n`;
    bench = openFolderBench(
      `store: ${postgres.database()}\ntemplates: [pay-lines]\nemployers:\n${employer('a')}${employer('b')}`,
    );
    for (const key of ['a', 'b']) {
      bench.put(`${key}.csv`, `employeeId,employeeNumber\n${key}1,101\n${key}2,102\n`);
      const rows = ['1', '2'].map((n) => entryRow(`e${n}`, key + n, '2026-10-05', '08:00', '16:00'));
      bench.put(`h${key}/entries.csv`, `${HEADING}${rows.join('\n')}\n`);
    }
  });
  afterAll(() => {
    bench?.close();
    postgres?.stop();
  });

  const done = (...argv: readonly string[]) => bench.done(NOW, ...argv);

  test('deletes the records of each, and the digests outside are those of recorded links', async () => {
    await done('export', '2026-10', '--final');
    await done('purge', '--before', '2026-11-01', '--reason', 'asked for');
    const history = await done('history');
    expect(history.runs.filter(({ state }: { state: string }) => state === 'purge')).toHaveLength(2);
    expect(JSON.stringify(await done('person', 'b2', '--employer', 'b'))).not.toContain('2026-10-05');
    await done('verify');
    for (const key of ['a', 'b'])
      expect(readFileSync(join(bench.cwd, 'out', `${key}.chain`), 'utf8')).not.toBe('');
    await done('export', '2026-11-02..2026-11-02', '--final', '--accept', 'NO_ENTRIES=closed');
  });
});
