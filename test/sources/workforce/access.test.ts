import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { englishText } from '../../../src/i18n/formatMessage.js';
import { Secret } from '../../../src/runtime/secrets/secret.js';
import { SCOPES, type Scope } from '../../../src/sandbox/scopes.js';
import { type Sandbox, startSandbox } from '../../../src/sandbox/startSandbox.js';
import type { Credentials } from '../../../src/sources/workforce/auth/credentials.js';
import { InstantClock } from '../../support/service/instantClock.js';
import { readOverSocket, type TestTarget, type WholeRead } from '../../support/service/readSandbox.js';
import { BAKERY, bakery, CAFE, cafe } from '../../support/service/smallData.js';

let sandbox: Sandbox;
const clock = new InstantClock();

beforeEach(async () => {
  sandbox = await startSandbox({ employers: [bakery(), cafe()], now: () => clock.nowMs() });
});
afterEach(() => sandbox.stop());

/** Reads as an integration with these scopes; smallData's own has a secret with every special character. */
function reading(credentials: Credentials, options: Partial<TestTarget> = {}): Promise<WholeRead> {
  const target = { baseUrl: sandbox.baseUrl, employerId: BAKERY, credentials, ...options };
  return readOverSocket(target, { clock }).then(({ read }) => read);
}
const own = (sendAs: 'basic' | 'body' = 'basic'): Credentials => ({
  clientId: 'bakery:client',
  clientSecret: new Secret('s+e c/r%e:t=é'),
  sendAs,
});
const withScopes = (...scopes: readonly Scope[]): Credentials => {
  const { clientId, clientSecret } = sandbox.portal.createIntegration(BAKERY, scopes);
  return { clientId, clientSecret: new Secret(clientSecret), sendAs: 'basic' };
};

describe('credentials', () => {
  it.each(['basic', 'body'] as const)('with special characters, sent as %s', async (sendAs) => {
    expect((await reading(own(sendAs))).entries).toHaveLength(5);
  });

  it.each<[string, () => Credentials, string, RegExp]>([
    [
      'an unknown client',
      () => ({ ...own(), clientId: 'nobody' }),
      'AUTH_REJECTED',
      /client ID and secret of employer bakery/,
    ],
    [
      'a wrong secret',
      () => ({ ...own(), clientSecret: new Secret('wrong-secret') }),
      'AUTH_REJECTED',
      /client ID and secret/,
    ],
    [
      'a renewed secret',
      () => {
        sandbox.portal.renewSecret(BAKERY, own().clientId);
        return own();
      },
      'AUTH_REJECTED',
      /client ID and secret/,
    ],
    [
      'a revoked integration',
      () => {
        sandbox.portal.revoke(BAKERY, own().clientId);
        return own();
      },
      'AUTH_REJECTED',
      /client ID and secret/,
    ],
    [
      'API access turned off',
      () => {
        sandbox.portal.setApiAccess(BAKERY, 'inactive');
        return own();
      },
      'API_ACCESS_INACTIVE',
      /API access is not active for employer bakery/,
    ],
    ['without time entries', () => withScopes('establishments:read'), 'SCOPE_MISSING', /time-entries:read/],
    ['without establishments', () => withScopes('time-entries:read'), 'SCOPE_MISSING', /establishments:read/],
    [
      'without the time registration module',
      () => {
        sandbox.portal.setModule(BAKERY, 'timeRegistration', 'off');
        return own();
      },
      'SCOPE_MISSING',
      /time-entries:read/,
    ],
  ])('%s', async (_name, credentials, code, message) => {
    await expect(reading(credentials())).rejects.toMatchObject({
      code,
      exitStatus: 3,
      message: expect.stringMatching(message),
      remedy: expect.stringMatching(/portal/),
    });
    expect(sandbox.stats().requestsByEndpoint.token).toBeLessThanOrEqual(7);
  });

  it('of another employer’s id', async () => {
    await expect(reading(own(), { employerId: CAFE })).rejects.toMatchObject({
      code: 'EMPLOYER_MISMATCH',
      record: CAFE,
      message: expect.stringContaining('belongs to another employer'),
    });
  });
});

describe('reports missing access, and its effect', () => {
  it.each<[string, readonly Scope[], readonly string[], RegExp]>([
    [
      'planning',
      SCOPES.filter((scope) => scope !== 'planning:read'),
      ['teams', 'tasks', 'shifts'],
      /Read planning.*Planning module.*no planned minutes/,
    ],
    [
      'employees',
      SCOPES.filter((scope) => scope !== 'employees:read'),
      ['employees'],
      /IDs instead of names/,
    ],
    [
      'agency workers',
      SCOPES.filter((scope) => scope !== 'agency-workers:read'),
      ['agency-workers'],
      /IDs instead of names/,
    ],
  ])('%s', async (_name, scopes, lists, reason) => {
    const read = await reading(withScopes(...scopes));
    expect(read.unavailable.map(({ list }) => list)).toEqual(lists);
    for (const entry of read.unavailable) {
      expect(englishText(entry.reason)).toMatch(reason);
      expect(entry.lack).toBe(entry.scope === 'planning:read' ? 'permission-or-module' : 'permission');
    }
    expect(read.entries).toHaveLength(5);
    expect(read.shifts === null).toBe(lists.includes('shifts'));
  });

  it('establishments, if the configuration has zones', async () => {
    const read = await reading(withScopes('time-entries:read'), {
      discovery: { configuredEstablishments: [BAKERY] },
    });
    expect(read.unavailable.map(({ list }) => list).sort()).toEqual(
      ['establishments', 'public-holidays', 'employees', 'agency-workers', 'teams', 'tasks', 'shifts'].sort(),
    );
    expect(read.entries).toHaveLength(5);
  });

  it('establishments: the configured ids still give the place of an entry', async () => {
    sandbox.setShapes({ establishmentReference: ({ id }) => ({ q: { w: id } }) });
    const whole = await reading(own());
    const configuredEstablishments = whole.establishments.map(({ id }) => id);
    const read = await reading(withScopes('time-entries:read'), {
      discovery: { configuredEstablishments },
    });
    const places = ({ entries }: WholeRead) =>
      entries.map(({ id, establishmentId }) => `${id} ${establishmentId}`).sort();
    expect(places(read)).toEqual(places(whole));
    expect(read.entries.every(({ establishmentId }) => establishmentId !== null)).toBe(true);
  });

  it('the planning module, lost during the read', async () => {
    const abort = new AbortController();
    const { read } = await readOverSocket(
      { baseUrl: sandbox.baseUrl, employerId: BAKERY, credentials: own() },
      {
        clock,
        signal: abort.signal,
        observer: (event) => {
          if (event.type === 'page' && event.list === 'establishments')
            sandbox.portal.setModule(BAKERY, 'planning', 'off');
        },
      },
    );
    expect(read.unavailable.map(({ list }) => list).sort()).toEqual(['shifts', 'tasks', 'teams']);
    expect(read.unavailable.map(({ reason }) => englishText(reason)).join('\n')).toMatch(
      /no longer has the Planning module \(403\)/,
    );
    expect(read.unavailable[0]).toMatchObject({ lack: 'module', module: 'Planning', scope: 'planning:read' });
    expect(read.shifts).toBeNull();
  });

  it('the time registration module, if lost during the read, ends it', async () => {
    const read = readOverSocket(
      { baseUrl: sandbox.baseUrl, employerId: BAKERY, credentials: own() },
      {
        clock,
        observer: (event) => {
          if (event.type === 'page' && event.list === 'establishments') {
            sandbox.portal.setModule(BAKERY, 'timeRegistration', 'off');
          }
        },
      },
    );
    await expect(read).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
      message: expect.stringMatching(
        /the time entries of employer bakery: the employer no longer has the Time registration module/,
      ),
    });
  });
});

describe('periods', () => {
  it('the holidays of its years and the adjacent ones; a long one in several windows', async () => {
    const period = { from: '2026-07-01', to: '2026-12-31' } as TestTarget['period'];
    const read = await reading(own(), { ...(period && { period }) });
    expect(read.holidays.map(({ date }) => date)).toEqual(['2026-11-02', '2027-01-02', '2027-01-01']);
    expect(sandbox.stats().requestsByEndpoint['time-entries']).toBe(2);
    // The margin extends into 2027; 2025 and 2028 could grant a holiday in those days.
    expect(sandbox.stats().requestsByEndpoint['public-holidays']).toBe(4);
    expect(read.counts.dataRequests).toBe(read.leastRequests);
  });
});

describe('the sandbox’s limits (10 requests a minute)', () => {
  it('are never exceeded, and waits are shown', async () => {
    const limits = { perAddress: 10, tokens: 3 };
    sandbox.setLimits({ ipRequests: { requests: 10 }, tokenRequests: { requests: 3 } });
    const { read, events } = await readOverSocket(
      { baseUrl: sandbox.baseUrl, employerId: BAKERY, credentials: own(), read: 'twice' },
      { clock, limits },
    );
    expect(read.counts).toMatchObject({ dataRequests: read.leastRequests, tooMany: 0, tokenRequests: 1 });
    expect(sandbox.stats().tooMany).toBe(0);
    expect(events.some((event) => event.type === 'waiting' && event.reason === 'limit')).toBe(true);
  });

  it('used up by other clients are waited for', async () => {
    sandbox.setLimits({ dataRequests: { requests: 5 } });
    const { read } = await readOverSocket(
      { baseUrl: sandbox.baseUrl, employerId: BAKERY, credentials: own(), read: 'twice' },
      { clock },
    );
    expect(read.entries).toHaveLength(5);
    expect(read.counts.tooMany).toBeGreaterThan(0);
  });
});
