import { excerpt } from '../../runtime/outsideText.js';
import { DeliveryFailure, UnansweredDelivery } from '../deliveryFailure.js';
import type { SmtpSettings } from './smtpSettings.js';

/** How far the conversation had come. */
export type Stage = 'connection' | 'envelope' | 'message';

const LONGEST_ANSWER = 200;

/** What a failed conversation with a mail server means. The server's words are kept short, and of one line. */
export function mailFailure(failure: unknown, stage: Stage, { host, port }: SmtpSettings): DeliveryFailure {
  const { code, response, responseCode } = factsOf(failure);
  const server = `${host}:${port}`;
  if (code !== 'ETLS' && responseCode !== undefined && responseCode >= 400) {
    const said = `The mail server ${server} answered ${excerpt(response, LONGEST_ANSWER)}.`;
    return new DeliveryFailure('failed', said, refusalRemedy(code, responseCode), failure);
  }
  const Failure = code === 'ETIMEDOUT' || code === 'EDNS' ? UnansweredDelivery : DeliveryFailure;
  if (stage === 'message') {
    return new Failure(
      'unknown',
      `The connection to ${server} was lost after the message was handed over: it may have arrived.`,
      'Ask the recipient, or look for the Message-ID in the log of the mail server; send it again only where it did not arrive.',
      failure,
    );
  }
  return new Failure('failed', connectionText(code, server), connectionRemedy(code), failure);
}

/** What an attempt comes to that is not begun, since the server did not answer another one a moment ago. */
export function silentServer(server: string): DeliveryFailure {
  return new DeliveryFailure('failed', connectionText('ETIMEDOUT', server), connectionRemedy('ETIMEDOUT'));
}

interface Facts {
  readonly code: string;
  readonly response: string;
  readonly responseCode: number | undefined;
}

function factsOf(failure: unknown): Facts {
  const found: Partial<Record<string, unknown>> = failure instanceof Error ? { ...failure } : {};
  const { code, response, responseCode } = found;
  return {
    code: typeof code === 'string' ? code : '',
    response: typeof response === 'string' ? response : '',
    responseCode: typeof responseCode === 'number' ? responseCode : undefined,
  };
}

function refusalRemedy(code: string, status: number): string {
  if (code === 'EAUTH')
    return 'Check user and password, or the permissions of the OAuth client, under mail.smtp in the configuration.';
  if (status < 500) return 'The server asks to come back later: "paytally send RUN" tries again.';
  return 'Ask the operator of the mail server what it refuses, or correct the address.';
}

function connectionText(code: string, server: string): string {
  switch (code) {
    case 'ETLS':
      return `The mail server ${server} does not offer TLS, or its certificate is not trusted; nothing was sent.`;
    case 'ETIMEDOUT':
      return `The mail server ${server} did not answer in time.`;
    case 'EDNS':
      return `The name of the mail server ${server} is not known.`;
    case 'EAUTH':
      return `The mail server ${server} takes no login of this kind.`;
    default:
      return `The mail server ${server} cannot be reached, or hung up before it took the message.`;
  }
}

function connectionRemedy(code: string): string {
  if (code === 'ETLS')
    return 'Set mail.smtp.tls to what the server speaks: starttls (587) or implicit (465); none is for this machine alone.';
  return 'Check mail.smtp.host and port, the network and the firewall; then "paytally send RUN" tries again.';
}
