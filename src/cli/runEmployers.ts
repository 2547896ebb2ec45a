import { resolve } from 'node:path';
import { loadConfig } from '../config/load.js';
import type { Context } from '../context.js';
import { ExitStatus, PaytallyError } from '../errors.js';
import { ExportBlocked, type Found } from '../pipeline/gate/blocked.js';
import { outcomeJson, type RunOutcome } from '../pipeline/outcome.js';
import { STRAY_REMEDY, strayVariables } from '../pipeline/prepare/strayVariables.js';
import { runEmployer } from '../pipeline/run/runEmployer.js';
import { openRunHost, type RunHost } from '../pipeline/runHost.js';
import type { RunRequest } from '../pipeline/runRequest.js';
import type { Terminal } from '../terminal.js';
import { parseAccepted } from './acceptOption.js';
import { chosenEmployers } from './chosenEmployers.js';
import { withoutDetails } from './crashReport.js';
import { exitStatusOf, failureJson, failureText } from './failure.js';
import type { RunOptions } from './runOptions.js';
import { findingLines, findingsJson, summaryOf } from './summary.js';

/** An export only hints at what "check" lists in full. */
const SHOWN_PER_CODE = 3;

type EmployerResult =
  | { readonly outcome: RunOutcome }
  | { readonly employer: string; readonly failure: unknown };

/**
 * Runs every chosen employer, one after the other. With one employer its failure is the command's; with several a
 * failed one stands among the others and the status is that of the first failure.
 */
export async function runEmployers(
  options: RunOptions,
  context: Context,
  effect: RunRequest['effect'],
): Promise<ExitStatus> {
  const request = await requestOf(options, context, effect);
  const terminal = context.openTerminal(options);
  const keys = chosenEmployers(options.employer, Object.keys(request.loaded.config.employers));
  const host = await openRunHost(context, request.loaded, terminal, options);
  try {
    await warnOfSlips(host, request);
    if (keys.length === 1 && keys[0] !== undefined) {
      printResults(
        [{ outcome: await runEmployer(host, request, keys[0]) }],
        options,
        context,
        terminal,
        effect,
      );
      return ExitStatus.done;
    }
    const results = await runEach(host, request, keys);
    printResults(results, options, context, terminal, effect);
    return firstFailure(results);
  } finally {
    terminal.progress(undefined);
    await host.close();
  }
}

/** Variables that no template reads let it be written with its defaults. */
async function warnOfSlips({ context, terminal }: RunHost, { loaded, templates }: RunRequest): Promise<void> {
  const stray = await strayVariables(
    loaded,
    templates === 'configured' ? [] : templates,
    context.packageFolder,
  );
  for (const { message } of stray.filter(({ looksLikeSlip }) => looksLikeSlip))
    terminal.alert(`Warning: ${message}\n${STRAY_REMEDY}`);
}

async function requestOf(
  options: RunOptions,
  context: Context,
  effect: RunRequest['effect'],
): Promise<RunRequest> {
  if (options.mail) {
    throw new PaytallyError('USAGE', 'This version of paytally does not send mail yet.', {
      record: '--mail',
      remedy: 'Leave out --mail and send the files yourself.',
    });
  }
  if (options.final && options.read === 'once') {
    throw new PaytallyError('USAGE', 'A final run always reads twice.', { record: '--read once' });
  }
  const accepted = parseAccepted(options.accept, options.final);
  const loaded = await loadConfig({ path: options.config, cwd: context.cwd, env: context.env });
  return {
    loaded,
    periodText: options.period,
    state: options.final ? 'final' : 'draft',
    read: options.final ? 'twice' : (options.read ?? 'once'),
    templates: options.template.length > 0 ? options.template : 'configured',
    out: resolve(context.cwd, options.out),
    storeFolder: options.store ?? resolve(loaded.folder, loaded.config.store),
    accepted,
    effect,
  };
}

async function runEach(
  host: RunHost,
  request: RunRequest,
  keys: readonly string[],
): Promise<EmployerResult[]> {
  const results: EmployerResult[] = [];
  for (const employer of keys) {
    try {
      results.push({ outcome: await runEmployer(host, request, employer) });
    } catch (failure) {
      if (host.context.signal.aborted) throw failure;
      results.push({ employer, failure: withoutDetails(failure, host.context) });
    }
  }
  return results;
}

function firstFailure(results: readonly EmployerResult[]): ExitStatus {
  const failed = results.find((result) => 'failure' in result);
  return failed && 'failure' in failed ? exitStatusOf(failed.failure) : ExitStatus.done;
}

function printResults(
  results: readonly EmployerResult[],
  options: RunOptions,
  context: Context,
  terminal: Terminal,
  effect: RunRequest['effect'],
): void {
  for (const result of results) {
    if ('outcome' in result) {
      printFindings(result.outcome, terminal, options.json ? 'write' : effect);
      if (!options.json) terminal.result(summaryOf(result.outcome, context.cwd));
    } else {
      if (!options.json) printBlocked(result.failure, terminal, effect);
      terminal.alert(`${result.employer}: ${failureText(result.failure)}`);
    }
  }
  if (options.json)
    terminal.result(JSON.stringify({ runs: results.map((result) => resultJson(result, effect)) }));
}

/** For `check` the findings are the result; elsewhere a message that hints at them. */
function printFindings({ findings, names }: Found, terminal: Terminal, effect: RunRequest['effect']): void {
  if (findings.length === 0) return;
  if (effect === 'check') terminal.result(`${findingLines(findings, names)}\n`);
  else
    terminal.message(
      `\n${findingLines(findings, names, SHOWN_PER_CODE)}\n\n"paytally check" lists all of them.\n`,
    );
}

/** A run that the data stops has found something all the same. */
function printBlocked(failure: unknown, terminal: Terminal, effect: RunRequest['effect']): void {
  if (failure instanceof ExportBlocked && effect === 'check') printFindings(failure, terminal, effect);
}

/** `check` adds what it found to the object of the contract. */
function resultJson(result: EmployerResult, effect: RunRequest['effect']): object {
  if ('outcome' in result) {
    const { outcome } = result;
    return { ...outcomeJson(outcome), ...(effect === 'check' ? { findings: findingsJson(outcome) } : {}) };
  }
  return { employer: result.employer, state: 'failed', error: failureJson(result.failure) };
}
