import { basename } from 'node:path';
import type { Context as Call, Hono } from 'hono';
import { z } from 'zod';
import { type ActionSession, withRunHost } from '../actions/actionSession.js';
import { commandLine } from '../actions/commandLine.js';
import {
  appendRunLog,
  type EmployerResult,
  requestsOf,
  runPeriod,
  sendStored,
} from '../actions/runPeriod.js';
import type { RunChoices } from '../actions/runRequests.js';
import type { Context } from '../context.js';
import { PaytallyError } from '../errors.js';
import { type MonthView, monthObserver } from '../export/monthView.js';
import { rerun } from '../export/rerun.js';
import { formatMessage } from '../i18n/formatMessage.js';
import type { Language } from '../i18n/language.js';
import { message } from '../i18n/message.js';
import { readHistory, withLedger } from '../ledger/history.js';
import { verifyStore } from '../ledger/verify.js';
import type { RunEffect } from '../run.js';
import { deliveryAnswer } from './boardRoutes.js';
import type { SeenMonths } from './months.js';
import { languageOfCall, openUiSession, refuseReadOnly, type UiServices } from './services.js';

export const runOrder = z.object({
  employer: z.string(),
  period: z.string(),
  /** Code, or code and record -> reason. */
  accept: z.record(z.string(), z.string()).default({}),
  supersede: z.string().optional(),
  deliver: z.boolean().default(false),
});
type RunOrder = z.output<typeof runOrder>;

const sendOrder = z.object({
  employer: z.string(),
  period: z.string(),
  run: z.string(),
  again: z.string().optional(),
});
const acceptOrder = z.object({
  ...{ employer: z.string(), from: z.string(), to: z.string() },
  accepted: z.record(z.string(), z.string()),
});
const storedOrder = z.object({ employer: z.string(), period: z.string(), run: z.string() });

/** A button's work, with the command that does the same. */
export function actionRoutes(app: Hono, services: UiServices, seen: SeenMonths): void {
  app.post('/api/read', async (call) => {
    const order = runOrder.parse(await call.req.json());
    const effect = services.isReadOnly ? 'check' : 'write';
    return startRun(call, services, seen, order, { kind: 'read', isFinal: false, effect });
  });
  app.post('/api/accept', async (call) => {
    const { employer, from, to, accepted } = acceptOrder.parse(await call.req.json());
    seen.accept(employer, { from, to }, new Map(Object.entries(accepted)));
    return call.json({});
  });
  app.post('/api/plan', async (call) => {
    const order = runOrder.parse(await call.req.json());
    return startRun(call, services, seen, order, { kind: 'plan', isFinal: true, effect: 'plan' });
  });
  app.post('/api/final', async (call) => {
    refuseReadOnly(services);
    const order = runOrder.parse(await call.req.json());
    return startRun(call, services, seen, order, { kind: 'final', isFinal: true, effect: 'write' });
  });
  app.post('/api/send', async (call) => {
    refuseReadOnly(services);
    const order = sendOrder.parse(await call.req.json());
    const { run: runId, again } = order;
    const words = ['send', runId, ...(again === undefined ? [] : ['--again', again])];
    return startJob(call, services, 'send', order, words, async (context, session, language) => {
      const choices = { runId, again: again === undefined ? [] : [again] };
      const sent = await withRunHost(context, session, { verbose: false }, (host) =>
        sendStored(host, session, choices),
      );
      return { deliveries: sent.deliveries.map((each) => deliveryAnswer(each, language)) };
    });
  });
  app.post('/api/verify', async (call) => {
    const order = storedOrder.parse(await call.req.json());
    return startJob(
      call,
      services,
      'verify',
      order,
      ['verify', order.run],
      async (context, session, language) => {
        const { verified } = await withLedger(context, session, (store) =>
          verifyStore(store, session.loaded, { runId: order.run }, context.signal),
        );
        const problems = verified.flatMap((run) => run.problems);
        const shown = problems.map(
          ({ what, path }) => `${formatMessage(what, language)}${path ? ` ${path}` : ''}`,
        );
        return { isOk: verified.every(({ ok }) => ok), problems: shown };
      },
    );
  });
  app.post('/api/rerun', async (call) => {
    refuseReadOnly(services);
    const order = storedOrder.parse(await call.req.json());
    const folder = `rerun-${order.run}`;
    const words = ['rerun', order.run, '--out', folder];
    return startJob(call, services, 'rerun', order, words, async (context, session) => {
      const out = `${context.cwd}/${folder}`;
      const { loaded } = session;
      const { packageFolder } = context;
      const made = await withLedger(context, session, (store) =>
        rerun({ context }, store, order.run, { loaded, packageFolder, out }),
      );
      const known = new Set(made.recorded.map(({ sha256 }) => sha256));
      const files = made.outcome.files.map(({ path, sha256 }) => ({
        name: basename(path),
        isSame: known.has(sha256),
      }));
      return { folder: out, files };
    });
  });
}

export type JobWork = (context: Context, session: ActionSession, language: Language) => Promise<unknown>;

/** Starts long work on an employer's period; the configuration is read again. */
export function startJob(
  call: Call,
  services: UiServices,
  kind: string,
  { employer, period }: { readonly employer: string; readonly period: string },
  words: readonly string[],
  work: JobWork,
): Response {
  const { config, jobs } = services;
  const language = languageOfCall(call, services);
  const command = commandLine(words, { config });
  const id = jobs.start({ kind, employer, period, command }, async (context) => {
    const session = await openUiSession(services, context, employer);
    const sinceMs = context.clock.nowMs();
    return work(context, session, language).catch(async (failure: unknown) => {
      if (!context.signal.aborted || services.context.signal.aborted) throw failure;
      throw await cancelledWork(services, session, employer, sinceMs);
    });
  });
  return call.json({ id, command });
}

/** What stands after work was cancelled: nothing of a run, or all of it, with deliveries that were not sent. */
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

interface RunKind {
  readonly kind: 'read' | 'plan' | 'final';
  readonly isFinal: boolean;
  readonly effect: RunEffect;
}

export function choicesOf(order: RunOrder, isFinal: boolean): RunChoices {
  return {
    period: order.period,
    final: isFinal,
    template: [],
    accept: Object.entries(order.accept).map(([key, reason]) => `${key}=${reason}`),
    supersede: isFinal ? order.supersede : undefined,
    deliver: isFinal && order.deliver,
    mail: false,
  };
}

/** The words of the command line that says the same. */
export function wordsOf(
  command: string,
  { period, final, accept, supersede, deliver }: RunChoices,
): string[] {
  return [
    ...[command, period, ...(final ? ['--final'] : [])],
    ...accept.flatMap((each) => ['--accept', each]),
    ...(supersede === undefined ? [] : ['--supersede', supersede]),
    ...(deliver ? ['--deliver'] : []),
  ];
}

function startRun(
  call: Call,
  services: UiServices,
  seen: SeenMonths,
  order: RunOrder,
  { kind, isFinal, effect }: RunKind,
): Response {
  const choices = choicesOf(order, isFinal);
  const words = [
    ...wordsOf(effect === 'check' ? 'check' : 'export', choices),
    ...(effect === 'plan' ? ['--dry-run'] : []),
    ...['--employer', order.employer],
  ];
  return startJob(call, services, kind, order, words, async (context, session, language) => {
    let view: Omit<MonthView, 'accepted'> | undefined;
    const observer = await monthObserver(context.packageFolder, language, (given) => {
      view = given;
    });
    const requests = await requestsOf(choices, context, session, effect);
    const writesTo = effect === 'write' ? session.storeFolder : undefined;
    const results = await withRunHost(context, session, { verbose: false, writesTo }, async (host) => {
      const done = await runPeriod({ ...host, observer }, session, requests, { templates: [], jobs: 1 });
      await appendRunLog(session, done, context.clock.nowMs());
      return done;
    });
    const [result] = results;
    if (kind === 'read' && view !== undefined) rememberView(seen, order, view, result, context);
    if (kind === 'final' && view !== undefined) seen.forget(order.employer, view.found.period);
    return outcomeAnswer(result, language);
  });
}

/** What was seen is shown from now on, also where the run was blocked. Of a final the store knows all. */
function rememberView(
  seen: SeenMonths,
  { employer, accept }: RunOrder,
  view: Omit<MonthView, 'accepted'>,
  result: EmployerResult | undefined,
  { clock }: Context,
): void {
  const { from = '', to = '' } = view.found.period ?? {};
  const outcome = result !== undefined && 'outcome' in result ? result.outcome : undefined;
  const runId = outcome?.effect === 'write' ? outcome.runId : undefined;
  const viewedAt = new Date(clock.nowMs()).toISOString();
  seen.remember(
    employer,
    { from, to },
    { ...view, accepted: new Map(Object.entries(accept)), viewedAt, runId },
  );
}

/** @throws the failure of a run that failed */
function outcomeAnswer(result: EmployerResult | undefined, language: Language) {
  if (result === undefined) return null;
  if ('failure' in result) throw result.failure;
  const { runId, files, deliveries = [], control } = result.outcome;
  return {
    runId,
    files: files.map(({ path, template, rows, bytes, sha256 }) => ({
      ...{ name: basename(path), template, rows, bytes, sha256 },
    })),
    deliveries: deliveries.map((each) => deliveryAnswer(each, language)),
    control,
  };
}

/** What cannot be read was not sent by the page. */
export function orderProblem(failure: unknown): unknown {
  if (!(failure instanceof z.ZodError || failure instanceof SyntaxError)) return failure;
  return new PaytallyError('USAGE', message('ui.notAsked', { name: 'body' }), {
    record: 'body',
    cause: failure,
  });
}
