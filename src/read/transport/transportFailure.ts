import type { ErrorCode } from '../../errors.js';
import type { HttpResponse } from './effects.js';
import { HttpFailure, type HttpFailureKind } from './httpFailure.js';
import { retryAfterMs } from './retry.js';

/** Why a request brought nothing, and whether it is worth another attempt. */
export interface Failure {
  readonly code: ErrorCode;
  /** Continues "Could not read …: ", without a full stop. */
  readonly message: string;
  /** `few` where only a passing hiccup of something in between would explain it. */
  readonly retries: 'none' | 'few' | 'many';
  readonly remedy?: string;
  /** The service asked to wait so long. */
  readonly waitMs?: number;
  readonly cause?: unknown;
}

const UNREACHABLE = 'SERVICE_UNREACHABLE';
const BY_KIND: Readonly<Record<HttpFailureKind, Omit<Failure, 'cause'>>> = {
  refused: { code: UNREACHABLE, message: 'the connection was refused', retries: 'many' },
  'unknown-host': { code: UNREACHABLE, message: 'the host name of baseUrl is not known', retries: 'few' },
  certificate: {
    code: UNREACHABLE,
    message: 'no trusted TLS connection',
    retries: 'none',
    remedy:
      'Check that baseUrl is right; where the network has a certificate authority of its own, name its PEM file as caFile.',
  },
  proxy: {
    code: UNREACHABLE,
    message: 'the proxy did not let the request through',
    retries: 'few',
    remedy: 'Check HTTPS_PROXY and its user name and password, or except the service with NO_PROXY.',
  },
  reset: { code: UNREACHABLE, message: 'the connection broke', retries: 'many' },
  timeout: { code: UNREACHABLE, message: 'no answer in time', retries: 'many' },
  'cut-short': { code: 'SERVICE_PROTOCOL', message: 'the answer was cut short', retries: 'many' },
  'too-large': {
    code: 'SERVICE_PROTOCOL',
    message: 'the answer is absurdly large',
    retries: 'few',
    remedy: 'A page of 200 records never takes that much: check that baseUrl points at the Workforce API.',
  },
  invalid: { code: 'SERVICE_PROTOCOL', message: 'the answer could not be read', retries: 'few' },
};

export function failureOfWire(error: HttpFailure): Failure {
  const general = BY_KIND[error.kind];
  return { ...general, message: `${general.message} (${error.message})`, cause: error };
}

type AnswerHead = Pick<HttpResponse, 'status' | 'headers'>;

/** The failures that no caller can judge better; undefined for success and for the service's own refusals. */
export function failureOfStatus(answer: AnswerHead, nowMs: number): Failure | undefined {
  const { status, headers } = answer;
  if (status >= 500 || status === 408) {
    const waitMs = retryAfterMs(headers['retry-after'], nowMs);
    const message = `the service could not answer (status ${status})`;
    return {
      code: 'SERVICE_UNAVAILABLE',
      message,
      retries: 'many',
      ...(waitMs === undefined ? {} : { waitMs }),
    };
  }
  if (status >= 300 && status < 400) return redirected(answer);
  if (status === 407) return failureOfWire(new HttpFailure('proxy', 'status 407'));
  if (status < 200)
    return { code: 'SERVICE_PROTOCOL', message: `unexpected status ${status}`, retries: 'few' };
  return undefined;
}

function redirected({ status, headers }: AnswerHead): Failure {
  const target = headers.location;
  const origin = target !== undefined && URL.canParse(target) ? ` to ${new URL(target).origin}` : '';
  return {
    code: 'SERVICE_PROTOCOL',
    message: `the service redirects${origin} (status ${status}), and credentials are never sent on to another address`,
    retries: 'none',
    remedy:
      'Put the final address of the service into baseUrl; a login page of the network redirects in this way too.',
  };
}
