import { basename } from 'node:path';
import type { Context as Call, Hono } from 'hono';
import { z } from 'zod';
import { type ActionSession, withRunHost } from '../actions/actionSession.js';
import { distinctNames, signedAmount } from '../actions/amountText.js';
import { commandLine } from '../actions/commandLine.js';
import { correctPeriod } from '../actions/correctPeriod.js';
import { appendRunLog, type EmployerResult, requestsOf, runPeriod } from '../actions/runPeriod.js';
import { type RunChoices, requestBuilder } from '../actions/runRequests.js';
import type { Context } from '../context.js';
import { payCodeLabel } from '../domain/computed/computedPeriod.js';
import { PaytallyError } from '../errors.js';
import type { CorrectionsOutcome } from '../export/correctionReport.js';
import { type MonthView, monthObserver } from '../export/monthView.js';
import { rerun } from '../export/rerun.js';
import { sendRun } from '../export/sendRun.js';
import { formatMessage, sayIn } from '../i18n/formatMessage.js';
import type { Language } from '../i18n/language.js';
import { message } from '../i18n/message.js';
import { withLedger } from '../ledger/history.js';
import { verifyStore } from '../ledger/verify.js';
import type { RunEffect } from '../run.js';
import { deliveryAnswer } from './boardRoutes.js';
import type { SeenMonths } from './months.js';
import type { CorrectionAnswer } from './page/shapes.js';
import { languageOfCall, openUiSession, refuseReadOnly, type UiServices } from './services.js';

const runOrder = z.object({
  employer: z.string(),
  period: z.string(),
  /** Code, or code and record -> reason. */
  accept: z.record(z.string(), z.string()).default({}),
  supersede: z.string().optional(),
  deliver: z.boolean().default(false),
});
type RunOrder = z.output<typeof runOrder>;

const correctionOrder = runOrder.extend({
  final: z.boolean().default(false),
  settle: z.record(z.string(), z.string()).default({}),
});
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
      const { loaded, storeFolder } = session;
      const given = { loaded, storeFolder, runId, to: undefined, again: again === undefined ? [] : [again] };
      const sent = await withRunHost(context, session, { verbose: false }, (host) =>
        withLedger(context, session, (store) => sendRun(host, store, { ...given, isDryRun: false })),
      );
      return { deliveries: sent.deliveries.map((each) => deliveryAnswer(each, language)) };
    });
  });
  app.post('/api/corrections', async (call) => startCorrections(call, services));
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
          verifyStore(store, session.loaded, order.run, context.signal),
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

type Work = (context: Context, session: ActionSession, language: Language) => Promise<unknown>;

/** Starts long work on an employer's period; the configuration is read anew. */
function startJob(
  call: Call,
  services: UiServices,
  kind: string,
  { employer, period }: { readonly employer: string; readonly period: string },
  words: readonly string[],
  work: Work,
): Response {
  const { config, jobs } = services;
  const language = languageOfCall(call, services);
  const command = commandLine(words, { config });
  const id = jobs.start({ kind, employer, period, command }, async (context) => {
    const session = await openUiSession(services, context, employer);
    return work(context, session, language);
  });
  return call.json({ id, command });
}

interface RunKind {
  readonly kind: 'read' | 'plan' | 'final';
  readonly isFinal: boolean;
  readonly effect: RunEffect;
}

function choicesOf(order: RunOrder, isFinal: boolean): RunChoices {
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

async function startCorrections(call: Call, services: UiServices): Promise<Response> {
  const order = correctionOrder.parse(await call.req.json());
  if (order.final) refuseReadOnly(services);
  const choices = { ...choicesOf(order, order.final), deliver: order.final && order.deliver };
  const settlements = Object.entries(order.settle);
  const words = [
    ...wordsOf('corrections', { ...choices, supersede: undefined }),
    ...settlements.flatMap(([line, reason]) => ['--settle', `${line}=${reason}`]),
    ...['--employer', order.employer],
  ];
  const kind = order.final ? 'correct' : 'late';
  return startJob(call, services, kind, order, words, async (context, session, language) => {
    const request = {
      ...requestBuilder(choices, context, session, 'write')(order.employer),
      ...{ settle: new Map(settlements), sheet: undefined, since: undefined },
    };
    const writesTo = order.final ? session.storeFolder : undefined;
    const result = await withRunHost(context, session, { verbose: false, writesTo }, (host) =>
      correctPeriod(host, request, order.employer),
    );
    if ('failure' in result) throw result.failure;
    const { made, lines, older, byHand } = result.outcome;
    return {
      lines: [...new Map([...lines, ...older, ...byHand].map((line) => [line.line, line])).values()].map(
        correctionAnswer(result.outcome, language),
      ),
      byHand: handAnswers(result.outcome, language),
      made:
        made === undefined
          ? null
          : { runId: made.runId, files: made.files.map(({ path }) => basename(path)) },
      deliveries: (result.deliveries ?? []).map((each) => deliveryAnswer(each, language)),
    };
  });
}

/** A line as people read it: who, which day, from what to what, why. */
function correctionAnswer({ lines, older, byHand, config, nameOf }: CorrectionsOutcome, language: Language) {
  const say = sayIn(language);
  const all = [...lines, ...older, ...byHand];
  const who = distinctNames(all.map(({ employeeId: id }) => ({ id, name: nameOf(id) })));
  const notation = { ...config, language };
  return (line: CorrectionsOutcome['lines'][number]): CorrectionAnswer => ({
    ...{ line: line.line, template: line.template, date: line.date, originalRun: line.originalRun },
    who: who(line.employeeId),
    payCode: payCodeLabel(line.payCode, config.payCodes, language),
    before: signedAmount(line.before, line.unit, notation).replace(/^\+/, ''),
    after: signedAmount(line.after, line.unit, notation).replace(/^\+/, ''),
    difference: signedAmount(line.difference, line.unit, notation),
    cause: line.causes.map((cause) => say(`terminal.cause.${cause}`)).join(', '),
  });
}

/** What is typed into payroll systems that take no corrections from a file. */
function handAnswers({ sheet, nameOf }: CorrectionsOutcome, language: Language) {
  const say = sayIn(language);
  return sheet.map((entry) => ({
    template: entry.template,
    number: entry.employeeNumber,
    who: nameOf(entry.employeeId),
    code: entry.code,
    period: entry.forPeriod,
    type: `${entry.type > 0 ? '+' : ''}${entry.type.toFixed(entry.decimals)} ${say(`terminal.unit.${entry.unit}`)}`,
  }));
}

/** What cannot be read was not sent by the page. */
export function orderProblem(failure: unknown): unknown {
  if (!(failure instanceof z.ZodError || failure instanceof SyntaxError)) return failure;
  return new PaytallyError('USAGE', message('ui.notAsked', { name: 'body' }), {
    record: 'body',
    cause: failure,
  });
}
