import { compareUrgency, nextAfterEdit, STATES_BY_URGENCY } from '../app/ledger/stepOfMonth.js';
import {
  type BoardLine,
  boardOf,
  daysOfBoard,
  nextScheduledRuns,
  waitingName,
} from '../app/schedule/board.js';
import { withRunHistory } from '../app/session/openSession.js';
import { isEditedSince, type SeenMonths } from '../app/session/shownMonth.js';
import { configOf } from '../config/config.js';
import type { Context } from '../context.js';
import { exceptionName } from '../domain/exceptions/wording.js';
import { lastOfMonth, toLocalDate } from '../domain/time/localDate.js';
import { type Language, languageTag } from '../i18n/language.js';
import type { Store } from '../store/store.js';
import { problemAnswer, stepAnswer } from './months.js';
import { type Asked, localized, type Routes } from './services.js';

/** The state of every employer. */
export function boardRoutes(routes: Routes, seen: SeenMonths): void {
  const { context } = routes.services;
  routes.data('/api/board', async (asked) => ({
    states: STATES_BY_URGENCY,
    lines: await boardLines(context, seen, asked),
  }));
}

export interface BoardAnswer {
  /** The most urgent first. */
  readonly states: typeof STATES_BY_URGENCY;
  /** The most urgent first. */
  readonly lines: readonly BoardLineAnswer[];
}

/** An employer in a period. */
export type BoardLineAnswer = Awaited<ReturnType<typeof boardLines>>[number];

/**
 * Every employer, or the requested one, in the period that is due, or in the requested one, with its states in earlier
 * months.
 */
async function boardLines(context: Context, seen: SeenMonths, { call, session, language }: Asked) {
  const opened = await session();
  const { loaded } = opened;
  const { period, employer, earlier = '' } = call.req.query();
  const employers = employer === undefined ? opened.employers : [employer];
  const count = Math.min(Number(earlier) || 0, MOST_EARLIER);
  const question = { loaded, employers, periodText: period || undefined, nowMs: context.clock.nowMs() };
  const days = async (store: Store) => {
    const shown = await daysOfBoard(store, question);
    const oldest = monthsBefore(shown?.from, count).at(-1);
    return shown && { ...shown, from: oldest === undefined ? shown.from : toLocalDate(`${oldest}-01`) };
  };
  const idOf = (key: string) => configOf(loaded, key).employer.employerId;
  const use = async (store: Store) => {
    const next = await nextScheduledRuns(store, question);
    const board = await boardOf(store, question);
    const before: { readonly month: string; readonly lines: readonly BoardLine[] }[] = [];
    for (const month of monthsBefore(board[0]?.period.from, count))
      before.push({ month, lines: await boardOf(store, { ...question, periodText: month }) });
    const edited = await Promise.all(
      board.map((line) =>
        isEditedSince(seen.find(line.employer, line.period)?.viewedAt, loaded, line.employer),
      ),
    );
    const lines = board.map((line, index) => ({
      ...boardLineAnswer(line, language),
      step: stepAnswer(edited[index] ? nextAfterEdit(line.step) : line.step, language),
      name: loaded.config.employers[line.employer]?.name ?? line.employer,
      next: next.get(line.employer) ?? null,
      // By month, the oldest first; null for a month without a run.
      hours: [...monthsBefore(line.period.from, count).reverse().map(monthDays), line.period].map(
        (days) => store.exportedMinutes(idOf(line.employer), days) ?? null,
      ),
      // The newest first.
      earlier: before.map(({ month, lines }) => ({ month, state: lines[index]?.state ?? 'unread' })),
    }));
    const byName = new Intl.Collator(languageTag(language)).compare;
    return lines.sort((a, b) => compareUrgency(a, b) || byName(a.name, b.name));
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

function monthDays(month: string) {
  return { from: toLocalDate(`${month}-01`), to: lastOfMonth(month) };
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
