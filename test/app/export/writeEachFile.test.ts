import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { planFiles, writeFiles } from '../../../src/app/export/writeFiles.js';
import type { OutputFile } from '../../../src/documents/outputFile.js';
import { PaytallyError } from '../../../src/errors.js';
import { verbatim } from '../../../src/i18n/message.js';

/** A file whose values can only be found not to fit while it is written. */
function refusing(name: string): OutputFile {
  return {
    name,
    rows: 0,
    content: (async function* () {
      yield Buffer.from('begun');
      throw new PaytallyError('RENDER_REFUSED', verbatim(`${name}: too long`));
    })(),
  };
}

const files = (): OutputFile[] => [
  refusing('a.xlsx'),
  { name: 'b.csv', rows: 1, content: Buffer.from('b') },
  refusing('c.xlsx'),
];
const signal = new AbortController().signal;
const refused = { code: 'RENDER_REFUSED', message: 'a.xlsx: too long\nc.xlsx: too long' };

test('reports all files that are refused during writing in one error, and leaves none behind', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'paytally-each-'));
  await expect(writeFiles({ folder, files: files(), signal })).rejects.toMatchObject(refused);
  expect(readdirSync(folder)).toEqual([]);
});

test('a dry run reports the same errors', async () => {
  await expect(planFiles('nowhere', files(), signal)).rejects.toMatchObject(refused);
});

test('a dry run refuses two files with the same name, as an export does', async () => {
  const twice = files().map((file) => ({ ...file, name: 'same.csv' }));
  await expect(planFiles('nowhere', twice, signal)).rejects.toMatchObject({ code: 'OUTPUT_NOT_WRITTEN' });
});
