import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkStore } from '../../../src/pipeline/doctor/checkStore.js';
import { STORE_NAME } from '../../../src/pipeline/read/withStore.js';
import { Connection } from '../../../src/store/connection.js';
import { openStore } from '../../../src/store/openStore.js';
import { freshFolder } from '../../store/sampleRun.js';

it('lists what a killed run left and nobody can remove, until it is gone', async () => {
  const folder = freshFolder();
  const path = join(folder, STORE_NAME);
  openStore(path, { mode: 'write', now: () => new Date(0) }).close();
  const [left, removable] = [join(folder, 'left.part'), join(folder, 'removable.part')];
  const connection = new Connection(path, { location: path, readOnly: false, timeoutMs: 0 });
  for (const file of [left, removable])
    connection.run('INSERT INTO temporaryFile VALUES (?, ?)', file, '0123456789abcdef');
  connection.close();
  writeFileSync(removable, 'Ann');
  // A folder in its place is something that is not simply removed.
  mkdirSync(join(left, 'inside'), { recursive: true });
  const told = async () => (await checkStore(folder, () => 0)).filter(({ status }) => status === 'warning');
  expect(await told()).toMatchObject([
    { check: 'store', message: expect.stringContaining(`${left} was left`) },
  ]);
  rmSync(left, { recursive: true });
  expect(await told()).toEqual([]);
});
