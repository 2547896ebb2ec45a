import { extname } from 'node:path';
import { withRunHistory, withRunHost } from '../app/actions/actionSession.js';
import type { SeenMonths } from '../app/actions/shownMonth.js';
import { explainEmployee, explainStored } from '../app/explain/explain.js';
import { explainWords, ruleInWords } from '../app/explain/explainWords.js';
import { explanationParts } from '../app/explain/explanationParts.js';
import { findHistoryRun } from '../app/ledger/history.js';
import {
  type BoardLine,
  boardOf,
  daysOfBoard,
  nextScheduledRuns,
  waitingName,
} from '../app/schedule/board.js';
import type { Context } from '../context.js';
import { previewSheets } from '../documents/previewSheets.js';
import { exceptionName } from '../domain/exceptions/wording.js';
import { type LocalDate, parseLocalDate, toLocalDate } from '../domain/time/localDate.js';
import { PaytallyError } from '../errors.js';
import { sayIn } from '../i18n/formatMessage.js';
import type { Language } from '../i18n/language.js';
import { message } from '../i18n/message.js';
import { readPlainFile } from '../runtime/readWithin.js';
import type { Store } from '../store/store.js';
import { monthAnswer, problemAnswer } from './months.js';
import { type Asked, localized, type Routes } from './services.js';

/** The board, and the data of a month: its records, its runs and the contents of their files. */
export function monthRoutes(routes: Routes, seen: SeenMonths): void {
  const { context } = routes.services;
  routes.data('/api/board', async (asked) => ({ lines: await boardLines(context, asked) }));
  routes.data('/api/month', async ({ session, query, language, call }) => {
    const isCover = call.req.query('cover') !== undefined;
    const [employer, period] = [query('employer'), query('period')];
    return monthAnswer(context, await session(), seen, employer, period, language, isCover);
  });
  routes.data('/api/explain', (asked) => explained(context, asked));
  routes.data('/api/file', async (asked) => {
    const path = await pathOf(context, asked);
    // Never HTML: a report must not run as a page of this server.
    const type = extname(path) === '.pdf' ? 'application/pdf' : 'application/octet-stream';
    return asked.call.body(new Uint8Array(await readRecorded(path)), 200, { 'content-type': type });
  });
  routes.data('/api/preview', async (asked) => {
    const path = await pathOf(context, asked);
    return { sheets: await previewSheets(path, await readRecorded(path)) };
  });
}

/** An employer in a period. */
export type BoardLineAnswer = Awaited<ReturnType<typeof boardLines>>[number];

/** Every employer in the period that is due, or in the requested one, with its states in earlier months. */
async function boardLines(context: Context, { call, session, language }: Asked) {
  const opened = await session();
  const { loaded, employers } = opened;
  const { period, earlier = '' } = call.req.query();
  const count = Math.min(Number(earlier) || 0, MOST_EARLIER);
  const question = { loaded, employers, periodText: period || undefined, nowMs: context.clock.nowMs() };
  const days = async (store: Store) => {
    const shown = await daysOfBoard(store, question);
    const oldest = monthsBefore(shown?.from, count).at(-1);
    return shown && { ...shown, from: oldest === undefined ? shown.from : toLocalDate(`${oldest}-01`) };
  };
  const use = async (store: Store) => {
    const next = await nextScheduledRuns(store, question);
    const board = await boardOf(store, question);
    const before: { readonly month: string; readonly lines: readonly BoardLine[] }[] = [];
    for (const month of monthsBefore(board[0]?.period.from, count))
      before.push({ month, lines: await boardOf(store, { ...question, periodText: month }) });
    return board.map((line, index) => ({
      ...boardLineAnswer(line, language),
      name: loaded.config.employers[line.employer]?.name ?? line.employer,
      next: next.get(line.employer) ?? null,
      // The newest first.
      earlier: before.map(({ month, lines }) => ({ month, state: lines[index]?.state ?? 'unread' })),
    }));
  };
  return withRunHistory(context, opened, use, { lists: { days } });
}

const MOST_EARLIER = 12;

/** `2026-09` and `2026-08` for any day of October, the newest first. */
function monthsBefore(day: string | undefined, count: number): string[] {
  if (day === undefined) return [];
  const [year = 0, month = 1] = day.split('-').map(Number);
  const first = (index: number) => new Date(Date.UTC(year, month - 2 - index, 1));
  return Array.from({ length: count }, (_, index) => first(index).toISOString().slice(0, 7));
}

function boardLineAnswer(
  { employer, period, state, since, exceptions, counts, deliveries, waitingFor, error }: BoardLine,
  language: Language,
) {
  return {
    employer,
    period,
    state,
    since,
    counts: counts ?? null,
    deliveries: localized(deliveries, language),
    // Why the newest read failed.
    problem: error === undefined ? null : problemAnswer(error, language),
    exceptions: Object.entries(exceptions).map(([code, count]) => ({
      code,
      title: exceptionName(language, code),
      count: Number(count),
    })),
    // The people who must act before it can be final, those waiting longest first.
    waitingFor: waitingFor.map((each) => ({ ...each, who: waitingName(each, language) })),
  };
}

/** @throws PaytallyError USAGE */
function askedDay(text: string): LocalDate {
  const date = parseLocalDate(text);
  if (date !== undefined) return date;
  throw new PaytallyError('USAGE', message('run.notADay', { text }), { record: text });
}

/** Traces a number to its entries, from the stored run if there is one, otherwise from the service's data. */
async function explained(context: Context, { call, session, language, query }: Asked) {
  const opened = await session();
  const { loaded, storeFolder } = opened;
  const { run: runId, date } = call.req.query();
  const question = { who: query('employee'), date: date === undefined ? undefined : askedDay(date) };
  const { packageFolder, version, signal } = context;
  const answer =
    runId === undefined
      ? await withRunHost(context, opened, { verbose: false }, (host) => {
          const place = { loaded, storeFolder, periodText: query('period') };
          return explainEmployee(host, place, query('employer'), question);
        })
      : await withRunHistory(context, opened, (store) =>
          explainStored(store, runId, { loaded, packageFolder, version, signal }, question),
        );
  const say = sayIn(language);
  const words = explainWords({ ...answer.reader, language }, (path) => ruleInWords(say, path));
  return explanationParts(answer, words);
}

/** Only files that a run has recorded, whatever the requested name. */
async function pathOf(context: Context, { session, query }: Asked): Promise<string> {
  const [runId, name] = [query('run'), query('name')];
  const run = await withRunHistory(context, await session(), async (store) => findHistoryRun(store, runId));
  const file = run.files.find(({ path }) => path.endsWith(name));
  if (file !== undefined) return file.path;
  throw new PaytallyError('USAGE', message('ui.noFile', { run: runId, name }), { record: name });
}

async function readRecorded(path: string): Promise<Buffer> {
  return readPlainFile(path, Number.POSITIVE_INFINITY).catch((cause: unknown) => {
    throw new PaytallyError('OUTPUT_NOT_WRITTEN', message('ui.fileGone', { path }), { record: path, cause });
  });
}
