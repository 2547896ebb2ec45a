// @module-tag slow
import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, test } from 'vitest';
import { DeliveryFailure } from '../../../src/delivery/deliveryFailure.js';
import { SmtpSession, type SmtpSettings } from '../../../src/delivery/mail/smtpSession.js';
import { Secret } from '../../../src/runtime/secrets/secret.js';
import { type MailServer, type Misbehaviour, startMailServer } from '../../support/servers/mailServer.js';

const opened: { close: () => unknown }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close();
});

async function serverWith(
  behaviour: Misbehaviour | ((recipient: string) => Misbehaviour),
  options: SMTPServerOptions = {},
): Promise<MailServer> {
  const server = await startMailServer(behaviour, options);
  opened.push(server);
  return server;
}

function sessionTo(port: number, more: Partial<SmtpSettings> = {}): SmtpSession {
  const session = new SmtpSession({
    host: '127.0.0.1',
    port,
    tls: 'none',
    login: undefined,
    ca: undefined,
    timeoutMs: 1500,
    dkim: undefined,
    ...more,
  });
  opened.push(session);
  return session;
}

const MESSAGE = Buffer.from('From: a@example.com\r\nSubject: hours\r\n\r\nbody\r\n.\r\nlast line\r\n');

async function outcome(session: SmtpSession, recipient = 'clerk@example.com'): Promise<string> {
  try {
    await session.send(MESSAGE, 'payroll@example.com', recipient);
    return 'sent';
  } catch (failure) {
    if (failure instanceof DeliveryFailure) return `${failure.state}: ${failure.message}`;
    throw failure;
  }
}

describe('a mail server that', () => {
  test.each<[Misbehaviour, string, RegExp]>([
    ['takes', 'takes the mail', /^sent$/],
    ['delays', 'takes its time with each answer', /^sent$/],
    ['refuses-recipient', 'does not know the recipient', /^failed: .*550 No such user here/],
    ['greylists', 'greylists', /^failed: .*451 Greylisted/],
    ['has-no-room', 'has no room', /^failed: .*452 Mailbox full/],
    ['refuses-content', 'refuses what it read', /^failed: .*554 Looks like spam/],
    ['hangs-up-at-once', 'hangs up at once', /^failed: .*cannot be reached, or closed the connection/],
    [
      'hangs-up-on-recipient',
      'hangs up before DATA',
      /^failed: .*cannot be reached, or closed the connection/,
    ],
    ['hangs-up-after-data', 'hangs up after DATA', /^unknown: .*It may have arrived/],
    ['keeps-silent-after-data', 'never answers after DATA', /^unknown: .*It may have arrived/],
  ])('%s: %s', async (behaviour, _, expected) => {
    const server = await serverWith(behaviour);
    expect(await outcome(sessionTo(server.port))).toMatch(expected);
  });

  test('is not available', async () => {
    const server = await startMailServer();
    await server.close();
    expect(await outcome(sessionTo(server.port))).toMatch(/^failed: .*cannot be reached/);
  });

  test('offers no TLS receives no mail', async () => {
    const server = await serverWith('takes');
    expect(await outcome(sessionTo(server.port, { tls: 'starttls' }))).toMatch(
      /^failed: .*does not offer TLS/,
    );
    expect(server.mails).toEqual([]);
  });

  test.each(['starttls', 'implicit'] as const)('offers TLS receives mail encrypted: %s', async (tls) => {
    const server = await serverWith('takes', { disabledCommands: [], secure: tls === 'implicit' });
    expect(await outcome(sessionTo(server.port, { tls }))).toBe('sent');
    expect(server.mails.map(({ secure }) => secure)).toEqual([true]);
  });

  test('refuses one of three recipients receives the others over one connection', async () => {
    const server = await serverWith((recipient) =>
      recipient.startsWith('b') ? 'refuses-recipient' : 'takes',
    );
    const session = sessionTo(server.port);
    const outcomes = [];
    for (const recipient of ['a@example.com', 'b@example.com', 'c@example.com'])
      outcomes.push((await outcome(session, recipient)).slice(0, 6));
    expect(outcomes).toEqual(['sent', 'failed', 'sent']);
    expect(server.mails.map(({ recipients }) => recipients)).toEqual([['a@example.com'], ['c@example.com']]);
  });

  test('receives many mails over a few connections', async () => {
    const server = await serverWith('takes');
    const session = sessionTo(server.port);
    for (let count = 0; count < 120; count += 1) expect(await outcome(session)).toBe('sent');
    expect(server.mails).toHaveLength(120);
    expect(server.connections()).toBe(3);
  });

  test('receives every byte, including dots at the start of lines', async () => {
    const server = await serverWith('takes');
    await outcome(sessionTo(server.port));
    expect(server.mails[0]?.content.toString()).toBe(MESSAGE.toString());
    expect(server.mails[0]?.from).toBe('payroll@example.com');
  });
});

describe('a login', () => {
  const auth: SMTPServerOptions = {
    authOptional: false,
    onAuth: ({ method, username, password, accessToken }, _session, done) => {
      const isRight = method === 'XOAUTH2' ? accessToken === 'fresh-token' : password === 'right';
      if (isRight) done(null, { user: username ?? '' });
      else done(new Error('Invalid username or password'));
    },
    authMethods: ['PLAIN', 'LOGIN', 'XOAUTH2'],
  };

  test.each([
    ['the right password', { kind: 'password', user: 'payroll', password: new Secret('right') }, /^sent$/],
    [
      'a wrong password',
      { kind: 'password', user: 'payroll', password: new Secret('wrong-one') },
      /^failed: .*535/,
    ],
    [
      'a fresh token',
      { kind: 'oauth2', user: 'payroll', tokenOf: () => Promise.resolve(new Secret('fresh-token')) },
      /^sent$/,
    ],
    [
      'an old token',
      { kind: 'oauth2', user: 'payroll', tokenOf: () => Promise.resolve(new Secret('old-token')) },
      /^failed: /,
    ],
  ] as const)('with %s', async (_, login, expected) => {
    const server = await serverWith('takes', auth);
    const said = await outcome(sessionTo(server.port, { login }));
    expect(said).toMatch(expected);
    expect(said).not.toMatch(/wrong-one|old-token/);
  });
});
