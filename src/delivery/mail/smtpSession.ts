import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { type Message, message } from '../../i18n/message.js';
import { isLoopback } from '../../runtime/loopback.js';
import { excerpt } from '../../runtime/outsideText.js';
import type { Secret } from '../../runtime/secrets/secret.js';
import { DeliveryFailure, failedDelivery, UnansweredDelivery } from '../deliveryFailure.js';

/** Servers close very long connections; a new one costs little. */
const MOST_MESSAGES = 50;

interface Open {
  readonly connection: SMTPConnection;
  sent: number;
}

/**
 * Sends messages one at a time over one connection, while it is open. Nothing is retried: each call ends with the
 * message accepted by the server, or with a DeliveryFailure that shows whether it may have been.
 */
export class SmtpSession {
  readonly #settings: SmtpSettings;
  #open: Open | undefined;
  /** Aborts all work when the program must end. */
  readonly #over = new AbortController();

  constructor(settings: SmtpSettings) {
    this.#settings = settings;
  }

  /** `host:port` */
  get server(): string {
    return `${this.#settings.host}:${this.#settings.port}`;
  }

  /**
   * @param recipient the one address that receives it, regardless of the header
   * @throws DeliveryFailure
   */
  async send(content: Uint8Array, from: string, recipient: string): Promise<void> {
    const signed = await signWithDkim(content, this.#settings.dkim);
    const open = await this.#connected();
    open.sent += 1;
    let hasBegun = false;
    // Read only after the server has agreed to accept the message: from here on the outcome is unknown until it
    // answers.
    const stream = Readable.from(
      (function* () {
        hasBegun = true;
        yield signed;
      })(),
      { objectMode: false, highWaterMark: 0 },
    );
    try {
      await this.#within(open.connection, (done) =>
        open.connection.send({ from, to: [recipient] }, stream, done),
      );
    } catch (failure) {
      this.close();
      throw describeMailFailure(failure, hasBegun ? 'message' : 'envelope', this.#settings);
    }
    if (open.sent >= MOST_MESSAGES) this.close();
  }

  /** Connects, logs in, and signs a test message without sending it. @throws DeliveryFailure */
  async check(): Promise<void> {
    await signWithDkim(Buffer.from('From: a@example.com\r\n\r\n'), this.#settings.dkim);
    await this.#connected();
    this.close();
  }

  /** Ends everything immediately and permanently: a message in progress then counts as lost, and no more are sent. */
  abort(): void {
    this.#over.abort();
    this.#open?.connection.close();
    this.#open = undefined;
  }

  /** Closes the connection properly; a later message opens another one. */
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
    const connection = new SmtpConnection(connectionOptions(this.#settings));
    connection.on('error', () => undefined);
    try {
      await this.#within(connection, (done) => connection.connect((error) => done(error ?? null)));
      await this.#login(connection);
    } catch (failure) {
      connection.close();
      throw failure instanceof DeliveryFailure
        ? failure
        : describeMailFailure(failure, 'connection', this.#settings);
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

  /** Ends with the first of these: the step of the conversation, a failure of the connection, or the abort. */
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

function connectionOptions({
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
    // No other machine can intercept a loopback connection; elsewhere the certificate must be valid.
    tls: {
      rejectUnauthorized: ca !== undefined || !isLoopback(host),
      ...(ca === undefined ? {} : { ca }),
    },
  };
}

/** The message, preceded by a DKIM signature if a key is configured (RFC 6376). @throws DeliveryFailure */
async function signWithDkim(content: Uint8Array, dkim: SmtpSettings['dkim']): Promise<Buffer> {
  if (dkim === undefined) return Buffer.from(content);
  const { domain: domainName, selector: keySelector, privateKey } = dkim;
  const { default: DKIM } = await import('nodemailer/lib/dkim');
  const signer = new DKIM({ domainName, keySelector, privateKey: privateKey.reveal() });
  const signed = await buffer(signer.sign(Buffer.from(content)));
  if (signed.length > content.length) return signed;
  throw failedDelivery(message('delivery.dkim'));
}

/** The step that the conversation had reached. */
type Stage = 'connection' | 'envelope' | 'message';

const LONGEST_ANSWER = 200;

/**
 * Maps a failed conversation with a mail server to a delivery failure. The server's text is shortened to one line.
 */
export function describeMailFailure(
  failure: unknown,
  stage: Stage,
  { host, port }: SmtpSettings,
): DeliveryFailure {
  const { code, response, responseCode } = errorFacts(failure);
  const server = `${host}:${port}`;
  if (code !== 'ETLS' && responseCode !== undefined && responseCode >= 400) {
    const text = message('delivery.smtp.answered', { server, answer: excerpt(response, LONGEST_ANSWER) });
    return failedDelivery(text, { remedy: refusalRemedy(code, responseCode), cause: failure });
  }
  const Failure = code === 'ETIMEDOUT' || code === 'EDNS' ? UnansweredDelivery : DeliveryFailure;
  if (stage === 'message') {
    return new Failure('unknown', message('delivery.smtp.lost', { server }), { cause: failure });
  }
  return new Failure('failed', connectionText(code, server), {
    ...connectionRemedy(code),
    cause: failure,
  });
}

/** The failure of an attempt that is skipped because the server did not answer the one before. */
export function unansweredServerFailure(server: string): DeliveryFailure {
  return failedDelivery(connectionText('ETIMEDOUT', server), connectionRemedy('ETIMEDOUT'));
}

interface Facts {
  readonly code: string;
  readonly response: string;
  readonly responseCode: number | undefined;
}

function errorFacts(failure: unknown): Facts {
  const found: Partial<Record<string, unknown>> = failure instanceof Error ? { ...failure } : {};
  const { code, response, responseCode } = found;
  return {
    code: typeof code === 'string' ? code : '',
    response: typeof response === 'string' ? response : '',
    responseCode: typeof responseCode === 'number' ? responseCode : undefined,
  };
}

function refusalRemedy(code: string, status: number): Message {
  if (code === 'EAUTH') return message('delivery.remedy.login');
  return message(status < 500 ? 'delivery.remedy.later' : 'delivery.remedy.refused');
}

const PROBLEM_BY_CODE = {
  ETLS: 'noTls',
  ETIMEDOUT: 'timeout',
  EDNS: 'unknownHost',
  EAUTH: 'noLogin',
} as const;

function connectionText(code: string, server: string): Message {
  const problem = Object.hasOwn(PROBLEM_BY_CODE, code)
    ? PROBLEM_BY_CODE[code as keyof typeof PROBLEM_BY_CODE]
    : 'unreachable';
  return message(`delivery.smtp.${problem}`, { server });
}

/** Without TLS the message has its own remedy. */
function connectionRemedy(code: string): { readonly remedy?: Message } {
  return code === 'ETLS' ? {} : { remedy: message('delivery.remedy.server') };
}

/** The settings for a mail server, with secrets already read. */
export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  /** `none` is only for a server on this machine. */
  readonly tls: 'starttls' | 'implicit' | 'none';
  readonly login: SmtpLogin | undefined;
  /** Further certificate authority (PEM) that is trusted. */
  readonly ca: string | undefined;
  /** An attempt ends after this time without an answer. */
  readonly timeoutMs: number;
  readonly dkim:
    | { readonly domain: string; readonly selector: string; readonly privateKey: Secret }
    | undefined;
}

export type SmtpLogin =
  | { readonly kind: 'password'; readonly user: string; readonly password: Secret }
  | { readonly kind: 'oauth2'; readonly user: string; readonly tokenOf: () => Promise<Secret> };
