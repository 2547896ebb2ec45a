import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { loadNamed } from '../../../src/render/template/loadNamed.js';

/* The pictures beside a drawn workbook are kept with the run, if data choose among them. */
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

test('pictures are read from the folder and the folders in it', async () => {
  const text = (content: string): string => Buffer.from(content).toString('base64');
  const template = await loaded('cards');
  expect(template).toMatchObject({ kind: 'workbook' });
  expect('pictures' in template && template.pictures).toEqual({
    'logo.PNG': text('logo'),
    'signatures/0042.jpg': text('zoe'),
  });
});

test('a workbook that chooses none has none, whatever stands beside it', async () => {
  expect(await loaded('roster')).not.toHaveProperty('pictures');
});
