import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAIN } from '../support/programs/builtProgram.js';
import { isBuilt } from '../support/programs/childExport.js';
import { startTestUi } from '../support/servers/uiService.js';

type Headers = Readonly<Record<string, string>>;

interface Attempt {
  readonly name: string;
  readonly headers: Headers;
  readonly status: number;
}

/** Every route of the window, as listed by the server itself; and some that it lacks. */
let DATA: string[] = [];
let CHANGES: string[] = [];
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'];

describe('access to the window', () => {
  let ui: Awaited<ReturnType<typeof startTestUi>>;
  let session: { cookie: string; 'x-paytally-key': string };
  const tried: string[] = [];

  beforeAll(async () => {
    ui = await startTestUi(mkdtempSync(join(tmpdir(), 'paytally-ui-')));
    session = await ui.login();
    const known = (method: string) =>
      ui.ui.routes
        .filter((route) => route.method === method && route.path.startsWith('/api/'))
        .map(({ path }) => path.replace(/:\w+/g, '1'));
    [DATA, CHANGES] = [known('GET'), known('POST')];
    expect([DATA.length, CHANGES.length].every((count) => count > 8)).toBe(true);
    // No route of another kind, and none outside those that need a session.
    const others = ui.ui.routes.filter(({ path, method }) => !path.startsWith('/api/') && method !== 'ALL');
    expect(others.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      'GET /',
      'GET /assets/*',
      'POST /session',
    ]);
    expect(ui.ui.routes.every(({ method }) => ['GET', 'POST', 'ALL'].includes(method))).toBe(true);
    DATA.push('/api/nothing', '/anything');
    CHANGES.push('/api/nothing');
  });
  afterAll(async () => {
    await ui.ui.close();
    // The number that the security section promises.
    expect(tried.length).toBeGreaterThanOrEqual(200);
  });

  const attempt = async (method: string, path: string, { name, headers, status }: Attempt) => {
    tried.push(`${name} ${method} ${path}`);
    const answer = await ui.ask(method, path, headers, method === 'GET' ? undefined : '{}');
    expect(answer.status, `${name}: ${method} ${path}`).toBe(status);
    expect(answer.body).not.toContain(session['x-paytally-key']);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  };

  test('the page itself works after the token was exchanged', async () => {
    expect((await ui.ask('GET', '/')).body).toContain('/assets/');
    expect((await ui.ask('GET', '/api/start', session)).status).toBe(200);
    expect((await ui.ask('POST', '/api/jobs/1/cancel', { ...session, origin: ui.origin })).status).toBe(200);
  });

  test('a foreign host is refused, whatever else it has: DNS rebinding', async () => {
    const { host } = ui;
    const port = host.split(':')[1];
    const hosts = [
      'evil.example',
      `evil.example:${port}`,
      `localhost:${port}`,
      `127.0.0.1.evil.example:${port}`,
    ];
    for (const foreign of [...hosts, '127.0.0.1', `127.0.0.2:${port}`, `[::1]:${port}`, `0.0.0.0:${port}`])
      for (const path of ['/', '/session', ...DATA])
        await attempt('GET', path, { name: foreign, headers: { ...session, host: foreign }, status: 403 });
  });

  test('a page of another site is refused, with or without cookie and key', async () => {
    const origins = [
      'https://evil.example',
      'null',
      'http://127.0.0.1',
      'http://localhost:1',
      `${ui.origin}.evil`,
    ];
    for (const origin of origins)
      for (const path of ['/session', ...CHANGES])
        for (const headers of [{ origin }, { ...session, origin }])
          await attempt('POST', path, { name: origin, headers, status: 403 });
    for (const site of ['cross-site', 'same-site', 'anything'])
      for (const mode of ['cors', 'no-cors', 'navigate', 'websocket'])
        for (const path of ['/api/start', '/session'])
          await attempt('GET', path, {
            name: `${site} ${mode}`,
            headers: { ...session, 'sec-fetch-site': site, 'sec-fetch-mode': mode },
            status: 403,
          });
    const framed = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'iframe',
    };
    await attempt('GET', '/', { name: 'framed', headers: framed, status: 403 });
  });

  test('without the cookie of this start every request is refused', async () => {
    const { cookie, ...key } = session;
    const [name = '', value = ''] = cookie.split('=');
    const cookies: Headers[] = [
      {},
      key,
      { ...key, cookie: `${name}=` },
      { ...key, cookie: `${name}=${value.slice(1)}` },
      { ...key, cookie: `${name}=${'a'.repeat(value.length)}` },
      { ...key, cookie: `paytally=${value}` },
      { ...key, cookie: `paytally-1=${value}` },
    ];
    for (const headers of cookies) {
      for (const path of DATA) await attempt('GET', path, { name: 'no cookie', headers, status: 401 });
      for (const method of METHODS)
        await attempt(method, '/api/nothing', { name: 'no cookie', headers, status: 401 });
    }
  });

  test('another user who has our cookie, because their server received it, lacks the key', async () => {
    const { cookie } = session;
    for (const key of [
      undefined,
      '',
      'a',
      session['x-paytally-key'].toUpperCase(),
      `${session['x-paytally-key']}a`,
    ]) {
      const headers = key === undefined ? { cookie } : { cookie, 'x-paytally-key': key };
      for (const path of DATA) await attempt('GET', path, { name: 'no key', headers, status: 401 });
      for (const path of CHANGES)
        for (const method of METHODS.slice(1))
          await attempt(method, path, { name: 'no key', headers, status: 403 });
    }
    const form = { cookie, 'content-type': 'application/x-www-form-urlencoded' };
    await attempt('POST', '/api/nothing', { name: 'form', headers: form, status: 403 });
  });

  test('the token works once', async () => {
    const bodies = [
      JSON.stringify({ token: ui.token }),
      '{"token":""}',
      '{"token":null}',
      '{}',
      'null',
      'no json',
      '[]',
    ];
    for (const body of bodies) {
      tried.push(`token ${body.slice(0, 12)}`);
      const answer = await ui.ask('POST', '/session', { origin: ui.origin }, body);
      expect(answer.status).toBe(401);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    const large = await ui.ask('POST', '/session', {}, JSON.stringify({ token: 'a'.repeat(5000) }));
    expect(large.status).toBe(413);
  });
});

/** What a read-only window may do: all else that is sent to it is a change. */
const READS = [
  '/api/read',
  '/api/read-all',
  '/api/plan',
  '/api/corrections',
  '/api/verify',
  '/api/jobs/:id/cancel',
];

test('a read-only window offers no change, and no data that only a change needs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'paytally-ui-'));
  const { ui, ask, login, origin } = await startTestUi(folder, { isReadOnly: true });
  try {
    const headers = { ...(await login()), origin };
    const changes = ui.routes.filter(({ method, path }) => method === 'POST' && path.startsWith('/api/'));
    expect(changes.length).toBeGreaterThan(8);
    for (const path of new Set(changes.map((each) => each.path))) {
      const answer = await ask('POST', path.replace(/:\w+/g, '1'), headers, '{}');
      const isRefused = answer.status === 422 && answer.body.includes('read-only');
      expect([path, isRefused]).toEqual([path, !READS.includes(path)]);
    }
    const data = await ask('GET', '/api/connect', headers);
    expect([data.status, data.body]).toEqual([422, expect.stringContaining('read-only')]);
    expect((await ask('GET', '/api/start', headers)).status).toBe(200);
    expect(readdirSync(folder)).toEqual([]);
  } finally {
    await ui.close();
  }
});

/** The id of an account without rights. */
const NOBODY = 65534;

test.runIf(isBuilt && process.getuid?.() === 0)(
  'another user of this computer finds no token, cannot guess it, and does not spoil it',
  { tags: 'slow', timeout: 60_000 },
  async () => {
    const cwd = mkdtempSync(join(tmpdir(), 'paytally-ui-'));
    const program = spawn(process.execPath, [MAIN, 'ui', '--no-open', '--json'], { cwd, stdio: 'pipe' });
    try {
      const [line] = await once(program.stdout, 'data');
      const { url } = JSON.parse(String(line)) as { url: string };
      const { origin, hash } = new URL(url);
      const token = hash.slice('#token='.length);
      const asNobody = (shell: string) =>
        spawnSync('sh', ['-c', shell], { uid: NOBODY, gid: NOBODY, encoding: 'utf8', cwd: '/' });
      const seen = asNobody(
        `cat /proc/${program.pid}/cmdline /proc/${program.pid}/environ; grep -rl '${token}' ${cwd} ${tmpdir()}/paytally* 2>/dev/null; ls ${cwd}`,
      );
      expect(seen.stdout).not.toContain(token);
      expect(seen.stdout).not.toContain('paytally.yaml');
      const guesses = Array.from({ length: 300 }, (_, at) => `${token.slice(0, -2)}${at}`);
      for (const guess of guesses) {
        const answer = await fetch(`${origin}/session`, {
          method: 'POST',
          headers: { origin },
          body: JSON.stringify({ token: guess }),
        });
        expect(answer.status).toBe(401);
      }
      const own = await fetch(`${origin}/session`, {
        method: 'POST',
        headers: { origin },
        body: JSON.stringify({ token }),
      });
      expect(own.status).toBe(200);
    } finally {
      program.kill('SIGTERM');
    }
  },
);

test('floods of 10,000 requests leave the window usable', { tags: 'slow', timeout: 240_000 }, async () => {
  const { ui, ask, login, origin } = await startTestUi(mkdtempSync(join(tmpdir(), 'paytally-ui-')));
  try {
    const session = await login();
    const kinds = [
      () => ask('GET', '/api/start'),
      () => ask('GET', '/api/board', { ...session, host: 'evil.example' }),
      () => ask('POST', '/session', { origin }, '{"token":"x"}'),
      () => ask('GET', '/api/start', session),
      () => ask('POST', '/api/read', { ...session, origin }, '{"employer":"none"}'),
      () => ask('GET', `/${'a'.repeat(2000)}`, session),
    ];
    const atOnce = pLimit(100);
    const statuses = new Set<number>();
    const flood = Array.from({ length: 10_000 }, (_, at) =>
      atOnce(async () => statuses.add((await (kinds[at % kinds.length] ?? kinds[0])?.())?.status ?? 0)),
    );
    // A person who uses it meanwhile.
    const waits: number[] = [];
    const use = async (): Promise<void> => {
      const fromMs = performance.now();
      expect((await ask('GET', '/api/start', session)).status).toBe(200);
      waits.push(performance.now() - fromMs);
    };
    for (let turn = 0; turn < 10; turn += 1) await use();
    await Promise.all(flood);
    await use();
    expect([...statuses].sort()).toEqual([200, 401, 403, 404, 422]);
    expect(waits.at(-1)).toBeLessThan(5000);
    console.info(`answers under the flood within ${Math.max(...waits).toFixed(0)} ms`);
  } finally {
    await ui.close();
  }
});

test('every answer forbids inline code, frames and other origins, and the cookie is for this start only', async () => {
  const { ui, ask, token, origin } = await startTestUi(mkdtempSync(join(tmpdir(), 'paytally-ui-')));
  try {
    const answer = await ask('POST', '/session', { origin }, JSON.stringify({ token }));
    expect(String(answer.headers['set-cookie'])).toMatch(
      new RegExp(`^paytally-${new URL(origin).port}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict$`),
    );
    for (const path of ['/', '/nothing', '/api/start']) {
      const { headers } = await ask('GET', path);
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe|\*/);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    }
    const shell = (await ask('GET', '/')).body;
    expect(shell).not.toMatch(/<script>|<style|style=|onload/);
    for (const [, path = ''] of shell.matchAll(/(?:src|href)="(\/[^"]+)"/g)) {
      const asset = await ask('GET', path);
      expect(asset.status).toBe(200);
      expect(asset.headers['cache-control']).toContain('immutable');
    }
    expect((await ask('GET', `/assets/${'0'.repeat(32)}/page/main.js`)).status).toBe(401);
    expect((await ask('GET', '/assets/..%2f..%2fpackage.json')).status).toBe(401);
  } finally {
    await ui.close();
  }
});

test('an unused start ends', async () => {
  const { ui } = await startTestUi(mkdtempSync(join(tmpdir(), 'paytally-ui-')), { idleMs: 30 });
  expect(await ui.ended).toBe('idle');
  await ui.close();
});
