import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ASPECTS, SHAPES, type ShapeOptions } from '../../src/sandbox/shapes.js';
import { type Sandbox, startSandbox } from '../../src/sandbox/startSandbox.js';
import { pairwiseShapes, shapeCombinations } from '../support/service/shapeCombinations.js';
import { BAKERY, bakery, ids } from '../support/service/smallData.js';
import { get, tokenFor } from './caller.js';

let sandbox: Sandbox;
let token: string;

beforeAll(async () => {
  sandbox = await startSandbox({ employers: [bakery()], limits: { enabled: false } });
  const scope = 'establishments:read agency-workers:read planning:read time-entries:read';
  token = await tokenFor(sandbox.baseUrl, 'bakery:client', 's+e c/r%e:t=é', scope);
});
afterAll(() => sandbox.stop());

async function body(path: string, shapes: ShapeOptions): Promise<unknown> {
  sandbox.setShapes(shapes);
  const answer = await get(sandbox.baseUrl, BAKERY, path, token);
  expect(answer.status).toBe(200);
  return JSON.parse(answer.text);
}
async function record(path: string, id: string, shapes: ShapeOptions): Promise<object> {
  const { items } = (await body(path, shapes)) as { items: { id: string }[] };
  return items.find((item) => item.id === id) ?? {};
}

const DAYS = '?from=2026-10-01&to=2026-10-31';
const entries = `/time-entries${DAYS}`;
const shifts = `/shifts${DAYS}`;
const HOLIDAYS = '/public-holidays?year=2026';
const holiday = {
  id: expect.any(String),
  name: 'Old Year',
  date: '2026-12-31',
  replacementDate: '2027-01-02',
};
const first = { ...holiday, name: 'All Saints', date: '2026-11-01', replacementDate: '2026-11-02' };

describe('each shape', () => {
  it.each<[ShapeOptions, object]>([
    [{ zone: 'timeZone' }, { id: ids.shop, name: 'Shop', timeZone: 'Europe/Brussels' }],
    [{ zone: 'ianaTimeZoneId' }, { id: ids.shop, name: 'Shop', ianaTimeZoneId: 'Europe/Brussels' }],
    [
      { zone: 'nested' },
      { id: ids.shop, name: 'Shop', settings: { weekStartsOn: 1, timeZone: 'Europe/Brussels' } },
    ],
    [{ zone: 'unheardOf' }, { id: ids.shop, name: 'Shop', clockRegion: 'Europe/Brussels' }],
    [{ zone: 'absent' }, { id: ids.shop, name: 'Shop' }],
    [
      { establishmentLabel: 'title', noise: 'decoys' },
      {
        id: ids.shop,
        title: 'Shop',
        timeZone: 'Europe/Brussels',
        externalReference: ids.shop,
        version: 3,
        createdBy: null,
      },
    ],
    [
      { establishmentLabel: 'unheardOf', zone: 'absent' },
      { id: ids.shop, signboard: 'Shop' },
    ],
    [{ establishmentLabel: 'absent', zone: 'absent' }, { id: ids.shop }],
  ])('establishment %j', async (shapes, expected) => {
    expect(await record('/establishments', ids.shop, shapes)).toEqual(expected);
  });

  it.each<[ShapeOptions, object]>([
    [{ establishmentReference: 'establishmentId' }, { establishmentId: ids.shop }],
    [{ establishmentReference: 'locationId' }, { locationId: ids.shop }],
    [{ establishmentReference: 'nested' }, { establishment: { id: ids.shop, name: 'Shop' } }],
    [{ establishmentReference: 'nestedUnheardOf' }, { whereabouts: { kind: 'shop', key: ids.shop } }],
    [{ reference: 'flat' }, { teamId: ids.team, taskId: ids.task, agencyId: null }],
    [{ reference: 'nested' }, { team: { id: ids.team, name: 'Ovens' }, agencyWorker: null }],
    [{ reference: 'otherName' }, { plannedTeam: ids.team, plannedAgencyWorker: null }],
    [
      { breaks: 'flat' },
      { breakStartsAt: '2026-10-25T00:00:00+02:00', breakEndsAt: '2026-10-25T00:30:00+02:00' },
    ],
    [
      { breaks: 'list' },
      {
        breaks: [{ startsAt: '2026-10-25T00:00:00+02:00', endsAt: '2026-10-25T00:30:00+02:00', minutes: 30 }],
      },
    ],
  ])('shift %j', async (shapes, expected) => {
    expect(await record(shifts, ids.shift, shapes)).toMatchObject(expected);
  });
  it('references may be absent altogether, without a trace of any id', async () => {
    const shapes: ShapeOptions = { establishmentReference: 'absent', reference: 'absent' };
    const shift = await record(shifts, ids.shift, shapes);
    expect(Object.keys(shift)).toEqual([
      'id',
      'date',
      'startsAt',
      'endsAt',
      'breakMinutes',
      'plannedMinutes',
      'fillType',
      'employeeId',
    ]);
  });

  it.each<[ShapeOptions, unknown]>([
    [{ emptyEndsAt: 'null' }, null],
    [{ emptyEndsAt: 'absent' }, undefined],
    [{ emptyEndsAt: 'emptyText' }, ''],
  ])('open entry %j', async (shapes, expected) => {
    expect(Reflect.get(await record(entries, ids.open, shapes), 'endsAt')).toBe(expected);
  });
  it('null fields absent', async () => {
    const entry = await record(entries, ids.open, { nullField: 'absent' });
    expect(Object.keys(entry)).not.toContain('teamId');
    expect(entry).toMatchObject({ shiftId: null, reviewedAtUtc: null, employeeId: null });
  });
  it.each<[ShapeOptions, object]>([
    [{}, { id: ids.worker, name: 'Ana', agencyId: ids.agency }],
    [
      { label: 'title', reference: 'otherName' },
      { id: ids.worker, title: 'Ana', plannedAgency: ids.agency },
    ],
    [{ label: 'absent', reference: 'absent' }, { id: ids.worker }],
  ])('agency worker %j', async (shapes, expected) => {
    expect(await record('/agency-workers', ids.worker, shapes)).toMatchObject(expected);
  });

  it.each<[ShapeOptions, unknown]>([
    [{ holidayEnvelope: 'items' }, { items: [first, holiday] }],
    [{ holidayEnvelope: 'bare' }, [first, holiday]],
    [{ holidayEnvelope: 'otherKey' }, { year: 'as asked', holidays: [first, holiday] }],
    [{ holidayEnvelope: 'itemsWithCursor' }, { items: [first, holiday], nextCursor: null }],
  ])('holidays %j', async (shapes, expected) => {
    expect(await body(HOLIDAYS, shapes)).toEqual(expected);
  });
  it.each<[ShapeOptions, object]>([
    [
      { holidayDates: 'nested' },
      { date: '2026-12-31', replacement: { date: '2027-01-02', reason: 'Set by the employer' } },
    ],
    [{ holidayDates: 'granted' }, { date: '2026-12-31', grantedDate: '2027-01-02' }],
    [{ holidayDates: 'originalAndDate' }, { originalDate: '2026-12-31', date: '2027-01-02' }],
    [{ holidayDates: 'otherNames' }, { officialDay: '2026-12-31', movedTo: '2027-01-02' }],
    [{ holidayDates: 'onlyGranted' }, { date: '2027-01-02' }],
    [{ holidayName: 'title' }, { title: 'Old Year' }],
    [{ holidayName: 'byLanguage' }, { names: { en: 'Old Year', nl: 'Old Year' } }],
  ])('holiday %j', async (shapes, expected) => {
    const { items } = (await body(HOLIDAYS, shapes)) as { items: object[] };
    expect(items[1]).toMatchObject(expected);
  });
});

describe('custom shapes', () => {
  it('a function for one aspect', async () => {
    const shapes: ShapeOptions = { zone: (zone) => ({ deep: { er: [{ zone }] } }) };
    expect(await record('/establishments', ids.shop, shapes)).toMatchObject({
      deep: { er: [{ zone: 'Europe/Brussels' }] },
    });
  });
  it('the final change to a record and a body', async () => {
    const shapes: ShapeOptions = {
      record: (list, wire, neutral) => ({ ...wire, list, known: 'name' in neutral }),
      envelope: (_list, whole) => ({ data: whole }),
    };
    expect(await body('/teams', shapes)).toEqual({
      data: { items: [{ id: ids.team, name: 'Ovens', list: 'teams', known: true }], nextCursor: null },
    });
  });
});

describe('combinations', () => {
  it('all of some aspects', () => {
    const all = [...shapeCombinations(['zone', 'emptyEndsAt'])];
    expect(all).toHaveLength(15);
    expect(new Set(all.map((shapes) => JSON.stringify(shapes))).size).toBe(15);
    expect(all).toContainEqual({ zone: 'nested', emptyEndsAt: 'emptyText' });
  });
  it('pairwise: every pair of shapes of different aspects occurs, in few rows', () => {
    const rows = pairwiseShapes();
    const met = new Set(
      rows.flatMap((row) => ASPECTS.flatMap((a) => ASPECTS.map((b) => `${a}=${row[a]} ${b}=${row[b]}`))),
    );
    const missing = ASPECTS.flatMap((a) =>
      ASPECTS.filter((b) => b !== a).flatMap((b) =>
        Object.keys(SHAPES[a]).flatMap((left) =>
          Object.keys(SHAPES[b])
            .map((right) => `${a}=${left} ${b}=${right}`)
            .filter((pair) => !met.has(pair)),
        ),
      ),
    );
    expect(missing).toEqual([]);
    expect(rows.length).toBeLessThan(60);
  });
  it('each pairwise row is served', async () => {
    for (const shapes of pairwiseShapes()) {
      for (const path of ['/establishments', '/agency-workers', '/tasks', shifts, entries, HOLIDAYS]) {
        await body(path, shapes);
      }
    }
  });
});
