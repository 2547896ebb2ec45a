import { afterEach, describe, expect, test } from 'vitest';
import { createTokenSource, type PostForm, type TokenGrant } from '../../../src/delivery/mail/accessToken.js';
import { Secret } from '../../../src/runtime/secrets/secret.js';
import { createUndiciHttp } from '../../../src/sources/transport/undiciHttp.js';
import { startTokenServer, type TokenServer } from '../../support/servers/tokenServer.js';

const servers: TokenServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function serverWith(...given: Parameters<typeof startTokenServer>): Promise<TokenServer> {
  const server = await startTokenServer(...given);
  servers.push(server);
  return server;
}

const postForm: PostForm = async (url, body) => {
  const http = createUndiciHttp({ env: {} });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const { signal } = new AbortController();
  const answer = await http.request({ method: 'POST', url: url.href, headers, body, signal });
  const text = Buffer.from(await answer.body()).toString('utf8');
  await http.close();
  return { status: answer.status, text };
};

function clientOf(tokenUrl: string): TokenGrant {
  const [clientId, clientSecret] = ['mailer', new Secret('top&secret=1')];
  return {
    kind: 'client-credentials',
    tokenUrl,
    clientId,
    clientSecret,
    scope: 'https://outlook.office365.com/.default',
  };
}

describe('an access token', () => {
  test('is requested with the client credentials, and used until shortly before it expires', async () => {
    const server = await serverWith();
    let nowMs = 1_000_000;
    const tokenOf = createTokenSource(clientOf(server.url), () => nowMs, postForm);
    expect((await tokenOf()).reveal()).toBe('token-1');
    nowMs += 3_500_000;
    expect((await tokenOf()).reveal()).toBe('token-1');
    nowMs += 60_000;
    expect((await tokenOf()).reveal()).toBe('token-2');
    expect(server.forms.map((form) => Object.fromEntries(form))).toEqual(
      Array(2).fill({
        grant_type: 'client_credentials',
        client_id: 'mailer',
        client_secret: 'top&secret=1',
        scope: 'https://outlook.office365.com/.default',
      }),
    );
  });

  test('is treated as short-lived if the server does not state its lifetime', async () => {
    const server = await serverWith(() => ({ status: 200, body: '{"access_token":"t"}' }));
    let nowMs = 0;
    const tokenOf = createTokenSource(clientOf(server.url), () => nowMs, postForm);
    await tokenOf();
    nowMs = 230_000;
    await tokenOf();
    expect(server.forms).toHaveLength(1);
    nowMs = 250_000;
    await tokenOf();
    expect(server.forms).toHaveLength(2);
  });

  test.each([
    [
      'refused',
      { status: 401, body: '{"error":"invalid_client","error_description":"top&secret=1 is wrong"}' },
      /answered 401 \(invalid_client\)\. Nothing was sent/,
    ],
    ['answered with a page', { status: 200, body: '<html>' }, /returned no access_token/],
    [
      'of an invalid length',
      { status: 200, body: JSON.stringify({ access_token: 'x'.repeat(9000) }) },
      /returned no access_token/,
    ],
  ])('that is %s fails, and the message contains no secret', async (_, refusal, message) => {
    const server = await serverWith(() => refusal);
    const failure = await createTokenSource(clientOf(server.url), () => 0, postForm)().catch(
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({ state: 'failed', message: expect.stringMatching(message) });
    expect(JSON.stringify([failure, String(failure)])).not.toContain('top&secret');
  });

  test.each(['http://login.example.com/token', 'ftp://127.0.0.1/token', 'token'])(
    'is never requested from %s',
    async (url) => {
      const grant = clientOf(url);
      await expect(createTokenSource(grant, () => 0, postForm)()).rejects.toThrow(/is not https/);
    },
  );

  test('fails if its server is not available', async () => {
    const server = await startTokenServer();
    await server.close();
    await expect(createTokenSource(clientOf(server.url), () => 0, postForm)()).rejects.toThrow(
      /cannot be reached\. Nothing was sent/,
    );
  });
});
