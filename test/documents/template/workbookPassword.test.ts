import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import officeCrypto from 'officecrypto-tool';
import { afterAll, describe, expect, test } from 'vitest';
import { checkSample } from '../../../src/documents/template/checkSample.js';
import { loadNamed } from '../../../src/documents/template/loadNamed.js';
import { newTemplate } from '../../../src/documents/template/newTemplate.js';
import { diskTemplateFiles } from '../../../src/documents/template/template.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'paytally-password-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const open = readFileSync(join(root, 'samples/workbooks/roster/roster.xlsx'));

/** A folder with a password-protected workbook, and what its template.yaml says about it. */
function withPassword(name: string, password: string, line: string, content?: Buffer): string {
  const path = join(folder, name);
  mkdirSync(path);
  writeFileSync(
    join(path, 'roster.xlsx'),
    content ?? officeCrypto.encrypt(open, { password: 'Füllwort 42' }),
  );
  writeFileSync(join(path, 'secret'), `${password}\n`, { mode: 0o600 });
  writeFileSync(join(path, 'template.yaml'), `kind: workbook\nfile: roster.xlsx\n${line}`);
  return path;
}

/** Looks like a workbook with a password, but can't be opened. */
const LOCKED = Buffer.concat([
  Buffer.from('d0cf11e0a1b11ae1', 'hex'),
  Buffer.from('EncryptedPackage', 'utf16le'),
]);

/** Deriving the key takes seconds, by design. */
const SLOW = { tags: 'slow', timeout: 120_000 };

describe('a drawn workbook with a password', () => {
  test('is opened with the password in a file, and checked and filled like any other', SLOW, async () => {
    const path = withPassword('right', 'Füllwort 42', 'password: { file: secret }\n');
    const template = await loadNamed(path, root, folder);
    expect(template).toMatchObject({ kind: 'workbook', drawn: open.toString('base64') });
    expect(JSON.stringify(template)).not.toContain('llwort');
    const { problems, files } = await checkSample(template, diskTemplateFiles);
    expect(problems).toEqual([]);
    expect(files).toHaveLength(1);
  });

  test('is opened with the password in an environment variable, and refused without it', SLOW, async () => {
    const path = withPassword('variable', 'unused', 'password: { env: TEMPLATE_PASSWORD }\n');
    const env = { TEMPLATE_PASSWORD: 'Füllwort 42' };
    expect(await loadNamed(path, root, folder, env)).toMatchObject({ drawn: open.toString('base64') });
    await expect(loadNamed(path, root, folder)).rejects.toMatchObject({ code: 'SECRET_MISSING' });
    const places = { templatesRoot: join(root, 'templates'), baseFolder: folder, files: diskTemplateFiles };
    const [, yaml] = await newTemplate('copyOfVariable', path, { ...places, env });
    expect(Buffer.from(yaml?.content ?? []).toString()).toContain('password: { env: "TEMPLATE_PASSWORD" }');
  });

  test('is copied unchanged, with the path of its password', SLOW, async () => {
    const path = withPassword('source', 'Füllwort 42', 'password: { file: secret }\n');
    const places = { templatesRoot: join(root, 'templates'), baseFolder: folder, files: diskTemplateFiles };
    const written = await newTemplate('copy', path, places);
    const texts = written.map(({ content }) => Buffer.from(content).toString('latin1'));
    expect(texts.at(-1)).toContain('password: { file: "../source/secret" }');
    expect(texts[0]?.startsWith('PK')).toBe(false);
  });

  test.each([
    ['none', 'Füllwort 42', '', 'template.workbook.encrypted', LOCKED],
    ['unfit', 'other', 'password: { file: secret }\n', 'template.workbook.wrongPassword', LOCKED],
  ])('is refused with a remedy: %s password', async (name, password, line, id, content) => {
    const path = withPassword(name, password, line, content);
    await expect(loadNamed(path, root, folder)).rejects.toMatchObject({
      code: 'TEMPLATE_INVALID',
      text: { id },
    });
  });

  test('is refused with a wrong password', SLOW, async () => {
    const path = withPassword('wrong', 'other', 'password: { file: secret }\n');
    const text = { id: 'template.workbook.wrongPassword' };
    await expect(loadNamed(path, root, folder)).rejects.toMatchObject({ code: 'TEMPLATE_INVALID', text });
  });

  test('is refused if the file with the password is missing', async () => {
    const path = withPassword('missing', 'x', 'password: { file: nowhere }\n', LOCKED);
    await expect(loadNamed(path, root, folder)).rejects.toMatchObject({ code: 'SECRET_MISSING' });
  });
});
