import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { writeToFolder } from '../../src/delivery/folder.js';
import { englishText } from '../../src/i18n/formatMessage.js';

const folder = mkdtempSync(join(tmpdir(), 'paytally-folder-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What is said about a file that cannot be delivered. */
async function problemOf(into: string, name: string): Promise<string> {
  const file = {
    temporary: join(into, '.hours.part'),
    path: join(into, name),
    content: Buffer.from('hours'),
    isManifest: false,
    bytes: 5,
    sha256: '',
  };
  const failure = await writeToFolder(into, [file]).catch((error: unknown) => error);
  if (!(failure instanceof Error) || !('text' in failure)) throw failure;
  return englishText(failure.text as Parameters<typeof englishText>[0]);
}

test('a file that is gone before it has its name is told from a folder that is gone', async () => {
  expect(await problemOf(folder, 'nowhere/hours.csv')).toContain('another program removed the file');
  expect(await problemOf(join(folder, 'unmounted'), 'hours.csv')).toContain('the folder does not exist');
});
