import type { ErrorCode } from '../../errors.js';
import type { HttpResponse } from './effects.js';
/** What went wrong below HTTP. */
export type HttpFailureKind =
  | 'refused'
  | 'unknown-host'
  | 'certificate'
  | 'proxy'
  | 'reset'
  | 'timeout'
  | 'cut-short'
  | 'too-large'
  | 'invalid';

/** No answer, or only a part of one. */
export class HttpFailure extends Error {
  readonly kind: HttpFailureKind;

  constructor(kind: HttpFailureKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'HttpFailure';
    this.kind = kind;
  }
}

const KIND_BY_CODE: ReadonlyMap<string, HttpFailureKind> = new Map([
  ['ECONNREFUSED', 'refused'],
  ['EHOSTUNREACH', 'refused'],
  ['ENETUNREACH', 'refused'],
  ['EACCES', 'refused'],
  ['ENOTFOUND', 'unknown-host'],
  ['EAI_AGAIN', 'unknown-host'],
  ['ECONNRESET', 'reset'],
  ['EPIPE', 'reset'],
  ['ECONNABORTED', 'reset'],
  ['UND_ERR_SOCKET', 'reset'],
  ['UND_ERR_CLOSED', 'reset'],
  ['UND_ERR_DESTROYED', 'reset'],
  ['ETIMEDOUT', 'timeout'],
  ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
  ['UND_ERR_HEADERS_TIMEOUT', 'timeout'],
  ['UND_ERR_BODY_TIMEOUT', 'timeout'],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'cut-short'],
  ['UND_ERR_RES_EXCEEDED_MAX_SIZE', 'too-large'],
  ['UND_ERR_PRX_TLS', 'proxy'],
  ['EPROTO', 'certificate'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'certificate'],
  ['UNABLE_TO_GET_ISSUER_CERT', 'certificate'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'certificate'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate'],
]);

/** Says of what kind the failure of a request is. `code` stands on the error, its cause, or one of its parts. */
export function httpFailureOf(error: unknown): HttpFailure {
  if (error instanceof HttpFailure) return error;
  for (const part of partsOf(error)) {
    const kind = kindOf(part);
    if (kind !== undefined) return new HttpFailure(kind, part.message, error);
  }
  return new HttpFailure('invalid', error instanceof Error ? error.message : String(error), error);
}

function kindOf(error: Error): HttpFailureKind | undefined {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (/Proxy response|Proxy Auth/i.test(error.message)) return 'proxy';
  if (/^(CERT_|ERR_TLS_|ERR_SSL_)/.test(code)) return 'certificate';
  // llhttp: what came is not HTTP, as when a connection dies within the headers or a chunk.
  if (code.startsWith('HPE_')) return 'cut-short';
  if (error.message === 'terminated' || error.message === 'other side closed') return 'reset';
  return KIND_BY_CODE.get(code);
}

function partsOf(error: unknown, depth = 0): readonly Error[] {
  if (!(error instanceof Error) || depth > 5) return [];
  const inner = error instanceof AggregateError ? error.errors : [];
  return [error, ...[error.cause, ...inner].flatMap((part) => partsOf(part, depth + 1))];
}

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

/** `Retry-After` as seconds or as an HTTP date, in milliseconds from now; undefined where it says neither. */
export function retryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000);
  const dateMs = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - nowMs);
}
