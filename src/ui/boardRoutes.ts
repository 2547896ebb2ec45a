import type { Hono } from 'hono';
import { withRunHistory } from '../actions/actionSession.js';
import { exceptionName } from '../domain/exceptions/wording.js';
import { formatMessage } from '../i18n/formatMessage.js';
import type { Language } from '../i18n/language.js';
import type { DeliveryStanding } from '../run.js';
import { type BoardLine, boardOf, daysOfBoard, nextScheduledRuns } from '../schedule/board.js';
import { waitingName } from '../schedule/waitingFor.js';
import type { BoardLineAnswer, DeliveryAnswer } from './page/shapes.js';
import { languageOfCall, openUiSession, type UiServices } from './services.js';

/** The board: every employer in the period that is due, or in the one that is requested. */
export function boardRoutes(app: Hono, services: UiServices): void {
  const { context } = services;
  app.get('/api/board', async (call) => {
    const language = languageOfCall(call, services);
    const session = await openUiSession(services, context);
    const { loaded, employers } = session;
    const nowMs = context.clock.nowMs();
    const question = { loaded, employers, periodText: call.req.query('period') || undefined, nowMs };
    const lines = await withRunHistory(
      context,
      session,
      async (store) => {
        const next = await nextScheduledRuns(store, question);
        const board = await boardOf(store, question);
        return board.map((line) => boardLineAnswer(line, next.get(line.employer) ?? null, language));
      },
      { lists: { days: (store) => daysOfBoard(store, question) } },
    );
    return call.json({ lines });
  });
}

function boardLineAnswer(
  line: BoardLine,
  next: BoardLineAnswer['next'],
  language: Language,
): BoardLineAnswer {
  const exceptions = Object.entries(line.exceptions).map(([code, count]) => ({
    code,
    title: exceptionName(language, code),
    count: Number(count),
  }));
  return {
    employer: line.employer,
    period: line.period,
    state: line.state,
    since: line.since,
    exceptions,
    deliveries: line.deliveries.map((each) => deliveryAnswer(each, language)),
    waitingFor: line.waitingFor.map(({ since, items, ...owing }) => ({
      ...{ since, items },
      who: waitingName(owing, language),
    })),
    next,
  };
}

export function deliveryAnswer(
  { name, recipient, state, problem, receipt }: DeliveryStanding,
  language: Language,
): DeliveryAnswer {
  const text = problem === undefined ? null : formatMessage(problem, language);
  return { name, recipient, state, problem: text, receipt: receipt?.state ?? null };
}
