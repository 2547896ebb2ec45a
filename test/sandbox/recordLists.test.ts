import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox/startSandbox.js';
import { BAKERY, bakery, ids } from '../support/service/smallData.js';
import { get, tokenFor } from './caller.js';

let sandbox: Sandbox;
let token: string;
type Wire = Readonly<Record<string, unknown>>;

beforeAll(async () => {
  sandbox = await startSandbox({ employers: [bakery()], limits: { enabled: false } });
  const scope = 'establishments:read employees:read agency-workers:read planning:read time-entries:read';
  token = await tokenFor(sandbox.baseUrl, 'bakery:client', 's+e c/r%e:t=é', scope);
});
afterAll(() => sandbox.stop());

const items = async (path: string): Promise<readonly Wire[]> =>
  (await get(sandbox.baseUrl, BAKERY, path, token)).json.items;
const DAYS = '?from=2026-10-01&to=2026-10-31';
const one = async (list: string, id: string): Promise<Wire> =>
  (await items(`${list}${DAYS}`)).find((record) => record.id === id) ?? {};

describe('the content of a list (docs/service.md, "Every record")', () => {
  it.each<[string, string, readonly string[]]>([
    ['deleted establishments are omitted', '/establishments', [ids.shop]],
    ['archived employees are omitted, inactive ones are not', '/employees', [ids.ann]],
    ['deleted agency workers are omitted', '/agency-workers', [ids.worker]],
    ['deleted teams are omitted', '/teams', [ids.team]],
    ['deleted tasks are omitted', '/tasks', [ids.task]],
    [
      'published shifts only, none of a deleted establishment',
      `/shifts${DAYS}`,
      [ids.archivedShift, ids.shift],
    ],
    [
      'entries of every status, none of a deleted establishment',
      `/time-entries${DAYS}`,
      [ids.open, ids.onBreak, ids.cancelled, ids.ofDraft, ids.completed],
    ],
  ])('%s', async (_name, path, expected) => {
    expect((await items(path)).map(({ id }) => id)).toEqual(expected);
  });
});

describe('employees (docs/service.md, "Employees")', () => {
  it('id, names and the active flag only', async () => {
    expect(await items('/employees')).toEqual([
      { id: ids.ann, firstName: 'Ann', lastName: 'Ö', isActive: false },
    ]);
  });
});

describe('public holidays (docs/service.md, "Public holidays")', () => {
  it('those of the year, each with its replacement and an id', async () => {
    const id = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(await items('/public-holidays?year=2026')).toEqual([
      { id, name: 'All Saints', date: '2026-11-01', replacementDate: '2026-11-02' },
      { id, name: 'Old Year', date: '2026-12-31', replacementDate: '2027-01-02' },
    ]);
    expect(await items('/public-holidays?year=2027')).toEqual([
      { id, name: 'New Year', date: '2027-01-01', replacementDate: null },
    ]);
    expect(await items('/public-holidays?year=2030')).toEqual([]);
  });
});

describe('shifts (docs/service.md, "Shifts")', () => {
  it('every documented field; planned minutes are elapsed minutes across a clock change', async () => {
    expect(await one('/shifts', ids.shift)).toEqual({
      id: ids.shift,
      date: '2026-10-24',
      startsAt: '2026-10-24T22:00:00+02:00',
      endsAt: '2026-10-25T06:00:00+01:00',
      breakMinutes: 30,
      plannedMinutes: 510,
      fillType: 'Internal',
      employeeId: ids.ann,
      agencyWorkerId: null,
      agencyId: null,
      teamId: ids.team,
      taskId: ids.task,
      establishmentId: ids.shop,
    });
  });
  it('an archived employee keeps the id, deleted references are null', async () => {
    expect(await one('/shifts', ids.archivedShift)).toMatchObject({
      employeeId: ids.archived,
      fillType: 'External',
      plannedMinutes: 480,
      teamId: null,
      taskId: null,
      agencyId: null,
      agencyWorkerId: null,
    });
  });
});

describe('time entries (docs/service.md, "Time entries")', () => {
  it('completed: every documented field', async () => {
    expect(await one('/time-entries', ids.completed)).toEqual({
      id: ids.completed,
      workDate: '2026-10-24',
      status: 'Completed',
      startsAt: '2026-10-24T22:00:00+02:00',
      endsAt: '2026-10-25T06:00:00+01:00',
      workedMinutes: 510,
      shiftId: ids.shift,
      reviewedAtUtc: '2026-10-26T08:00:00Z',
      employeeId: ids.archived,
      agencyWorkerId: null,
      agencyId: null,
      teamId: null,
      taskId: null,
      establishmentId: ids.shop,
    });
  });
  it.each([
    ['Working', ids.open],
    ['OnBreak', ids.onBreak],
    ['Cancelled', ids.cancelled],
  ])('%s: workedMinutes is absent, whatever the data', async (status, id) => {
    const entry = await one('/time-entries', id);
    expect(entry.status).toBe(status);
    expect(entry).not.toHaveProperty('workedMinutes');
  });
  it('open: endsAt and reviewedAtUtc are empty', async () => {
    expect(await one('/time-entries', ids.open)).toMatchObject({ endsAt: null, reviewedAtUtc: null });
  });
  it('deleted references are null', async () => {
    expect(await one('/time-entries', ids.cancelled)).toMatchObject({
      teamId: null,
      taskId: null,
      agencyId: null,
      agencyWorkerId: null,
    });
  });
  it('an unpublished shift is omitted', async () => {
    expect(await one('/time-entries', ids.ofDraft)).toMatchObject({ shiftId: null });
  });
});

describe('edits change derived data', () => {
  it('publishing, deleting a team, archiving an employee', async () => {
    const own = await startSandbox({ employers: [bakery()] });
    const bearer = await tokenFor(
      own.baseUrl,
      'bakery:client',
      's+e c/r%e:t=é',
      'planning:read employees:read',
    );
    own.edit(BAKERY, { list: 'shifts', patch: { id: ids.draftShift, published: true } });
    own.edit(BAKERY, { list: 'teams', delete: ids.team });
    own.edit(BAKERY, { list: 'employees', patch: { id: ids.ann, archived: true } });
    const shifts = (await get(own.baseUrl, BAKERY, `/shifts${DAYS}`, bearer)).json.items;
    const people = (await get(own.baseUrl, BAKERY, '/employees', bearer)).json.items;
    await own.stop();
    expect(shifts.map(({ id }) => id)).toEqual([ids.draftShift, ids.archivedShift, ids.shift]);
    expect(shifts.at(-1)).toMatchObject({ teamId: null, employeeId: ids.ann });
    expect(people).toEqual([]);
  });
});
