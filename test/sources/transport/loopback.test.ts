import dns from 'node:dns';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { parseBaseUrl } from '../../../src/sources/transport/baseUrl.js';
import type { Http } from '../../../src/sources/transport/effects.js';
import { findProxy } from '../../../src/sources/transport/proxy.js';
import { createUndiciHttp } from '../../../src/sources/transport/undiciHttp.js';

/** Takes the role of the office proxy; any connection to it is a leak. */
let contacts = 0;
const proxy = createTcpServer((socket) => {
  contacts += 1;
  socket.destroy();
});
const authorizations: (string | undefined)[] = [];
const service = createServer((request, response) => {
  authorizations.push(request.headers.authorization);
  response.setHeader('content-type', 'application/json');
  response.end('{}');
});
let env: Record<string, string>;
let http: Http;

beforeAll(async () => {
  await listening(proxy);
  await listening(service);
  const address = `http://user:word@127.0.0.1:${portOf(proxy)}`;
  env = { HTTP_PROXY: address, HTTPS_PROXY: address, NO_PROXY: 'example.com' };
  http = createUndiciHttp({ env, connectTimeoutMs: 2_000, totalTimeoutMs: 5_000 });
});
afterAll(async () => {
  await http.close();
  service.close();
  proxy.close();
});
afterEach(() => vi.restoreAllMocks());

function listening(server: Server): Promise<void> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

function ask(baseUrl: string) {
  const url = `${parseBaseUrl(baseUrl)}/oauth/customer/token`;
  const headers = { authorization: 'Basic c2VjcmV0' };
  return http.request({ method: 'GET', url, headers, signal: new AbortController().signal });
}

describe('a loopback service is connected to directly, regardless of the environment', () => {
  it.each([
    '127.0.0.1',
    '127.1',
    '0x7f.1',
    '2130706433',
    'localhost',
    'LOCALHOST.',
    'a.localhost',
    'deep.er.LocalHost.',
    '[::ffff:127.0.0.1]',
  ])('http://%s', async (host) => {
    const [lookup, resolve] = [vi.spyOn(dns, 'lookup'), vi.spyOn(dns, 'resolve4')];
    const before = authorizations.length;
    const { status } = await ask(`http://${host}:${portOf(service)}`);
    expect(status).toBe(200);
    expect(authorizations.slice(before)).toEqual(['Basic c2VjcmV0']);
    expect(contacts).toBe(0);
    expect([...lookup.mock.calls, ...resolve.mock.calls]).toEqual([]);
  });

  // No server listens there, or the system has no such address; the test is about the connection target.
  it.each(['127.0.0.2', '127.255.255.254', '[::1]'])('http://%s', async (host) => {
    await ask(`http://${host}:${portOf(service)}`).catch(() => undefined);
    expect(contacts).toBe(0);
  });

  it.each(['https://127.0.0.2', 'https://a.localhost', 'https://[::1]', 'http://127.1'])(
    '%s has no proxy in the doctor’s report either',
    (address) => expect(findProxy(address, env)).toBeUndefined(),
  );

  it('with TLS too, no request reaches the proxy', async () => {
    await expect(ask(`https://b.localhost:${portOf(service)}`)).rejects.toMatchObject({
      name: 'HttpFailure',
    });
    expect(contacts).toBe(0);
  });
});

it('another host goes to the proxy, so that these tests can fail', async () => {
  await expect(ask('https://service.test')).rejects.toMatchObject({ name: 'HttpFailure' });
  expect(contacts).toBeGreaterThan(0);
});

it.each(['http://0.0.0.0', 'http://[::]', 'http://127.0.0.1.nip.io', 'http://localhost.example.com'])(
  '%s may be another machine, and is refused without TLS',
  (address) => {
    expect(() => parseBaseUrl(address)).toThrow(expect.objectContaining({ code: 'BASE_URL_INSECURE' }));
  },
);
