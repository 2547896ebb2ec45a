import { afterEach, describe, expect, test } from 'vitest';
import { configOf } from '../../../src/config/config.js';
import { loadConfigText } from '../../../src/config/load.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import { Scrubber } from '../../../src/runtime/secrets/scrubber.js';
import { Secret } from '../../../src/runtime/secrets/secret.js';
import { createKimaiSource } from '../../../src/sources/kimai/kimaiSource.js';
import { RateLimiter } from '../../../src/sources/transport/rateLimiter.js';
import { createUndiciHttp } from '../../../src/sources/transport/undiciHttp.js';
import {
  KIMAI_TOKEN,
  type KimaiData,
  type KimaiDouble,
  type KimaiTimesheet,
  startKimai,
} from '../../support/servers/kimaiDouble.js';
import { readCsv } from '../../support/service/csvFolder.js';
import { InstantClock } from '../../support/service/instantClock.js';

let kimai: KimaiDouble;
afterEach(() => kimai.stop());

const USERS: KimaiData['users'] = [
  { id: 1, username: 'admin', alias: 'Ada Admin', enabled: true, timezone: 'Europe/Brussels' },
  { id: 2, username: 'bob', alias: null, enabled: true, timezone: 'America/New_York' },
  { id: 3, username: 'cleo', alias: 'Cleo', enabled: false, timezone: 'Europe/Brussels' },
];

function sheet(id: number, more: Partial<KimaiTimesheet> = {}): KimaiTimesheet {
  const begin = '2026-10-05T08:00:00+0200';
  const whole = {
    begin,
    end: '2026-10-05T16:30:00+0200',
    duration: 30_600,
    user: 1,
    project: 7,
    activity: 9,
  };
  return { id, ...whole, ...more };
}

function dataOf(...timesheets: readonly KimaiTimesheet[]): KimaiData {
  return {
    users: USERS,
    projects: [{ id: 7, name: 'Shop' }],
    activities: [{ id: 9, name: 'Till' }],
    timesheets,
  };
}

/** The source over a real socket. */
async function sourceOf(settings = '', token = KIMAI_TOKEN) {
  const text = `source: { kimai: "${kimai.url}", token: { env: T }${settings} }\nemployers: { bakery: { name: Bakery, zone: Europe/Brussels } }\n`;
  const config = configOf(await loadConfigText(text, '/tmp/paytally.yaml', {}), 'bakery');
  if (config.source === 'workforce' || !('kimai' in config.source)) throw new Error('not Kimai');
  const clock = new InstantClock();
  const limits = { perAddress: 500, perEmployer: 600, tokens: 30, windowMs: 61_000 };
  const effects = {
    http: createUndiciHttp({ env: {} }),
    clock,
    random: () => 0.5,
    signal: new AbortController().signal,
    observer: () => undefined,
    limiter: new RateLimiter(clock, limits),
    scrubber: new Scrubber(),
  };
  return createKimaiSource({ config, settings: config.source, token: new Secret(token), effects });
}

const read = async (mode: 'once' | 'twice' = 'once', windows = { from: '2026-10-01', to: '2026-10-31' }) => {
  const { from, to } = windows;
  const days = [{ from: toLocalDate(from), to: toLocalDate(to) }];
  return readCsv(await sourceOf(), { read: mode, windows: days });
};

describe('timesheets', () => {
  test.each([
    ['a completed one', {}, { status: 'Completed', workedMinutes: 510, endsAt: '2026-10-05T16:30:00+02:00' }],
    ['a running one', { end: null, duration: 0 }, { status: 'Working', workedMinutes: null, endsAt: null }],
    ['with seconds', { duration: 30_550 }, { workedMinutes: 509, workedSeconds: 30_550 }],
    ['with a break', { duration: 28_800, break: 1800 }, { workedMinutes: 480 }],
    ['without a duration', { duration: null, break: 1800 }, { workedMinutes: 480 }],
    [
      'of a user in another zone',
      { user: 2, begin: '2026-10-05T08:00:00-0400', end: '2026-10-05T16:30:00-0400' },
      { startsAt: '2026-10-05T08:00:00-04:00', establishmentId: 'America/New_York', employeeId: '2' },
    ],
    [
      'of a user whose zone was another one: the clock of that day',
      { user: 2, begin: '2026-10-01T00:30:00+0200', end: '2026-10-01T09:00:00+0200' },
      { startsAt: '2026-10-01T00:30:00+02:00', workedMinutes: 510, workDate: '2026-10-01' },
    ],
    [
      'over the end of summer time',
      { begin: '2026-10-24T22:00:00+0200', end: '2026-10-25T06:00:00+0100', duration: 32_400 },
      { workDate: '2026-10-24', workedMinutes: 540 },
    ],
  ])('%s', async (_, more, expected) => {
    kimai = await startKimai(dataOf(sheet(11, more)));
    const { records } = await read();
    expect(records).toMatchObject([{ id: '11', teamId: '7', taskId: '9', ...expected }]);
  });

  test('users, projects and activities are employees, teams and tasks; zones are establishments', async () => {
    kimai = await startKimai(dataOf(sheet(11)));
    const { employees, teams, tasks, establishments, hasPlanning, hasReviews } = await read();
    expect(employees).toEqual([
      { id: '1', firstName: '', lastName: 'Ada Admin', isActive: true },
      { id: '2', firstName: '', lastName: 'bob', isActive: true },
      { id: '3', firstName: '', lastName: 'Cleo', isActive: false },
    ]);
    expect([teams, tasks]).toEqual([[{ id: '7', label: 'Shop' }], [{ id: '9', label: 'Till' }]]);
    expect(establishments.map(({ id }) => id)).toEqual(['America/New_York', 'Europe/Brussels']);
    expect([hasPlanning, hasReviews]).toEqual([false, false]);
  });

  test('a duration that differs from the times is told', async () => {
    kimai = await startKimai(dataOf(sheet(11, { duration: 28_800 })));
    const { records, notices } = await read();
    expect(records).toMatchObject([{ workedMinutes: 480 }]);
    expect(notices).toContainEqual(
      expect.objectContaining({ id: 'source.kimai.differing', values: { count: 1 } }),
    );
  });

  test('only days of the window are staged, on the clock of each user', async () => {
    kimai = await startKimai(
      dataOf(
        sheet(1, { begin: '2026-09-30T23:00:00+0200', end: '2026-10-01T01:00:00+0200', duration: 7200 }),
        sheet(2, { begin: '2026-10-31T23:30:00+0100', end: '2026-11-01T01:00:00+0100', duration: 5400 }),
        sheet(3, {
          user: 2,
          begin: '2026-10-31T23:00:00-0400',
          end: '2026-11-01T00:00:00-0400',
          duration: 3600,
        }),
        sheet(4, { begin: '2026-11-01T00:00:00+0100', end: '2026-11-01T01:00:00+0100', duration: 3600 }),
      ),
    );
    const { records } = await read();
    expect(records.map(({ id }) => id)).toEqual(['2', '3']);
  });

  test.each([
    ['no begin', { begin: undefined as unknown as string }, 'record 11 of the time entries of Kimai'],
    ['a begin without an offset', { begin: '2026-10-05T08:00:00' }, 'record 11'],
    ['a negative duration', { duration: -60 }, 'the field duration'],
    ['an end before the begin', { end: '2026-10-05T07:00:00+0200' }, 'the end is before the start'],
    ['no user', { user: 99 }, 'the field user'],
  ])('%s is refused, and nothing is left out', async (_, more, text) => {
    kimai = await startKimai(dataOf(sheet(10), sheet(11, more)));
    await expect(read('once', { from: '2026-01-01', to: '2026-12-31' })).rejects.toThrow(text);
  });
});

describe('pages', () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => sheet(at + 1));

  test('all pages of 500 are read, in the order of IDs', async () => {
    kimai = await startKimai(dataOf(...many(1203)));
    const { records } = await read();
    expect(records).toHaveLength(1203);
    const pages = kimai.requests.filter(({ pathname }) => pathname === '/api/timesheets');
    expect(pages.map(({ searchParams }) => searchParams.get('page'))).toEqual(['1', '2', '3']);
    expect(pages[0]?.searchParams.get('size')).toBe('500');
  });

  test.each([
    ['removed', many(1203).slice(1), 1202],
    ['added', [...many(1203), sheet(2000)], 1204],
  ])('entries that are %s between pages are read again, and none is missed', async (_, changed, count) => {
    kimai = await startKimai(dataOf(...many(1203)));
    kimai.fault = ({ searchParams }) => {
      if (searchParams.get('page') === '2') kimai.data.timesheets = changed;
      return undefined;
    };
    const { records } = await read();
    expect(records).toHaveLength(count);
  });

  test('entries that always change are refused', async () => {
    kimai = await startKimai(dataOf(...many(600)));
    let extra = 5000;
    kimai.fault = ({ pathname }) => {
      if (pathname !== '/api/timesheets') return undefined;
      extra += 1;
      kimai.data.timesheets = [...kimai.data.timesheets, sheet(extra)];
      return undefined;
    };
    await expect(read()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });

  test('a change between two reads is reported', async () => {
    kimai = await startKimai(dataOf(sheet(11), sheet(12)));
    let reads = 0;
    kimai.fault = ({ pathname }) => {
      if (pathname !== '/api/timesheets') return undefined;
      reads += 1;
      if (reads === 2) kimai.data.timesheets = [sheet(11), sheet(12, { duration: 3600 }), sheet(13)];
      return undefined;
    };
    const { changedWhileReading, records } = await read('twice');
    expect(changedWhileReading).toEqual(['12', '13']);
    expect(records).toHaveLength(3);
  });
});

describe('refusals', () => {
  test('a wrong token', async () => {
    kimai = await startKimai(dataOf());
    const source = await sourceOf('', 'wrong-token-value');
    const failure = await source.checkAccess().catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'AUTH_REJECTED', exitStatus: 3 });
    expect(JSON.stringify(failure)).not.toContain('wrong-token-value');
  });

  test.each([
    [403, 'PERMISSION_DENIED'],
    [404, 'SERVICE_PROTOCOL'],
    [400, 'REQUEST_REJECTED'],
    [500, 'SERVICE_UNAVAILABLE'],
  ])('status %i', async (status, code) => {
    kimai = await startKimai(dataOf(sheet(11)));
    kimai.fault = ({ pathname }) => (pathname === '/api/timesheets' ? { status } : undefined);
    await expect(read()).rejects.toMatchObject({ code });
  });

  test.each([
    ['429 with a time', { status: 429, retryAfter: '2' }],
    ['a temporary 500', { status: 500 }],
    ['a page that is cut off', 'cut' as const],
  ])('%s is waited for or retried', async (_, fault) => {
    kimai = await startKimai(dataOf(sheet(11)));
    let faults = 0;
    kimai.fault = ({ pathname }) => {
      if (pathname !== '/api/timesheets' || faults >= 2) return undefined;
      faults += 1;
      return fault;
    };
    expect((await read()).records).toHaveLength(1);
    expect(faults).toBe(2);
  });

  test('a token that shows only its owner is told', async () => {
    kimai = await startKimai(dataOf(sheet(11), sheet(12, { user: 3 })), { seesAll: false });
    const { records, notices } = await read();
    expect(records).toHaveLength(1);
    expect(notices).toContainEqual(
      expect.objectContaining({ id: 'source.kimai.onlyOwn', values: { name: 'Ada Admin' } }),
    );
  });

  test('an API password of an older version', async () => {
    kimai = await startKimai(dataOf());
    const source = await sourceOf(', user: admin');
    expect(await source.checkAccess()).toMatchObject([{ status: 'ok', text: { values: { count: 3 } } }]);
  });
});
