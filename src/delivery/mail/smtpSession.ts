import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import XOAuth2 from 'nodemailer/lib/xoauth2';
import { isLoopback } from '../../loopback.js';
import { DeliveryFailure } from '../failure.js';
import { dkimSigned } from './dkimSigned.js';
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

  constructor(settings: SmtpSettings) {
    this.#settings = settings;
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
      await within((done) => open.connection.send({ from, to: [recipient] }, content, done), open.connection);
    } catch (failure) {
      this.close();
      throw mailFailure(failure, hasBegun ? 'message' : 'envelope', this.#settings);
    }
    if (open.sent >= MOST_MESSAGES) this.close();
  }

  /** Ends the connection at once: a message under way then counts as lost. */
  giveUp(): void {
    const open = this.#open;
    this.#open = undefined;
    open?.connection.close();
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
    const connection = new SMTPConnection(optionsOf(this.#settings));
    connection.on('error', () => undefined);
    try {
      await within((done) => connection.connect((error) => done(error ?? null)), connection);
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
      await within((done) => connection.login({ user, pass, credentials: { user, pass } }, done), connection);
      return;
    }
    const { user } = login;
    const oauth2 = new XOAuth2({ user, accessToken: await login.tokenOf() });
    await within((done) => connection.login({ user, oauth2, method: 'XOAUTH2' }, done), connection);
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

/** A step of the conversation, or the connection's own failure, whatever comes first. */
function within(
  step: (done: (error: Error | null) => void) => void,
  connection: SMTPConnection,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: Error | null) => {
      connection.off('error', settle);
      connection.off('end', ended);
      if (error) reject(error);
      else resolve();
    };
    const ended = () => settle(new Error('Connection closed unexpectedly'));
    connection.once('error', settle);
    connection.once('end', ended);
    step(settle);
  });
}
