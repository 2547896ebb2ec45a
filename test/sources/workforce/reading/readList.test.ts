// @module-tag slow
import pLimit from 'p-limit';
import { describe, expect, it } from 'vitest';
import { parseLocalDate } from '../../../../src/domain/time/localDate.js';
import { Secret } from '../../../../src/runtime/secrets/secret.js';
import type { ListCollector, ListDigest } from '../../../../src/sources/records/listCollector.js';
import type { Identified, ListShape } from '../../../../src/sources/records/lists.js';
import type { ReadWindow } from '../../../../src/sources/records/readWindows.js';
import type { HttpRequest } from '../../../../src/sources/transport/effects.js';
import { TokenSource } from '../../../../src/sources/workforce/auth/tokenSource.js';
import { DataClient } from '../../../../src/sources/workforce/reading/dataClient.js';
import { type ListReading, readList } from '../../../../src/sources/workforce/reading/readList.js';
import { TEAMS } from '../../../../src/sources/workforce/wire/serviceLists.js';
import { EditedList, idOf, type Paging } from '../../../support/service/editedList.js';
import { memoryStaging } from '../../../support/service/memoryStaging.js';
import { seeded } from '../../../support/service/seeded.js';
import { type Reply, type Simulation, simulate } from '../../../support/service/simulatedSession.js';
import { StrictLimit } from '../../../support/service/strictLimits.js';

const SERVICE = 'https://api.example.com';

interface ReadPlan {
  readonly read?: 'once' | 'twice';
  readonly earlier?: ListDigest;
  readonly shape?: ListShape<Identified>;
  readonly days?: readonly ReadWindow[];
}

/** Reads a list from a service that is a function of the data request. */
async function readFrom(
  answer: (request: HttpRequest, nowMs: number) => Reply,
  plan: ReadPlan = {},
): Promise<ListCollector<Identified>> {
  const { clock, session }: Simulation = simulate((request) =>
    request.method === 'POST'
      ? { status: 200, body: { access_token: 't-1', token_type: 'Bearer', expires_in: 300 } }
      : answer(request, clock.nowMs()),
  );
  const credentials = { clientId: 'app', clientSecret: new Secret('the-secret'), sendAs: 'basic' } as const;
  const access = { baseUrl: SERVICE, credentials, employerId: 'e1', employerKey: 'bakery' };
  const tokens = new TokenSource(session, access, ['planning:read'], []);
  const reading: ListReading = {
    session,
    client: new DataClient(session, tokens, access),
    inStream: pLimit(1),
    read: plan.read ?? 'twice',
    staging: memoryStaging(),
  };
  return clock.run(readList(reading, plan.shape ?? TEAMS, plan.days, plan.earlier));
}

const idsOf = (collector: ListCollector<Identified>) => [...collector.rows()].map(({ id }) => id);

/** Edits after the n-th request, counted from 1. */
function edited(list: EditedList, edits: Readonly<Record<number, () => void>>) {
  return (request: HttpRequest): Reply => {
    const reply = list.answer(request);
    edits[list.requests]?.();
    return reply;
  };
}

describe('two passes, and a third if an id disappeared (30 records, 3 pages a pass)', () => {
  const moved = idOf(25);
  const cases: readonly {
    readonly name: string;
    readonly edits: (list: EditedList) => Record<number, () => void>;
    readonly passes: number;
    readonly lacks?: readonly string[];
    readonly changed: readonly string[];
  }[] = [
    { name: 'nothing happens', edits: () => ({}), passes: 2, changed: [] },
    {
      name: 'pass 1 misses a record that moves before its cursor',
      edits: (list) => ({ 1: () => list.put(moved, { sortKey: -1 }) }),
      passes: 2,
      changed: [moved],
    },
    {
      name: 'pass 2 misses one: pass 3 finds it',
      edits: (list) => ({ 4: () => list.put(moved, { sortKey: -1 }) }),
      passes: 3,
      changed: [moved],
    },
    {
      name: 'pass 2 misses one that pass 3 finds as it was: kept, and listed',
      edits: (list) => ({
        3: () => list.delete(moved),
        6: () => list.put(moved, { sortKey: 25, version: 1 }),
      }),
      passes: 3,
      changed: [moved],
    },
    {
      name: 'a record is deleted before pass 2: gone',
      edits: (list) => ({ 3: () => list.delete(moved) }),
      passes: 3,
      lacks: [moved],
      changed: [moved],
    },
    {
      name: 'a record is missing from pass 3 only: kept, and listed',
      edits: (list) => ({ 3: () => list.delete(idOf(3)), 6: () => list.delete(moved) }),
      passes: 3,
      lacks: [idOf(3)],
      changed: [idOf(3), moved],
    },
    {
      name: 'a record changes between the passes: the later version counts',
      edits: (list) => ({ 3: () => list.put(moved, { version: 9 }) }),
      passes: 2,
      changed: [moved],
    },
    {
      name: 'a record comes twice in one pass: it counts once',
      edits: (list) => ({ 1: () => list.put(idOf(0), { sortKey: 99 }) }),
      passes: 2,
      changed: [idOf(0)],
    },
    {
      name: 'a new record during pass 2 is taken',
      edits: (list) => ({ 4: () => list.put(idOf(77), { sortKey: 98 }) }),
      passes: 2,
      changed: [idOf(77)],
    },
  ];
  it.each(cases)('$name', async ({ edits, passes, lacks = [], changed }) => {
    const list = new EditedList(30, 'keyset', 10);
    const collector = await readFrom(edited(list, edits(list)));
    expect(collector.passes).toBe(passes);
    expect(collector.changedIds()).toEqual(changed);
    const expected = new Set([...list.records.keys(), ...list.everDeleted]);
    for (const id of lacks) expected.delete(id);
    expect(idsOf(collector).sort()).toEqual([...expected].sort());
  });
});

describe('a service under edits', () => {
  /** One edit after a tenth of the pages: 10 in a pass of 100 pages. */
  const readUnderEdits = async (seed: number, paging: Paging, read: 'once' | 'twice') => {
    const random = seeded(seed);
    const list = new EditedList(500, paging, 5);
    let added = 5_000;
    const edit = () => {
      const ids = [...list.records.keys()];
      const id = ids[Math.floor(random() * ids.length)] ?? '';
      const kind = random();
      if (kind < 0.4) list.put(id, { sortKey: random() * 500 });
      else if (kind < 0.7) list.put(id, {});
      else if (kind < 0.85) list.put(idOf(added++), { sortKey: random() * 500 });
      else list.delete(id);
    };
    const collector = await readFrom(
      (request) => {
        const reply = list.answer(request);
        if (random() < 0.1) edit();
        return reply;
      },
      { read },
    );
    const ids = idsOf(collector);
    const got = new Set(ids);
    return { missing: list.steady.filter((id) => !got.has(id)), twice: ids.length - got.size };
  };
  const RUNS = Array.from({ length: 20 }, (_, seed) => seed + 1);

  it.each<Paging>(['keyset', 'offset'])(
    'no record that existed throughout is missing, and none is duplicated (%s cursors)',
    async (paging) => {
      for (const seed of RUNS) {
        const { missing, twice } = await readUnderEdits(seed, paging, 'twice');
        expect({ seed, missing, twice }).toEqual({ seed, missing: [], twice: 0 });
      }
    },
  );

  it('the same edits make single readings miss records, so the test above can fail', async () => {
    let missed = 0;
    for (const seed of RUNS) missed += (await readUnderEdits(seed, 'offset', 'once')).missing.length;
    expect(missed).toBeGreaterThan(0);
  });
});

describe('an earlier read', () => {
  it('that is equal replaces the first pass', async () => {
    const list = new EditedList(30, 'keyset', 10);
    const answer = (request: HttpRequest) => list.answer(request);
    const earlier = (await readFrom(answer, { read: 'once' })).digest();
    expect((await readFrom(answer, { earlier })).passes).toBe(1);
  });
  it.each<[string, (list: EditedList) => void]>([
    ['lacks a record', (list) => list.put(idOf(70), {})],
    ['has one more', (list) => list.delete(idOf(7))],
    ['has another version', (list) => list.put(idOf(7), {})],
  ])('that %s does not', async (_name, edit) => {
    const list = new EditedList(30, 'keyset', 10);
    const answer = (request: HttpRequest) => list.answer(request);
    const earlier = (await readFrom(answer, { read: 'once' })).digest();
    edit(list);
    const collector = await readFrom(answer, { earlier });
    expect(collector.passes).toBe(2);
    expect(collector.changedIds()).toEqual([]);
  });
});

describe('pages', () => {
  const cursorOf = (request: HttpRequest) => new URL(request.url).searchParams.get('cursor');

  it('keep every parameter, encode the cursor, and request 200 records', async () => {
    const urls: string[] = [];
    const opaque = 'a/b+c=d&e f%';
    await readFrom(
      (request) => {
        urls.push(request.url);
        return { status: 200, body: { items: [], nextCursor: cursorOf(request) === null ? opaque : null } };
      },
      { read: 'once' },
    );
    const [first, second] = urls.map((url) => Object.fromEntries(new URL(url).searchParams));
    expect(first).toEqual({ limit: '200' });
    expect(second).toEqual({ limit: '200', cursor: opaque });
  });

  it.each<[string, Reply, RegExp]>([
    [
      'a cursor that was given before',
      { status: 200, body: { items: [], nextCursor: 'again' } },
      /nextCursor repeats an earlier one/,
    ],
    ['no items', { status: 200, body: { nextCursor: null } }, /items: expected a list, got nothing/],
    [
      'items that are not a list',
      { status: 200, body: { items: {}, nextCursor: null } },
      /items: expected a list, got an object/,
    ],
    ['no nextCursor', { status: 200, body: { items: [] } }, /nextCursor: expected text or null, got nothing/],
    ['an empty nextCursor', { status: 200, body: { items: [], nextCursor: '' } }, /nextCursor/],
    ['a number as nextCursor', { status: 200, body: { items: [], nextCursor: 7 } }, /nextCursor/],
    ['a bare list', { status: 200, body: [] }, /expected an object, got a list/],
    ['null', { status: 200, body: null }, /expected an object, got null/],
  ])('%s: SERVICE_PROTOCOL', async (_name, reply, message) => {
    await expect(readFrom(() => reply)).rejects.toMatchObject({
      code: 'SERVICE_PROTOCOL',
      message: expect.stringMatching(message),
    });
  });

  const longPage = Array.from({ length: 201 }, (_, index) => ({ id: idOf(index) }));
  it.each<[string, (page: number) => unknown[], RegExp]>([
    ['a page larger than requested', () => longPage, /201 records, but 200 were requested/],
    ['endless pages without a new record', () => [{ id: idOf(1) }], /51 pages without a new record/],
    ['endless empty pages', () => [], /51 pages without a new record/],
    ['a record of megabytes', () => [{ id: idOf(1), note: 'x'.repeat(1_000_000) }], /1000\d+ characters/],
  ])('%s: SERVICE_PROTOCOL, soon', async (_name, itemsOf, message) => {
    let pages = 0;
    const read = readFrom(() => {
      pages += 1;
      return { status: 200, body: { items: itemsOf(pages), nextCursor: `cursor ${pages}` } };
    });
    await expect(read).rejects.toMatchObject({
      code: 'SERVICE_PROTOCOL',
      message: expect.stringMatching(message),
    });
    expect(pages).toBeLessThan(60);
  });

  const DATED = { ...TEAMS, list: 'time-entries', dayField: 'workDate' } as const;
  const THREE_DAYS = [
    { from: parseLocalDate('2026-10-04'), to: parseLocalDate('2026-10-06') },
  ] as ReadWindow[];
  it.each<[string, ReadPlan, (id: string) => unknown, number, RegExp]>([
    ['of a list without days', {}, (id) => ({ id }), 2_500, /Page 2500 of the teams .* does not end/],
    [
      'of three days',
      { shape: DATED, days: THREE_DAYS },
      (id) => ({ id, workDate: '2026-10-05' }),
      2_250,
      /Page 2250 of the time entries .* does not end/,
    ],
    ['of records without IDs', {}, (id) => ({ name: id }), 101, /teams .* 20200 records that cannot be read/],
  ])(
    'endless pages of new records, %s: SERVICE_PROTOCOL',
    { tags: 'slow', timeout: 120_000 },
    async (_name, plan, recordOf, most, message) => {
      let pages = 0;
      const read = readFrom(() => {
        const items = Array.from({ length: 200 }, (_, at) => recordOf(idOf(pages * 200 + at)));
        pages += 1;
        return { status: 200, body: { items, nextCursor: `cursor ${pages}` } };
      }, plan);
      await expect(read).rejects.toMatchObject({
        code: 'SERVICE_PROTOCOL',
        message: expect.stringMatching(message),
      });
      expect(pages).toBe(most);
    },
  );

  it('a cursor that the service refuses restarts the list once', async () => {
    const list = new EditedList(30, 'keyset', 10);
    let refusals = 1;
    const collector = await readFrom(
      (request) => {
        if (cursorOf(request) !== null && refusals-- > 0)
          return { status: 422, body: { title: 'Cursor too old' } };
        return list.answer(request);
      },
      { read: 'once' },
    );
    expect(idsOf(collector)).toHaveLength(30);
  });

  it('but only once', async () => {
    const list = new EditedList(30, 'keyset', 10);
    const read = readFrom((request) =>
      cursorOf(request) === null ? list.answer(request) : { status: 422, body: { title: 'Cursor too old' } },
    );
    await expect(read).rejects.toMatchObject({
      code: 'REQUEST_REJECTED',
      message: expect.stringMatching(/cursor.*422.*The service says: Cursor too old/),
    });
  });
});

// With the one for the token they are 1,500; docs/service.md, "Limits" does not exempt it from the limit of the
// address.
describe('1,500 requests against a service that counts strictly', () => {
  it.each(['sliding', 'fixed'] as const)(
    'cause no 429 and take at most 1.05 of the time that the limits require (%s window)',
    async (window) => {
      const list = new EditedList(1_499, 'offset', 1);
      const limit = new StrictLimit(500, window);
      let elapsedMs = 0;
      const collector = await readFrom(
        (request, nowMs) => {
          elapsedMs = nowMs;
          return limit.admits(nowMs)
            ? list.answer(request)
            : { status: 429, headers: { 'retry-after': '5' } };
        },
        { read: 'once' },
      );
      expect([collector.size, list.requests, limit.refused]).toEqual([1_499, 1_499, 0]);
      // One stream at 55 ms takes 27.5 s for 500; the limit allows the third 500 to begin after two minutes.
      expect(elapsedMs).toBeLessThanOrEqual((120_000 + 27_500) * 1.05);
    },
  );
});
