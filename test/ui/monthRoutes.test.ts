// @module-tag slow
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { EmployerData } from '../../src/sandbox/sandboxData.js';
import type { CorrectionsAnswer } from '../../src/ui/correctionsAnswer.js';
import type { SentMonth } from '../../src/ui/months.js';
import { type SampleService, sampleOfDays, startSampleService } from '../support/employers/sampleService.js';
import { runPaytally } from '../support/programs/runPaytally.js';
import { openTab } from '../support/servers/events.js';
import { startTestUi } from '../support/servers/uiService.js';

/* What the window accepts, settles and supersedes with reasons: the command that it shows makes the same bytes. */

const PERIOD = '2026-10-05..2026-10-06';
const CONFIGURATION = `templates: [pay-lines, datev-lodas]
payCodes: { NORMAL: { external: "100" } }
variables: { datev-lodas: { consultant: "278041", client: "25016" } }
`;
const KNOWN = { OPEN_ENTRY: 'known', OVERLAP: 'known', UNREVIEWED: 'known', MISSING_END: 'known' };

interface Entry {
  readonly employeeId: string | null;
  readonly establishmentId: string;
  readonly status: string;
  readonly workedMinutes: number | null;
}
type Records = EmployerData['records'];

let original: readonly EmployerData[];
let service: SampleService;
let people: readonly string[] = [];

const entriesOf = (records: Records) => [...((records['time-entries'] ?? []) as unknown as Entry[])];
const isPaid = ({ employeeId, status, workedMinutes }: Entry) =>
  employeeId !== null && status === 'Completed' && (workedMinutes ?? 0) > 0;

beforeAll(async () => {
  original = await sampleOfDays('2026-10-05', '2026-10-06');
  service = await startSampleService({ employers: original, limits: { enabled: false } }, CONFIGURATION);
  const entries = original.flatMap(({ records }) => entriesOf(records)).filter(isPaid);
  people = [...new Set(entries.flatMap(({ employeeId }) => employeeId ?? []))];
  const mapping = people.map((id, index) => `${id},${1000 + index}\n`);
  writeFileSync(join(service.cwd, 'employees-bakery.csv'), `employeeId,employeeNumber\n${mapping.join('')}`);
  const accept = Object.entries(KNOWN).flatMap(([code, why]) => ['--accept', `${code}=${why}`]);
  const made = await service.run(['export', PERIOD, '--final', ...accept]);
  expect(made.status, made.stderr).toBe(0);
});
afterAll(() => service.stop());

/** The first employee's work is deleted, and an entry of the second is half an hour longer. */
const late = () =>
  service.changed((records) => {
    const entries = entriesOf(records);
    const longer = entries.find((each) => each.employeeId === people[1] && isPaid(each));
    const changed = entries
      .filter(({ employeeId }) => employeeId !== people[0])
      .map((each) => (each === longer ? { ...each, workedMinutes: (each.workedMinutes ?? 0) + 30 } : each));
    return { ...records, 'time-entries': changed };
  });

/** An establishment is no longer listed, nor are its records. */
const placeGone = () =>
  service.changed((records) => {
    const entries = entriesOf(records);
    const place = entries.find(isPaid)?.establishmentId;
    const shifts = [...((records.shifts ?? []) as unknown as Entry[])];
    const places = [...((records.establishments ?? []) as unknown as { id: string }[])];
    return {
      ...records,
      establishments: places.filter(({ id }) => id !== place),
      shifts: shifts.filter(({ establishmentId }) => establishmentId !== place),
      'time-entries': entries.filter(({ establishmentId }) => establishmentId !== place),
    };
  });

/** A copy of the project, with its final. */
function copied(): string {
  const cwd = mkdtempSync(join(tmpdir(), 'paytally-corrections-'));
  cpSync(service.cwd, cwd, { recursive: true });
  return cwd;
}

/** A window in a folder, which carries out orders. */
async function openWindow(cwd: string, env: Record<string, string | undefined>) {
  const ui = await startTestUi(cwd, { env });
  const session = { ...(await ui.login()), origin: ui.origin };
  const tab = openTab(ui.origin, session);
  const run = async (path: string, order: object) => {
    const body = JSON.stringify({ employer: 'bakery', period: PERIOD, accept: KNOWN, ...order });
    const { id, command } = JSON.parse((await ui.ask('POST', path, session, body)).body) as Record<
      string,
      string
    >;
    const job = await vi.waitFor(
      () => {
        const found = tab.job(id ?? '');
        if (found === undefined || found.state === 'running') throw new Error('still running');
        return found;
      },
      { timeout: 60_000, interval: 50 },
    );
    return { job, command };
  };
  const month = async (query = '') => {
    const path = `/api/month?employer=bakery&period=${PERIOD}${query}`;
    return JSON.parse((await ui.ask('GET', path, session)).body) as SentMonth;
  };
  const close = async () => {
    tab.close();
    await ui.ui.close();
  };
  return { run, month, close };
}

/** Carries out an order in a window, and the command that the window shows in another copy. */
async function inBoth(env: Record<string, string | undefined>, path: string, order: object) {
  const [byWindow, byCommand] = [copied(), copied()];
  const opened = await openWindow(byWindow, env);
  const { job, command } = await opened.run(path, order);
  await opened.close();
  // As a shell reads it.
  const words = execFileSync('bash', [
    '-c',
    `printf '%s\\0' ${command?.replace(/^paytally /, '')}`,
  ]).toString();
  const run = await runPaytally([...words.split('\0').slice(0, -1), '--json'], { cwd: byCommand, env });
  const json = JSON.parse(run.stdout) as { error?: { code: string }; runs: { lines?: object[] }[] };
  return { job, status: run.status, json, byWindow, byCommand };
}

function filesOf(cwd: string): Record<string, string> {
  const names = readdirSync(join(cwd, 'out')).filter((name) => /\.(csv|txt)$/.test(name));
  return Object.fromEntries(
    names.sort().map((name) => [name, readFileSync(join(cwd, 'out', name), 'latin1')]),
  );
}

/** The remaining corrections, and the reasons in the chain. */
async function stateOf(cwd: string, env: Record<string, string | undefined>) {
  const listed = await runPaytally(['corrections', PERIOD, '--json'], { cwd, env });
  const { runs } = JSON.parse(listed.stdout) as { runs: { lines: { line: string }[] }[] };
  const verified = await runPaytally(['verify'], { cwd, env });
  return { open: runs[0]?.lines.map(({ line }) => line), verified: verified.status };
}

describe('the window and the command that it shows', () => {
  const byWhat = [
    ['a line', (lines: { line: string; template: string }[]) => lines.map(({ line }) => line)],
    ['a template', () => ['datev-lodas', 'pay-lines']],
    ['an employee and a pay code', () => [`${people[0]}:NORMAL`, `${people[1]}:NORMAL`]],
  ] as const;

  test.each(byWhat)('settle by %s', async (_, keys) => {
    const env = await late();
    const { stdout } = await runPaytally(['corrections', PERIOD, '--json'], { cwd: copied(), env });
    const { lines } = JSON.parse(stdout).runs[0] as { lines: { line: string; template: string }[] };
    expect(lines.length).toBeGreaterThan(1);
    const settle = Object.fromEntries(keys(lines).map((key) => [key, "paid in cash, at the till's end"]));
    const { job, status, json, byWindow, byCommand } = await inBoth(env, '/api/corrections', {
      final: true,
      settle,
    });
    expect({ state: job.state, failure: job.failure }).toEqual({ state: 'done', failure: null });
    expect({ status, error: json.error }).toEqual({ status: 0 });
    expect(filesOf(byWindow)).toEqual(filesOf(byCommand));
    const after = await stateOf(byWindow, env);
    expect(after).toEqual(await stateOf(byCommand, env));
    expect(after).toEqual({ open: [], verified: 0 });
  });

  test('corrections of lines that no file accepts need a reason', async () => {
    const { job, status, json } = await inBoth(await late(), '/api/corrections', { final: true });
    expect(job.state === 'done' ? 'done' : job.failure?.code).toBe(status === 0 ? 'done' : json.error?.code);
  });

  test('a removed establishment: refused, and accepted with a reason in the same run', async () => {
    const env = await placeGone();
    const settle = { 'datev-lodas': 'typed' };
    const refused = await inBoth(env, '/api/corrections', { final: true, settle });
    expect(refused.job.failure?.code).toBe('EXPORT_BLOCKED');
    expect(refused).toMatchObject({ status: 5, json: { error: { code: 'EXPORT_BLOCKED' } } });
    expect(filesOf(refused.byWindow)).toEqual(filesOf(refused.byCommand));
    const look = await inBoth(env, '/api/corrections', {});
    const shown = (look.job.result as CorrectionsAnswer).lines.map(({ line }) => line);
    const accept = { ...KNOWN, ESTABLISHMENT_GONE: 'the shop was closed' };
    const made = await inBoth(env, '/api/corrections', { final: true, accept, settle, shown });
    expect({ state: made.job.state, failure: made.job.failure }).toEqual({ state: 'done', failure: null });
    expect({ status: made.status, error: made.json.error }).toEqual({ status: 0 });
    const files = filesOf(made.byWindow);
    expect(files).toEqual(filesOf(made.byCommand));
    expect(Object.keys(files).filter((name) => name.includes('corrections'))).not.toEqual([]);
  });

  test('supersede with a reason', async () => {
    const env = await late();
    const refused = await inBoth(env, '/api/final', {});
    expect([refused.job.failure?.code, refused.json.error?.code]).toEqual(['ALREADY_FINAL', 'ALREADY_FINAL']);
    const made = await inBoth(env, '/api/final', { supersede: 'the clock was wrong' });
    expect({ state: made.job.state, failure: made.job.failure }).toEqual({ state: 'done', failure: null });
    expect(made.status).toBe(0);
    expect(filesOf(made.byWindow)).toEqual(filesOf(made.byCommand));
    expect(filesOf(made.byWindow)).not.toEqual(filesOf(service.cwd));
    expect(await stateOf(made.byWindow, env)).toEqual({ open: [], verified: 0 });
  });
});

describe('what the clerk has confirmed', () => {
  /** Two people are at work. */
  const atWork = () =>
    service.changed((records) => {
      const entries = entriesOf(records);
      const open = entries.filter(isPaid).slice(0, 2);
      return {
        ...records,
        'time-entries': entries.map((each) => (open.includes(each) ? stillOpen(each) : each)),
      };
    });
  /** One more entry without minutes is open. */
  const anotherOpen = () =>
    service.changed((records) => {
      const entries = entriesOf(records);
      const open = entries.filter(isPaid).slice(0, 2).map(stillOpen);
      const more = open.map((each) => ({ ...each, id: '5f0b7c1e-3f4a-4c55-9d0e-2b1a6c7d8e90' }));
      const others = entries.filter((each) => !entries.filter(isPaid).slice(0, 2).includes(each));
      return { ...records, 'time-entries': [...others, ...open, ...more.slice(0, 1)] };
    });
  const stillOpen = (entry: Entry) => ({ ...entry, status: 'Working', workedMinutes: null, endsAt: null });
  const folder = () => {
    const cwd = copied();
    for (const name of ['out', '.paytally', '.paytally.witness'])
      rmSync(join(cwd, name), { recursive: true });
    return cwd;
  };

  test.each([
    ['hours', late],
    ['an exception of a cause that is accepted', anotherOpen],
  ])('changed since: %s', async (_, change) => {
    const cwd = folder();
    const first = await openWindow(cwd, await atWork());
    expect((await first.run('/api/read', {})).job).toMatchObject({ state: 'done' });
    const { seen } = await first.month();
    expect((await first.run('/api/plan', { seen })).job).toMatchObject({ state: 'done', failure: null });
    await first.close();
    const window = await openWindow(cwd, await change());
    expect((await window.month()).seen, 'as stored').toEqual(seen);
    for (const path of ['/api/plan', '/api/final'])
      expect((await window.run(path, { seen })).job.failure?.code, path).toBe('CHANGED_SINCE_READ');
    expect((await window.month()).runs.map(({ state }) => state)).toEqual(['draft']);
    expect(readdirSync(join(cwd, 'out'))).toEqual(['draft']);
    await window.run('/api/read', {});
    const again = await window.month();
    expect(again.seen).not.toEqual(seen);
    const made = await window.run('/api/final', { seen: again.seen });
    expect({ state: made.job.state, failure: made.job.failure }).toEqual({ state: 'done', failure: null });
    await window.close();
  });

  test('corrections of exactly the lines that were shown', async () => {
    const cwd = copied();
    const first = await openWindow(cwd, service.env);
    const none = await first.run('/api/corrections', {});
    expect(none.job.result).toMatchObject({ lines: [] });
    await first.close();
    const window = await openWindow(cwd, await late());
    const settle = { 'datev-lodas': 'typed' };
    const refused = await window.run('/api/corrections', { final: true, settle, shown: [] });
    expect(refused.job.failure?.code).toBe('CHANGED_SINCE_READ');
    const found = (await window.run('/api/corrections', {})).job.result as CorrectionsAnswer;
    const shown = found.lines.map(({ line }) => line);
    expect(shown.length).toBeGreaterThan(2);
    const gone = { final: true, settle, shown: [...shown, 'no-longer'] };
    expect((await window.run('/api/corrections', gone)).job.failure?.code).toBe('CHANGED_SINCE_READ');
    expect((await window.month()).runs.map(({ state }) => state)).toEqual(['final']);
    const made = await window.run('/api/corrections', { final: true, settle, shown });
    expect({ state: made.job.state, failure: made.job.failure }).toEqual({ state: 'done', failure: null });
    await window.close();
  });

  test('the cover of a final has its own figures after the period was read again', async () => {
    const window = await openWindow(copied(), await late());
    const final = await window.month();
    expect(final.viewedRun).toBe(final.runs.find(({ state }) => state === 'final')?.runId);
    await window.run('/api/read', {});
    const [now, cover] = [await window.month(), await window.month('&part=cover')];
    expect(now.review?.totals).not.toEqual(final.review?.totals);
    expect(cover).toMatchObject({ review: { totals: final.review?.totals }, viewedRun: final.viewedRun });
    expect(cover.accepted).toEqual(final.accepted);
    await window.close();
  });
});
