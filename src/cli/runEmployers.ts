import { appendFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import pLimit from 'p-limit';
import { configOf, type LoadedConfig } from '../config/config.js';
import { periodIfKnown } from '../config/employerPeriod.js';
import type { Context } from '../context.js';
import { assertUniqueFileNames } from '../delivery/deliveredNames.js';
import { ExitStatus, PaytallyError } from '../errors.js';
import { ExportBlocked } from '../export/exportBlocked.js';
import { runEmployer } from '../export/runEmployer.js';
import { STRAY_REMEDY, strayNames } from '../export/templateWarnings.js';
import { sayIn } from '../i18n/formatMessage.js';
import type { Language } from '../i18n/language.js';
import { type AnyMessage, message, type Text } from '../i18n/message.js';
import { countByCode, type RunHost, type RunRequest } from '../run.js';
import type { Terminal } from '../runtime/terminal.js';
import { openSession, withRunHost } from './commandSession.js';
import { exitStatusOf, failureJson, failureText, toReportable } from './failure.js';
import { localCommand, type NextCommand, suggestNextCommand } from './nextCommand.js';
import { checkCommandLine, nextAfterRuns } from './nextStep.js';
import { numberWithin } from './numberWithin.js';
import { type RunOptions, refuseContradictions, refuseNoDeliveries, requestBuilder } from './runOptions.js';
import { deliveriesOf, type EmployerResult, printRuns } from './runResults.js';
import { deliveryFailure } from './summary.js';

/**
 * Runs every chosen employer, some at once. A failed one stands among the others, in the order of the configuration,
 * and the status is that of the first failure.
 * @param onResults gets the results, in that order, once they are printed, and the terminal of the session
 */
export async function runEmployers(
  options: RunOptions,
  context: Context,
  effect: RunRequest['effect'],
  onResults?: (results: readonly EmployerResult[], terminal: Terminal) => void,
): Promise<ExitStatus> {
  refuseContradictions(options);
  const jobs = numberWithin(options.jobs, JOBS);
  const session = await openSession(options, context);
  const { loaded, employers, terminal } = session;
  const buildRequest = requestBuilder(options, context, session, effect);
  refuseNoDeliveries(options, loaded, employers);
  const requests = new Map(employers.map((key) => [key, buildRequest(key)]));
  const all = new Map(Object.keys(loaded.config.employers).map((key) => [key, buildRequest(key)]));
  if (effect !== 'check') await assertUniqueFileNames(requests, context, all);
  const writesTo = effect === 'write' ? (options.store ?? session.storeFolder) : undefined;
  return withRunHost(context, session, { ...options, writesTo }, async (host) => {
    await warnOfUnusedKeys(host, loaded, options.template);
    const results = await runEach(host, requests, jobs);
    terminal.progress(undefined);
    const next = nextAfterRuns(results, options, effect, loaded);
    const { language } = loaded;
    const listAll = options.hint ?? listAllText(next, options, context, language);
    printRuns(results, { options, listAll, effect, cwd: context.cwd, terminal, language });
    suggestNextCommand(next, { terminal, context, options });
    const { logFile } = loaded.config;
    if (logFile !== undefined)
      await appendRunLog(resolve(loaded.folder, logFile), results, context.clock.nowMs());
    onResults?.(results, terminal);
    const failed = results.find((result) => 'failure' in result);
    if (failed !== undefined) return exitStatusOf(failed.failure);
    const undelivered = effect === 'write' ? deliveryFailure(deliveriesOf(results)) : undefined;
    if (undelivered !== undefined) terminal.alert(failureText(undelivered, language));
    return undelivered?.exitStatus ?? ExitStatus.done;
  });
}

/** Which command lists the findings; nothing where it is the next command. */
function listAllText(
  next: NextCommand | undefined,
  options: RunOptions,
  context: Context,
  language: Language,
): string | undefined {
  const command = checkCommandLine(options);
  if (next?.command === command) return undefined;
  return sayIn(language)('terminal.listAll', { command: localCommand(context, command) });
}

const JOBS = { option: '--jobs', min: 1, max: 64 };

/** Templates use the defaults of variables that a misspelt key does not set. */
async function warnOfUnusedKeys(
  { context, terminal }: RunHost,
  loaded: LoadedConfig,
  templates: readonly string[],
): Promise<void> {
  const stray = await strayNames(loaded, templates, context.packageFolder);
  for (const { text } of stray.filter(({ looksLikeSlip }) => looksLikeSlip))
    terminal.alert(message('terminal.warning', { text, remedy: STRAY_REMEDY }));
}

/** @throws what interrupts the command; everything else is a result */
async function runEach(
  host: RunHost,
  requests: ReadonlyMap<string, RunRequest>,
  jobs: number,
): Promise<EmployerResult[]> {
  const atOnce = pLimit(jobs);
  let done = 0;
  const results = await Promise.all(
    [...requests].map(([key, request]) =>
      atOnce(async () => {
        const prefixed = (text: Text) =>
          message('terminal.progressOfMany', { done, all: requests.size, employer: key, text });
        const own = requests.size === 1 ? host : withProgressPrefix(host, prefixed);
        const result = await runOne(own, request, key);
        done += 1;
        return result;
      }),
    ),
  );
  if (host.context.signal.aborted) throw host.context.signal.reason;
  return results;
}

/** With several employers the progress line names the employer, and how many are done. */
function withProgressPrefix(host: RunHost, prefixed: (text: Text) => AnyMessage): RunHost {
  const progress = (text: string | AnyMessage | undefined) =>
    host.terminal.progress(text === undefined ? undefined : prefixed(text));
  return { ...host, terminal: { ...host.terminal, progress } };
}

async function runOne(host: RunHost, request: RunRequest, employer: string): Promise<EmployerResult> {
  try {
    host.context.signal.throwIfAborted();
    return { outcome: await runEmployer(host, request, employer) };
  } catch (failure) {
    const question = {
      periodText: request.periodText,
      config: configOf(request.loaded, employer),
      nowMs: host.context.clock.nowMs(),
    };
    return {
      employer,
      failure: toReportable(failure, host.context),
      period: host.periods.get(employer) ?? periodIfKnown(question),
    };
  }
}

/**
 * Adds a line for each run to the run log: time, employer, days and how it ended. It has no personal data.
 * @throws PaytallyError OUTPUT_NOT_WRITTEN
 */
async function appendRunLog(path: string, results: readonly EmployerResult[], nowMs: number): Promise<void> {
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
  return { employer, state: 'failed', period: days, code: failureJson(failure).code, ...exceptions };
}
