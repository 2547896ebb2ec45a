import type { RunOutcome } from '../app/export/outcome.js';
import type { RunRequest } from '../app/export/runRequest.js';
import { compareUrgency, nextStepCommand, nextStepText } from '../app/ledger/stepOfMonth.js';
import { type BoardLine, waitingName } from '../app/schedule/board.js';
import type { CorrectedEmployer } from '../app/session/runPeriod.js';
import { SAMPLE_MONTH } from '../app/setup/sampleExport.js';
import { configOf, type LoadedConfig } from '../config/config.js';
import { compareText } from '../domain/collections.js';
import { asFinalState } from '../domain/month/monthStatus.js';
import { sayIn } from '../i18n/formatMessage.js';
import type { Language } from '../i18n/language.js';
import { message } from '../i18n/message.js';
import { commandLine, type NextCommand, periodArgument } from './nextCommand.js';
import type { RunOptions } from './runOptions.js';
import type { EmployerResult } from './runResults.js';

/** The line of a board that needs the next step; undefined if nothing is to do. */
export function mostUrgent(board: readonly BoardLine[]): BoardLine | undefined {
  const [urgent] = board.filter(({ step }) => step.kind !== 'done').sort(compareUrgency);
  return urgent;
}

interface ChosenEmployers {
  readonly config: string | undefined;
  readonly employer?: readonly string[];
}

/** What to do for the employer that needs it most, with the reason; of several employers, it is named. */
export function nextOfBoard(
  board: readonly BoardLine[],
  { config, employer = [] }: ChosenEmployers,
  language: Language,
): NextCommand | undefined {
  const line = mostUrgent(board);
  if (line === undefined) return undefined;
  const { step } = line;
  const isOneOfSeveral = board.length > 1;
  const who = step.kind === 'ask' ? waitingName(step.waiting, language) : '';
  const about = nextStepText(step, who);
  if (!isOneOfSeveral) {
    const words = nextStepCommand(step, periodArgument(line.period), undefined);
    const command = commandLine(words, { config, employer: words[0] === 'send' ? [] : employer });
    return { when: 'now', text: about, command };
  }
  // The newest run may be one of another employer.
  const words =
    step.kind === 'send' ? ['history'] : nextStepCommand(step, periodArgument(line.period), undefined);
  return {
    when: 'now',
    text: message('terminal.labelled', { label: line.employer, value: about }),
    command: commandLine(words, { config, employer: [line.employer] }),
  };
}

/** After a set-up step: the period that is usually next. */
export function nextCheck(
  { config: { sandbox: isPractice } }: Pick<LoadedConfig, 'config'>,
  { config, employer = [] }: ChosenEmployers,
): NextCommand {
  const period = isPractice ? SAMPLE_MONTH : 'last-month';
  return { when: 'now', command: commandLine(['check', period], { config, employer }) };
}

/** After a monitored pass: the correction of the month that changed first, otherwise the board. */
export function nextAfterMonitor(
  changed: readonly { readonly employer: string; readonly date: string }[],
  { config, employer = [] }: ChosenEmployers,
): NextCommand {
  const [first] = [...changed].sort((a, b) => compareText(a.date, b.date));
  return {
    when: 'now',
    command:
      first === undefined
        ? commandLine(['status'], { config, employer })
        : commandLine(['corrections', first.date.slice(0, 7)], { config, employer: [first.employer] }),
  };
}

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
  if (options.hint !== undefined || outcomes.length < results.length) return undefined;
  if (effect === 'plan') return replacementCommand(options);
  const { period, config, employer, template } = options;
  const states = outcomes.map(({ month }) => month?.state ?? 'unread');
  if (states.includes('changed'))
    return { when: 'now', command: commandLine(['corrections', period], { config, employer }) };
  const whenChanged = commandLine(['corrections', period], { config, employer, template });
  if (outcomes.length > 0 && !options.final && states.every((state) => asFinalState(state) !== undefined))
    return firstLaterCorrections(outcomes, options) ?? { when: 'once changed', command: whenChanged };
  if (effect === 'check' || !options.final) {
    if (!states.includes('blocked')) return finalCommand(options);
    return effect === 'check' ? undefined : { when: 'now', command: checkCommandLine(options) };
  }
  const [only] = outcomes;
  if (only === undefined) return undefined;
  if (outcomes.length > 1) return firstLaterCorrections(outcomes, options);
  if (isToBeSent(only, loaded))
    return { when: 'now', command: commandLine(['send', only.runId], { config }) };
  return laterCorrections(only, options) ?? { when: 'once changed', command: whenChanged };
}

/** `laterCorrections` of the first of some employers that has any. */
function firstLaterCorrections(
  outcomes: readonly RunOutcome[],
  { config, employer = [] }: ChosenEmployers,
): NextCommand | undefined {
  const isOne = outcomes.length === 1;
  for (const outcome of outcomes) {
    const next = laterCorrections(outcome, { config, employer: isOne ? employer : [outcome.employer] });
    if (next !== undefined) return next;
  }
  return undefined;
}

/** The corrections of the first later final that a run has moved, or that is `changed` for another reason. */
function laterCorrections(
  { laterFinals = [], month }: Pick<RunOutcome, 'laterFinals' | 'month'>,
  { config, employer = [] }: ChosenEmployers,
): NextCommand | undefined {
  const [first] = [...laterFinals, ...(month?.later ?? [])];
  if (first === undefined) return undefined;
  const words = ['corrections', periodArgument(first)] as const;
  return { when: 'now', command: commandLine(words, { config, employer }) };
}

/** After the dry run of a replacement, the same command without it; undefined for any other dry run. */
export function replacementCommand(options: RunOptions): NextCommand | undefined {
  const { final, supersede, dryRun, deliver, mail } = options;
  if (!final || !dryRun || supersede === undefined) return undefined;
  return finalCommand(options, [...(deliver ? ['--deliver'] : []), ...(mail ? ['--mail'] : [])]);
}

/** The command with all options of the draft; undefined if a final run would need a reason. */
function finalCommand(options: RunOptions, more: readonly string[] = []): NextCommand | undefined {
  const { period, config, employer, template, accept, out, estimateFrom, supersede } = options;
  if (accept.some((text) => !text.includes('='))) return undefined;
  const words = [
    ...['export', period, '--final'],
    ...accept.flatMap((text) => ['--accept', text]),
    ...(supersede === undefined ? [] : ['--supersede', supersede]),
    ...(estimateFrom === undefined ? [] : ['--estimate-from', estimateFrom]),
    ...(out === undefined ? [] : ['--out', out]),
    ...more,
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
 * are configured; otherwise the one that records amounts which are still to be entered by hand, or that corrects the
 * first later final that they have moved.
 */
export function nextAfterCorrections(
  corrected: readonly CorrectedEmployer[],
  options: CorrectionOptions,
  loaded: LoadedConfig,
): NextCommand | undefined {
  if (options.dryRun) return undefined;
  const { config } = options;
  if (!options.final)
    return corrected.every(({ outcome }) => isNothingOpen(outcome))
      ? undefined
      : finalCorrectionsCommand(options, settledByHand(corrected, loaded));
  const [only] = corrected;
  if (only === undefined || corrected.length > 1) return undefined;
  const { made, employer } = only.outcome;
  if (made === undefined) return undefined;
  if (only.deliveries !== undefined) return laterCorrections(only.outcome, options);
  if (hasDeliveries(loaded, employer))
    return { when: 'now', command: commandLine(['send', made.runId], { config }) };
  const settled = settledByHand(corrected, loaded);
  return settled.length === 0
    ? laterCorrections(only.outcome, options)
    : finalCorrectionsCommand(options, settled);
}

function isNothingOpen({ lines, byHand, balances }: CorrectedEmployer['outcome']): boolean {
  const own = balances.filter(({ isLater }) => !isLater);
  return lines.length + byHand.length + own.length === 0;
}

/** `--settle` for each payroll system whose amounts are entered by hand. */
function settledByHand(corrected: readonly CorrectedEmployer[], { language }: LoadedConfig): string[] {
  const systems = corrected.flatMap(({ outcome: { sheet } }) => sheet.map(({ template }) => template));
  const reason = sayIn(language)('terminal.corrections.entered');
  return [...new Set(systems)].flatMap((system) => ['--settle', `${system}=${reason}`]);
}

/** The command with all options of the preview. */
function finalCorrectionsCommand(
  { period, config, employer, template, since, estimateFrom, accept, out }: CorrectionOptions,
  settled: readonly string[],
): NextCommand {
  const words = [
    ...['corrections', period, '--final', ...settled],
    ...(since === undefined ? [] : ['--since', since]),
    ...(estimateFrom === undefined ? [] : ['--estimate-from', estimateFrom]),
    ...accept.flatMap((text) => ['--accept', text]),
    ...(out === undefined ? [] : ['--out', out]),
  ];
  return { when: 'now', command: commandLine(words, { config, employer, template }) };
}
