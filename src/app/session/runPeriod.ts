import { appendFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import pLimit from 'p-limit';
import { configOf, type LoadedConfig } from '../../config/config.js';
import { periodIfKnown } from '../../config/employerPeriod.js';
import type { Context } from '../../context.js';
import type { DeliveryStatus } from '../../delivery/deliveryStatus.js';
import { countByCode } from '../../domain/exceptions/finding.js';
import type { Period } from '../../domain/period/period.js';
import { PaytallyError } from '../../errors.js';
import { type AnyMessage, message, type Text } from '../../i18n/message.js';
import { factsOf, toReportable } from '../../runtime/failureFacts.js';
import { InterruptedAfterWriting } from '../../runtime/interruption.js';
import type { Terminal } from '../../runtime/terminal.js';
import { correctEmployer } from '../corrections/correctEmployer.js';
import type { CorrectionsOutcome } from '../corrections/correctionReport.js';
import type { CorrectionsRequest } from '../corrections/correctionScope.js';
import { ExportBlocked } from '../export/exportBlocked.js';
import type { RunObserver } from '../export/monthView.js';
import type { RunOutcome } from '../export/outcome.js';
import { announceRun, runEmployer } from '../export/runEmployer.js';
import type { RunHost } from '../export/runHost.js';
import type { RunRequest } from '../export/runRequest.js';
import { STRAY_REMEDY, unusedKeys } from '../export/templateWarnings.js';
import { assertUniqueFileNames } from '../export/uniqueFileNames.js';
import { findHistoryRun, withLedger } from '../ledger/history.js';
import { type SendHost, type SendOrder, type SentRun, sendRun } from '../storedRuns/sendRun.js';
import type { ActionSession } from './openSession.js';
import { type RunChoices, refuseContradictions, refuseNoDeliveries, requestBuilder } from './runRequests.js';

/** An employer whose run failed. */
export interface FailedEmployer {
  readonly employer: string;
  readonly failure: unknown;
  /** Undefined if the requested days are not known. */
  readonly period: Period | undefined;
}

/** How an employer's run ended. */
export type EmployerResult = { readonly outcome: RunOutcome } | FailedEmployer;

/** The request for each employer. @throws PaytallyError USAGE, EMPLOYER_UNKNOWN, DELIVERY_UNKNOWN, CONFIG_INVALID */
export async function requestsOf(
  choices: RunChoices,
  context: Context,
  session: ActionSession,
  effect: RunRequest['effect'],
): Promise<ReadonlyMap<string, RunRequest>> {
  refuseContradictions(choices);
  const { loaded, employers } = session;
  const buildRequest = requestBuilder(choices, context, session, effect);
  refuseNoDeliveries(choices, loaded, employers);
  const requests = new Map(employers.map((key) => [key, buildRequest(key)]));
  const all = new Map(Object.keys(loaded.config.employers).map((key) => [key, buildRequest(key)]));
  if (effect !== 'check') await assertUniqueFileNames(requests, context, all);
  return requests;
}

interface RunOptions {
  /** Those of the command line, for misspelt keys of the configuration. */
  readonly templates: readonly string[];
  /** The most employers at once. */
  readonly jobs: number;
  readonly observer?: RunObserver;
}

/**
 * Runs all requested employers, several at once. The results are in the order of the requests and include failures.
 * @throws the error that interrupts the action before any run is completed
 */
export async function runPeriod(
  host: RunHost,
  { loaded }: Pick<ActionSession, 'loaded'>,
  requests: ReadonlyMap<string, RunRequest>,
  { templates, jobs, observer }: RunOptions,
): Promise<EmployerResult[]> {
  await warnOfUnusedKeys(host.context, host.terminal, loaded, templates);
  const atOnce = pLimit(jobs);
  let done = 0;
  const results = await Promise.all(
    [...requests].map(([key, request]) =>
      atOnce(async () => {
        const prefixed = (text: Text) =>
          message('terminal.progressOfMany', { done, all: requests.size, employer: key, text });
        const terminal = requests.size === 1 ? host.terminal : withProgressPrefix(host.terminal, prefixed);
        const result = await runOne({ ...host, terminal }, request, key, observer);
        done += 1;
        return result;
      }),
    ),
  );
  throwIfNothingDone(host.context.signal, results);
  return results;
}

/** A misspelt key sets no variable, so templates use its default. */
async function warnOfUnusedKeys(
  { packageFolder }: Pick<Context, 'packageFolder'>,
  terminal: Pick<Terminal, 'alert'>,
  loaded: LoadedConfig,
  templates: readonly string[],
): Promise<void> {
  const stray = await unusedKeys(loaded, templates, packageFolder);
  for (const { text } of stray.filter(({ looksLikeSlip }) => looksLikeSlip))
    terminal.alert(message('terminal.warning', { text, remedy: STRAY_REMEDY }));
}

/** With several employers, the progress line shows the employer and the number of finished ones. */
function withProgressPrefix(terminal: Terminal, prefixed: (text: Text) => AnyMessage): Terminal {
  const progress = (text: string | AnyMessage | undefined) =>
    terminal.progress(text === undefined ? undefined : prefixed(text));
  return { ...terminal, progress };
}

/** @throws the reason of an interruption before which no employer's run was completed */
export function throwIfNothingDone(signal: AbortSignal, results: readonly (FailedEmployer | object)[]): void {
  const isNothing = results.every(
    (result) => 'failure' in result && !(result.failure instanceof InterruptedAfterWriting),
  );
  if (signal.aborted && isNothing) throw signal.reason;
}

/** After an interruption, its reason instead of what it caused. */
function reportable(failure: unknown, context: Context): unknown {
  const isCaused = context.signal.aborted && !(failure instanceof InterruptedAfterWriting);
  return toReportable(isCaused ? context.signal.reason : failure, context);
}

async function runOne(
  host: RunHost,
  request: RunRequest,
  employer: string,
  observer: RunObserver | undefined,
): Promise<EmployerResult> {
  try {
    host.context.signal.throwIfAborted();
    const outcome = await runEmployer(host, request, employer, observer);
    if (outcome.effect === 'write') assertSent(host.context.signal, outcome.runId, outcome.deliveries);
    return { outcome };
  } catch (failure) {
    const question = {
      periodText: request.periodText,
      config: configOf(request.loaded, employer),
      nowMs: host.context.clock.nowMs(),
    };
    return {
      employer,
      failure: reportable(failure, host.context),
      period: host.periods.get(employer) ?? periodIfKnown(question),
    };
  }
}

/**
 * Adds a line for each run to the run log: time, employer, days and how it ended. It has no personal data.
 * @throws PaytallyError OUTPUT_NOT_WRITTEN
 */
export async function appendRunLog(
  { loaded }: ActionSession,
  results: readonly EmployerResult[],
  nowMs: number,
): Promise<void> {
  const { logFile } = loaded.config;
  if (logFile === undefined) return;
  const path = resolve(loaded.folder, logFile);
  const at = new Date(nowMs).toISOString();
  const lines = results.map((result) => `${JSON.stringify({ at, ...logEntry(result) })}\n`);
  try {
    await appendFile(path, lines.join(''), { mode: 0o600 });
  } catch (cause) {
    const text = message('commands.runLogNotWritten', { path });
    throw new PaytallyError('OUTPUT_NOT_WRITTEN', text, { record: 'logFile', cause });
  }
}

function logEntry(result: EmployerResult): object {
  if ('outcome' in result) {
    const { runId, employer, effect, state, period, files, findings, requests } = result.outcome;
    const days = { from: period.from, to: period.to };
    const names = files.map(({ path, sha256 }) => ({ path, sha256 }));
    return {
      runId,
      employer,
      effect,
      state,
      period: days,
      files: names,
      exceptions: countByCode(findings),
      requests,
    };
  }
  const { employer, period, failure } = result;
  const exceptions =
    failure instanceof ExportBlocked ? { exceptions: countByCode(failure.found.findings) } : {};
  const days = period === undefined ? null : { from: period.from, to: period.to };
  return { employer, state: 'failed', period: days, code: factsOf(failure).code, ...exceptions };
}

/** Sends the deliveries of a stored run, and shows this work to other processes. @throws as `sendRun` */
export function sendStored(
  host: SendHost,
  place: Pick<ActionSession, 'loaded' | 'storeFolder'>,
  choices: Pick<SendOrder, 'runId'> &
    Partial<Pick<SendOrder, 'to' | 'again' | 'isDryRun' | 'isPlanned' | 'toCurrent'>>,
): Promise<SentRun> {
  const order = { to: undefined, again: [], isDryRun: false, ...place, ...choices };
  return withLedger(
    host.context,
    place,
    (store) => {
      const work = () => sendRun(host, store, order);
      if (order.isDryRun) return work();
      const { employer, period } = findHistoryRun(store, order.runId);
      const periodText = `${period.from}..${period.to}`;
      return announceRun(
        host.context,
        { ...place, state: 'final', periodText, kind: 'send' },
        employer,
        work,
      );
    },
    { writes: true, runId: order.runId },
  );
}

/** Corrections of an employer that were listed or made. */
export interface CorrectedEmployer {
  readonly outcome: CorrectionsOutcome;
  /** Undefined if no deliveries were requested. */
  readonly deliveries: readonly DeliveryStatus[] | undefined;
}

/** Lists or makes the corrections of an employer, and sends them like its finals. */
export async function correctPeriod(
  host: RunHost,
  request: CorrectionsRequest,
  employer: string,
): Promise<CorrectedEmployer | FailedEmployer> {
  const { context } = host;
  try {
    const outcome = await correctEmployer(host, request, employer);
    return { outcome, deliveries: await deliver(host, request, outcome) };
  } catch (failure) {
    const config = configOf(request.loaded, employer);
    const period = periodIfKnown({ periodText: request.periodText, config, nowMs: context.clock.nowMs() });
    return { employer, period, failure: reportable(failure, host.context) };
  }
}

/** An employer's corrections are delivered like its finals: what was planned with them is sent. */
async function deliver(
  host: SendHost,
  { deliver: choice, loaded, storeFolder }: CorrectionsRequest,
  { made }: CorrectionsOutcome,
): Promise<readonly DeliveryStatus[] | undefined> {
  if (choice === undefined || made === undefined) return undefined;
  const sent = await sendStored(host, { loaded, storeFolder }, { runId: made.runId, isPlanned: true });
  assertSent(host.context.signal, made.runId, sent.deliveries);
  return sent.deliveries;
}

/** @throws InterruptedAfterWriting if Ctrl-C stopped a delivery of the run */
function assertSent(signal: AbortSignal, run: string, deliveries: readonly DeliveryStatus[] = []): void {
  if (signal.aborted && deliveries.some(({ state }) => state !== 'sent'))
    throw new InterruptedAfterWriting(message('delivery.interrupted', { run }));
}
