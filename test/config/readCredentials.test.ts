import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cautionText, readSecret } from '../../src/config/readCredentials.js';
import { PaytallyError } from '../../src/errors.js';
import { englishText } from '../../src/i18n/formatMessage.js';

const VALUE = 'p:%+/é w"Zz0';
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paytally-secret-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function fromFile(content: string | Uint8Array, mode = 0o600) {
  await writeFile(join(folder, 'secret'), content);
  await chmod(join(folder, 'secret'), mode);
  return readSecret({ file: 'secret' }, folder, {});
}

function utf16(text: string): Uint8Array {
  return Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
}

describe('a secret from a file', () => {
  it.each([
    ['as written', VALUE],
    ['without the line end', `${VALUE}\n`],
    ['without the Windows line end', `${VALUE}\r\n`],
  ])('%s', async (_name, content) => {
    const { secret, cautions } = await fromFile(content);
    expect(secret.reveal()).toBe(VALUE);
    expect(cautions).toEqual([]);
  });

  it.each<[string, string | Uint8Array, string, RegExp]>([
    ['with a byte order mark', `\ufeff${VALUE}`, 'SECRET_INVALID', /byte order mark/],
    ['in UTF-16', utf16(VALUE), 'SECRET_INVALID', /UTF-16/],
    ['in UTF-16 without a mark', Buffer.from('secret', 'utf16le'), 'SECRET_INVALID', /not a text file/],
    ['in another charset', Buffer.from('s\u00e9cret', 'latin1'), 'SECRET_INVALID', /not UTF-8/],
    ['with several lines', `secret:\n${VALUE}\n`, 'SECRET_INVALID', /several lines/],
    ['with a blank line after it', `${VALUE}\n\n`, 'SECRET_INVALID', /several lines/],
    ['with a tab in it', `a\t${VALUE}`, 'SECRET_INVALID', /control characters/],
    ['that is another file', `${VALUE}`.repeat(2_000), 'SECRET_INVALID', /at most 8192/],
    ['that is empty', '\n', 'SECRET_MISSING', /is empty/],
  ])('%s is refused without being shown', async (_name, content, code, message) => {
    const failure: unknown = await fromFile(content).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(PaytallyError);
    expect(failure).toMatchObject({ code, message: expect.stringMatching(message), exitStatus: 2 });
    expect(String((failure as PaytallyError).stack)).not.toContain(VALUE);
  });

  it.skipIf(platform() === 'win32').each([0o640, 0o604, 0o666])(
    'readable by others (%o) is reported',
    async (mode) => {
      const { secret, cautions } = await fromFile(VALUE, mode);
      expect(secret.reveal()).toBe(VALUE);
      const [caution] = cautions.map((each) => englishText(cautionText(each)));
      expect(caution).toMatch(/\(mode 0\d\d\d\)\.\n {2}What to do: Run: `chmod 600 /);
    },
  );

  it.each([` ${VALUE}`, `${VALUE} \n`])('with a space at an end is reported: %j', async (content) => {
    const { cautions } = await fromFile(content);
    expect(cautions.map(englishText)).toEqual([expect.stringMatching(/begins or ends with a space/)]);
  });
});

describe('a secret from the environment', () => {
  it.each<[string, Record<string, string>, string]>([
    ['missing', {}, 'SECRET_MISSING'],
    ['empty', { NAME: '' }, 'SECRET_MISSING'],
    ['of several lines', { NAME: 'a\nb' }, 'SECRET_INVALID'],
    ['too long', { NAME: 'x'.repeat(60_000) }, 'SECRET_INVALID'],
  ])('%s', async (_name, env, code) => {
    await expect(readSecret({ env: 'NAME' }, folder, env)).rejects.toMatchObject({ code });
  });
});

describe('a secret that a program prints', () => {
  const printing = (script: string) =>
    readSecret({ command: [process.execPath, '-e', script] }, folder, { ...process.env, NAME: VALUE });

  it('is read without its final line break, in the folder of the configuration and with the environment', async () => {
    await writeFile(join(folder, 'beside'), 'here');
    const script =
      "process.stdout.write(process.env.NAME + require('fs').readFileSync('beside', 'utf8') + '\\r\\n')";
    expect((await printing(script)).secret.reveal()).toBe(`${VALUE}here`);
  });

  it('gets no standard input, so that a question does not wait', async () => {
    const script = "process.stdout.write('x' + require('fs').readFileSync(0).length)";
    expect((await printing(script)).secret.reveal()).toBe('x0');
  });

  it('takes its arguments as they are, without a shell', async () => {
    const script = 'process.stdout.write(process.argv[1])';
    const command: [string, ...string[]] = [process.execPath, '-e', script, '$HOME; echo `id`'];
    const { secret } = await readSecret({ command }, folder, process.env);
    expect(secret.reveal()).toBe('$HOME; echo `id`');
  });

  it.each([
    ['nothing', '', 'SECRET_MISSING', /printed nothing/],
    ['an empty line', 'console.log()', 'SECRET_MISSING', /printed nothing/],
    ['several lines', "console.log('a\\nb')", 'SECRET_INVALID', /several lines/],
    ['another charset', "process.stdout.write(Buffer.from('é', 'latin1'))", 'SECRET_INVALID', /not UTF-8/],
    ['too much', "process.stdout.write('x'.repeat(100000))", 'SECRET_MISSING', /more than a secret/],
    [
      'a failure',
      "console.error('locked\\n'); process.exit(3)",
      'SECRET_MISSING',
      /ended with status 3: locked/,
    ],
    ['a failure in silence', 'process.exit(4)', 'SECRET_MISSING', /ended with status 4\./],
  ])('%s is refused', async (_name, script, code, expected) => {
    const failure: unknown = await printing(script).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code, message: expect.stringMatching(expected), exitStatus: 2 });
  });

  it('is refused if there is no such program', async () => {
    const failure: unknown = await readSecret(
      { command: ['no-such-program', 'x'] },
      folder,
      process.env,
    ).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'SECRET_MISSING', message: expect.stringMatching(/ENOENT/) });
  });
});
