import { afterEach, describe, expect, test } from 'vitest';
import {
  embeddedFigures,
  listenForMonitoring,
  Metrics,
} from '../../../../src/app/schedule/worker/metrics.js';
import type { DeliveryItem, Outbox } from '../../../../src/store/outbox.js';

const SECRET = 'Bakery Van den Broeck';

let open: Awaited<ReturnType<typeof listenForMonitoring>> | undefined;
afterEach(async () => {
  await open?.close();
  open = undefined;
});

async function answers(isReady: () => Promise<boolean>, path: string, method = 'GET') {
  const metrics = new Metrics(async () => [
    { name: 'outbox_items', label: 'failed', value: 3 },
    { name: 'outbox_oldest_seconds', label: 'failed', value: 60 },
    { name: 'slots_taken', label: 'address', value: 480 },
    { name: 'capacity_seconds', label: 'address', value: 12 },
    { name: 'schedule_lag_seconds', label: null, value: 5 },
    { name: 'workers', label: null, value: 2 },
  ]);
  const answered = metrics.counting({
    close: async () => {},
    request: async () => ({ status: 429 }) as never,
  });
  await answered.request({ url: `https://${SECRET}` } as never);
  open = await listenForMonitoring('127.0.0.1:0', { metrics, isReady });
  const response = await fetch(`${open.url}${path}`, { method });
  return { status: response.status, text: await response.text() };
}

describe('--listen', () => {
  const questions: readonly (readonly [path: string, isReady: () => Promise<boolean>, status: number])[] = [
    ['/healthz', async () => false, 200],
    ['/readyz', async () => true, 200],
    ['/readyz', async () => false, 503],
    ['/readyz', async () => Promise.reject(new Error('the store is away')), 503],
    ['/', async () => true, 404],
  ];
  test.each(questions)('%s answers (%#)', async (path, isReady, status) => {
    expect((await answers(isReady, path)).status).toBe(status);
  });

  test('changes nothing', async () => {
    expect((await answers(async () => true, '/metrics', 'POST')).status).toBe(405);
  });

  test('/metrics shows request counts and data of the store, and no names', async () => {
    const { text } = await answers(async () => true, '/metrics');
    expect(text.split('\n')).toEqual(
      expect.arrayContaining([
        'paytally_requests_total{status="429"} 1',
        'paytally_requests_refused_total 1',
        'paytally_outbox_items{state="failed"} 3',
        'paytally_outbox_oldest_seconds{state="failed"} 60',
        'paytally_slots_taken{kind="address"} 480',
        'paytally_capacity_seconds{kind="address"} 12',
        'paytally_schedule_lag_seconds 5',
        'paytally_workers 2',
      ]),
    );
    expect(text).not.toContain(SECRET);
  });

  test.each(['nowhere', '127.0.0.1:99999', '127.0.0.1'])('%s is refused', async (address) => {
    const metrics = new Metrics(async () => []);
    await expect(listenForMonitoring(address, { metrics, isReady: async () => true })).rejects.toMatchObject({
      code: 'USAGE',
      record: '--listen',
    });
  });
});

test('a store on this computer shows only its outbox, and no lag that was not measured', async () => {
  const item = { state: 'failed', createdAt: new Date(0) } as DeliveryItem;
  const outbox: Pick<Outbox, 'open'> = { open: () => [item, item] };
  const lines = (await new Metrics(async () => embeddedFigures(outbox, 60_000)).text()).split('\n');
  expect(lines).toContain('paytally_outbox_items{state="failed"} 2');
  expect(lines).toContain('paytally_outbox_items{state="unknown"} 0');
  expect(lines).toContain('paytally_outbox_oldest_seconds{state="failed"} 60');
  expect(lines.filter((line) => /lag|workers/.test(line))).toEqual([]);
});
