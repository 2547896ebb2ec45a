import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { BoardLineAnswer } from '../../src/ui/boardRoutes.js';
import type { SentMonth } from '../../src/ui/months.js';
import { type SampleService, sampleOfDays, startSampleService } from '../support/employers/sampleService.js';
import { openTab } from '../support/servers/events.js';
import { startTestUi } from '../support/servers/uiService.js';

const PERIOD = '2026-10-05..2026-10-06';
let service: SampleService;
let ui: Awaited<ReturnType<typeof startTestUi>>;
let session: Record<string, string>;
let tab: ReturnType<typeof openTab>;

beforeAll(async () => {
  const employers = await sampleOfDays('2026-10-05', '2026-10-06');
  service = await startSampleService(
    { employers, limits: { enabled: false } },
    'templates: [pay-lines]\nlanguage: en\nexceptions: { UNKNOWN_EMPLOYEE: block-final }\n',
  );
  ui = await startTestUi(service.cwd, { env: service.env });
  session = { ...(await ui.login()), origin: ui.origin };
  tab = openTab(ui.origin, session);
});
afterAll(async () => {
  tab.close();
  await ui.ui.close();
  await service.stop();
});

const get = async <Answer>(path: string) => JSON.parse((await ui.ask('GET', path, session)).body) as Answer;
const board = async () => {
  const path = `/api/board?employer=bakery&period=${PERIOD}`;
  const { lines } = await get<{ lines: BoardLineAnswer[] }>(path);
  return lines[0];
};

test('the board says what is next, and reads all employers', async () => {
  expect(await board()).toMatchObject({ name: expect.any(String), step: { kind: 'read' }, hours: [null] });
  const orders = [{ employer: 'bakery', period: PERIOD }];
  const { status, body } = await ui.ask('POST', '/api/read-all', session, JSON.stringify({ orders }));
  expect(status).toBe(200);
  const { id, command } = JSON.parse(body) as Record<string, string>;
  expect(command).toBe(`paytally export ${PERIOD} --employer bakery`);
  await vi.waitFor(() => expect(tab.job(id ?? '')?.state).toBe('done'), { timeout: 60_000, interval: 50 });
  const line = await board();
  expect(line).toMatchObject({ state: 'blocked', step: { kind: 'resolve', count: 1 } });
  expect(line?.hours).toEqual([expect.any(Number)]);
  // The page of the month shows what was read.
  const month = await get<SentMonth>(`/api/month?employer=bakery&period=${PERIOD}`);
  expect(month.review?.people.length).toBeGreaterThan(0);
  expect(month.step).toEqual(line?.step);
}, 120_000);

test('what is known at once has the causes of the items that follow', async () => {
  const path = `/api/month?employer=bakery&period=${PERIOD}`;
  const [brief, month] = [await get<SentMonth>(`${path}&part=brief`), await get<SentMonth>(path)];
  expect(brief.review).toBeNull();
  expect(brief).toMatchObject({ step: month.step, verdict: month.verdict, runs: month.runs });
  const counts = new Map<string, number>();
  for (const { code, severity } of month.findings) {
    const { title, remedy, actor } = month.words[`${code} ${severity}`] ?? {};
    const cause = JSON.stringify({ code, severity, title, remedy, actor });
    counts.set(cause, (counts.get(cause) ?? 0) + 1);
  }
  const known = brief.causes.map(
    ({ code, severity, title, remedy, actor, all }) =>
      [JSON.stringify({ code, severity, title, remedy, actor }), all] as const,
  );
  expect(known.length).toBeGreaterThan(1);
  expect(Object.fromEntries(known)).toEqual(Object.fromEntries(counts));
});

test('a number is explained in the same way whether its month was shown before or not', async () => {
  const { review, viewedRun } = await get<SentMonth>(`/api/month?employer=bakery&period=${PERIOD}`);
  const other = await startTestUi(service.cwd, { env: service.env });
  const keys = { ...(await other.login()), origin: other.origin };
  for (const { id } of review?.people.slice(0, 3) ?? [])
    for (const date of ['', '&date=2026-10-05']) {
      const path = `/api/explain?employer=bakery&period=${PERIOD}&run=${viewedRun}&employee=${id}${date}`;
      const { status, body } = await other.ask('GET', path, keys);
      expect([status, JSON.parse(body)]).toEqual([200, await get(path)]);
    }
  await other.ui.close();
});

test('after a change of the configuration, the period is read again first', async () => {
  const later = new Date(Date.now() + 60_000);
  utimesSync(join(service.cwd, 'paytally.yaml'), later, later);
  expect((await board())?.step.kind).toBe('again');
  const month = await get<SentMonth>(`/api/month?employer=bakery&period=${PERIOD}`);
  expect(month.step.kind).toBe('again');
});

test('an employer that the configuration lacks is refused', async () => {
  const { status, body } = await ui.ask('GET', '/api/board?employer=nobody', session);
  expect([status, body]).toEqual([422, expect.stringContaining('EMPLOYER_UNKNOWN')]);
});
