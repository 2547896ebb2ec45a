import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** The fault that affects a request. */
export type Fault = 'unavailable' | 'cut' | 'cut-answer' | 'slow';

/** A simulated bucket on a socket that checks every signature, by Amazon's description of version 4. */
export interface S3Double {
  readonly endpoint: string;
  /** Contents by path. */
  readonly objects: Map<string, Buffer>;
  readonly answered: { readonly method: string; readonly path: string; readonly status: number }[];
  /** For the next requests, in order. */
  readonly faults: Fault[];
  readonly stop: () => Promise<void>;
}

export const KEY = 'AKIAIOSFODNN7EXAMPLE';
export const SECRET = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
const SLOW_MS = 2000;

export async function startS3Double(bucket: string): Promise<S3Double> {
  const objects: S3Double['objects'] = new Map();
  const answered: S3Double['answered'] = [];
  const faults: Fault[] = [];
  const answer = (request: IncomingMessage, response: ServerResponse, body: Buffer) => {
    const fault = faults.shift();
    const { method = '', url = '' } = request;
    const end = (status: number, content: Buffer | string = '') => {
      answered.push({ method, path: url, status });
      response.writeHead(status, { 'content-length': Buffer.byteLength(content) });
      if (fault !== 'cut-answer') response.end(content);
      else response.write(Buffer.from(content).subarray(0, 3), () => request.socket.destroy());
    };
    if (fault === 'cut') request.socket.destroy();
    else if (fault === 'unavailable') end(503);
    else if (!isSigned({ method, url, headers: request.headers }, body)) end(403);
    else if (!url.startsWith(`/${bucket}/`)) end(404);
    else if (method === 'PUT') {
      objects.set(decodeURIComponent(url), body);
      end(200);
    } else if (method === 'DELETE') {
      objects.delete(decodeURIComponent(url));
      end(204);
    } else {
      const found = objects.get(decodeURIComponent(url));
      end(found === undefined ? 404 : 200, found);
    }
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (faults[0] === 'slow') {
        faults.shift();
        setTimeout(() => request.socket.destroy(), SLOW_MS);
      } else answer(request, response, Buffer.concat(chunks));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    objects,
    answered,
    faults,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface SignedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** Whether the content matches its digest, and the signature was made with the key above. */
function isSigned(request: SignedRequest, body: Buffer): boolean {
  const { headers } = request;
  const [, credential, signed, signature] =
    /^AWS4-HMAC-SHA256 Credential=(\S+), ?SignedHeaders=(\S+), ?Signature=([0-9a-f]{64})$/.exec(
      String(headers.authorization),
    ) ?? [];
  if (credential === undefined || signed === undefined) return false;
  const names = signed.split(';');
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.includes(name))) return false;
  if (headers['x-amz-content-sha256'] !== sha256(body)) return false;
  return signature === signatureOf(request, credential, names);
}

/**
 * docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html: a digest of the canonical request, signed with
 * a key that is derived from the secret, the day, the region and the service.
 */
export function signatureOf(
  { method, url, headers }: SignedRequest,
  credential: string,
  names: readonly string[],
): string {
  const [path = '', query = ''] = url.split('?');
  const canonical = [
    method,
    path
      .split('/')
      .map((part) => encoded(decodeURIComponent(part)))
      .join('/'),
    query.split('&').sort().join('&'),
    ...names.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names.join(';'),
    String(headers['x-amz-content-sha256']),
  ].join('\n');
  const [, ...scope] = credential.split('/');
  const text = ['AWS4-HMAC-SHA256', String(headers['x-amz-date']), scope.join('/'), sha256(canonical)].join(
    '\n',
  );
  const key = scope.reduce<Buffer>((secret, part) => hmac(secret, part), Buffer.from(`AWS4${SECRET}`));
  return hmac(key, text).toString('hex');
}

/** Everything except letters, digits and `-._~`. */
function encoded(text: string): string {
  return [...Buffer.from(text)]
    .map((byte) => {
      const letter = String.fromCharCode(byte);
      return /[A-Za-z0-9._~-]/.test(letter) ? letter : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
