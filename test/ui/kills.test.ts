// @module-tag slow
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT } from '../cli/runPaytally.js';
import { type SampleService, sampleOfDays, startSampleService } from '../cli/sampleService.js';

const DAYS = { from: '2026-10-29', to: '2026-10-30' };
const PERIOD = `${DAYS.from}..${DAYS.to}`;
const CONFIGURATION = `templates: [monthly-hours, employee-days]
deliveries: { office: { to: folder, path: inbox, templates: [employee-days] } }
`;
const ORDER = {
  ...{ employer: 'bakery', period: PERIOD, deliver: true },
  accept: { OPEN_ENTRY: 'known', OVERLAP: 'known', UNREVIEWED: 'known', MISSING_END: 'known' },
};

interface Served {
  readonly child: ChildProcess;
  readonly get: (path: string) => Promise<Response>;
  readonly post: (path: string, body: object) => Promise<Response>;
}

/** The program itself, and a session with it. */
async function serve({ cwd, env }: SampleService): Promise<Served> {
  const main = join(PROJECT, 'dist/src/main.js');
  const args = [main, 'ui', '--no-open', '--json', '--port', '0'];
  const child = spawn(process.execPath, args, { cwd, env: { ...process.env, ...env }, stdio: 'pipe' });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const url = new URL((JSON.parse(line.toString()) as { url: string }).url);
  const token = url.hash.slice('#token='.length);
  const answer = await fetch(`${url.origin}/session`, { method: 'POST', body: JSON.stringify({ token }) });
  const cookie = String(answer.headers.get('set-cookie')).split(';')[0] ?? '';
  const { key } = (await answer.json()) as { key: string };
  const headers = { cookie, 'x-paytally-key': key };
  return {
    child,
    get: (path) => fetch(url.origin + path, { headers }),
    post: (path, body) => fetch(url.origin + path, { method: 'POST', headers, body: JSON.stringify(body) }),
  };
}

/** Moments of the work, as the disk shows them. */
const MOMENTS: readonly (readonly [name: string, (cwd: string) => boolean])[] = [
  ['asked', () => true],
  ['the store is there', (cwd) => namesIn(cwd, '.paytally').includes('store.sqlite')],
  ['records are staged', (cwd) => namesIn(cwd, '.paytally').some((name) => name.endsWith('.work'))],
  ['a temporary file is written', (cwd) => namesIn(cwd, 'out').length > 0],
  ['a file is in place', (cwd) => namesIn(cwd, 'out').some((name) => /^[^.].*(xlsx|csv)$/.test(name))],
  ['the inbox has something', (cwd) => namesIn(cwd, 'inbox').length > 0],
  ['the inbox has the file', (cwd) => namesIn(cwd, 'inbox').some((name) => name.startsWith('bakery'))],
];

function namesIn(cwd: string, folder: string): string[] {
  const path = join(cwd, folder);
  return existsSync(path) ? readdirSync(path) : [];
}

/** Kills the process as soon as a moment has come. */
async function finaliseAndKill(
  { child, post }: Served,
  cwd: string,
  isNow: (cwd: string) => boolean,
): Promise<void> {
  await post('/api/final', ORDER);
  const until = Date.now() + 60_000;
  while (!isNow(cwd) && Date.now() < until) await new Promise((done) => setTimeout(done, 1));
  child.kill('SIGKILL');
  await once(child, 'exit');
}

test('a server that is killed while it finalises leaves a whole final or none', async () => {
  const employers = await sampleOfDays(DAYS.from, DAYS.to);
  const outcomes: string[] = [];
  for (const [name, isNow] of MOMENTS) {
    const service = await startSampleService({ employers, limits: { enabled: false } }, CONFIGURATION);
    mkdirSync(join(service.cwd, 'inbox'));
    await finaliseAndKill(await serve(service), service.cwd, isNow);
    const again = await serve(service);
    const query = `employer=bakery&period=${encodeURIComponent(PERIOD)}`;
    const month = (await (await again.get(`/api/month?${query}`)).json()) as {
      state: string;
      runs: { runId: string; state: string; files: { name: string }[] }[];
    };
    const final = month.runs.find(({ state }) => state === 'final');
    outcomes.push(`${name}: ${month.state}`);
    const out = join(service.cwd, 'out');
    const names = existsSync(out) ? readdirSync(out).filter((name) => /\.(xlsx|csv)$/.test(name)) : [];
    expect(names, outcomes.at(-1)).toHaveLength(final === undefined ? 0 : final.files.length);
    if (final === undefined) {
      await again.post('/api/final', ORDER);
      await expect
        .poll(async () => readdirSync(join(service.cwd, 'inbox')).length, { timeout: 60_000, interval: 300 })
        .toBe(1);
    } else expect((await service.run(['verify', final.runId])).status).toBe(0);
    const dotted = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('.paytally-'));
    expect([...dotted(out), ...dotted(join(service.cwd, 'inbox'))]).toEqual([]);
    again.child.kill('SIGTERM');
    await once(again.child, 'exit');
    await service.stop();
  }
  console.log(outcomes.join('\n'));
  expect(new Set(outcomes.map((text) => text.split(': ').at(-1))).size).toBeGreaterThan(1);
}, 600_000);
