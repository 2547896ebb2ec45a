import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env, execPath, versions } from 'node:process';
import { afterAll, describe, expect, test } from 'vitest';
import { storeFailure } from '../../src/store/storeFailure.js';
import { PROJECT } from '../support/programs/runPaytally.js';

const folder = mkdtempSync(join(tmpdir(), 'paytally-sqlite-'));
afterAll(() => rmSync(folder, { recursive: true }));
copyFileSync(join(PROJECT, 'release/sqlite.cjs'), join(folder, 'index.cjs'));

/** The program of a driver that says which one it is. */
const driver = (name: string) => `exports.DatabaseSync = class { name = '${name}'; }; exports.backup = 1;`;

/** The name of the driver that a new process uses, or the code of its error; its warnings too. */
function used(): string {
  const script = `const { DatabaseSync } = require(${JSON.stringify(join(folder, 'index.cjs'))});
    try { console.log(new DatabaseSync(':memory:').name ?? 'of Node.js'); } catch ({ code }) { console.log(code); }`;
  const NODE_PATH = join(folder, 'elsewhere');
  return execFileSync(execPath, ['-e', script], { encoding: 'utf8', env: { ...env, NODE_PATH } }).trim();
}

const [major = 0, minor = 0] = versions.node.split('.').map(Number);
const hasOwn = major > 23 || (major === 22 && minor >= 16);

describe('SQLite', () => {
  test.runIf(hasOwn)('is that of Node.js from 22.16, without a warning', () => {
    expect(used()).toBe('of Node.js');
  });

  test.skipIf(hasOwn)(
    'is the binary of the package, else that of an installed package, else an error',
    { tags: 'slow' },
    () => {
      expect(used()).toBe('ENOSQLITE');
      const installed = join(folder, 'elsewhere/@photostructure/sqlite');
      mkdirSync(installed, { recursive: true });
      writeFileSync(join(installed, 'index.js'), driver('installed'));
      expect(used()).toBe('installed');
      mkdirSync(join(folder, 'dist'));
      writeFileSync(join(folder, 'dist/driver.cjs'), driver('packaged'));
      expect(used()).toBe('packaged');
      writeFileSync(join(folder, 'dist/driver.cjs'), "throw new Error('made for another system');");
      expect(used()).toBe('installed');
    },
  );

  test('that is missing is reported with what to install', () => {
    const missing = Object.assign(new Error('no SQLite'), { code: 'ENOSQLITE' });
    for (const path of ['ledger.sqlite', '(temporary file)'])
      expect(storeFailure(path, missing)).toMatchObject({
        code: 'STORE_UNUSABLE',
        remedy: expect.stringContaining('npm install @photostructure/sqlite@1.2'),
      });
  });
});
