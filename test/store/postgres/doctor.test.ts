// @module-tag slow
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkStore } from '../../../src/app/doctor/checkFolders.js';
import { englishText } from '../../../src/i18n/formatMessage.js';
import { storeFolderOf, withStore } from '../../../src/sources/staging/withStore.js';
import { SCHEMA_VERSION } from '../../../src/store/schema.js';
import { header, saveRun } from '../../support/employers/sampleRun.js';
import { usePostgres } from '../../support/servers/postgresCase.js';
import { withoutPostgres } from '../../support/servers/postgresServer.js';

describe.skipIf(withoutPostgres)('the doctor of a store in PostgreSQL', () => {
  const postgres = usePostgres();

  test('reports its content and what an upgrade changes, and changes nothing', async () => {
    const { database, sql } = postgres();
    const store = database();
    const folder = mkdtempSync(join(tmpdir(), 'paytally-doctor-'));
    const { employerId, employerKey } = header();
    const employers = { [employerKey]: { employerId } } as never;
    const secretOf = () => Promise.reject(new Error('no secret is needed'));
    const loaded = { folder, config: { store, employers }, secretOf };
    const place = { loaded, storeFolder: storeFolderOf(loaded), nowMs: () => 0 };
    const told = async () => {
      const [first] = await checkStore(place);
      return first && `${first.status}: ${englishText(first.text)}`;
    };
    const name = store.replace('owner@', '');

    expect(await told()).toBe(`ok: ${name} does not exist yet; an export creates it`);
    expect(sql(`SELECT count(*) FROM pg_namespace WHERE nspname = 'paytally'`, store)).toBe('0');

    await withStore({ ...place, mode: 'write' }, async (open) => saveRun(open, { state: 'final' }));
    expect(await told()).toBe(`ok: ${name} is intact and contains 1 run`);

    sql(`UPDATE paytally.version SET store = ${SCHEMA_VERSION - 1}`, store);
    expect(await told()).toMatch(
      `warning: ${name} has schema version ${SCHEMA_VERSION - 1}. The next command upgrades it to version ${SCHEMA_VERSION}.`,
    );
    expect(sql('SELECT store FROM paytally.version', store)).toBe(String(SCHEMA_VERSION - 1));

    sql(`UPDATE paytally.version SET store = ${SCHEMA_VERSION + 1}`, store);
    await expect(checkStore(place)).rejects.toMatchObject({ code: 'STORE_NEWER' });
    expect(sql('SELECT store FROM paytally.version', store)).toBe(String(SCHEMA_VERSION + 1));
  });
});
