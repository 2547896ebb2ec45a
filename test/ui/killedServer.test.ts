// @module-tag slow
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { EmployerData } from '../../src/sandbox/sandboxData.js';
import { startSandbox } from '../../src/sandbox/startSandbox.js';
import { openStore } from '../../src/store/openStore.js';
import type { SentMonth } from '../../src/ui/months.js';
import {
  SAMPLE_EMPLOYER,
  type SampleService,
  sampleData,
  sampleOfDays,
  startSampleService,
} from '../support/employers/sampleService.js';
import { isBuilt } from '../support/programs/childExport.js';
import { endlessStep, IN_THE_LOOP } from '../support/programs/endlessStep.js';
import { PROJECT } from '../support/programs/runPaytally.js';
import { startPostgres, withoutPostgres } from '../support/servers/postgresServer.js';

const DAYS = { from: '2026-10-29', to: '2026-10-30' };
const PERIOD = `${DAYS.from}..${DAYS.to}`;
const CONFIGURATION = `templates: [monthly-hours, employee-days]
deliveries: { office: { to: folder, path: inbox, templates: [employee-days] } }
`;
const ORDER = {
  employer: 'bakery',
  period: PERIOD,
  deliver: true,
  accept: { OPEN_ENTRY: 'known', OVERLAP: 'known', UNREVIEWED: 'known', MISSING_END: 'known' },
};

interface Served {
  readonly child: ChildProcess;
  readonly said: () => string;
  readonly get: (path: string) => Promise<Response>;
  readonly post: (path: string, body: object) => Promise<Response>;
}

/** The program itself, and a session with it. @param node options of Node.js itself */
async function serve({ cwd, env }: SampleService, node: readonly string[] = []): Promise<Served> {
  const args = [...node, join(PROJECT, 'dist/src/main.js'), 'ui', '--no-open', '--json', '--port', '0'];
  const child = spawn(process.execPath, args, { cwd, env: { ...process.env, ...env }, stdio: 'pipe' });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const lines = createInterface(child.stdout);
  const [line] = (await once(lines, 'line')) as [string];
  const started = JSON.parse(line) as { url?: string };
  if (started.url === undefined) throw new Error(`the window did not start: ${line}`);
  const url = new URL(started.url);
  const token = url.hash.slice('#token='.length);
  const answer = await fetch(`${url.origin}/session`, { method: 'POST', body: JSON.stringify({ token }) });
  const cookie = String(answer.headers.get('set-cookie')).split(';')[0] ?? '';
  const { key } = (await answer.json()) as { key: string };
  const headers = { cookie, 'x-paytally-key': key };
  return {
    child,
    said: () => said,
    get: (path) => fetch(url.origin + path, { headers }),
    post: (path, body) => fetch(url.origin + path, { method: 'POST', headers, body: JSON.stringify(body) }),
  };
}

const RUN = 'app/export/runEmployer.js';
const WRITE = 'app/export/writeFiles.js';
const COMMIT = 'app/export/commitRun.js';
const SEND = 'delivery/sendDeliveries.js';

/**
 * Each step of Finalise, its last line in the compiled program, and the state of the delivery; 'none' if there is no
 * final.
 */
const STEPS: readonly (readonly [step: string, module: string, end: string, delivery: string])[] = [
  [
    'the period is read twice',
    RUN,
    'const source = await readPeriod(host, request, prepared, store);',
    'none',
  ],
  [
    'hours are computed',
    RUN,
    'const computed = await passOverSource(source, sinks, context.signal);',
    'none',
  ],
  [
    'the final is permitted',
    RUN,
    'const supersedes = await gateRun(run, store, { effect, deliver, supersede });',
    'none',
  ],
  [
    'files are rendered',
    RUN,
    'const files = await finishSinks(host, run, store, { out, deliver, accepted, supersedes });',
    'none',
  ],
  ['temporary files are written', WRITE, 'await sweepLeftovers(inOrder);', 'none'],
  [
    'the first file is in place',
    WRITE,
    'undo.push(() => (isReplacing ? rename(backup, path) : rm(path, { force: true })));',
    'none',
  ],
  ['deliveries are planned', COMMIT, 'const deliveries = outgoing(outcome.files);', 'none'],
  [
    'the final is recorded',
    COMMIT,
    'rememberRun(store, header, fetched.read, outcome, { ...record, deliveries });',
    'pending',
  ],
  ['witnesses are written', COMMIT, 'await writeWitnesses(terminal, places, owner, store);', 'pending'],
  ['a delivery is started', SEND, 'await session.checkIn();', 'unknown'],
  ['the inbox has a temporary file', 'delivery/folder.js', 'await stageInFolder(folder, files);', 'failed'],
  ['the inbox has the file', SEND, "thrown ?? new Error('nothing'));", 'sent'],
  [
    'the delivery is recorded',
    SEND,
    'store.outbox.settle(item.id, outcomeOfAttempt(failure, ready, current, effects));',
    'sent',
  ],
];

function namesIn(cwd: string, folder: string): string[] {
  const path = join(cwd, folder);
  return existsSync(path) ? readdirSync(path).sort() : [];
}

/** The content of the store, read without the program. */
function storeOf(cwd: string) {
  const path = join(cwd, '.paytally/store.sqlite');
  const store = openStore(path, { mode: 'read', now: () => new Date(), base: cwd });
  try {
    const links = store.ledger.links(SAMPLE_EMPLOYER);
    const deliveries = links.flatMap(({ runId }) => store.outbox.findByRun(runId));
    return {
      kinds: links.map(({ kind }) => kind),
      files: links.flatMap(({ facts }) => (facts as { files: { path: string; sha256: string }[] }).files),
      deliveries: deliveries.map(({ state }) => state),
      leftovers: store.journal.leftovers(),
    };
  } finally {
    store.close();
  }
}

describe.skipIf(!isBuilt)('a server that is killed while it finalises', () => {
  test.each(STEPS)(
    'once %s',
    async (_, module, end, delivery) => {
      const counts = delivery !== 'none';
      const employers = await sampleOfDays(DAYS.from, DAYS.to);
      const service = await startSampleService({ employers, limits: { enabled: false } }, CONFIGURATION);
      const { cwd } = service;
      mkdirSync(join(cwd, 'inbox'));
      const first = await serve(service, ['--import', endlessStep(cwd, module, end)]);
      await first.post('/api/final', ORDER);
      await vi.waitFor(() => expect(first.said()).toContain(IN_THE_LOOP), { timeout: 60_000, interval: 10 });
      first.child.kill('SIGKILL');
      await once(first.child, 'exit');

      const again = await serve(service);
      const query = `employer=bakery&period=${encodeURIComponent(PERIOD)}`;
      const month = async () =>
        (await (await again.get(`/api/month?${query}`)).json()) as { state: string; runs: object[] };
      const seen = await month();
      expect(seen.runs).toHaveLength(counts ? 1 : 0);
      const store = storeOf(cwd);
      expect(store.kinds).toEqual(counts ? ['final'] : []);
      expect(store.leftovers).toEqual([]);
      // All files of the final with the bytes that it recorded, or none.
      const placed = namesIn(cwd, 'out').filter((name) => /\.(xlsx|csv)$/.test(name));
      expect(placed).toHaveLength(counts ? 2 : 0);
      for (const { path, sha256 } of store.files) {
        const bytes = readFileSync(join(cwd, path));
        expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
      }
      const temporary = ['out', 'inbox', '.paytally'].flatMap((folder) => namesIn(cwd, folder));
      expect(
        temporary.filter((name) => /\.part|\.claim|\.work/.test(name) && !name.startsWith('bakery')),
      ).toEqual([]);
      if (counts) {
        expect(store.deliveries).toEqual([delivery]);
        const { runId } = seen.runs[0] as { runId: string };
        expect((await service.run(['verify', runId])).status).toBe(0);
        const order = { employer: 'bakery', period: PERIOD, run: runId };
        // If a file is in no folder, an inbox may have been emptied: the file is sent again only by name.
        if (store.deliveries[0] === 'unknown') await again.post('/api/send', { ...order, again: 'office' });
        else if (store.deliveries[0] !== 'sent') await again.post('/api/send', order);
      } else await again.post('/api/final', ORDER);
      await vi.waitFor(async () => expect((await month()).state).toBe('sent'), {
        timeout: 60_000,
        interval: 200,
      });
      expect(namesIn(cwd, 'inbox')).toHaveLength(1);
      expect(storeOf(cwd)).toMatchObject({ kinds: ['final'], deliveries: ['sent'] });
      again.child.kill('SIGTERM');
      await once(again.child, 'exit');
      await service.stop();
    },
    180_000,
  );

  const stores = withoutPostgres ? ['SQLite'] : ['SQLite', 'PostgreSQL'];
  test.each(stores)(
    'reasons outlast it, hold for what was seen, and end with the final: %s',
    async (kind) => {
      const postgres = kind === 'SQLite' ? undefined : await startPostgres();
      onTestFinished(() => postgres?.stop());
      const store = postgres === undefined ? '' : `store: ${postgres.database()}\n`;
      const days = { from: '2026-10-19', to: DAYS.to };
      const period = `${days.from}..${days.to}`;
      const employers = await sampleOfDays(days.from, days.to);
      const limits = { enabled: false };
      const service = await startSampleService({ employers, limits }, store + CONFIGURATION);
      const { cwd } = service;
      const query = `employer=bakery&period=${encodeURIComponent(period)}`;
      const monthOf = async ({ get }: Served) =>
        (await (await get(`/api/month?${query}`)).json()) as SentMonth;
      const read = async (served: Served) => {
        const { viewedAt } = await monthOf(served);
        await served.post('/api/read', { employer: 'bakery', period });
        const isRead = async () => expect((await monthOf(served)).viewedAt).not.toBe(viewedAt);
        await vi.waitFor(isRead, { timeout: 60_000, interval: 200 });
        return monthOf(served);
      };
      const first = await serve(service);
      const before = (await read(first)).findings.filter(({ code }) => code === 'ENTRY_NO_SHIFT');
      expect(before.length).toBeGreaterThan(1);
      const accepted = before.map(({ key, seen }) => [key, { reason: 'agreed', by: 'ENTRY_NO_SHIFT', seen }]);
      const change = { accepted: Object.fromEntries(accepted) as object, undone: [] };
      await first.post('/api/accept', { employer: 'bakery', ...days, ...change });
      expect((await monthOf(first)).accepted).toEqual({ ENTRY_NO_SHIFT: 'agreed' });
      first.child.kill('SIGKILL');
      await once(first.child, 'exit');

      // Meanwhile one of the entries becomes shorter.
      const [shorter = '', ...others] = before.map(({ key }) => key);
      const entry = { id: shorter.split('@')[1], workedMinutes: 61 };
      const changed = employers.map(({ records, ...employer }) => {
        const entries = (records['time-entries'] ?? []) as readonly { readonly id: string }[];
        const edited = entries.map((each) => (each.id === entry.id ? { ...each, ...entry } : each));
        return { ...employer, records: { ...records, 'time-entries': edited } };
      });
      const sandbox = await startSandbox({
        ...(await sampleData()),
        employers: changed as EmployerData[],
        limits,
      });
      onTestFinished(() => sandbox.stop());
      const again = await serve({
        ...service,
        env: { ...service.env, PAYTALLY_SANDBOX_URL: sandbox.baseUrl },
      });
      expect((await monthOf(again)).accepted).toEqual({ ENTRY_NO_SHIFT: 'agreed' });
      const after = await read(again);
      const lapsed = after.findings.filter((finding) => finding.lapsed !== null);
      expect(lapsed).toMatchObject([{ key: shorter, lapsed: 'agreed' }]);
      expect(after.accepted).toEqual(Object.fromEntries(others.map((key) => [key, 'agreed'])));

      expect([...after.undoable].sort()).toEqual(others.sort());
      mkdirSync(join(cwd, 'inbox'));
      await again.post('/api/final', { ...ORDER, period });
      const isSent = async () => expect((await monthOf(again)).state).toBe('sent');
      await vi.waitFor(isSent, { timeout: 60_000, interval: 200 });
      // The final has the reasons that still hold, and no longer the window; MISSING_END was not found.
      const { MISSING_END: _, ...found } = ORDER.accept;
      const held = Object.fromEntries(others.map((key) => [key, 'agreed']));
      expect((await monthOf(again)).accepted).toEqual({ ...found, ...held });
      expect((await read(again)).undoable).toEqual([]);
      await service.stop();
    },
    180_000,
  );
});
