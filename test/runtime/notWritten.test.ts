import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { PaytallyError } from '../../src/errors.js';
import { message } from '../../src/i18n/message.js';
import { importOptional } from '../../src/runtime/notWritten.js';

const notInstalled = (cause: unknown) =>
  new PaytallyError('STORE_UNUSABLE', message('worker.noPackage'), { record: 'package', cause });

test('a package that is not installed is named, and any other loading error is unchanged', async () => {
  const name: string = 'a-package-that-is-not-installed';
  await expect(importOptional(() => import(name), notInstalled)).rejects.toMatchObject({
    code: 'STORE_UNUSABLE',
    cause: { code: 'ERR_MODULE_NOT_FOUND' },
  });
  const folder = mkdtempSync(join(tmpdir(), 'paytally-package-'));
  const file = join(folder, 'broken.mjs');
  writeFileSync(file, `throw new RangeError('no home folder');`);
  await expect(importOptional(() => import(pathToFileURL(file).href), notInstalled)).rejects.toThrow(
    RangeError,
  );
  rmSync(folder, { recursive: true });
});
