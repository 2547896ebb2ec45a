import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { loadNamed } from '../../../src/documents/template/loadNamed.js';

/* The pictures in a drawn workbook's folder are kept with the run if data decide which are used. */
const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'paytally-pictures-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function loaded(sample: string) {
  const own = join(folder, sample);
  cpSync(join(root, 'samples/workbooks', sample), own, { recursive: true });
  mkdirSync(join(own, 'pictures/signatures'), { recursive: true });
  writeFileSync(join(own, 'pictures/logo.PNG'), 'logo');
  writeFileSync(join(own, 'pictures/signatures/0042.jpg'), 'zoe');
  writeFileSync(join(own, 'pictures/signatures/notes.txt'), 'no picture');
  return loadNamed(`./${sample}`, root, folder);
}

test('pictures are read from the folder and its subfolders', async () => {
  const text = (content: string): string => Buffer.from(content).toString('base64');
  const template = await loaded('cards');
  expect(template).toMatchObject({ kind: 'workbook' });
  expect('pictures' in template && template.pictures).toEqual({
    'logo.PNG': text('logo'),
    'signatures/0042.jpg': text('zoe'),
  });
});

test('a workbook that uses no pictures gets none, even if its folder has some', async () => {
  expect(await loaded('roster')).not.toHaveProperty('pictures');
});
