import type { ErrorCode } from '../../errors.js';
import { type AnyMessage, message } from '../../i18n/message.js';
import { isLoopback } from '../../runtime/loopback.js';
import type { HttpResponse } from './effects.js';

/** The kind of a failure below HTTP. */
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

/** No answer, or only a part of one. The message is a technical detail, such as a library's message. */
export class HttpFailure extends Error {
  readonly kind: HttpFailureKind;
  /** The address of the proxy that failed; undefined if the service failed. */
  readonly proxy: string | undefined;

  constructor(kind: HttpFailureKind, detail: string, cause?: unknown, proxy?: string) {
    super(detail, cause === undefined ? undefined : { cause });
    this.name = 'HttpFailure';
    this.kind = kind;
    this.proxy = proxy;
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

/**
 * Classifies the failure of a request. `code` is on the error, its cause, or one of its parts.
 * @param proxy the address of the proxy that the request goes through
 */
export function toHttpFailure(error: unknown, proxy?: string): HttpFailure {
  if (error instanceof HttpFailure) return error;
  for (const part of errorChain(error)) {
    const kind = failureKind(part);
    if (kind !== undefined)
      return new HttpFailure(kind, part.message, error, isProxyFailure(kind, part) ? proxy : undefined);
  }
  return new HttpFailure('invalid', error instanceof Error ? error.message : String(error), error);
}

function failureKind(error: Error): HttpFailureKind | undefined {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (/Proxy response|Proxy Auth/i.test(error.message)) return 'proxy';
  if (/^(CERT_|ERR_TLS_|ERR_SSL_)/.test(code)) return 'certificate';
  // llhttp: the answer is not HTTP, for example if a connection breaks within the headers or a chunk.
  if (code.startsWith('HPE_')) return 'cut-short';
  if (error.message === 'terminated' || error.message === 'other side closed') return 'reset';
  return KIND_BY_CODE.get(code);
}

/** A request through a proxy connects to the proxy, so a failed connection is the proxy's. */
function isProxyFailure(kind: HttpFailureKind, error: Error): boolean {
  if (kind === 'timeout') return 'code' in error && error.code === 'UND_ERR_CONNECT_TIMEOUT';
  return kind === 'proxy' || kind === 'refused' || kind === 'unknown-host';
}

function errorChain(error: unknown, depth = 0): readonly Error[] {
  if (!(error instanceof Error) || depth > 5) return [];
  const inner = error instanceof AggregateError ? error.errors : [];
  return [error, ...[error.cause, ...inner].flatMap((part) => errorChain(part, depth + 1))];
}

/** Why a request failed, and whether to retry it. */
export interface RequestFailure {
  readonly code: ErrorCode;
  /** Continues "Could not get …: ", without a full stop. */
  readonly message: AnyMessage;
  /** `few` if only a temporary fault of an intermediary would explain it. */
  readonly retries: 'none' | 'few' | 'many';
  readonly remedy?: AnyMessage;
  /** The wait that the service requested. */
  readonly waitMs?: number;
  /** A request that has failed for so long is not sent again. */
  readonly giveUpAfterMs?: number;
  readonly cause?: unknown;
}

interface KindOfFailure extends Pick<RequestFailure, 'code' | 'retries' | 'remedy' | 'giveUpAfterMs'> {
  readonly id: `service.failed.${'refused' | 'unknownHost' | 'certificate' | 'reset' | 'timeout' | 'cutShort' | 'tooLarge' | 'invalid'}`;
}

/** An answer that breaks in the same way for so long will break again; an outage may last longer. */
export const SAME_AGAIN_MS = 30_000;

const UNREACHABLE = 'SERVICE_UNREACHABLE';
const PROTOCOL = 'SERVICE_PROTOCOL';
const BY_KIND: Readonly<Record<Exclude<HttpFailureKind, 'proxy'>, KindOfFailure>> = {
  refused: { code: UNREACHABLE, id: 'service.failed.refused', retries: 'many' },
  'unknown-host': { code: UNREACHABLE, id: 'service.failed.unknownHost', retries: 'few' },
  certificate: {
    code: UNREACHABLE,
    id: 'service.failed.certificate',
    retries: 'none',
    remedy: message('service.remedy.certificate'),
  },
  reset: { code: UNREACHABLE, id: 'service.failed.reset', retries: 'many', giveUpAfterMs: SAME_AGAIN_MS },
  timeout: { code: UNREACHABLE, id: 'service.failed.timeout', retries: 'many', giveUpAfterMs: SAME_AGAIN_MS },
  'cut-short': {
    code: PROTOCOL,
    id: 'service.failed.cutShort',
    retries: 'many',
    giveUpAfterMs: SAME_AGAIN_MS,
  },
  'too-large': {
    code: PROTOCOL,
    id: 'service.failed.tooLarge',
    retries: 'few',
    remedy: message('service.remedy.tooLarge'),
  },
  invalid: { code: PROTOCOL, id: 'service.failed.invalid', retries: 'few' },
};

/** @param url of the request: a refused connection on this machine means that the sandbox is not running */
export function describeHttpFailure(error: HttpFailure, url: string): RequestFailure {
  if (error.kind === 'proxy' || error.proxy !== undefined) return proxyFailure(error);
  const { id, ...general } = BY_KIND[error.kind];
  const { hostname, port } = new URL(url);
  const isSandbox = error.kind === 'refused' && isLoopback(hostname);
  return {
    ...general,
    ...(isSandbox ? { remedy: message('service.remedy.sandbox', { port: port || '80' }) } : {}),
    message: message(id, { detail: error.message }),
    cause: error,
  };
}

function proxyFailure(error: HttpFailure): RequestFailure {
  const { kind, message: detail, proxy = 'unknown' } = error;
  const ids = { refused: 'refused', 'unknown-host': 'unknownHost', timeout: 'timeout' } as const;
  const id = kind === 'refused' || kind === 'unknown-host' || kind === 'timeout' ? ids[kind] : 'blocked';
  return {
    code: UNREACHABLE,
    message: message(`service.proxy.${id}`, { proxy, detail }),
    retries: kind === 'refused' || kind === 'timeout' ? 'many' : 'few',
    remedy: message('service.remedy.proxy'),
    cause: error,
  };
}

type AnswerHead = Pick<HttpResponse, 'status' | 'headers'>;

/** The failures that are the same for all callers; undefined for success and for the service's own refusals. */
export function failureForStatus(answer: AnswerHead, nowMs: number): RequestFailure | undefined {
  const { status, headers } = answer;
  if ((status >= 500 && status < 600) || status === 408) {
    const waitMs = retryAfterMs(headers['retry-after'], nowMs);
    return {
      code: 'SERVICE_UNAVAILABLE',
      message: message('service.answer.unavailable', { status }),
      retries: 'many',
      ...(waitMs === undefined ? {} : { waitMs }),
      ...(isNonsense(headers['retry-after'], waitMs) ? { giveUpAfterMs: SAME_AGAIN_MS } : {}),
    };
  }
  if (status >= 300 && status < 400) return redirected(answer);
  if (status === 407) return proxyFailure(new HttpFailure('proxy', 'status 407'));
  if (status < 200 || status >= 600)
    return { code: PROTOCOL, message: message('service.answer.unexpected', { status }), retries: 'few' };
  return undefined;
}

/** A date that is over, or no time at all: what answers so is hardly the service, and gets less patience. */
function isNonsense(header: string | undefined, waitMs: number | undefined): boolean {
  return header !== undefined && (waitMs === undefined || (waitMs === 0 && Number(header) !== 0));
}

function redirected({ status, headers }: AnswerHead): RequestFailure {
  const target = headers.location;
  const origin = target !== undefined && URL.canParse(target) ? new URL(target).origin : 'unknown';
  return {
    code: PROTOCOL,
    message: message('service.answer.redirected', { target: origin, status }),
    retries: 'none',
    remedy: message('service.remedy.redirected'),
  };
}

/** `Date.parse` would find a date in "later 5" as well. */
const HTTP_DATE = /^(mon|tue|wed|thu|fri|sat|sun)[a-z]*,? .*\d\d:\d\d:\d\d/i;

/** `Retry-After` as seconds or as an HTTP date, in milliseconds from now; undefined if it is neither. */
export function retryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000);
  const dateMs = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - nowMs);
}
