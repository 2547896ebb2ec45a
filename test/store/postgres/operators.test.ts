// @module-tag slow
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { withSharedStore } from '../../../src/store/postgres/withSharedStore.js';
import { saveRun } from '../sampleRun.js';
import { usePostgres } from './postgresCase.js';
import { withoutPostgres } from './postgresServer.js';

const EMPLOYERS = ['red', 'blue'].map((client) => ({
  employerId: `${client}-1`,
  employerKey: client,
  client,
}));

describe.skipIf(withoutPostgres)('operators', () => {
  const postgres = usePostgres();

  test('see and change the employers of their clients only', async () => {
    const { sql, database } = postgres();
    sql('CREATE ROLE app LOGIN; CREATE ROLE anna LOGIN; CREATE ROLE ben LOGIN;');
    const url = database().replace('owner@', 'app@');
    const owner = url.replace('app@', 'owner@');
    sql(`GRANT CREATE ON DATABASE ${new URL(url).pathname.slice(1)} TO app`, owner);
    const base = mkdtempSync(join(tmpdir(), 'paytally-operators-'));
    const place = (as: string) => ({
      ...{ url: url.replace('app@', `${as}@`), base, folder: join(base, '.paytally') },
      ...{ files: { path: join(base, 'files') }, now: () => new Date(), employers: EMPLOYERS },
    });
    await withSharedStore({ ...place('app'), mode: 'write' }, async (store) => {
      for (const { employerId, employerKey } of EMPLOYERS)
        saveRun(store, { runId: employerKey, employerId, employerKey, state: 'final' });
    });
    sql(`SELECT paytally.allow('anna', 'red'); SELECT paytally.allow('ben', 'blue');`, url);

    for (const [as, own, other] of [
      ['anna', 'red', 'blue'],
      ['ben', 'blue', 'red'],
    ] as const) {
      const at = url.replace('app@', `${as}@`);
      const seen = await withSharedStore({ ...place(as), mode: 'read' }, async (store) =>
        store.runs().map(({ runId }) => runId),
      );
      expect(seen).toEqual([own]);
      const tables = sql(
        `SELECT string_agg(tablename, ' ') FROM pg_tables JOIN pg_class ON relname = tablename
         WHERE schemaname = 'paytally' AND relrowsecurity AND relforcerowsecurity`,
        owner,
      ).split(' ');
      expect(tables).toContain('ledgerLink');
      for (const table of tables.filter((name) => name !== 'employer'))
        expect(sql(`SELECT count(*) FROM paytally."${table}" WHERE "ofEmployer" = '${other}-1'`, at)).toBe(
          '0',
        );
      expect(sql(`SELECT count(*) FROM paytally.employer WHERE client = '${other}'`, at)).toBe('0');
      expect(sql(`DELETE FROM paytally.run WHERE "ofEmployer" = '${other}-1' RETURNING 1`, at)).toBe('');
      expect(() =>
        sql(
          `INSERT INTO paytally.notice ("ofEmployer", seq, cause, since) VALUES ('${other}-1', 1, 'x', 1)`,
          at,
        ),
      ).toThrow(/row-level security/);
      expect(() => sql(`INSERT INTO paytally.operator VALUES ('${as}', '${other}')`, at)).toThrow(/denied/);
      expect(() => sql(`SELECT paytally.allow('${as}', '${other}')`, at)).toThrow(/denied/);
    }
    expect(sql('SELECT count(*) FROM paytally.run', url)).toBe('2');
  });
});
