import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BlobReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import officeCrypto from 'officecrypto-tool';
import { describe, expect, test } from 'vitest';
import { DeliveryFailure } from '../../src/delivery/failure.js';
import { deliverToFolder, standsInFolder } from '../../src/delivery/folder/deliverToFolder.js';
import { sealed } from '../../src/delivery/seal/encryption.js';
import { Secret } from '../../src/secrets/secret.js';
import { PROJECT } from '../cli/runPaytally.js';

const OPEN = { password: undefined, others: 'refuse', publicKey: undefined } as const;
const PASSWORD = 'Grüße 2026!';
const SECRET = { password: new Secret(PASSWORD), others: 'zip', publicKey: undefined } as const;
const CSV = { name: 'hours.csv', content: Buffer.from('Zoë;480\n') };
const WORKBOOK = {
  name: 'hours.xlsx',
  content: readFileSync(join(PROJECT, 'samples/workbooks/hours-by-place/hours-by-place.xlsx')),
};

describe('files on their way', () => {
  test('stay as they are where nothing is configured', async () => {
    expect(await sealed(CSV, OPEN)).toEqual(CSV);
  });

  test('a workbook takes the password itself', async () => {
    const { name, content } = await sealed(WORKBOOK, SECRET);
    expect(name).toBe('hours.xlsx');
    expect(Buffer.from(content).subarray(0, 8).toString('hex')).toBe('d0cf11e0a1b11ae1');
    expect(
      (await officeCrypto.decrypt(Buffer.from(content), { password: PASSWORD })).equals(WORKBOOK.content),
    ).toBe(true);
    await expect(officeCrypto.decrypt(Buffer.from(content), { password: 'wrong' })).rejects.toThrow();
  });

  test('another file goes into an AES zip', async () => {
    const { name, content } = await sealed(CSV, SECRET);
    expect(name).toBe('hours.csv.zip');
    expect(Buffer.from(content).includes('480')).toBe(false);
    const [entry] = await new ZipReader(new BlobReader(new Blob([Buffer.from(content)])), {
      password: PASSWORD,
    }).getEntries();
    if (entry === undefined || entry.directory) throw new Error('no file');
    expect(entry.filename).toBe('hours.csv');
    expect(Buffer.from(await entry.getData(new Uint8ArrayWriter()))).toEqual(CSV.content);
  });

  test('what cannot be closed is never sent open', async () => {
    await expect(sealed(CSV, { ...SECRET, others: 'refuse' })).rejects.toThrow(DeliveryFailure);
    await expect(sealed(CSV, { ...OPEN, publicKey: 'no key' })).rejects.toThrow(DeliveryFailure);
  });
});

describe('a folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'paytally-folder-'));

  test('gets whole files in place of what was there', async () => {
    writeFileSync(join(folder, 'hours.csv'), 'old');
    await deliverToFolder(folder, [CSV, WORKBOOK]);
    expect(execFileSync('ls', ['-A', folder], { encoding: 'utf8' })).toBe('hours.csv\nhours.xlsx\n');
    expect(await standsInFolder(folder, [CSV, WORKBOOK])).toBe(true);
    expect(await standsInFolder(folder, [{ ...CSV, content: Buffer.from('x') }])).toBe(false);
  });

  test.each([
    ['is not there', join(folder, 'nowhere'), 'there is no such folder'],
    ['is a file', join(folder, 'hours.csv'), 'it is no folder'],
  ])('that %s fails with words', async (_, path, words) => {
    await expect(deliverToFolder(path, [CSV])).rejects.toThrow(words);
  });
});
