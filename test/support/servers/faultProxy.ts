import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

/** An answer of the service to the client, in transit. */
export interface Passing {
  /** Without the query. */
  readonly path: string;
  readonly socket: Socket;
  readonly response: ServerResponse;
  readonly status: number;
  readonly type: string;
  readonly body: Buffer;
}

/** Answers in place of the service. */
export type Answer = (passing: Passing) => unknown;

const head = ({ status, type }: Passing, ...more: string[]) =>
  [`HTTP/1.1 ${status} Whatever`, `Content-Type: ${type}`, ...more, '', ''].join('\r\n');
const half = ({ body }: Passing) => body.subarray(0, Math.floor(body.length / 2));
const chunk = (bytes: Buffer) =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
const whole =
  (status: number, type: string, body: string | Buffer, more: Record<string, string> = {}) =>
  (passing: Passing) => {
    passing.response.writeHead(status, { 'content-type': type, ...more });
    passing.response.end(body);
  };

/** What can happen to an answer between service and client. */
export const FAULTS = {
  resetBefore: ({ socket }) => socket.resetAndDestroy(),
  resetInHeaders: ({ socket }) =>
    socket.write('HTTP/1.1 200 OK\r\nContent-Ty', () => socket.resetAndDestroy()),
  resetInBody: (passing) => {
    passing.socket.write(head(passing, `Content-Length: ${passing.body.length}`));
    passing.socket.write(half(passing), () => passing.socket.resetAndDestroy());
  },
  closedInBody: (passing) => {
    passing.socket.write(head(passing, `Content-Length: ${passing.body.length}`));
    passing.socket.end(half(passing));
  },
  closedInChunks: (passing) => {
    passing.socket.write(head(passing, 'Transfer-Encoding: chunked'));
    passing.socket.end(chunk(half(passing)));
  },
  brokenChunk: (passing) => {
    passing.socket.write(head(passing, 'Transfer-Encoding: chunked'));
    passing.socket.end('zz\r\nnonsense\r\n');
  },
  closedWithoutLength: (passing) => {
    passing.socket.write(head(passing, 'Connection: close'));
    passing.socket.end(half(passing));
  },
  halfWithItsLength: (passing) => whole(passing.status, passing.type, half(passing))(passing),
  notHttp: ({ socket }) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'),
  silence: () => undefined,
  silenceInBody: (passing) => {
    passing.socket.write(head(passing, `Content-Length: ${passing.body.length}`));
    passing.socket.write(half(passing));
  },
  html: whole(200, 'text/html; charset=utf-8', '<h1>Sign in to the network</h1>'),
  plainText: whole(200, 'text/plain', '{"items":[],"nextCursor":null}'),
  nothing: whole(200, 'application/json', ''),
  badGateway: whole(502, 'text/html', '<h1>502 Bad Gateway</h1>'),
  tooManyOfTheProxy: whole(429, 'text/html', '<h1>Slow down</h1>', { 'retry-after': '1' }),
  brokenGzip: whole(200, 'application/json', Buffer.from([31, 139, 8, 0, 1, 2, 3]), {
    'content-encoding': 'gzip',
  }),
  unknownEncoding: whole(200, 'application/json', 'xyz', { 'content-encoding': 'zz' }),
  tooLarge: whole(200, 'application/json', `"${'x'.repeat(3_000_000)}"`),
  zipBomb: whole(200, 'application/json', gzipSync(`"${'x'.repeat(3_000_000)}"`), {
    'content-encoding': 'gzip',
  }),
} satisfies Record<string, (passing: Passing) => unknown>;
export type Fault = keyof typeof FAULTS;
export const FAULT_NAMES = Object.keys(FAULTS) as Fault[];

export interface FaultProxy {
  readonly baseUrl: string;
  /** Chooses what happens to the next answer; undefined lets it pass. `path` excludes the query. */
  choose: (path: string) => Fault | Answer | undefined;
  requests: number;
  readonly stop: () => Promise<void>;
}

/** Runs between client and service and alters answers as networks do. @param tls for an address with `https:` */
export async function startFaultProxy(targetUrl: string, tls?: ServerOptions): Promise<FaultProxy> {
  const alter = (incoming: IncomingMessage, response: ServerResponse) => {
    incoming.on('error', () => undefined);
    const answered = (answer: Awaited<ReturnType<typeof forward>>) => {
      proxy.requests += 1;
      const path = (incoming.url ?? '').split('?')[0] ?? '';
      const fault = proxy.choose(path);
      const passing: Passing = { ...answer, path, socket: incoming.socket, response };
      const change =
        fault === undefined ? whole(answer.status, answer.type, answer.body, answer.retryAfter) : fault;
      (typeof change === 'string' ? FAULTS[change] : change)(passing);
    };
    forward(targetUrl, incoming).then(answered, () => response.destroy());
  };
  const server = tls === undefined ? createServer(alter) : createTlsServer(tls, alter);
  // Clients that give up are the point of this test; a socket serves many requests, and gets one listener.
  server.on('connection', (socket) => socket.on('error', () => undefined));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const proxy: FaultProxy = {
    baseUrl: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    choose: () => undefined,
    requests: 0,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return proxy;
}

async function forward(targetUrl: string, incoming: IncomingMessage) {
  const chunks: Buffer[] = [];
  for await (const part of incoming) chunks.push(part);
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const { method, headers } = incoming;
    const outgoing = request(`${targetUrl}${incoming.url}`, { method, headers }, resolve);
    outgoing.on('error', reject);
    outgoing.end(Buffer.concat(chunks));
  });
  const body: Buffer[] = [];
  for await (const part of answer) body.push(part);
  const retryAfter = answer.headers['retry-after'];
  return {
    status: answer.statusCode ?? 0,
    type: answer.headers['content-type'] ?? '',
    retryAfter: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
    body: Buffer.concat(body),
  };
}
