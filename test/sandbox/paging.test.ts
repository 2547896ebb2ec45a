import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox/startSandbox.js';
import { BAKERY, bakery, uuid } from '../support/service/smallData.js';
import { get, tokenFor } from './caller.js';

const shop = { id: uuid(1, 1), name: 'Shop', zone: 'Europe/Brussels' };
const MAY = 'from=2026-05-01&to=2026-05-31';

const entry = (number: number, day: number, hour = 6) => ({
  id: uuid(8, number),
  workDate: `2026-05-${String(day).padStart(2, '0')}`,
  status: 'Working' as const,
  startsAt: `2026-05-${String(day).padStart(2, '0')}T${String(hour).padStart(2, '0')}:00:00+02:00`,
  establishmentId: shop.id,
});

/** Entries 1 to 12 on days 1 to 12, passed in reverse order. */
const entries = Array.from({ length: 12 }, (_, index) => entry(12 - index, 12 - index));

let sandbox: Sandbox;
let token: string;

beforeEach(async () => {
  const records = {
    establishments: [shop],
    teams: ['C', 'a', 'B'].map((name, index) => ({ id: uuid(5, index), name })),
    'time-entries': entries,
  };
  sandbox = await startSandbox({ employers: [bakery({ records })], limits: { enabled: false } });
  token = await tokenFor(
    sandbox.baseUrl,
    'bakery:client',
    's+e c/r%e:t=é',
    'time-entries:read planning:read',
  );
});

afterEach(() => sandbox.stop());

async function readAll(
  path: string,
  between: (page: number) => void = () => {},
): Promise<{ numbers: number[]; pages: number }> {
  const numbers: number[] = [];
  let cursor: string | null = '';
  let pages = 0;
  while (cursor !== null && pages < 50) {
    const answer = await get(
      sandbox.baseUrl,
      BAKERY,
      `${path}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
      token,
    );
    expect(answer.status).toBe(200);
    pages += 1;
    numbers.push(...answer.json.items.map(({ id }) => Number(String(id).slice(-12))));
    cursor = answer.json.nextCursor;
    between(pages);
  }
  return { numbers, pages };
}

const upTo = (end: number) => Array.from({ length: end }, (_, index) => index + 1);
const read = (limit: number, between?: (page: number) => void) =>
  readAll(`/time-entries?${MAY}&limit=${limit}`, between);

describe.each(['keyset', 'offset'] as const)('paging by %s (docs/service.md, "Paging")', (mode) => {
  beforeEach(() => sandbox.setPaging({ mode }));
  it.each<[number, number]>([
    [1, 12],
    [5, 3],
    [6, 2],
    [11, 2],
    [12, 1],
    [200, 1],
  ])('limit %i: all records in order, once, in %i pages', async (limit, pages) => {
    expect(await read(limit)).toEqual({ numbers: upTo(12), pages });
  });
  it('only the requested days, including both ends', async () => {
    expect((await readAll('/time-entries?from=2026-05-03&to=2026-05-05&limit=2')).numbers).toEqual([3, 4, 5]);
  });
  it('on one day by start, then id', async () => {
    for (const [number, hour] of [
      [22, 9],
      [21, 9],
      [23, 5],
    ] as const) {
      sandbox.edit(BAKERY, { list: 'time-entries', put: entry(number, 20, hour) });
    }
    expect((await readAll('/time-entries?from=2026-05-20&to=2026-05-20&limit=1')).numbers).toEqual([
      23, 21, 22,
    ]);
  });
  it('an empty period is one empty page', async () => {
    expect(await readAll('/time-entries?from=2025-05-20&to=2025-05-20')).toEqual({ numbers: [], pages: 1 });
  });
  it('lists without days are paged too', async () => {
    expect(await readAll('/teams?limit=2')).toEqual({ numbers: [2, 0, 1], pages: 2 });
  });
  it('emptyLastPage: a full page has a cursor, and the last page is empty', async () => {
    sandbox.setPaging({ mode, emptyLastPage: true });
    expect(await read(6)).toEqual({ numbers: upTo(12), pages: 3 });
    expect(await read(5)).toEqual({ numbers: upTo(12), pages: 3 });
  });
});

describe('a live list (docs/service.md, "Paging")', () => {
  it('keyset: a record moved to an earlier page is missed, one moved to a later page comes twice', async () => {
    const { numbers } = await read(4, (page) => {
      if (page !== 1) return;
      sandbox.edit(BAKERY, {
        list: 'time-entries',
        patch: entry(9, 1),
      });
      sandbox.edit(BAKERY, { list: 'time-entries', patch: entry(2, 11, 3) });
    });
    expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 10, 2, 11, 12]);
  });
  it('offset: a deletion on an earlier page hides the next record, an addition repeats one', async () => {
    sandbox.setPaging({ mode: 'offset' });
    const deleted = await read(4, (page) => {
      if (page === 1) sandbox.edit(BAKERY, { list: 'time-entries', delete: uuid(8, 2) });
    });
    expect(deleted.numbers).toEqual([1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12]);
    const added = await read(4, (page) => {
      if (page === 1) sandbox.edit(BAKERY, { list: 'time-entries', put: entry(2, 2) });
    });
    expect(added.numbers).toEqual([1, 3, 4, 5, 5, 6, 7, 8, 9, 10, 11, 12]);
  });
  it('the next complete read is correct', async () => {
    await read(4, (page) => {
      if (page === 1) sandbox.edit(BAKERY, { list: 'time-entries', put: entry(13, 1) });
    });
    expect((await read(4)).numbers).toEqual([1, 13, ...upTo(12).slice(1)]);
  });
});

describe('scripted edits', () => {
  it.each<[string, Parameters<Sandbox['script']>[1]['edit'], number[]]>([
    ['put', { list: 'time-entries', put: entry(13, 5, 9) }, [1, 2, 3, 4, 5, 13, 6, 7, 8, 9, 10, 11, 12]],
    ['delete', { list: 'time-entries', delete: uuid(8, 6) }, [1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12]],
    [
      'patch that moves the day',
      { list: 'time-entries', patch: entry(1, 30) },
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 1],
    ],
  ])('%s after page 2 of the list', async (_name, edit, expected) => {
    sandbox.script(BAKERY, { after: { list: 'time-entries', page: 2 }, edit });
    expect((await read(2)).numbers).toEqual(expected);
  });
  it('are made once, and in the pass that they name', async () => {
    const edit = { list: 'time-entries', delete: uuid(8, 12) } as const;
    sandbox.script(BAKERY, { after: { list: 'time-entries', page: 1, pass: 2 }, edit });
    expect((await read(4)).numbers).toEqual(upTo(12));
    expect((await read(4)).numbers).toEqual(upTo(11));
    sandbox.edit(BAKERY, { list: 'time-entries', put: entry(12, 12) });
    expect((await read(4)).numbers).toEqual(upTo(12));
  });
});

describe('records created on request', () => {
  const onDate = (date: string) =>
    [2, 1].map((half) => entry(Number(date.slice(8)) * 10 + half, Number(date.slice(8))));
  beforeEach(async () => {
    await sandbox.stop();
    const source = { from: '2026-05-03', to: '2026-05-28', onDate };
    const records = { establishments: [shop], 'time-entries': source };
    sandbox = await startSandbox({ employers: [bakery({ records })], limits: { enabled: false } });
    token = await tokenFor(sandbox.baseUrl, 'bakery:client', 's+e c/r%e:t=é', 'time-entries:read');
  });
  const expected = Array.from({ length: 26 }, (_, index) => [index * 10 + 31, index * 10 + 32]).flat();
  it('are paged like others, between the days of the source', async () => {
    expect(await read(10)).toEqual({ numbers: expected, pages: 6 });
  });
  it('can be edited', async () => {
    sandbox.edit(BAKERY, { list: 'time-entries', delete: uuid(8, 271) });
    sandbox.edit(BAKERY, { list: 'time-entries', put: { ...entry(31, 30), id: uuid(8, 31) } });
    const { numbers } = await read(10);
    expect(numbers).toEqual([...expected.filter((number) => number !== 31 && number !== 271), 31]);
  });
});
