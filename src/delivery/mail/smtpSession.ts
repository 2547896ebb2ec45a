import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { isLoopback } from '../../runtime/loopback.js';
import { DeliveryFailure } from '../deliveryFailure.js';
import { mailFailure } from './mailFailure.js';
import type { SmtpSettings } from './smtpSettings.js';

/** Servers end a connection that goes on for ever; a new one costs little. */
const MOST_MESSAGES = 50;

interface Open {
  readonly connection: SMTPConnection;
  sent: number;
}

/**
 * Sends messages one after the other over one connection, as long as it lives. Nothing is ever tried twice: each call
 * ends with the message accepted by the server, or with a DeliveryFailure that says whether it may have been.
 */
export class SmtpSession {
  readonly #settings: SmtpSettings;
  #open: Open | undefined;
  /** Once the program has to end, whatever is under way. */
  readonly #over = new AbortController();

  constructor(settings: SmtpSettings) {
    this.#settings = settings;
  }

  /** `host:port` */
  get server(): string {
    return `${this.#settings.host}:${this.#settings.port}`;
  }

  /**
   * @param recipient the one address that gets it, whoever stands in its header
   * @throws DeliveryFailure
   */
  async send(message: Uint8Array, from: string, recipient: string): Promise<void> {
    const signed = await dkimSigned(message, this.#settings.dkim);
    const open = await this.#connected();
    open.sent += 1;
    let hasBegun = false;
    // Read only once the server has said that it takes the message: from here on nobody knows before it answers.
    const content = Readable.from(
      (function* () {
        hasBegun = true;
        yield signed;
      })(),
      { objectMode: false, highWaterMark: 0 },
    );
    try {
      await this.#within(open.connection, (done) =>
        open.connection.send({ from, to: [recipient] }, content, done),
      );
    } catch (failure) {
      this.close();
      throw mailFailure(failure, hasBegun ? 'message' : 'envelope', this.#settings);
    }
    if (open.sent >= MOST_MESSAGES) this.close();
  }

  /** Connects and logs in, signs for a try, and sends nothing. @throws DeliveryFailure */
  async check(): Promise<void> {
    await dkimSigned(Buffer.from('From: a@example.com\r\n\r\n'), this.#settings.dkim);
    await this.#connected();
    this.close();
  }

  /** Ends everything at once, for good: a message under way then counts as lost, and none is sent any more. */
  giveUp(): void {
    this.#over.abort();
    this.#open?.connection.close();
    this.#open = undefined;
  }

  /** Ends the connection politely; a later message opens another one. */
  close(): void {
    const open = this.#open;
    this.#open = undefined;
    open?.connection.quit();
    open?.connection.close();
  }

  async #connected(): Promise<Open> {
    if (this.#open !== undefined && !this.#open.connection.destroyed) return this.#open;
    this.#open = undefined;
    // Loaded when there is mail to send.
    const { default: SmtpConnection } = await import('nodemailer/lib/smtp-connection');
    const connection = new SmtpConnection(optionsOf(this.#settings));
    connection.on('error', () => undefined);
    try {
      await this.#within(connection, (done) => connection.connect((error) => done(error ?? null)));
      await this.#login(connection);
    } catch (failure) {
      connection.close();
      throw failure instanceof DeliveryFailure ? failure : mailFailure(failure, 'connection', this.#settings);
    }
    this.#open = { connection, sent: 0 };
    return this.#open;
  }

  async #login(connection: SMTPConnection): Promise<void> {
    const { login } = this.#settings;
    if (login === undefined) return;
    if (login.kind === 'password') {
      const { user } = login;
      const pass = login.password.reveal();
      await this.#within(connection, (done) =>
        connection.login({ user, pass, credentials: { user, pass } }, done),
      );
      return;
    }
    const { user } = login;
    const { default: XOAuth2 } = await import('nodemailer/lib/xoauth2');
    const oauth2 = new XOAuth2({ user, accessToken: (await login.tokenOf()).reveal() });
    await this.#within(connection, (done) => connection.login({ user, oauth2, method: 'XOAUTH2' }, done));
  }

  /** A step of the conversation, or the connection's own failure, or the end of all, whatever comes first. */
  #within(connection: SMTPConnection, step: (done: (error: Error | null) => void) => void): Promise<void> {
    const { signal } = this.#over;
    return new Promise((resolve, reject) => {
      const settle = (error?: Error | null) => {
        connection.off('error', settle);
        connection.off('end', ended);
        signal.removeEventListener('abort', over);
        if (error) reject(error);
        else resolve();
      };
      const ended = () => settle(new Error('Connection closed unexpectedly'));
      const over = () => settle(new Error('The program was asked to end'));
      if (signal.aborted) return over();
      connection.once('error', settle);
      connection.once('end', ended);
      signal.addEventListener('abort', over, { once: true });
      step(settle);
    });
  }
}

function optionsOf({
  host,
  port,
  tls,
  ca,
  timeoutMs,
}: SmtpSettings): ConstructorParameters<typeof SMTPConnection>[0] {
  return {
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'none',
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    // Nobody stands between this machine and itself; elsewhere a certificate has to be right.
    tls: {
      rejectUnauthorized: ca !== undefined || !isLoopback(host),
      ...(ca === undefined ? {} : { ca }),
    },
  };
}

/** The message with a DKIM signature before it, where a key is configured (RFC 6376). @throws DeliveryFailure */
async function dkimSigned(message: Uint8Array, dkim: SmtpSettings['dkim']): Promise<Buffer> {
  if (dkim === undefined) return Buffer.from(message);
  const { domain: domainName, selector: keySelector, privateKey } = dkim;
  const { default: DKIM } = await import('nodemailer/lib/dkim');
  const signer = new DKIM({ domainName, keySelector, privateKey: privateKey.reveal() });
  const signed = await buffer(signer.sign(Buffer.from(message)));
  if (signed.length > message.length) return signed;
  throw new DeliveryFailure(
    'failed',
    'The mail cannot be signed with the DKIM key.',
    'Check mail.dkim.key: a private RSA key in PEM form, without a passphrase.',
  );
}
