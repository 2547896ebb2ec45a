import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox/startSandbox.js';
import { BAKERY, bakery, cafe, uuid } from '../support/service/smallData.js';
import { get, tokenFor } from './caller.js';

let sandbox: Sandbox;
let token: string;
let cafeToken: string;

const entries = Array.from({ length: 450 }, (_, index) => ({
  id: uuid(8, 1000 + index),
  workDate: `2026-10-${String(1 + (index % 31)).padStart(2, '0')}`,
  status: 'Working' as const,
  startsAt: '2026-10-01T06:00:00+02:00',
  establishmentId: uuid(1, 1),
}));
const shop = { id: uuid(1, 1), name: 'Shop', zone: 'Europe/Brussels' };
const shops = [shop, { ...shop, id: uuid(1, 2), name: 'Other' }];
const teams = Array.from({ length: 3 }, (_, index) => ({ id: uuid(5, index), name: `Team ${index}` }));

beforeAll(async () => {
  const records = { establishments: shops, teams, tasks: teams, 'time-entries': entries };
  sandbox = await startSandbox({
    employers: [bakery({ records }), cafe({ records })],
    limits: { enabled: false },
  });
  const scope = 'establishments:read planning:read time-entries:read';
  token = await tokenFor(sandbox.baseUrl, 'bakery:client', 's+e c/r%e:t=é', scope);
  cafeToken = await tokenFor(sandbox.baseUrl, 'cafe-client', 'cafe-secret', scope);
});
afterAll(() => sandbox.stop());

const ask = (path: string) => get(sandbox.baseUrl, BAKERY, path, token);
const OCTOBER = 'from=2026-10-01&to=2026-10-31';

describe.each(['/shifts', '/time-entries'])(
  'from and to of %s (docs/service.md, "Queries" and "Refusals of data")',
  (list) => {
    it.each<[string, number, string]>([
      ['both', 200, OCTOBER],
      ['the same day', 200, 'from=2026-10-01&to=2026-10-01'],
      ['93 days', 200, 'from=2026-01-01&to=2026-04-03'],
      ['94 days', 422, 'from=2026-01-01&to=2026-04-04'],
      ['93 days across a leap day', 200, 'from=2028-01-01&to=2028-04-02'],
      ['94 days across a leap day', 422, 'from=2028-01-01&to=2028-04-03'],
      ['first day of 2000', 200, 'from=2000-01-01&to=2000-01-02'],
      ['last day of 2100', 200, 'from=2100-12-31&to=2100-12-31'],
      ['before 2000', 422, 'from=1999-12-31&to=2000-01-01'],
      ['after 2100', 422, 'from=2100-12-31&to=2101-01-01'],
      ['to precedes from', 422, 'from=2026-10-02&to=2026-10-01'],
      ['no from', 400, 'to=2026-10-31'],
      ['no to', 400, 'from=2026-10-01'],
      ['neither', 400, ''],
      ['empty from', 400, 'from=&to=2026-10-31'],
      ['an invalid date', 400, 'from=2026-02-29&to=2026-03-01'],
      ['an invalid month', 400, 'from=2026-13-01&to=2026-13-02'],
      ['without leading zero', 400, 'from=2026-1-1&to=2026-01-31'],
      ['with a time', 400, 'from=2026-10-01T00:00:00Z&to=2026-10-31'],
      ['other order', 400, 'from=01-10-2026&to=31-10-2026'],
      ['duplicate from', 400, `from=2026-10-01&${OCTOBER}`],
      ['missing takes precedence over out of range', 400, 'from=1999-01-01'],
      ['bad limit takes precedence over bad range', 400, 'from=2026-10-02&to=2026-10-01&limit=0'],
    ])('%s: %i', async (_name, status, query) => {
      const answer = await ask(`${list}?${query}`);
      expect(answer.status).toBe(status);
      if (status === 200) return;
      expect(answer.headers['content-type']).toBe('application/problem+json');
      expect(answer.json).toMatchObject({ status, detail: expect.any(String) });
    });
  },
);

describe('limit (docs/service.md, "Queries")', () => {
  it.each<[string, number, number | undefined]>([
    ['', 200, 100],
    ['&limit=1', 200, 1],
    ['&limit=200', 200, 200],
    ['&limit=201', 400, undefined],
    ['&limit=0', 400, undefined],
    ['&limit=-1', 400, undefined],
    ['&limit=1.5', 400, undefined],
    ['&limit=1e2', 400, undefined],
    ['&limit=', 400, undefined],
    ['&limit=many', 400, undefined],
    ['&limit=5&limit=6', 400, undefined],
  ])('"%s": %i, %s records', async (query, status, length) => {
    const answer = await ask(`/time-entries?${OCTOBER}${query}`);
    expect([answer.status, answer.json.items?.length]).toEqual([status, length]);
  });
  it('is checked on lists without days too', async () => {
    expect((await ask('/teams?limit=201')).status).toBe(400);
    expect((await ask('/teams?limit=2')).json.items).toHaveLength(2);
  });
});

describe('year (docs/service.md, "Queries")', () => {
  it.each<[string, number]>([
    ['?year=2026', 200],
    ['?year=2000', 200],
    ['?year=2100', 200],
    ['?year=1999', 400],
    ['?year=2101', 400],
    ['?year=', 400],
    ['?year=now', 400],
    ['?year=2026.5', 400],
    ['?year=2026&year=2027', 400],
    ['', 400],
  ])('"%s": %i', async (query, status) => {
    expect((await ask(`/public-holidays${query}`)).status).toBe(status);
  });
});

describe('cursor (docs/service.md, "Paging")', () => {
  const next = async (path: string) => (await ask(path)).json.nextCursor ?? '';
  const withCursor = (path: string, cursor: string) =>
    ask(`${path}${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`);
  const entriesOf = (days: string) => `/time-entries?${days}&limit=2`;

  it('works as often as it is sent', async () => {
    const cursor = await next(entriesOf(OCTOBER));
    const [first, second] = [
      await withCursor(entriesOf(OCTOBER), cursor),
      await withCursor(entriesOf(OCTOBER), cursor),
    ];
    expect(first.status).toBe(200);
    expect(second.text).toBe(first.text);
  });
  it('allows another limit: it is bound to list, employer and period only', async () => {
    const answer = await withCursor(
      `/time-entries?${OCTOBER}&limit=7`,
      await next(`/time-entries?${OCTOBER}&limit=3`),
    );
    expect(answer.json.items).toHaveLength(7);
  });
  it.each<[string, string, string]>([
    ['another list', '/teams?limit=1', '/tasks?limit=1'],
    ['a list with days', '/teams?limit=1', entriesOf(OCTOBER)],
    ['another from', entriesOf(OCTOBER), entriesOf('from=2026-10-02&to=2026-10-31')],
    ['another to', entriesOf(OCTOBER), entriesOf('from=2026-10-01&to=2026-10-30')],
  ])('of %s: 422', async (_name, source, target) => {
    expect((await withCursor(target, await next(source))).status).toBe(422);
  });
  it('of another employer: 422', async () => {
    const path = '/teams?limit=1';
    const foreign = (await get(sandbox.baseUrl, 'cafe-2', path, cafeToken)).json.nextCursor ?? '';
    expect(foreign).not.toBe('');
    expect((await withCursor(path, foreign)).status).toBe(422);
  });
  it.each<[string, (cursor: string) => string]>([
    ['empty', () => ''],
    ['made up', () => 'abc'],
    ['truncated', (cursor) => cursor.slice(0, -4)],
    ['longer', (cursor) => `${cursor}AAAA`],
    ['with a space', (cursor) => `${cursor} `],
    ['changed in its first letter', (cursor) => `${cursor.startsWith('A') ? 'B' : 'A'}${cursor.slice(1)}`],
    [
      'changed in the middle',
      (cursor) => cursor.replace(/(.{30})(.)/, (_, a, b) => `${a}${b === 'A' ? 'B' : 'A'}`),
    ],
  ])('%s: 422 with problem details', async (_name, spoil) => {
    const path = entriesOf(OCTOBER);
    const answer = await withCursor(path, spoil(await next(path)));
    expect([answer.status, answer.headers['content-type']]).toEqual([422, 'application/problem+json']);
  });
  it('twice: 422', async () => {
    const cursor = await next('/teams?limit=1');
    expect((await ask(`/teams?limit=1&cursor=${cursor}&cursor=${cursor}`)).status).toBe(422);
  });
  it('if another parameter is missing, the status is still 400', async () => {
    const cursor = await next(entriesOf(OCTOBER));
    expect((await withCursor('/time-entries?from=2026-10-01', cursor)).status).toBe(400);
  });
});
