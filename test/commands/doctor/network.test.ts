// @module-tag slow
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { bad, configure, doctor, service, startedForEach } from './doctorDesk.js';

startedForEach();

describe('network and clock', () => {
  test('if there is no answer, it reports one problem and makes no more requests', async () => {
    const port = new URL(service.sandbox.baseUrl).port;
    await service.stop();
    configure({ baseUrl: `http://127.0.0.1:${port}` });
    const { status, findings } = await doctor();
    expect(status).toBe(4);
    expect(bad(findings).map(({ check, code }) => ({ check, code }))).toEqual([
      { check: 'network', code: 'SERVICE_UNREACHABLE' },
    ]);
    expect(findings.some(({ check }) => check === 'mapping')).toBe(true);
  });

  const CLOCKS: readonly [name: string, offsetMs: number, expected: object][] = [
    ['59 s ahead is fine', 57_000, { status: 0, clock: 'ok' }],
    ['70 s behind is a warning', -70_000, { status: 0, clock: 'warning' }],
    ['200 s ahead is a warning', 200_000, { status: 0, clock: 'warning' }],
    ['250 s ahead is a problem', 250_000, { status: 2, clock: 'problem' }],
    ['250 s behind is a problem', -250_000, { status: 2, clock: 'problem' }],
  ];
  test.each(CLOCKS)('%s', async (_name, offsetMs, expected) => {
    const { status, findings } = await doctor({ nowMs: Date.now() + offsetMs });
    const clock = findings.find(({ check }) => check === 'clock');
    expect({ status, clock: clock?.status }).toEqual(expected);
    if (clock?.status !== 'ok')
      expect(clock?.message).toMatch(offsetMs > 0 ? /ahead of the service's/ : /behind the service's/);
  });

  test('a web server without the API', async () => {
    const web: Server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end('<h1>Sign in</h1>');
    });
    await new Promise<void>((listening) => web.listen(0, '127.0.0.1', listening));
    configure({ baseUrl: `http://127.0.0.1:${(web.address() as AddressInfo).port}` });
    const { status, findings } = await doctor();
    web.close();
    expect(status).toBe(4);
    expect(bad(findings)).toEqual([
      expect.objectContaining({
        check: 'token',
        code: 'SERVICE_PROTOCOL',
        remedy: expect.stringContaining('(baseUrl)'),
      }),
    ]);
  });
});
