// @module-tag slow
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toLocalDate } from '../../../../src/domain/time/localDate.js';
import { englishText } from '../../../../src/i18n/formatMessage.js';
import { LIST_NAMES } from '../../../../src/sandbox/records.js';
import type { Sandbox } from '../../../../src/sandbox/startSandbox.js';
import { holidayYears } from '../../../../src/sources/records/readWindows.js';
import { readOverSocket, type TestTarget, type WholeRead } from '../../../support/service/readSandbox.js';
import { startSampleSandbox, WEEK } from '../../../support/service/sampleSandbox.js';
import { seeded } from '../../../support/service/seeded.js';

let sandbox: Sandbox;
let target: TestTarget;

beforeAll(async () => {
  ({ sandbox, target } = await startSampleSandbox());
});
afterAll(() => sandbox.stop());
beforeEach(() => {
  sandbox.faults.clear();
  sandbox.setShapes({});
  sandbox.setPaging({});
});

const reading = async (options: Partial<TestTarget> = {}): Promise<WholeRead> =>
  (await readOverSocket({ ...target, ...options })).read;

describe('the sample employer', () => {
  it('is read completely with the fewest requests', async () => {
    const read = await reading();
    expect(read.invalid).toEqual([]);
    expect(read.window).toEqual({ from: toLocalDate('2026-09-30'), to: toLocalDate('2026-11-01') });
    expect(read.entries.length).toBeGreaterThan(500);
    expect(read.counts.dataRequests).toBe(read.leastRequests);
    expect(read.changedWhileReading).toEqual([]);
    expect(new Set(Object.values(read.passes))).toEqual(new Set([1]));
  });

  it('is read twice with twice as many requests, except for holidays, and the same result', async () => {
    const [once, twice] = [await reading(), await reading({ read: 'twice' })];
    const years = holidayYears(once.window).length;
    expect(twice.counts.dataRequests).toBe(once.counts.dataRequests * 2 - years);
    expect(twice.counts.dataRequests).toBe(twice.leastRequests);
    expect({ ...twice, raw: 0, counts: 0, passes: 0, leastRequests: 0 }).toEqual({
      ...once,
      raw: 0,
      counts: 0,
      passes: 0,
      leastRequests: 0,
    });
  });

  it('is read once if it equals an earlier read', async () => {
    const { digests } = await reading();
    const read = await reading({ read: 'twice', earlier: digests });
    expect(new Set(Object.values(read.passes))).toEqual(new Set([1]));
  });

  it.each(['keyset', 'offset'] as const)('is read with %s cursors and an empty last page', async (mode) => {
    const plain = await reading({ period: WEEK });
    sandbox.setPaging({ mode, emptyLastPage: true });
    expect((await reading({ period: WEEK })).entries).toEqual(plain.entries);
  });

  it('has each record returned once, with its day', async () => {
    const read = await reading({ period: WEEK, read: 'twice' });
    for (const list of LIST_NAMES) expect(read.raw(list)).toHaveLength(read.digests[list]?.records ?? -1);
    const days = new Map(read.entries.map(({ id, workDate }) => [id, workDate]));
    for (const { id, day, json } of read.raw('time-entries')) {
      expect(day).toBe(days.get(id));
      expect(JSON.parse(json)).toMatchObject({ id, workDate: day });
    }
  });

  it('is read in several concurrent windows if there are many records a day', async () => {
    const plain = await reading({ period: WEEK });
    sandbox.clearCounts();
    const read = await reading({ period: WEEK, earlier: { 'time-entries': { records: 9_000, digest: '' } } });
    expect(sandbox.stats().requestsByEndpoint['time-entries']).toBe(4);
    const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
    expect([...read.entries].sort(byId)).toEqual([...plain.entries].sort(byId));
  });

  it('has its break times found, and no other fields', async () => {
    sandbox.setShapes({ breaks: 'list' });
    const { fields } = await reading({ period: WEEK });
    expect(fields.filter(({ target: name }) => name.endsWith('.breaks'))).toMatchObject([
      { target: 'shift.breaks', path: 'breaks', evidence: { id: 'fields.evidence.breaks' } },
      { target: 'timeEntry.breaks', path: 'breaks' },
    ]);
  });

  it('an unknown pin is refused before any request', async () => {
    sandbox.clearCounts();
    await expect(
      reading({ discovery: { hints: { pins: { 'timeEntry.shopId': 'x' }, known: [] } } }),
    ).rejects.toMatchObject({
      code: 'FIELD_PIN_INVALID',
      remedy: expect.stringContaining('timeEntry.establishmentId'),
    });
    expect(sandbox.stats().requests).toBe(0);
  });
});

describe('a service that is edited during the read', () => {
  it.each([1, 2, 3])(
    'no record that existed throughout is missing, and changes are listed (seed %i)',
    async (seed) => {
      const busy = await startSampleSandbox({
        faults: { seed, rules: [{ kind: 'churn', on: 'data', probability: 0.5 }] },
      });
      try {
        const before = await reading();
        const { read } = await readOverSocket({ ...busy.target, read: 'twice' });
        busy.sandbox.faults.clear();
        const { read: after } = await readOverSocket(busy.target);
        for (const list of ['entries', 'shifts', 'employees'] as const) {
          const idsOf = (one: WholeRead) => new Set((one[list] ?? []).map(({ id }) => id));
          const [wasThere, isThere, got] = [before, after, read].map(idsOf);
          const steady = [...(wasThere ?? [])].filter((id) => isThere?.has(id));
          expect(steady.filter((id) => !got?.has(id))).toEqual([]);
          expect(got?.size).toBe(read[list]?.length);
        }
        expect(read.changedWhileReading.length).toBeGreaterThan(0);
      } finally {
        await busy.sandbox.stop();
      }
    },
  );
});

describe('fuzzed bodies over the network', () => {
  const NONSENSE = [null, 7, -1, 1.5, '', 'nonsense', [], {}, '2026-13-45', 'ÿ'.repeat(300)];

  it.each([1, 2, 3])('every bad record is named, every other one is read (seed %i)', async (seed) => {
    const plain = await reading({ period: WEEK });
    const random = seeded(seed);
    const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)];
    const spoilt = new Map<string, string>();
    sandbox.setShapes({
      record: (list, wire) => {
        const id = String(wire.id);
        if (!['time-entries', 'shifts', 'employees'].includes(list) || random() > 0.2) return wire;
        const field = pick(
          ['workDate', 'date', 'startsAt', 'status', 'fillType', 'lastName', 'isActive'].filter(
            (name) => name in wire,
          ),
        );
        if (field === undefined) return wire;
        // In these fields, only a date or a name is valid text.
        const value = pick(
          field === 'lastName' ? NONSENSE.filter((one) => typeof one !== 'string') : NONSENSE,
        );
        spoilt.set(id, field);
        return { ...wire, [field]: value };
      },
    });
    const read = await reading({ period: WEEK });
    expect(spoilt.size).toBeGreaterThan(20);
    expect(new Map(read.invalid.map(({ id, problems }) => [id, problems.length]))).toEqual(
      new Map([...spoilt.keys()].map((id) => [id, expect.any(Number)])),
    );
    for (const { id, problems } of read.invalid) {
      if (spoilt.get(id) !== 'status')
        expect(problems.map(englishText).join()).toContain(`${spoilt.get(id)}: `);
    }
    const good = (records: readonly { id: string }[]) => records.filter(({ id }) => !spoilt.has(id));
    expect(read.entries).toEqual(good(plain.entries));
    expect(read.shifts).toEqual(good(plain.shifts ?? []));
    expect(read.employees).toEqual(good(plain.employees));
  });
});
