import { expect, test } from 'vitest';
import { listenForMonitoring } from '../../src/worker/listen.js';
import { Metrics } from '../../src/worker/metrics.js';

test('monitoring reads health, readiness and figures', async () => {
  const outbox = [{ state: 'failed', count: 2, oldestSeconds: 60 }];
  const metrics = new Metrics(async () => ({ outbox, slots: [], lagSeconds: 3, workers: 1 }));
  let ready = false;
  const { url, close } = await listenForMonitoring('127.0.0.1:0', { metrics, isReady: async () => ready });
  const status = async (path: string) => (await fetch(`${url}${path}`)).status;
  expect([await status('/healthz'), await status('/readyz'), await status('/other')]).toEqual([
    200, 503, 404,
  ]);
  ready = true;
  expect(await status('/readyz')).toBe(200);
  const text = await (await fetch(`${url}/metrics`)).text();
  expect(text).toMatch(/^paytally_outbox_items\{state="failed"\} 2$/m);
  expect(text.match(/^# TYPE paytally_/gm)?.length).toBeGreaterThanOrEqual(6);
  await close();
});

test('an address that is none is refused', async () => {
  const metrics = new Metrics(async () => ({ outbox: [], slots: [], lagSeconds: 0, workers: 0 }));
  const refused = listenForMonitoring('9464', { metrics, isReady: async () => true });
  await expect(refused).rejects.toMatchObject({ code: 'USAGE', record: '--listen' });
});
