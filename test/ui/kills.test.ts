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

/** Kills the process when its work has said so many different things. @returns what was said, and whether it died */
async function finaliseAndKill({ child, get, post }: Served, step: number) {
  await post('/api/final', ORDER);
  const said = new Set<string>();
  const events = (await get('/api/events')).body?.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  while (events !== undefined) {
    const { value, done } = await events.read().catch(() => ({ value: undefined, done: true }));
    if (done) break;
    const parts = (rest + decoder.decode(value, { stream: true })).split('\n\n');
    rest = parts.pop() ?? '';
    const jobs = parts.flatMap((part) => {
      const data = part.split('\n').find((line) => line.startsWith('data:'));
      return data === undefined ? [] : (JSON.parse(data.slice(5)) as { jobs: JobSeen[] }).jobs;
    });
    for (const { progress, state } of jobs) said.add(`${state} ${progress?.replace(/[\d.,]+/g, '#') ?? ''}`);
    if (said.size >= step || jobs.some(({ state }) => state !== 'running')) break;
  }
  child.kill('SIGKILL');
  await once(child, 'exit');
  return { said: [...said], isOver: [...said].some((each) => !each.startsWith('running')) };
}

interface JobSeen {
  readonly progress: string | null;
  readonly state: string;
}

/** A step further each time, until the work is over before the kill. */
test('a server that is killed while it finalises leaves a whole final or none', async () => {
  const employers = await sampleOfDays(DAYS.from, DAYS.to);
  const outcomes: string[] = [];
  let isOver = false;
  for (let step = 1; step <= 14 && !isOver; step += 1) {
    const service = await startSampleService({ employers, limits: { enabled: false } }, CONFIGURATION);
    mkdirSync(join(service.cwd, 'inbox'));
    const killed = await finaliseAndKill(await serve(service), step);
    ({ isOver } = killed);
    const again = await serve(service);
    const query = `employer=bakery&period=${encodeURIComponent(PERIOD)}`;
    const month = (await (await again.get(`/api/month?${query}`)).json()) as {
      state: string;
      runs: { runId: string; state: string; files: { name: string }[] }[];
    };
    const final = month.runs.find(({ state }) => state === 'final');
    outcomes.push(`${killed.said.at(-1)}: ${month.state}`);
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
  expect(isOver).toBe(true);
}, 600_000);
