import { execFileSync } from 'node:child_process';
import { createVerify, generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, test } from 'vitest';
import { shortly, startDeliveredService } from '../../support/employers/deliveredService.js';
import type { SampleService } from '../../support/employers/sampleService.js';
import { type MailServer, startMailServer } from '../../support/servers/mailServer.js';
import { startTokenServer, type TokenServer } from '../../support/servers/tokenServer.js';
import { verifyDkim } from '../../support/servers/verifyDkim.js';

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

const OFFICE = '{ office: { to: mail, recipients: clerk@example.com, when: both } }';
const EXPORT = ['export', '2026-10', '--deliver', '--json'];
const CLIENT_SECRET = 'app-secret-1234';

/** Accepts only XOAUTH2, and only the newest token. */
function takesTokens(tokens: () => string): SMTPServerOptions {
  return {
    authOptional: false,
    authMethods: ['XOAUTH2'],
    onAuth: ({ username, accessToken }, _session, done) =>
      accessToken === tokens() ? done(null, { user: username ?? '' }) : done(new Error('Invalid token')),
  };
}

interface Bench {
  readonly mails: MailServer;
  readonly tokens: TokenServer;
  readonly service: SampleService;
}

async function bench(login: (tokenUrl: string) => string, more = ''): Promise<Bench> {
  const tokens = await startTokenServer();
  opened.push(tokens.close);
  const mails = await startMailServer(
    'takes',
    takesTokens(() => `token-${tokens.forms.length}`),
  );
  opened.push(mails.close);
  const smtp = `{ host: 127.0.0.1, port: ${mails.port}, tls: none, timeoutSeconds: 2, ${login(tokens.url)} }`;
  const mail = `mail: { from: "Payroll <payroll@example.com>", owner: office@example.com, smtp: ${smtp} ${more} }`;
  const service = await startDeliveredService(mails.port, OFFICE, undefined, '', mail);
  opened.push(service.stop);
  return {
    mails,
    tokens,
    service: {
      ...service,
      run: (argv, options) =>
        service.run(argv, { env: { ...service.env, APP_SECRET: CLIENT_SECRET }, ...options }),
    },
  };
}

const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

describe('a mail server that requires XOAUTH2', () => {
  const client = (url: string) =>
    `user: payroll@example.com, oauth2: { tokenUrl: "${url}", clientId: mailer, clientSecret: { env: APP_SECRET }, scope: "https://outlook.office365.com/.default" }`;

  test('receives the token of the client', { tags: 'slow' }, async () => {
    const { mails, tokens, service } = await bench(client);
    const run = await service.run(EXPORT);
    expect(shortly(run)).toEqual(['office clerk@example.com sent']);
    expect(mails.mails.map(({ user }) => user)).toEqual(['payroll@example.com']);
    expect(Object.fromEntries(tokens.forms[0] ?? [])).toMatchObject({
      client_id: 'mailer',
      client_secret: CLIENT_SECRET,
    });
    const check = await service.run(['doctor', '--json']);
    expect(check.stdout).toContain('127.0.0.1 accepts mail as payroll@example.com');
    for (const { stdout, stderr } of [run, check]) expect(stdout + stderr).not.toMatch(/app-secret|token-\d/);
  });

  test('that refuses the token, and a token server that refuses: status 7 without a secret', {
    tags: 'slow',
  }, async () => {
    const { mails, service } = await bench((url) => client(url).replace('/oauth2/token', '/oauth2/token?x'));
    const refusing = await startTokenServer(() => ({ status: 400, body: '{"error":"invalid_scope"}' }));
    opened.push(refusing.close);
    const other = await bench(() => client(refusing.url));
    const run = await other.service.run(EXPORT);
    expect(run.status).toBe(7);
    expect(JSON.parse(run.stdout).runs[0].deliveries[0].problem).toMatch(
      /answered 400 \(invalid_scope\)\. Nothing was sent/,
    );
    expect(other.mails.mails).toEqual([]);
    expect(run.stdout + run.stderr).not.toContain(CLIENT_SECRET);
    const doctor = await other.service.run(['doctor', '--json']);
    expect(JSON.parse(doctor.stdout).findings).toContainEqual(
      expect.objectContaining({ check: 'mail', status: 'problem', code: 'DELIVERY_FAILED' }),
    );
    expect((await service.run(EXPORT)).status).toBe(0);
    expect(mails.mails).toHaveLength(1);
  });

  test('receives the token of a service account, whose claim is signed', async () => {
    const { mails, tokens, service } = await bench(
      () => 'user: payroll@example.com, serviceAccount: { key: google.json }',
    );
    const file = {
      type: 'service_account',
      client_email: 'robot@project.example.com',
      private_key: keys.privateKey,
      token_uri: tokens.url,
    };
    writeFileSync(join(service.cwd, 'google.json'), JSON.stringify(file), { mode: 0o600 });
    expect(shortly(await service.run(EXPORT))).toEqual(['office clerk@example.com sent']);
    expect(mails.mails.map(({ user }) => user)).toEqual(['payroll@example.com']);
    const form = tokens.forms[0];
    expect(form?.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
    const [head = '', claim = '', signature = ''] = (form?.get('assertion') ?? '').split('.');
    const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    expect(read(head)).toEqual({ alg: 'RS256', typ: 'JWT' });
    const { iat, exp, ...rest } = read(claim);
    expect(rest).toEqual({
      iss: 'robot@project.example.com',
      sub: 'payroll@example.com',
      scope: 'https://mail.google.com/',
      aud: tokens.url,
    });
    expect([exp - iat, Math.abs(iat - Date.now() / 1000) < 600]).toEqual([3600, true]);
    const isRight = createVerify('RSA-SHA256')
      .update(`${head}.${claim}`)
      .verify(keys.publicKey, signature, 'base64url');
    expect(isRight).toBe(true);
  });

  test.each([
    ['not a key file of an account', '{}', /not a service account key file/],
    ['missing', undefined, /google\.json cannot be read/],
  ])('with a key file that is %s', async (_, content, message) => {
    const { service } = await bench(() => 'user: payroll@example.com, serviceAccount: { key: google.json }');
    if (content !== undefined) writeFileSync(join(service.cwd, 'google.json'), content, { mode: 0o600 });
    const run = await service.run(EXPORT);
    expect(run.status).toBe(7);
    expect(JSON.parse(run.stdout).runs[0].deliveries[0].problem).toMatch(message);
  });
});

describe('DKIM', () => {
  async function signedBy(
    key: string,
  ): Promise<{ server: MailServer; run: Awaited<ReturnType<SampleService['run']>> }> {
    const server = await startMailServer();
    opened.push(server.close);
    const smtp = `{ host: 127.0.0.1, port: ${server.port}, tls: none, timeoutSeconds: 2 }`;
    const dkim = '{ domain: example.com, selector: pay, key: dkim.pem }';
    const mail = `mail: { from: "Payroll Ünit <payroll@example.com>", owner: office@example.com, smtp: ${smtp}, dkim: ${dkim} }`;
    const service = await startDeliveredService(server.port, OFFICE, undefined, '', mail);
    opened.push(service.stop);
    writeFileSync(join(service.cwd, 'dkim.pem'), key, { mode: 0o644 });
    return { server, run: await service.run(EXPORT) };
  }

  test('signs mails so that an independent check accepts them, and rejects them once a word changes', async () => {
    const { server, run } = await signedBy(keys.privateKey);
    expect(run.status).toBe(0);
    // A key that others can read gives a warning.
    expect(run.stderr).toMatch(/Other users .*private key.*dkim\.pem/);
    const content = server.mails[0]?.content ?? Buffer.of();
    const result = verifyDkim(content, keys.publicKey);
    expect(result).toMatchObject({
      tags: { v: '1', a: 'rsa-sha256', d: 'example.com', s: 'pay' },
      isBodyRight: true,
      isSignatureRight: true,
    });
    expect(result.tags.h?.toLowerCase().split(':')).toEqual(
      expect.arrayContaining(['from', 'to', 'subject', 'message-id', 'date']),
    );
    const forged = Buffer.from(
      content.toString('latin1').replace('clerk@example.com', 'thief@example.com'),
      'latin1',
    );
    expect(verifyDkim(forged, keys.publicKey)).toMatchObject({ isBodyRight: true, isSignatureRight: false });
    const longer = Buffer.concat([content, Buffer.from('more\r\n')]);
    expect(verifyDkim(longer, keys.publicKey).isBodyRight).toBe(false);
  });

  test.each([
    ['is not a key', 'no key'],
    [
      'is of another kind',
      execFileSync('openssl', ['genpkey', '-algorithm', 'ed25519'], { encoding: 'utf8' }),
    ],
  ])('with a key that %s sends no unsigned mail', async (_, key) => {
    const { server, run } = await signedBy(key);
    expect(run.status).toBe(7);
    expect(JSON.parse(run.stdout).runs[0].deliveries[0].problem).toMatch(
      /cannot be signed with the DKIM key/,
    );
    expect(server.mails).toEqual([]);
  });
});
