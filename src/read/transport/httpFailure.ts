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
