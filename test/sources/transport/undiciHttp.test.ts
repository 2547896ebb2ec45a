import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { englishText } from '../../../src/i18n/formatMessage.js';
import { describeHttpFailure, toHttpFailure } from '../../../src/sources/transport/failures.js';
import { createUndiciHttp, type UndiciHttpOptions } from '../../../src/sources/transport/undiciHttp.js';

const pem = (name: string) => readFileSync(new URL(`./tls/${name}.pem`, import.meta.url), 'utf8');
const CA = pem('cert');

const servers: Server[] = [];
const portOf = (server: Server) => (server.address() as AddressInfo).port;
async function listen(server: Server): Promise<Server> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

let service: Server;
let plainService: Server;
let proxy: Server;
/** What reached the proxy: `CONNECT host:port authorization`. */
let tunnels: string[] = [];

beforeAll(async () => {
  service = await listen(
    createTlsServer({ key: pem('key'), cert: CA }, (_request, response) => response.end('from TLS')),
  );
  plainService = await listen(createServer((_request, response) => response.end('from plain')));
  proxy = createServer((_request, response) => response.writeHead(400).end());
  proxy.on('connect', (request, socket: Socket) => {
    tunnels.push(`${request.url} ${request.headers['proxy-authorization'] ?? 'nobody'}`);
    socket.on('error', () => undefined);
    if (request.headers['proxy-authorization'] === undefined) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      return;
    }
    // For any name: there is no DNS for it.
    const outgoing = connect(portOf(service), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      outgoing.pipe(socket);
      socket.pipe(outgoing);
    });
    outgoing.on('error', () => socket.destroy());
  });
  await listen(proxy);
});
afterAll(() =>
  Promise.all(
    servers.map((server) => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    }),
  ),
);

async function fetchText(url: string, options: UndiciHttpOptions): Promise<string> {
  const http = createUndiciHttp(options);
  tunnels = [];
  try {
    const signal = new AbortController().signal;
    const response = await http.request({ method: 'GET', url, headers: {}, signal });
    return new TextDecoder().decode(await response.body());
  } finally {
    await http.close();
  }
}
const proxyUrl = (user = 'user:word@') => `http://${user}127.0.0.1:${portOf(proxy)}`;

describe('TLS', () => {
  it('a certificate of an unknown authority is refused', async () => {
    const read = fetchText(`https://127.0.0.1:${portOf(service)}/`, { env: {} });
    await expect(read).rejects.toMatchObject({ name: 'HttpFailure', kind: 'certificate' });
  });
  it('caFile makes it known', async () => {
    expect(await fetchText(`https://127.0.0.1:${portOf(service)}/`, { env: {}, ca: CA })).toBe('from TLS');
  });
  it('a certificate for another name is refused', async () => {
    const read = fetchText(`https://localhost:${portOf(service)}/`, { env: {}, ca: CA });
    await expect(read).rejects.toMatchObject({ kind: 'certificate' });
  });
  it('TLS to a server without it', async () => {
    const read = fetchText(`https://127.0.0.1:${portOf(plainService)}/`, { env: {}, ca: CA });
    await expect(read).rejects.toMatchObject({ kind: 'certificate' });
  });
});

describe('proxies in the given environment', () => {
  it.each(['HTTPS_PROXY', 'https_proxy'])('%s', async (name) => {
    expect(await fetchText('https://service.test/', { env: { [name]: proxyUrl() }, ca: CA })).toBe(
      'from TLS',
    );
    expect(tunnels).toEqual([`service.test:443 Basic ${Buffer.from('user:word').toString('base64')}`]);
  });
  it('without a password: proxy', async () => {
    const read = fetchText('https://service.test/', { env: { HTTPS_PROXY: proxyUrl('') }, ca: CA });
    await expect(read).rejects.toMatchObject({ kind: 'proxy' });
  });
  it('an unreachable proxy', async () => {
    const env = { HTTPS_PROXY: 'http://127.0.0.1:9' };
    const failure = await fetchText('https://service.test/', { env, ca: CA }).catch(
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({ kind: 'refused', proxy: 'http://127.0.0.1:9' });
    const { message, remedy } = describeHttpFailure(toHttpFailure(failure), 'https://service.test/');
    expect(englishText(message)).toMatch(/^the proxy http:\/\/127\.0\.0\.1:9 refused the connection \(.+\)$/);
    expect(remedy).toEqual({ id: 'service.remedy.proxy', values: {} });
  });
  it('NO_PROXY bypasses it', async () => {
    const env = { HTTPS_PROXY: proxyUrl(), NO_PROXY: '.test' };
    await expect(fetchText('https://service.test/', { env, ca: CA })).rejects.toMatchObject({
      kind: 'unknown-host',
    });
    expect(tunnels).toEqual([]);
  });
  it('loopback never uses one', async () => {
    const env = { HTTPS_PROXY: proxyUrl(), HTTP_PROXY: proxyUrl() };
    expect(await fetchText(`http://127.0.0.1:${portOf(plainService)}/`, { env })).toBe('from plain');
    expect(tunnels).toEqual([]);
  });
  it('those of the process itself are ignored', async () => {
    const before = process.env.HTTPS_PROXY;
    process.env.HTTPS_PROXY = proxyUrl();
    try {
      await expect(fetchText('https://service.test/', { env: {}, ca: CA })).rejects.toMatchObject({
        kind: 'unknown-host',
      });
    } finally {
      if (before === undefined) delete process.env.HTTPS_PROXY;
      else process.env.HTTPS_PROXY = before;
    }
  });
});

describe('no server available', () => {
  it.each([
    ['http://127.0.0.1:9/', 'refused'],
    ['https://no-such-host.invalid/', 'unknown-host'],
  ])('%s: %s', async (url, kind) => {
    await expect(fetchText(url, { env: {} })).rejects.toMatchObject({ kind });
  });
});
