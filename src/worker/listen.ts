import { createServer, type ServerResponse } from 'node:http';
import { PaytallyError } from '../errors.js';
import { message } from '../i18n/message.js';
import type { Metrics } from './metrics.js';

export interface Listening {
  /** With the actual port, if port 0 was requested. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

interface Health {
  readonly metrics: Metrics;
  /** Whether the process takes work: false before it starts, and after it was asked to end. */
  readonly isReady: () => Promise<boolean>;
}

const ADDRESS = /^(?:\[([0-9a-f:.]+)\]|([^:\s]+)):(\d{1,5})$/i;

/**
 * Answers monitoring: `/healthz` (the process responds), `/readyz` (it takes work) and `/metrics`.
 * @throws PaytallyError USAGE for an invalid address, or one in use
 */
export async function listenForMonitoring(address: string, { metrics, isReady }: Health): Promise<Listening> {
  const [, v6, name, port] = ADDRESS.exec(address) ?? [];
  const host = v6 ?? name;
  if (host === undefined || Number(port) > 65_535)
    throw new PaytallyError('USAGE', message('worker.listenAddress', { address }), { record: '--listen' });
  const server = createServer((request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') answer(response, 405, 'only GET\n');
    else if (request.url === '/healthz') answer(response, 200, 'ok\n');
    else if (request.url === '/readyz')
      void isReady()
        .catch(() => false)
        .then((ready) => answer(response, ready ? 200 : 503, ready ? 'ready\n' : 'not ready\n'));
    else if (request.url === '/metrics')
      void metrics.text().then(
        (text) => answer(response, 200, text, metrics.contentType),
        () => answer(response, 503, 'the store cannot be read\n'),
      );
    else answer(response, 404, 'not found\n');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(Number(port), host, resolve);
  }).catch((cause: unknown) => {
    const detail = cause instanceof Error ? cause.message : '';
    throw new PaytallyError('USAGE', message('worker.notListening', { address, detail }), {
      record: '--listen',
      cause,
    });
  });
  server.unref();
  const bound = server.address();
  const at = typeof bound === 'object' && bound !== null ? bound.port : port;
  return {
    url: `http://${v6 === undefined ? host : `[${host}]`}:${at}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answer(
  response: ServerResponse,
  status: number,
  text: string,
  type = 'text/plain; charset=utf-8',
): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
  response.end(text);
}
