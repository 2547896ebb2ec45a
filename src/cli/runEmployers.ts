import { resolve } from 'node:path';
import pLimit from 'p-limit';
import { configOf, type LoadedConfig } from '../config/config.js';
import { periodIfKnown } from '../config/employerPeriod.js';
import { loadConfig } from '../config/load.js';
import type { Context } from '../context.js';
import { assertUniqueFileNames } from '../delivery/deliveredNames.js';
import { assertAnyDelivery } from '../delivery/deliveries.js';
import { parseLocalDate } from '../domain/time/localDate.js';
import { ExitStatus, PaytallyError } from '../errors.js';
import { runEmployer } from '../export/runEmployer.js';
import { openRunHost } from '../export/runHost.js';
import { STRAY_REMEDY, strayNames } from '../export/templateWarnings.js';
import type { RunHost, RunRequest } from '../run.js';
import { parseAccepted, parseStoreOlder } from './acceptOption.js';
import { afterRuns, checkLine } from './afterRuns.js';
import type { EmployerResult } from './boardText.js';
import { chosenEmployers } from './chosenEmployers.js';
import { withoutDetails } from './crashReport.js';
import { exitStatusOf, failureText } from './failureText.js';
import { tellNext } from './nextCommand.js';
import { logRuns } from './runLog.js';
import type { RunOptions } from './runOptions.js';
import { printRuns, undeliveredIn } from './runResults.js';
import { spokenTerminal } from './spokenTerminal.js';
import { storeFolderOf } from './storeFolderOf.js';
import { typedHere } from './typedHere.js';

/** What is asked of an employer. */
type RequestOf = (employerKey: string) => RunRequest;

/**
 * Runs every chosen employer, some at once. A failed one stands among the others, in the order of the configuration,
 * and the status is that of the first failure.
 * @param seen gets the results, in that order, once they are printed
 */
export async function runEmployers(
  options: RunOptions,
  context: Context,
  effect: RunRequest['effect'],
  seen?: (results: readonly EmployerResult[]) => void,
): Promise<ExitStatus> {
  refuseContradictions(options);
  const jobs = jobsOf(options.jobs);
  const loaded = await loadConfig({ path: options.config, cwd: context.cwd, env: context.env });
  const keys = chosenEmployers(options.employer, Object.keys(loaded.config.employers));
  const requestOf = requestsOf(options, context, loaded, effect);
  refuseNoDeliveries(options, loaded, keys);
  const requests = new Map(keys.map((key) => [key, requestOf(key)]));
  const everybody = Object.keys(loaded.config.employers).map((key) => [key, requestOf(key)] as const);
  if (effect !== 'check') await assertUniqueFileNames(requests, context, new Map(everybody));
  const terminal = spokenTerminal(context, options, loaded);
  const writesTo = effect === 'write' ? (options.store ?? storeFolderOf(loaded)) : undefined;
  const host = await openRunHost(context, loaded, terminal, { ...options, writesTo });
  try {
    await warnOfSlips(host, loaded, options.template);
    const results = await runEach(host, requests, jobs);
    terminal.progress(undefined);
    const listed = options.hint ?? `"${typedHere(context)(checkLine(options))}" lists all of it.`;
    printRuns(results, { options, listed, effect, cwd: context.cwd, terminal, language: loaded.language });
    tellNext(afterRuns(results, options, effect, loaded), { terminal, context, options });
    const { logFile } = loaded.config;
    if (logFile !== undefined) await logRuns(resolve(loaded.folder, logFile), results, context.clock.nowMs());
    seen?.(results);
    const failed = results.find((result) => 'failure' in result);
    if (failed !== undefined) return exitStatusOf(failed.failure);
    const undelivered = undeliveredIn(results, effect);
    if (undelivered !== undefined) terminal.alert(failureText(undelivered));
    return undelivered?.exitStatus ?? ExitStatus.done;
  } finally {
    terminal.progress(undefined);
    await host.close();
  }
}

export function refuseContradictions({ final, read, supersede }: RunOptions): void {
  if (final && read === 'once') {
    throw new PaytallyError('USAGE', 'A final run always reads twice.', { record: '--read once' });
  }
  if (supersede !== undefined && !final) {
    throw new PaytallyError('USAGE', 'Only a final run takes another one back.', {
      record: '--supersede',
      remedy: 'Add --final, or leave out --supersede.',
    });
  }
}

/** @throws PaytallyError CONFIG_INVALID */
export function refuseNoDeliveries(
  { deliver, mail }: Pick<RunOptions, 'deliver' | 'mail'>,
  loaded: LoadedConfig,
  keys: readonly string[],
): void {
  if (!deliver && !mail) return;
  assertAnyDelivery(
    keys.map((key) => configOf(loaded, key)),
    deliver ? 'all' : 'mail',
  );
}

const MOST_JOBS = 64;

/** @throws PaytallyError USAGE */
function jobsOf(text: string): number {
  const jobs = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (jobs >= 1 && jobs <= MOST_JOBS) return jobs;
  throw new PaytallyError('USAGE', `--jobs ${text}: employers at once are a number from 1 to ${MOST_JOBS}.`, {
    record: '--jobs',
  });
}

export function requestsOf(
  options: RunOptions,
  { cwd }: Context,
  loaded: LoadedConfig,
  effect: RunRequest['effect'],
): RequestOf {
  const employers = Object.keys(loaded.config.employers);
  const accepted = parseAccepted(options.accept, options.final, employers);
  const storeOlder = parseStoreOlder(options.accept, options.final, employers);
  return (employerKey) => ({
    loaded,
    periodText: options.period,
    state: options.final ? 'final' : 'draft',
    read: options.final ? 'twice' : (options.read ?? 'once'),
    templates: options.template.length > 0 ? options.template : 'configured',
    out: outFolder(options, cwd, loaded, employerKey),
    storeFolder: options.store ?? resolve(loaded.folder, loaded.config.store),
    accepted: accepted(employerKey),
    storeOlder: storeOlder(employerKey),
    supersede: options.supersede,
    ...estimatesOf(options),
    effect,
    ...deliverOf(options),
  });
}

/** @throws PaytallyError USAGE */
function estimatesOf({ estimateFrom }: RunOptions): Pick<RunRequest, 'estimateFrom'> {
  if (estimateFrom === undefined) return {};
  const date = parseLocalDate(estimateFrom);
  if (date !== undefined) return { estimateFrom: date };
  throw new PaytallyError('USAGE', `--estimate-from ${estimateFrom}: this is not a day.`, {
    record: estimateFrom,
    remedy: 'Write the day as YYYY-MM-DD.',
  });
}

function deliverOf({ deliver, mail }: RunOptions): Pick<RunRequest, 'deliver'> {
  return deliver || mail ? { deliver: { kind: deliver ? 'all' : 'mail' } } : {};
}

const OUT = './out';

/** What the command line says, else the configuration; both relative to where they are said. */
export function outFolder(
  { out }: Pick<RunOptions, 'out'>,
  cwd: string,
  loaded: LoadedConfig,
  employerKey: string,
): string {
  if (out !== undefined) return resolve(cwd, out);
  const configured = configOf(loaded, employerKey).out;
  return configured === undefined ? resolve(cwd, OUT) : resolve(loaded.folder, configured);
}

/** Variables that no template reads let it be written with its defaults. */
async function warnOfSlips(
  { context, terminal }: RunHost,
  loaded: LoadedConfig,
  templates: readonly string[],
): Promise<void> {
  const stray = await strayNames(loaded, templates, context.packageFolder);
  for (const { message } of stray.filter(({ looksLikeSlip }) => looksLikeSlip))
    terminal.alert(`Warning: ${message}\n${STRAY_REMEDY}`);
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
        const state = () => `${done} of ${requests.size} done, ${key}`;
        const result = await runOne(requests.size === 1 ? host : withState(host, state), request, key);
        done += 1;
        return result;
      }),
    ),
  );
  if (host.context.signal.aborted) throw host.context.signal.reason;
  return results;
}

/** With several employers the progress line says whose it is, and how many are done. */
function withState(host: RunHost, state: () => string): RunHost {
  const progress = (text: string | undefined) =>
    host.terminal.progress(text === undefined ? undefined : `${state()}: ${text}`);
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
      failure: withoutDetails(failure, host.context),
      period: host.periods.get(employer) ?? periodIfKnown(question),
    };
  }
}
