import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DatabaseSync } from '#sqlite';
import { checkStore } from '../../../src/app/doctor/checkFolders.js';
import { englishText } from '../../../src/i18n/formatMessage.js';
import { message } from '../../../src/i18n/message.js';
import { Claims, temporaryName } from '../../../src/store/claims.js';
import { openStore, STORE_NAME } from '../../../src/store/openStore.js';
import { SCHEMA_VERSION } from '../../../src/store/schema.js';
import { freshFolder } from '../../support/employers/sampleRun.js';

const secretOf = () => Promise.reject(new Error('no secret is needed'));

it('lists what a killed run left and no process can remove, until it is gone', async () => {
  const folder = freshFolder();
  const path = join(folder, STORE_NAME);
  openStore(path, { mode: 'write', now: () => new Date(0) }).close();
  const name = temporaryName('a.csv');
  const [left, removable] = [join(folder, 'out', name), join(folder, name)];
  const claims = new Claims(folder);
  claims.track([left, removable]);
  writeFileSync(removable, 'Ann');
  claims.close();
  // A file with the name of its folder: the system does not report the folder as missing.
  writeFileSync(join(folder, 'out'), '');
  const loaded = { folder, config: { store: '.' }, secretOf };
  const told = async () =>
    (await checkStore({ loaded, storeFolder: folder, nowMs: () => 0 })).filter(
      ({ status }) => status === 'warning',
    );
  expect(await told()).toMatchObject([
    {
      check: 'store',
      text: message('doctor.store.leftover', { path: left }),
    },
  ]);
  expect(existsSync(removable)).toBe(false);
  rmSync(join(folder, 'out'));
  expect(await told()).toEqual([]);
});

it('reports what an upgrade changes in an older store, and leaves the file unchanged', async () => {
  const folder = freshFolder();
  const path = join(folder, STORE_NAME);
  openStore(path, { mode: 'write', now: () => new Date(0) }).close();
  const file = new DatabaseSync(path);
  file.exec(`PRAGMA user_version = ${SCHEMA_VERSION - 2}; PRAGMA wal_checkpoint(TRUNCATE)`);
  file.close();
  const before = readFileSync(path);
  const findings = await checkStore({
    loaded: { folder, config: { store: '.' }, secretOf },
    storeFolder: folder,
    nowMs: () => 0,
  });
  const [upgrade] = findings.filter(({ status }) => status === 'warning');
  expect(upgrade && englishText(upgrade.text)).toMatch(
    new RegExp(
      `has schema version ${SCHEMA_VERSION - 2}\\. The next command upgrades it to version ${SCHEMA_VERSION}\\.`,
    ),
  );
  expect(upgrade && englishText(upgrade.text)).toMatch(/New or changed: .+ and .+\. An earlier paytally/);
  expect(readFileSync(path).equals(before)).toBe(true);
});
