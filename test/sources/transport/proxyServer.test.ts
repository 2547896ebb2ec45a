import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import type { HttpFailureKind } from '../../../src/sources/transport/failures.js';
import { createUndiciHttp } from '../../../src/sources/transport/undiciHttp.js';

const open: { close: () => unknown }[] = [];
afterEach(() => Promise.all(open.splice(0).map((one) => one.close())));

/** A proxy that does this with a tunnel; counts the requests for one. */
async function startProxy(tunnel: (socket: Socket, to: string) => void) {
  const server: Server = createServer();
  const proxy = { asked: 0, url: '' };
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  server.on('connect', (request, socket) => {
    proxy.asked += 1;
    socket.on('error', () => undefined);
    tunnel(socket as Socket, request.url ?? '');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  open.push({
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  });
  return proxy;
}

function openHttp(proxy: string, totalTimeoutMs: number, connectTimeoutMs = 200) {
  const http = createUndiciHttp({ env: { HTTP_PROXY: proxy }, connectTimeoutMs, totalTimeoutMs });
  open.push(http);
  return (signal = new AbortController().signal) =>
    http.request({ method: 'GET', url: 'http://service.test/', headers: {}, signal });
}

describe('a faulty proxy fails the request, and is asked for a tunnel once', () => {
  const ROWS: readonly [name: string, tunnel: (socket: Socket) => void, kind: HttpFailureKind][] = [
    ['resets the connection', (socket) => socket.destroy(), 'proxy'],
    ['ends the connection', (socket) => socket.end(), 'proxy'],
    [
      'requires a password',
      (socket) => socket.end('HTTP/1.1 407 Whatever\r\nContent-Length: 0\r\n\r\n'),
      'proxy',
    ],
    ['refuses', (socket) => socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n'), 'proxy'],
    ['does not answer', () => undefined, 'timeout'],
  ];
  test.each(ROWS)('%s', async (_name, tunnel, kind) => {
    const proxy = await startProxy(tunnel);
    await expect(openHttp(proxy.url, 20_000)()).rejects.toMatchObject({ kind, proxy: proxy.url });
    expect(proxy.asked).toBe(1);
  });
});

test('a working proxy', async () => {
  const service = createServer((_request, response) => response.end('{"ok":true}'));
  await new Promise<void>((listening) => service.listen(0, '127.0.0.1', listening));
  open.push(service);
  const { port } = service.address() as AddressInfo;
  const proxy = await startProxy((socket) => {
    const far = connect(port, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
    far.pipe(socket).pipe(far);
  });
  const response = await openHttp(proxy.url, 5_000)();
  expect(Buffer.from(await response.body()).toString()).toBe('{"ok":true}');
});

test('Ctrl-C does not wait for a pending connection', async () => {
  const proxy = await startProxy(() => undefined);
  const controller = new AbortController();
  const request = openHttp(proxy.url, 600_000, 600_000)(controller.signal);
  setTimeout(() => controller.abort(), 20);
  await expect(request).rejects.toThrow('abort');
});

test('the time for the whole exchange counts from the start, connected or not', async () => {
  const proxy = await startProxy(() => undefined);
  await expect(openHttp(proxy.url, 100, 600_000)()).rejects.toMatchObject({ kind: 'timeout' });
});
