import { z } from 'zod';
import { type MonthView, monthObserver } from '../app/export/monthView.js';
import type { RunEffect } from '../app/export/runRequest.js';
import { changeAcceptances } from '../app/ledger/acceptances.js';
import { readHistory, withLedger } from '../app/ledger/history.js';
import { verifyStore } from '../app/ledger/verify.js';
import { commandLine, orderWords } from '../app/session/commandLine.js';
import { currentInputs, forgetBlocked, keepMonth, type SeenMonth } from '../app/session/keptViews.js';
import { type ActionSession, withRunHost } from '../app/session/openSession.js';
import {
  appendRunLog,
  correctPeriod,
  type EmployerResult,
  requestsOf,
  runPeriod,
  sendStored,
} from '../app/session/runPeriod.js';
import { type RunChoices, requestBuilder } from '../app/session/runRequests.js';
import { assertConfirmed, type SeenMonths } from '../app/session/shownMonth.js';
import { rerun } from '../app/storedRuns/rerun.js';
import { configOf } from '../config/config.js';
import type { Context } from '../context.js';
import { parseLocalDate, toLocalDate } from '../domain/time/localDate.js';
import { PaytallyError } from '../errors.js';
import type { Language } from '../i18n/language.js';
import { message } from '../i18n/message.js';
import { acceptances } from '../store/windowAcceptances.js';
import { correctionsAnswer } from './correctionsAnswer.js';
import { fileAnswer } from './months.js';
import {
  type Asked,
  localized,
  openUiSession,
  type Routes,
  refuseReadOnly,
  type UiServices,
} from './services.js';

const reasons = z.record(z.string(), z.string());
const runOrder = z.object({
  employer: z.string(),
  period: z.string(),
  /** Code, or code and record -> reason. */
  accept: reasons.default({}),
  supersede: z.string().optional(),
  /** Those of the configuration if empty. */
  template: z.array(z.string()).default([]),
  deliver: z.boolean().default(false),
  /** The figures that the clerk confirmed, as the month had them. */
  seen: z.record(z.string(), z.string()).optional(),
});
type RunOrder = z.output<typeof runOrder>;

const correctionOrder = runOrder.omit({ supersede: true, template: true }).extend({
  final: z.boolean().default(false),
  settle: reasons.default({}),
  shown: z.array(z.string()).optional(),
});
const storedOrder = z.object({ employer: z.string(), period: z.string(), run: z.string() });
const sendOrder = storedOrder.extend({ again: z.string().optional(), toCurrent: z.boolean().optional() });
/** A read accepts only what the window has accepted, as long as it is unchanged. */
const readOrder = runOrder.pick({ employer: true, period: true });
const readAllOrder = z.object({ orders: z.array(readOrder).min(1) });
const localDate = z
  .string()
  .refine((text) => parseLocalDate(text) !== undefined)
  .transform(toLocalDate);
const acceptOrder = z.object({
  employer: z.string(),
  from: localDate,
  to: localDate,
  accepted: acceptances,
  undone: z.array(z.string()),
});

/** The work that a button starts, with the equivalent command. */
export function actionRoutes(routes: Routes, seen: SeenMonths): void {
  const { services } = routes;
  routes.work('/api/read', readOrder, (order, asked) =>
    startRun(services, asked, seen, { ...order, accept: {}, template: [], deliver: false }, 'read'),
  );
  routes.work('/api/read-all', readAllOrder, ({ orders }, asked) =>
    startReadAll(services, asked, seen, orders),
  );
  routes.work('/api/plan', runOrder, (order, asked) => startRun(services, asked, seen, order, 'plan'));
  routes.change('/api/final', runOrder, (order, asked) => startRun(services, asked, seen, order, 'final'));
  routes.change('/api/accept', acceptOrder, async ({ employer, from, to, ...change }, { session }) => {
    const { loaded, storeFolder } = await session();
    const { employerId } = configOf(loaded, employer).employer;
    const place = { loaded, storeFolder, nowMs: () => services.context.clock.nowMs() };
    await changeAcceptances(place, { employerId, from, to }, change);
    return {};
  });
  routes.work('/api/corrections', correctionOrder, (order, asked) => {
    if (order.final) refuseReadOnly(services);
    return startCorrections(services, asked, order);
  });
  routes.change('/api/send', sendOrder, (order, asked) => {
    const again = order.again === undefined ? [] : [order.again];
    const { toCurrent = false } = order;
    const words = [
      'send',
      order.run,
      ...again.flatMap((name) => ['--again', name]),
      ...(toCurrent ? ['--to-current'] : []),
    ];
    return startJob(services, asked, 'send', order, words, async (context, session) => {
      const sent = await withRunHost(context, session, { verbose: false }, (host) =>
        sendStored(host, session, { runId: order.run, again, toCurrent }),
      );
      return { deliveries: localized(sent.deliveries, asked.language) };
    });
  });
  routes.work('/api/verify', storedOrder, (order, asked) =>
    startJob(services, asked, 'verify', order, ['verify', order.run], (context, session, language) =>
      verifyAnswer(context, session, order.run, language),
    ),
  );
  routes.change('/api/rerun', storedOrder, (order, asked) => {
    const folder = `rerun-${order.run}`;
    const words = ['rerun', order.run, '--out', folder];
    return startJob(services, asked, 'rerun', order, words, (context, session) =>
      rerunAnswer(context, session, order.run, `${context.cwd}/${folder}`),
    );
  });
}

export type VerifyAnswer = Awaited<ReturnType<typeof verifyAnswer>>;

async function verifyAnswer(context: Context, session: ActionSession, runId: string, language: Language) {
  const { verified } = await withLedger(context, session, (store) =>
    verifyStore(store, session.loaded, { runId }, context.signal),
  );
  const problems = localized(
    verified.flatMap((each) => each.problems),
    language,
  );
  const texts = problems.map(({ what, path }) => [what, path].filter(Boolean).join(' '));
  return { isOk: verified.every(({ ok }) => ok), problems: texts };
}

export type RerunAnswer = Awaited<ReturnType<typeof rerunAnswer>>;

async function rerunAnswer(context: Context, session: ActionSession, runId: string, out: string) {
  const places = { loaded: session.loaded, packageFolder: context.packageFolder, out };
  const made = await withLedger(context, session, (store) => rerun(context, store, runId, places));
  const known = new Set(made.recorded.map(({ sha256 }) => sha256));
  return { folder: out, files: made.outcome.files.map(({ sha256 }) => ({ isSame: known.has(sha256) })) };
}

/** Starts a job for an employer's period, after reloading the configuration. */
function startJob(
  services: UiServices,
  { language }: Asked,
  kind: string,
  { employer, period }: Pick<RunOrder, 'employer' | 'period'>,
  words: readonly string[],
  work: (context: Context, session: ActionSession, language: Language) => Promise<unknown>,
) {
  const command = commandLine(words, services);
  const id = services.jobs.start({ kind, employer, period, command }, async (context) => {
    const session = await openUiSession(services, context, employer || undefined);
    const sinceMs = context.clock.nowMs();
    return work(context, session, language).catch(async (failure: unknown) => {
      if (!context.signal.aborted || services.context.signal.aborted || employer === '') throw failure;
      throw await cancelledWork(services, session, employer, sinceMs);
    });
  });
  return { id, command };
}

/** A cancelled job leaves either no run or a complete run whose deliveries were not sent. */
function cancelledWork(
  { context }: UiServices,
  session: ActionSession,
  employer: string,
  sinceMs: number,
): Promise<PaytallyError> {
  return withLedger(context, session, async (store) => {
    const run = readHistory(store, { employers: [employer] }).find(
      ({ state, startedAt }) => state !== 'draft' && Date.parse(startedAt) >= sinceMs,
    );
    if (run === undefined) return new PaytallyError('INTERRUPTED', message('ui.cancelled'));
    const deliveries = store.outbox.findByRun(run.runId);
    const unsent = deliveries.filter(({ state }) => state !== 'sent').length;
    return new PaytallyError('INTERRUPTED', message('ui.cancelledLate', { run: run.runId, unsent }));
  });
}

type ChosenRun = Omit<RunOrder, 'template'> & Partial<Pick<RunOrder, 'template'>>;

function choicesOf(
  { period, accept, supersede, template = [], deliver }: ChosenRun,
  final: boolean,
): RunChoices {
  return {
    period,
    final,
    template,
    mail: false,
    accept: Object.entries(accept).map(([key, reason]) => `${key}=${reason}`),
    ...(final ? { supersede, deliver } : { deliver: false }),
  };
}

type RunKind = 'read' | 'plan' | 'final';

function startRun(services: UiServices, asked: Asked, seen: SeenMonths, order: RunOrder, kind: RunKind) {
  const isChecked = kind === 'read' && services.isReadOnly;
  const effect = kind === 'plan' ? kind : isChecked ? 'check' : 'write';
  const options = { read: [], plan: ['--final', '--dry-run'], final: ['--final'] }[kind];
  const words = orderWords([isChecked ? 'check' : 'export', ...options], order);
  return startJob(services, asked, kind, order, words, async (context, session, language) =>
    outcomeAnswer(await runOrdered(context, session, language, seen, { order, kind, effect }), language),
  );
}

interface OrderedRun {
  readonly order: RunOrder;
  readonly kind: RunKind;
  readonly effect: RunEffect;
}

/** Runs an employer's period, and keeps what it computed for the page of the month. */
async function runOrdered(
  context: Context,
  session: ActionSession,
  language: Language,
  seen: SeenMonths,
  { order, kind, effect }: OrderedRun,
): Promise<EmployerResult | undefined> {
  let view: MonthView | undefined;
  const observer = await monthObserver(context.packageFolder, language, (given) => {
    if (kind !== 'read') assertConfirmed(order.seen, Object.keys(order.accept), given);
    view = given;
  });
  const inputs = await currentInputs(context, session.loaded, order.employer);
  const requests = await requestsOf(choicesOf(order, kind !== 'read'), context, session, effect);
  const writesTo = effect === 'write' ? session.storeFolder : undefined;
  const [result] = await withRunHost(context, session, { verbose: false, writesTo }, async (host) => {
    const done = await runPeriod(host, session, requests, { templates: [], jobs: 1, observer });
    await appendRunLog(session, done, context.clock.nowMs());
    return done;
  });
  if (kind === 'plan' || view?.found.period === undefined) return result;
  const { employer } = order;
  const days = view.found.period;
  // What was made final is shown from now on; a final that was refused shows the read before it no longer.
  if (kind === 'final' && !(result !== undefined && 'outcome' in result)) {
    seen.forget(employer, days);
    await forgetBlocked(context, session, employer, days);
    return result;
  }
  const month = seenMonth(view, result, context);
  seen.remember(employer, days, month);
  if (effect === 'write') await keepMonth(context, session, employer, { days, month, inputs });
  return result;
}

/** Reads several employers, one after the other. An employer that fails does not stop the others. */
function startReadAll(
  services: UiServices,
  asked: Asked,
  seen: SeenMonths,
  orders: readonly z.output<typeof readOrder>[],
) {
  const effect = services.isReadOnly ? 'check' : 'write';
  const [first] = orders;
  const words = [
    ...[effect === 'check' ? 'check' : 'export', first?.period ?? ''],
    ...orders.flatMap(({ employer }) => ['--employer', employer]),
  ];
  const place = { employer: '', period: '' };
  return startJob(services, asked, 'read-all', place, words, async (context, session, language) => {
    for (const order of orders) {
      context.signal.throwIfAborted();
      const whole = { ...order, accept: {}, template: [], deliver: false };
      const one = { ...session, employers: [order.employer] };
      await runOrdered(context, one, language, seen, { order: whole, kind: 'read', effect });
    }
    return {};
  });
}

/** The computed run for display, even if it was blocked. */
function seenMonth(view: MonthView, result: EmployerResult | undefined, { clock }: Context): SeenMonth {
  const outcome = result !== undefined && 'outcome' in result ? result.outcome : undefined;
  const runId = outcome?.effect === 'write' ? outcome.runId : undefined;
  return { ...view, viewedAt: new Date(clock.nowMs()).toISOString(), runId };
}

export type OutcomeAnswer = NonNullable<ReturnType<typeof outcomeAnswer>>;

/** @throws the failure of a run that failed */
function outcomeAnswer(result: EmployerResult | undefined, language: Language) {
  if (result === undefined) return null;
  if ('failure' in result) throw result.failure;
  const { runId, files, deliveries = [] } = result.outcome;
  return { runId, files: files.map(fileAnswer), deliveries: localized(deliveries, language) };
}

/** Lists the late changes of a period, or creates corrections for them. */
function startCorrections(services: UiServices, asked: Asked, order: z.output<typeof correctionOrder>) {
  const { employer, final, settle, shown } = order;
  const words = orderWords(['corrections', ...(final ? ['--final'] : [])], order);
  const kind = final ? 'correct' : 'late';
  return startJob(services, asked, kind, order, words, async (context, session, language) => {
    const effect = services.isReadOnly ? 'plan' : 'write';
    const request = {
      ...requestBuilder(choicesOf(order, final), context, session, effect)(employer),
      settle: new Map(Object.entries(settle)),
      sheet: undefined,
      since: undefined,
      shown,
    };
    const writesTo = final ? session.storeFolder : undefined;
    const result = await withRunHost(context, session, { verbose: false, writesTo }, (host) =>
      correctPeriod(host, request, employer),
    );
    if ('failure' in result) throw result.failure;
    return correctionsAnswer(result.outcome, language);
  });
}

/** The page never sends a body that cannot be parsed. */
export function orderProblem(cause: unknown): unknown {
  if (!(cause instanceof z.ZodError || cause instanceof SyntaxError)) return cause;
  return new PaytallyError('USAGE', message('ui.notAsked', { name: 'body' }), { record: 'body', cause });
}
