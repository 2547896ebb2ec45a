import type { CorrectedEmployer } from '../app/actions/runPeriod.js';
import type { RunOutcome } from '../app/export/outcome.js';
import type { RunRequest } from '../app/export/runRequest.js';
import { configOf, type LoadedConfig } from '../config/config.js';
import { asFinalState } from '../domain/month/monthStatus.js';
import { commandLine, type NextCommand } from './nextCommand.js';
import type { RunOptions } from './runOptions.js';
import type { EmployerResult } from './runResults.js';

/** The command line that checks the same period. */
export function checkCommandLine({ period, config, employer, template }: RunOptions): string {
  return commandLine(['check', period], { config, employer, template });
}

/**
 * The command to run after a run without failures. If questions are open, it is the one that lists them; otherwise a
 * period can be made final, and a final can be sent if deliveries are configured.
 */
export function nextAfterRuns(
  results: readonly EmployerResult[],
  options: RunOptions,
  effect: RunRequest['effect'],
  loaded: LoadedConfig,
): NextCommand | undefined {
  const outcomes = results.flatMap((result) => ('outcome' in result ? [result.outcome] : []));
  // The demo prints its own next command.
  if (options.hint !== undefined || outcomes.length < results.length || effect === 'plan') return undefined;
  const { period, config, employer, template } = options;
  const states = outcomes.map(({ month }) => month?.state ?? 'unread');
  if (states.includes('changed'))
    return { when: 'now', command: commandLine(['corrections', period], { config, employer }) };
  const whenChanged = commandLine(['corrections', period], { config, employer, template });
  if (outcomes.length > 0 && !options.final && states.every((state) => asFinalState(state) !== undefined))
    return { when: 'once changed', command: whenChanged };
  if (effect === 'check' || !options.final) {
    if (!states.includes('blocked')) return finalCommand(options);
    return effect === 'check' ? undefined : { when: 'now', command: checkCommandLine(options) };
  }
  const [only] = outcomes;
  if (only === undefined || outcomes.length > 1) return undefined;
  return isToBeSent(only, loaded)
    ? { when: 'now', command: commandLine(['send', only.runId], { config }) }
    : { when: 'once changed', command: whenChanged };
}

/** The command with all options of the draft; undefined if a final run would need a reason. */
function finalCommand(options: RunOptions): NextCommand | undefined {
  const { period, config, employer, template, accept, out, estimateFrom, supersede } = options;
  if (accept.some((text) => !text.includes('='))) return undefined;
  const words = [
    ...['export', period, '--final'],
    ...accept.flatMap((text) => ['--accept', text]),
    ...(supersede === undefined ? [] : ['--supersede', supersede]),
    ...(estimateFrom === undefined ? [] : ['--estimate-from', estimateFrom]),
    ...(out === undefined ? [] : ['--out', out]),
  ];
  return { when: 'now', command: commandLine(words, { config, employer, template }) };
}

function isToBeSent({ employer, deliveries }: RunOutcome, loaded: LoadedConfig): boolean {
  if (deliveries === undefined) return hasDeliveries(loaded, employer);
  return deliveries.some(({ state }) => state === 'pending');
}

/** Whether deliveries are configured for an employer. */
function hasDeliveries(loaded: LoadedConfig, employerKey: string): boolean {
  return Object.keys(configOf(loaded, employerKey).deliveries).length > 0;
}

interface CorrectionOptions extends RunOptions {
  readonly since: string | undefined;
}

/**
 * After a preview: the command that writes the corrections. After writing: the command that sends them, if deliveries
 * are configured.
 */
export function nextAfterCorrections(
  corrected: readonly CorrectedEmployer[],
  options: CorrectionOptions,
  loaded: LoadedConfig,
): NextCommand | undefined {
  if (options.dryRun) return undefined;
  const { config } = options;
  if (!options.final)
    return corrected.every(
      ({ outcome: { lines, balances } }) =>
        lines.length + balances.filter(({ isLater }) => !isLater).length === 0,
    )
      ? undefined
      : finalCorrectionsCommand(options);
  const [only] = corrected;
  if (only === undefined || corrected.length > 1 || only.deliveries !== undefined) return undefined;
  const { made, employer } = only.outcome;
  if (made === undefined || !hasDeliveries(loaded, employer)) return undefined;
  return { when: 'now', command: commandLine(['send', made.runId], { config }) };
}

/** The command with all options of the preview. */
function finalCorrectionsCommand({
  period,
  config,
  employer,
  template,
  since,
  accept,
  out,
}: CorrectionOptions): NextCommand {
  const words = [
    ...['corrections', period, '--final'],
    ...(since === undefined ? [] : ['--since', since]),
    ...accept.flatMap((text) => ['--accept', text]),
    ...(out === undefined ? [] : ['--out', out]),
  ];
  return { when: 'now', command: commandLine(words, { config, employer, template }) };
}
