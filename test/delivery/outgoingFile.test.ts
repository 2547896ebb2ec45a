import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BlobReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import officeCrypto from 'officecrypto-tool';
import { describe, expect, test } from 'vitest';
import { DeliveryFailure } from '../../src/delivery/deliveryFailure.js';
import { prepareFolderAttempt } from '../../src/delivery/folder.js';
import { encryptFile } from '../../src/delivery/outgoingFile.js';
import { Secret } from '../../src/runtime/secrets/secret.js';
import { findTraces } from '../../src/store/stagedFiles.js';
import { openedByLibreOffice } from '../support/programs/openWithPassword.js';
import { programOf, pythonWith } from '../support/programs/pythonWith.js';
import { PROJECT } from '../support/programs/runPaytally.js';
import { isInstalled, withoutPackage, withPackage } from './optionalPackage.js';

const python = pythonWith('openpyxl');
const officeTool = pythonWith('msoffcrypto');
const hasOpenPgp = await isInstalled('openpgp');

/** Excel hashes passwords 100,000 times, which takes long on a busy machine. */
const SLOW = { timeout: 240_000 };

const OPEN = { password: undefined, others: 'refuse', publicKey: undefined } as const;
const PASSWORD = 'Grüße 2026!';
const SECRET = { password: new Secret(PASSWORD), others: 'zip', publicKey: undefined } as const;
const CSV = { name: 'hours.csv', content: Buffer.from('Zoë;480\n') };
const WORKBOOK = {
  name: 'hours.xlsx',
  content: readFileSync(join(PROJECT, 'samples/workbooks/hours-by-place/hours-by-place.xlsx')),
};

describe('files to be delivered', () => {
  test('are unchanged if no encryption is configured', async () => {
    expect(await encryptFile(CSV, OPEN)).toEqual(CSV);
  });

  test('a workbook is encrypted with the password itself', { tags: 'slow', ...SLOW }, async () => {
    const { name, content } = await encryptFile(WORKBOOK, SECRET);
    expect(name).toBe('hours.xlsx');
    expect(Buffer.from(content).subarray(0, 8).toString('hex')).toBe('d0cf11e0a1b11ae1');
    expect(
      (await officeCrypto.decrypt(Buffer.from(content), { password: PASSWORD })).equals(WORKBOOK.content),
    ).toBe(true);
    await expect(officeCrypto.decrypt(Buffer.from(content), { password: 'wrong' })).rejects.toThrow();
  });

  test('any other file is put in an AES zip', async () => {
    const { name, content } = await encryptFile(CSV, SECRET);
    expect(name).toBe('hours.csv.zip');
    expect(Buffer.from(content).includes('480')).toBe(false);
    const [entry] = await new ZipReader(new BlobReader(new Blob([Buffer.from(content)])), {
      password: PASSWORD,
    }).getEntries();
    if (entry === undefined || entry.directory) throw new Error('no file');
    expect(entry.filename).toBe('hours.csv');
    expect(Buffer.from(await entry.getData(new Uint8ArrayWriter()))).toEqual(CSV.content);
  });

  test('a file that cannot be encrypted is never sent unencrypted', async () => {
    await expect(encryptFile(CSV, { ...SECRET, others: 'refuse' })).rejects.toThrow(DeliveryFailure);
    await expect(encryptFile(CSV, { ...OPEN, publicKey: 'no key' })).rejects.toThrow(DeliveryFailure);
  });
});

describe('encrypted files, opened by other programs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'paytally-closed-'));
  const soffice = programOf('soffice', '--version');
  const sevenZip = programOf('7z', 'i');
  const gpg = programOf('gpg', '--version');

  test.runIf(soffice && python)(
    'LibreOffice opens the workbook only with the password',
    { tags: 'slow', timeout: 240_000 },
    async () => {
      const { content } = await encryptFile(WORKBOOK, SECRET);
      const path = join(folder, 'closed.xlsx');
      writeFileSync(path, content);
      const opened = openedByLibreOffice(soffice ?? '', folder, path, PASSWORD);
      const plain = join(folder, 'plain.xlsx');
      writeFileSync(plain, WORKBOOK.content);
      expect(texts(opened ?? 'not opened')).toEqual(texts(plain));
      expect(texts(plain).length).toBeGreaterThan(5);
    },
  );

  test.runIf(officeTool)(
    'msoffcrypto opens the workbook only with the right password',
    { tags: 'slow', ...SLOW },
    async () => {
      const { content } = await encryptFile(WORKBOOK, SECRET);
      const program = [
        'import io, sys, msoffcrypto',
        'file = msoffcrypto.OfficeFile(io.BytesIO(sys.stdin.buffer.read()))',
        'file.load_key(password=sys.argv[1], verify_password=True)',
        'file.decrypt(sys.stdout.buffer)',
      ].join('\n');
      const open = (password: string) =>
        execFileSync(officeTool ?? '', ['-c', program, password], {
          input: Buffer.from(content),
          stdio: ['pipe', 'pipe', 'ignore'],
        });
      expect(open(PASSWORD).equals(WORKBOOK.content)).toBe(true);
      expect(() => open('wrong')).toThrow();
    },
  );

  test.runIf(sevenZip)('7-Zip opens the zip with the password, and reports AES-256', async () => {
    const { name, content } = await encryptFile(CSV, SECRET);
    const path = join(folder, name);
    writeFileSync(path, content);
    const listed = execFileSync('7z', ['l', '-slt', path], { encoding: 'utf8' });
    expect(listed).toMatch(/Method = AES-256/);
    const opened = execFileSync('7z', ['e', '-so', `-p${PASSWORD}`, path], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    expect(opened).toEqual(CSV.content);
    expect(() => execFileSync('7z', ['e', '-so', '-pwrong', path], { stdio: 'ignore' })).toThrow();
  });

  test.runIf(gpg && hasOpenPgp)(
    'GnuPG opens a file that was encrypted for its key',
    { tags: 'slow', timeout: 60_000 },
    async () => {
      // Its socket needs a short path.
      const home = mkdtempSync(join(tmpdir(), 'pgp-'));
      const run = (input: Buffer, ...args: string[]) =>
        execFileSync(
          'gpg',
          [
            '--homedir',
            home,
            '--batch',
            '--quiet',
            '--pinentry-mode',
            'loopback',
            '--passphrase',
            '',
            ...args,
          ],
          {
            input,
            stdio: ['pipe', 'pipe', 'ignore'],
          },
        );
      run(
        Buffer.of(),
        '--quick-gen-key',
        'Payroll office <office@example.com>',
        'default',
        'default',
        'never',
      );
      const publicKey = run(Buffer.of(), '--armor', '--export', 'office@example.com').toString();
      const { name, content } = await encryptFile(CSV, { ...OPEN, publicKey });
      expect(name).toBe('hours.csv.pgp');
      expect(Buffer.from(content).includes('480')).toBe(false);
      expect(run(Buffer.from(content), '--decrypt')).toEqual(CSV.content);
      execFileSync('gpgconf', ['--homedir', home, '--kill', 'all']);
    },
  );

  test('without openpgp no file is sent, and the message says how to install it', async () => {
    withoutPackage('openpgp');
    await expect(encryptFile(CSV, { ...OPEN, publicKey: 'key' })).rejects.toMatchObject({
      message: expect.stringMatching(/openpgp, which is not installed/),
      remedyText: { id: 'delivery.encrypt.noPackage.remedy' },
    });
    withPackage('openpgp');
  });
});

/** The texts of a workbook, as openpyxl reads them. */
function texts(path: string): string[] {
  const read = `import sys, json, openpyxl
book = openpyxl.load_workbook(sys.argv[1])
print(json.dumps([str(cell.value) for sheet in book for row in sheet.iter_rows() for cell in row if isinstance(cell.value, str) and not cell.value.startswith('=')]))`;
  return JSON.parse(
    execFileSync(python ?? 'python3', ['-W', 'ignore', '-c', read, path], { encoding: 'utf8' }),
  );
}

describe('a folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'paytally-folder-'));

  test('receives complete files that replace earlier ones', async () => {
    writeFileSync(join(folder, 'hours.csv'), 'old');
    const { staged, send } = await prepareFolderAttempt({ path: folder }, '/', [
      { file: CSV },
      { file: WORKBOOK },
    ]);
    expect(findTraces(staged)).toEqual(['missing', 'missing']);
    await send();
    expect(execFileSync('ls', ['-A', folder], { encoding: 'utf8' })).toBe('hours.csv\nhours.xlsx\n');
    expect(findTraces(staged)).toEqual(['named', 'named']);
    writeFileSync(staged[0]?.temporary ?? '', '');
    expect(findTraces(staged)).toEqual(['staged', 'named']);
    rmSync(staged[0]?.temporary ?? '');
    // If a share is not mounted, its path is another folder, and its contents cannot be checked.
    renameSync(folder, `${folder}-away`);
    expect(findTraces(staged)).toBeUndefined();
    mkdirSync(folder);
    expect(findTraces(staged)).toBeUndefined();
    rmSync(folder, { recursive: true });
    renameSync(`${folder}-away`, folder);
    expect(findTraces(staged)).toEqual(['named', 'named']);
  });

  test.each([
    ['is missing', join(folder, 'nowhere'), 'the folder does not exist'],
    ['is a file', join(folder, 'hours.csv'), 'it is not a folder'],
  ])('that %s fails with a message', async (_, path, words) => {
    await expect(prepareFolderAttempt({ path }, '/', [{ file: CSV }])).rejects.toThrow(words);
  });
});
