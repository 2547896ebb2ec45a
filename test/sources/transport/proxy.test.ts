import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { findProxy, proxyPasswords } from '../../../src/sources/transport/proxy.js';
import { createUndiciHttp } from '../../../src/sources/transport/undiciHttp.js';

const PROXY = 'http://proxy.example:3128';
type Environment = Readonly<Record<string, string>>;

const ROWS: readonly [name: string, address: string, env: Environment, proxy: string | undefined][] = [
  ['nothing set', 'https://a.example', {}, undefined],
  ['HTTPS_PROXY for https', 'https://a.example', { HTTPS_PROXY: PROXY }, PROXY],
  ['HTTPS_PROXY not for http', 'http://a.example', { HTTPS_PROXY: PROXY }, undefined],
  ['HTTP_PROXY for both', 'https://a.example', { HTTP_PROXY: PROXY }, PROXY],
  [
    'lower-case names take precedence',
    'https://a.example',
    { https_proxy: PROXY, HTTPS_PROXY: 'http://other:1' },
    PROXY,
  ],
  ['an empty text is no proxy', 'https://a.example', { HTTPS_PROXY: '' }, undefined],
  ['a password is not shown', 'https://a.example', { HTTPS_PROXY: 'http://u:p@proxy.example:3128' }, PROXY],
  ['NO_PROXY: the host', 'https://a.example', { HTTPS_PROXY: PROXY, NO_PROXY: 'a.example' }, undefined],
  ['NO_PROXY: a parent', 'https://a.b.example', { HTTPS_PROXY: PROXY, NO_PROXY: '.example' }, undefined],
  ['NO_PROXY: an asterisk', 'https://a.b.example', { HTTPS_PROXY: PROXY, NO_PROXY: '*.example' }, undefined],
  ['NO_PROXY: another host', 'https://a.example', { HTTPS_PROXY: PROXY, NO_PROXY: 'b.example' }, PROXY],
  [
    'NO_PROXY: only the end of a name',
    'https://aexample',
    { HTTPS_PROXY: PROXY, NO_PROXY: 'example' },
    PROXY,
  ],
  ['NO_PROXY: another port', 'https://a.example', { HTTPS_PROXY: PROXY, NO_PROXY: 'a.example:8443' }, PROXY],
  [
    'NO_PROXY: the port',
    'https://a.example:8443',
    { HTTPS_PROXY: PROXY, NO_PROXY: 'a.example:8443' },
    undefined,
  ],
  ['NO_PROXY: everything', 'https://a.example', { HTTPS_PROXY: PROXY, NO_PROXY: '*' }, undefined],
  ['a loopback address', 'http://127.0.0.1:4010', { HTTP_PROXY: PROXY }, undefined],
  ['the loopback name', 'http://localhost:4010', { HTTP_PROXY: PROXY }, undefined],
];
test.each(ROWS)('%s', (_name, address, env, proxy) => {
  expect(findProxy(address, env)).toBe(proxy);
});

test.each([
  ['invalid text', 'user:pass@@proxy'],
  ['socks', 'socks5://127.0.0.1:1080'],
])('%s is refused without being shown', (_name, value) => {
  expect(() => findProxy('https://a.example', { HTTPS_PROXY: value })).toThrow(
    expect.objectContaining({
      code: 'CONFIG_INVALID',
      message: expect.not.stringContaining(value),
      remedy: expect.stringContaining('HTTPS_PROXY'),
    }),
  );
});

describe('agrees with the actual connections', () => {
  const AGREE: readonly [name: string, noProxy: string, host: string][] = [
    ['a host', 'service.test', 'service.test'],
    ['a parent domain', 'test', 'service.test'],
    ['a leading dot', '.test', 'service.test'],
    ['an asterisk', '*.test', 'service.test'],
    ['another host', 'other.test', 'service.test'],
    ['a matching port', 'service.test:80', 'service.test'],
    ['a port that does not match', 'service.test:81', 'service.test'],
    ['a list', 'other.test, service.test', 'service.test'],
    ['nothing', '', 'service.test'],
  ];
  test.each(AGREE)('%s', async (_name, noProxy, host) => {
    let asked = 0;
    const server = createServer((_request, response) => response.end('{}'));
    server.on('connect', (_request, socket) => {
      asked += 1;
      socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n');
    });
    server.on('request', () => {
      asked += 1;
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const env = {
      HTTP_PROXY: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      NO_PROXY: noProxy,
    };
    const http = createUndiciHttp({ env, connectTimeoutMs: 500, totalTimeoutMs: 500 });
    const request = { method: 'GET', url: `http://${host}/`, headers: {} } as const;
    await http.request({ ...request, signal: new AbortController().signal }).catch(() => undefined);
    await http.close();
    server.closeAllConnections();
    server.close();
    expect(asked > 0).toBe(findProxy(request.url, env) !== undefined);
  });
});

test.each([
  ['none', {}, []],
  ['as written', { HTTP_PROXY: 'http://u:pass-word@p.example' }, ['pass-word']],
  ['as intended, too', { HTTPS_PROXY: 'http://u:p%40ss+word@p.example' }, ['p%40ss+word', 'p@ss+word']],
])('passwords of proxies are known to the scrubber: %s', (_name, env, expected) => {
  expect(proxyPasswords(env).map((password) => password.reveal())).toEqual(expected);
});
