import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SCOPES, type Scope } from '../../src/sandbox/scopes.js';
import { type Sandbox, startSandbox } from '../../src/sandbox/startSandbox.js';
import { BAKERY, bakery, CAFE, cafe } from '../support/service/smallData.js';
import { call, get, tokenFor } from './caller.js';

const ID = 'all';
const SECRET = 'secret';
const DAYS = '?from=2026-10-01&to=2026-10-31';

/** docs/service.md, "Lists", copied by hand. */
const LISTS: readonly (readonly [path: string, scope: Scope])[] = [
  ['/establishments', 'establishments:read'],
  ['/public-holidays?year=2026', 'establishments:read'],
  ['/employees', 'employees:read'],
  ['/agency-workers', 'agency-workers:read'],
  ['/teams', 'planning:read'],
  ['/tasks', 'planning:read'],
  [`/shifts${DAYS}`, 'planning:read'],
  [`/time-entries${DAYS}`, 'time-entries:read'],
];

let sandbox: Sandbox;

beforeEach(async () => {
  const integrations = [{ clientId: ID, clientSecret: SECRET, scopes: SCOPES }];
  sandbox = await startSandbox({ employers: [bakery({ integrations }), cafe()] });
});
afterEach(() => sandbox.stop());

const token = (scope = SCOPES.join(' ')) => tokenFor(sandbox.baseUrl, ID, SECRET, scope);
const status = async (path: string, bearer?: string, employerId = BAKERY) =>
  (await get(sandbox.baseUrl, employerId, path, bearer)).status;

describe('scopes (docs/service.md, "Lists" and "Scopes and modules")', () => {
  it.each(LISTS)('%s: 200 with only %s, 403 with all others', async (path, scope) => {
    const others = SCOPES.filter((name) => name !== scope).join(' ');
    expect(await status(path, await token(scope))).toBe(200);
    expect(await status(path, await token(others))).toBe(403);
  });
});

describe('401 (docs/service.md, "Refusals of data")', () => {
  it.each<[string, () => Promise<string | undefined>]>([
    ['no token', async () => undefined],
    ['a token that was never issued', async () => 'made-up'],
    [
      'integration revoked',
      async () => {
        const bearer = await token();
        sandbox.portal.revoke(BAKERY, ID);
        return bearer;
      },
    ],
    [
      'secret renewed',
      async () => {
        const bearer = await token();
        sandbox.portal.renewSecret(BAKERY, ID);
        return bearer;
      },
    ],
    [
      'API access lost',
      async () => {
        const bearer = await token();
        sandbox.portal.setApiAccess(BAKERY, 'inactive');
        return bearer;
      },
    ],
    [
      'none of the token’s scopes is still available',
      async () => {
        const bearer = await token('planning:read');
        sandbox.portal.setModule(BAKERY, 'planning', 'off');
        return bearer;
      },
    ],
  ])('%s', async (_name, prepare) => {
    const answer = await get(sandbox.baseUrl, BAKERY, '/teams', await prepare());
    expect(answer.status).toBe(401);
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect(answer.headers['www-authenticate']).toBe('Bearer');
    expect(answer.json.status).toBe(401);
  });

  it('a scheme other than Bearer', async () => {
    const url = `${sandbox.baseUrl}/api/customer/v1/employers/${BAKERY}/teams`;
    const answer = await call(url, { headers: { authorization: `Basic ${await token()}` } });
    expect(answer.status).toBe(401);
  });
  it('if API access is restored, the token works again', async () => {
    const bearer = await token();
    sandbox.portal.setApiAccess(BAKERY, 'inactive');
    sandbox.portal.setApiAccess(BAKERY, 'active');
    expect(await status('/teams', bearer)).toBe(200);
  });
  it('an invalid token at the wrong employer is 401, not 403', async () => {
    const bearer = await token();
    sandbox.killTokens();
    expect(await status('/teams', bearer, CAFE)).toBe(401);
  });
});

describe('403 (docs/service.md, "Refusals of data")', () => {
  it.each(LISTS)('another employer: %s', async (path) => {
    expect(await status(path, await token(), CAFE)).toBe(403);
  });
  it('an employer that does not exist', async () => {
    expect(await status('/teams', await token(), 'nobody')).toBe(403);
  });
  it('missing scope, as problem details', async () => {
    const answer = await get(sandbox.baseUrl, BAKERY, '/teams', await token('employees:read'));
    expect([answer.status, answer.headers['content-type']]).toEqual([403, 'application/problem+json']);
  });
  it.each([
    ['planning', ['/teams', '/tasks', `/shifts${DAYS}`], `/time-entries${DAYS}`],
    ['timeRegistration', [`/time-entries${DAYS}`], '/teams'],
  ] as const)('module %s lost: its lists return 403, the others continue', async (module, lost, other) => {
    const bearer = await token();
    sandbox.portal.setModule(BAKERY, module, 'off');
    for (const path of lost) expect(await status(path, bearer)).toBe(403);
    expect(await status(other, bearer)).toBe(200);
  });
  it('is checked before the rules for parameters', async () => {
    expect(await status('/shifts', await token('employees:read'))).toBe(403);
  });
});

describe('only what the service documents', () => {
  it.each<[string, string, string, number]>([
    ['POST on a list', 'POST', '/teams', 405],
    ['DELETE on a list', 'DELETE', '/teams', 405],
    ['an unknown list', 'GET', '/payslips', 404],
    ['a single record', 'GET', '/teams/1', 404],
    ['agencies have no list', 'GET', '/agencies', 404],
  ])('%s', async (_name, method, path, expected) => {
    const url = `${sandbox.baseUrl}/api/customer/v1/employers/${BAKERY}${path}`;
    const answer = await call(url, { method, headers: { authorization: `Bearer ${await token()}` } });
    expect([answer.status, answer.headers['content-type']]).toEqual([expected, 'application/problem+json']);
  });
  it('a port in use is a usage error', async () => {
    const port = Number(new URL(sandbox.baseUrl).port);
    await expect(startSandbox({ employers: [], port })).rejects.toMatchObject({
      code: 'USAGE',
      record: String(port),
    });
  });
  it('listens on the loopback address only', () => {
    expect([sandbox.baseUrl, sandbox.adminUrl]).toEqual([
      expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    ]);
  });
});
