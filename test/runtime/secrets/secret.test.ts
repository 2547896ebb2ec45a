import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, inspect } from 'node:util';
import { describe, expect, it, test } from 'vitest';
import { MAX_SECRET_LENGTH, Secret } from '../../../src/runtime/secrets/secret.js';
import { FILES, SRC } from '../../architecture/importGraph.js';

const VALUE = 'correct-horse-battery-staple';
const secret = new Secret(VALUE);

describe('a secret reveals none of its content', () => {
  it.each<[string, () => unknown]>([
    ['in a template', () => `${secret}`],
    ['joined to a text', () => `a ${String(secret)}`],
    ['as a number', () => Number(secret)],
    ['in a list', () => [secret, secret].join()],
    ['in JSON', () => JSON.stringify({ secret, deep: [{ secret }] })],
    ['inspected', () => inspect(secret)],
    ['inspected with everything hidden', () => inspect({ a: { secret } }, { showHidden: true, depth: 9 })],
    ['formatted', () => format('%s %o %O %j', secret, secret, secret, secret)],
    ['in the message of an error', () => inspect(new Error(`no ${secret}`, { cause: { secret } }))],
    ['by its keys', () => [Object.entries(secret), Reflect.ownKeys(secret)]],
    ['spread', () => ({ ...secret })],
    ['cloned', () => inspect(structuredClone({ secret }), { showHidden: true })],
    ['in a debugger', () => inspect(secret, { showProxy: true, getters: true, showHidden: true })],
  ])('%s', (_name, show) => {
    expect(inspect(show(), { showHidden: true, depth: 9 })).not.toContain(VALUE);
  });

  it('but can be read by code that opens it', () => {
    expect(secret.reveal()).toBe(VALUE);
  });

  it('and is short enough for a request', () => {
    expect(() => new Secret('x'.repeat(MAX_SECRET_LENGTH))).not.toThrow();
    const tooLong = VALUE.repeat(MAX_SECRET_LENGTH);
    expect(() => new Secret(tooLong)).toThrow(/too long/);
    expect(() => new Secret(tooLong)).not.toThrow(VALUE);
  });
});

/**
 * The code that puts credentials on a request or a connection, and the scrubber, which must know the text to search
 * for.
 */
const OPENED_IN = [
  'sources/kimai/kimaiClient.ts',
  'sources/workforce/auth/credentials.ts',
  // The typed secret is written to its file.
  'app/setup/init/writeAnswers.ts',
  'delivery/api/apiAccount.ts',
  'delivery/mail/accessToken.ts',
  'delivery/mail/smtpSession.ts',
  'delivery/outgoingFile.ts',
  'delivery/sftp/passwordSftp.ts',
  // The key file of a service account is JSON; the key in it becomes a separate secret.
  'delivery/resolveSettings.ts',
  // The password of a drawn workbook.
  'documents/template/loadTemplate.ts',
  // Requests to a bucket are signed with it.
  'store/postgres/filePlace.ts',
  'runtime/secrets/scrubber.ts',
];

test('secrets are opened in few places', () => {
  const opening = FILES.filter((file) => /\.reveal\(/.test(readFileSync(join(SRC, file), 'utf8')));
  expect(opening.filter((file) => !OPENED_IN.includes(file))).toEqual([]);
  expect(opening).toContain('sources/workforce/auth/credentials.ts');
});
