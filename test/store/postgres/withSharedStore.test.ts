// @module-tag slow
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sharedTables } from '../../../src/store/postgres/sharedTables.js';
import { withSharedStore } from '../../../src/store/postgres/withSharedStore.js';
import { saveRun } from '../../support/employers/sampleRun.js';
import { usePostgres } from '../../support/servers/postgresCase.js';
import { withoutPostgres } from '../../support/servers/postgresServer.js';

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
      url: url.replace('app@', `${as}@`),
      base,
      folder: join(base, '.paytally'),
      files: { path: join(base, 'files') },
      now: () => new Date(),
      employers: EMPLOYERS,
    });
    await withSharedStore({ ...place('app'), mode: 'write' }, async (store) => {
      for (const { employerId, employerKey } of EMPLOYERS)
        saveRun(store, { runId: employerKey, employerId, employerKey, state: 'final' });
    });
    sql(`SELECT paytally.allow('anna', 'red'); SELECT paytally.allow('ben', 'blue');`, url);
    const counts = (employer: string, at: string) =>
      sql(
        sharedTables()
          .map(
            ({ name }) =>
              `SELECT '${name}', count(*) FROM paytally."${name}" WHERE "ofEmployer" = '${employer}-1'`,
          )
          .join(' UNION ALL '),
        at,
      ).split('\n');
    const limited = (isLimited: boolean) =>
      sql(
        `SELECT relname FROM pg_class WHERE relnamespace = 'paytally'::regnamespace AND relkind = 'r'
         AND (relrowsecurity AND relforcerowsecurity) = ${isLimited} ORDER BY 1`,
        owner,
      ).split('\n');
    expect(limited(true).sort()).toEqual(['employer', ...sharedTables().map(({ name }) => name)].sort());
    // These tables have no employer; an operator cannot read "operator".
    expect(limited(false).sort()).toEqual(['instance', 'operator', 'pause', 'slot', 'version']);

    const operators = [
      ['anna', 'red', 'blue'],
      ['ben', 'blue', 'red'],
    ] as const;
    for (const [as, own] of operators) {
      const seen = await withSharedStore({ ...place(as), mode: 'read' }, async (store) =>
        store.runs().map(({ runId }) => runId),
      );
      expect(seen).toEqual([own]);
    }
    // A row of each employer in every table, also in those that this run did not write.
    const values = { text: `'x'`, bigint: '0', bytea: `'\\x00'`, 'double precision': '0' };
    const inserts = sharedTables().flatMap(({ name, columns }) =>
      EMPLOYERS.map(
        ({ employerId }) =>
          `INSERT INTO paytally."${name}" ("ofEmployer", seq, ${columns.map((column) => `"${column.name}"`).join(', ')})
           SELECT '${employerId}', 0, ${columns.map(({ type }) => values[type]).join(', ')}
           WHERE NOT EXISTS (SELECT 1 FROM paytally."${name}" WHERE "ofEmployer" = '${employerId}');`,
      ),
    );
    sql(`SET session_replication_role = replica; ${inserts.join('\n')}`, owner);
    for (const [as, own, other] of operators) {
      const at = url.replace('app@', `${as}@`);
      expect(counts(other, at)).toEqual(sharedTables().map(({ name }) => `${name}|0`));
      expect(counts(own, at)).toEqual(counts(own, owner));
      expect(counts(own, at).filter((line) => line.endsWith('|0'))).toEqual([]);
      expect(() => sql('SELECT * FROM paytally.operator', at)).toThrow(/denied/);
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
  }, 120_000);
});
