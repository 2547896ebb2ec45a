import { afterEach, describe, expect, test } from 'vitest';
import type { GrantedSlots, RequestSlots, SlotOrder } from '../../../src/store/slotLeases.js';

/** A store shared by several processes: each `open` is one of them. */
export interface SlotCase {
  open(): Promise<RequestSlots>;
  /** Moves the clock that they share. */
  advance(ms: number): Promise<void>;
}

const MINUTE_MS = 61_000;
const wanted = (count: number, bucket = 'address', limit = 10) => [{ bucket, limit, count }];
const order = (change: Partial<SlotOrder>): SlotOrder => ({
  answered: [],
  unused: [],
  wanted: [],
  ...change,
});

/** The places of the rate limits for processes that share a store. */
export function describeSlots(name: string, fresh: () => Promise<SlotCase>): void {
  const opened: RequestSlots[] = [];
  const openTwo = async () => {
    const on = await fresh();
    const [one, other] = [await on.open(), await on.open()];
    opened.push(one, other);
    return { on, one, other };
  };
  const exchange = async (on: RequestSlots, change: Partial<SlotOrder>): Promise<GrantedSlots> => {
    const grants = await on.exchange(order(change));
    if (typeof grants === 'string') return expect.fail(grants);
    return grants[0] ?? { slots: [] };
  };
  const granted = async (on: RequestSlots, change: Partial<SlotOrder>) => {
    const grant = await exchange(on, change);
    return 'slots' in grant ? grant.slots : expect.fail(`wait ${grant.leftMs}`);
  };
  afterEach(async () => {
    for (const each of opened.splice(0)) await each.close();
  });

  describe(`request slots in ${name}`, () => {
    test('a bucket allows as many requests as its limit, whichever process sends them', async () => {
      const { one, other } = await openTwo();
      expect(await granted(one, { wanted: wanted(6) })).toHaveLength(6);
      expect(await granted(other, { wanted: wanted(6) })).toHaveLength(4);
      expect(await exchange(one, { wanted: wanted(1) })).toMatchObject({ reason: 'limit' });
      expect(await granted(one, { wanted: wanted(1, 'employer') })).toHaveLength(1);
    });

    test('a request counts for one window after its answer, and an unused slot is free at once', async () => {
      const { on, one, other } = await openTwo();
      const slots = await granted(one, { wanted: wanted(10) });
      const [first, second, ...others] = slots;
      if (first === undefined || second === undefined) return expect.fail('no places');
      await exchange(one, { answered: [{ slot: first, agoMs: 1000 }], unused: others });
      expect(await granted(other, { wanted: wanted(10) })).toHaveLength(8);
      const wait = await exchange(other, { wanted: wanted(1) });
      expect('leftMs' in wait && wait.leftMs).toBeGreaterThan(55_000);
      expect('leftMs' in wait && wait.leftMs).toBeLessThanOrEqual(MINUTE_MS - 1000);
      await on.advance(MINUTE_MS - 1000);
      expect(await granted(other, { wanted: wanted(5) })).toHaveLength(1);
    });

    test('the pending requests of a process that ends count for one window from then', async () => {
      const { on, one, other } = await openTwo();
      expect(await granted(one, { wanted: wanted(10) })).toHaveLength(10);
      await one.close();
      await on.advance(MINUTE_MS - 5000);
      expect(await exchange(other, { wanted: wanted(1) })).toMatchObject({ reason: 'limit' });
      await on.advance(5000);
      expect(await granted(other, { wanted: wanted(10) })).toHaveLength(10);
    });

    test('all processes wait after one of them received a 429', async () => {
      const { on, one, other } = await openTwo();
      await one.pause(['address'], 20_000);
      expect(await exchange(other, { wanted: wanted(1) })).toMatchObject({ reason: 'too-many' });
      expect(await granted(other, { wanted: wanted(1, 'employer') })).toHaveLength(1);
      await on.advance(20_001);
      expect(await granted(other, { wanted: wanted(1) })).toHaveLength(1);
    });
  });
}
