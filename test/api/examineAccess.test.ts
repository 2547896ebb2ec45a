import { describe, expect, it } from 'vitest';
import { examineAccess } from '../../src/api/examineAccess.js';
import { type Reply, simulate } from './simulation/simulatedSession.js';

const access = {
  baseUrl: 'https://api.example.com',
  employerKey: 'bakery',
  employerId: 'e1',
  credentials: { clientId: 'app', clientSecret: 'the-secret', sendAs: 'basic' as const },
};
const examine = (reply: (scope: string) => Reply) => {
  const { clock, session } = simulate((request) =>
    reply(new URLSearchParams(request.body).get('scope') ?? ''),
  );
  return clock.run(examineAccess(access, session));
};
const token = (headers: Record<string, string> = {}): Reply => ({
  status: 200,
  body: { access_token: 'token-1', token_type: 'Bearer', expires_in: 300 },
  headers,
});

describe('examineAccess', () => {
  it('says of each scope whether it is there and what its lack costs', async () => {
    const { scopes, clockAheadSeconds } = await examine((scope) =>
      scope === 'planning:read' ? { status: 400, body: { error: 'invalid_scope' } } : token(),
    );
    expect(scopes.filter(({ isGranted }) => isGranted)).toHaveLength(4);
    expect(scopes.filter(({ isGranted }) => !isGranted)).toMatchObject([
      {
        scope: 'planning:read',
        permission: 'Read planning',
        module: 'Planning',
        cost: expect.stringContaining('planned'),
      },
    ]);
    expect(clockAheadSeconds).toBeUndefined();
  });
  it("compares the clocks (the service's stands at 1970-01-01 00:10)", async () => {
    const { clockAheadSeconds } = await examine(() => token({ date: 'Thu, 01 Jan 1970 00:10:00 GMT' }));
    expect(clockAheadSeconds).toBe(-600);
  });
  it('ends where the credentials are refused', async () => {
    const refused = examine(() => ({ status: 401, body: { error: 'invalid_client' } }));
    await expect(refused).rejects.toMatchObject({ code: 'AUTH_REJECTED' });
  });
});
