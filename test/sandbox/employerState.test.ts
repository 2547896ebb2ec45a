import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EmployerState } from '../../src/sandbox/employerState.js';
import { SeededRandom } from '../../src/sandbox/faults.js';
import { editRandomly } from '../../src/sandbox/randomEdits.js';
import { type Sandbox, startSandbox } from '../../src/sandbox/startSandbox.js';
import { BAKERY, bakery, ids } from '../support/service/smallData.js';
import { askToken, basic, call, get, tokenFor } from './caller.js';

const SECRET = 's+e c/r%e:t=é';
const GRANT = { grant_type: 'client_credentials', scope: 'time-entries:read planning:read' };
const HEADER = { authorization: basic('bakery:client', SECRET) };
const DAYS = '?from=2026-10-01&to=2026-10-31';
let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await startSandbox({ employers: [bakery()] });
});
afterEach(() => sandbox.stop());

async function recordsOf(list: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const token = await tokenFor(sandbox.baseUrl, 'bakery:client', SECRET, GRANT.scope);
  return (await get(sandbox.baseUrl, BAKERY, `${list}${DAYS}`, token)).json.items;
}

function put(list: string, record: object, headers: Readonly<Record<string, string>> = {}) {
  return call(`${sandbox.adminUrl}/employers/${BAKERY}/records/${list}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(record),
  });
}

const ENTRY = {
  id: ids.open,
  workDate: '2026-10-24',
  status: 'Working',
  startsAt: '2026-10-24T08:00:00+02:00',
  endsAt: '2026-10-24T17:00:00+02:00',
  establishmentId: ids.shop,
};

describe('the same rules apply to a record at the start and later', () => {
  it('an open entry shows no end, whatever the data', async () => {
    expect((await put('time-entries', ENTRY)).status).toBe(204);
    const shown = (await recordsOf('/time-entries')).find(({ id }) => id === ids.open);
    expect(shown).toMatchObject({ status: 'Working', endsAt: null });
  });

  it.each([
    ['an establishment', { establishmentId: '00000000-0000-4000-8000-00000000dead' }],
    ['an employee', { employeeId: '00000000-0000-4000-8000-00000000dead' }],
    ['a team', { teamId: '00000000-0000-4000-8000-00000000dead' }],
  ])('a reference to a missing %s is refused', async (_name, change) => {
    const answer = await put('time-entries', { ...ENTRY, ...change });
    expect(answer.status).toBe(400);
    expect(answer.json.detail).toMatch(/no record of/);
  });

  const script = (...edits: readonly object[]) =>
    call(`${sandbox.adminUrl}/employers/${BAKERY}/edits`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(edits.map((edit) => ({ after: { list: 'time-entries', page: 1 }, ...edit }))),
    });
  const GONE = '00000000-0000-4000-8000-00000000dead';

  it.each([
    ['a field that no record has', { patch: { id: ids.open, colour: 'red' } }, /^0\.: .*colour/],
    ['a day that does not exist', { patch: { id: ids.open, workDate: '2026-02-30' } }, /^0\.workDate: /],
    ['a completed entry without minutes', { patch: { id: ids.open, status: 'Completed' } }, /workedMinutes/],
    ['an unknown person', { patch: { id: ids.open, employeeId: GONE } }, /^0\.employeeId: no record of/],
    ['a put of an unknown person', { put: { ...ENTRY, teamId: GONE } }, /^0\.teamId: no record of/],
  ])('a scripted edit is refused before it is made: %s', async (_name, edit, message) => {
    const answer = await script(edit);
    expect(answer.status).toBe(400);
    expect(answer.json.detail).toMatch(message);
    await recordsOf('/time-entries');
    expect(await recordsOf('/time-entries')).not.toContainEqual(expect.objectContaining({ id: GONE }));
  });

  it('an edit can change and reference what an earlier one adds', async () => {
    const team = { list: 'teams', put: { id: GONE, name: 'New' } };
    expect((await script(team, { patch: { id: ids.open, teamId: GONE } })).status).toBe(204);
    await recordsOf('/time-entries');
    const changed = (await recordsOf('/time-entries')).find(({ id }) => id === ids.open);
    expect(changed).toMatchObject({ teamId: GONE });
  });

  it('a shape without nulls keeps documented ids in place', async () => {
    const set = { method: 'PUT', body: JSON.stringify({ nullField: 'absent' }) };
    expect((await call(`${sandbox.adminUrl}/shapes`, set)).status).toBe(204);
    const [shift] = (await recordsOf('/shifts')).filter(({ id }) => id === ids.archivedShift);
    const [entry] = (await recordsOf('/time-entries')).filter(({ id }) => id === ids.ofDraft);
    expect(shift).not.toHaveProperty('teamId');
    expect(entry).toMatchObject({ shiftId: null, employeeId: null, reviewedAtUtc: null });
  });
});

describe('a record that changes during the read stays one record', () => {
  const range = { from: '2026-10-24', to: '2026-10-24' } as const;
  const planned = { plannedMinutes: 999 };
  const data = bakery();
  const [first] = data.records.shifts as unknown as readonly Record<string, unknown>[];

  it.each(['change', 'move'] as const)('%s: planned minutes follow the times and the break', (kind) => {
    const records = { ...data.records, shifts: [{ ...first, ...planned }], 'time-entries': [] };
    const employer = new EmployerState({ ...data, records } as typeof data);
    expect(editRandomly(employer, 'shifts', range, kind, new SeededRandom(1))).toBe(true);
    expect(employer.lists.shifts.get(ids.shift)).not.toHaveProperty('plannedMinutes');
  });

  it('move: the offset is that of the new day', () => {
    for (let seed = 1; seed < 12; seed += 1) {
      const employer = new EmployerState(bakery());
      editRandomly(employer, 'shifts', range, 'move', new SeededRandom(seed));
      const moved = employer.lists.shifts.get(ids.shift);
      // The night of 24 October 2026 ends after the clock change.
      expect([moved?.startsAt, moved?.endsAt]).toEqual(
        moved?.date === '2026-10-23'
          ? ['2026-10-23T22:00:00+02:00', '2026-10-24T06:00:00+02:00']
          : ['2026-10-25T22:00:00+01:00', '2026-10-26T06:00:00+01:00'],
      );
    }
  });
});

describe('the administration API is for this machine only', () => {
  it.each(['evil.example', 'evil.example:80', '127.0.0.1.evil.example', 'localhost.evil.example'])(
    'host %j',
    async (host) => {
      const renew = `/employers/${BAKERY}/integrations/bakery%3Aclient/renew`;
      expect((await call(`${sandbox.adminUrl}${renew}`, { method: 'POST', headers: { host } })).status).toBe(
        403,
      );
      expect((await askToken(sandbox.baseUrl, GRANT, { headers: HEADER })).status).toBe(200);
    },
  );

  it.each(['localhost:1', '127.0.0.1', '[::1]:8080'])('host %s is allowed', async (host) => {
    expect((await call(`${sandbox.adminUrl}/stats`, { headers: { host } })).status).toBe(200);
  });

  it('refuses a body that is too large', async () => {
    const answer = await put('time-entries', { ...ENTRY, note: 'x'.repeat(9 * 1024 * 1024) });
    expect(answer.status).toBe(413);
  });
});

describe('the token endpoint', () => {
  it('accepts a request in chunks', async () => {
    const status = await new Promise((resolve, reject) => {
      const headers = { ...HEADER, 'content-type': 'application/x-www-form-urlencoded' };
      const outgoing = request(
        `${sandbox.baseUrl}/oauth/customer/token`,
        { method: 'POST', headers: { ...headers, 'transfer-encoding': 'chunked' } },
        (incoming) => {
          incoming.resume();
          resolve(incoming.statusCode);
        },
      );
      outgoing.on('error', reject);
      outgoing.write('grant_type=client_credentials');
      setTimeout(() => outgoing.end('&scope=planning%3Aread'), 20);
    });
    expect(status).toBe(200);
  });

  it('names an error with every refusal, including 429', async () => {
    for (let sent = 0; sent < 30; sent += 1) await askToken(sandbox.baseUrl, GRANT, { headers: HEADER });
    const answer = await askToken(sandbox.baseUrl, GRANT, { headers: HEADER });
    expect(answer.status).toBe(429);
    expect(answer.json.error).toEqual(expect.any(String));
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });
});
