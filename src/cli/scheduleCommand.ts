import { resolve } from 'node:path';
import { loadConfig } from '../config/load.js';
import type { Context } from '../context.js';
import { parseStamp } from '../domain/time/stamp.js';
import { ExitStatus, PaytallyError } from '../errors.js';
import { outcomeJson } from '../export/outcome.js';
import { openRunHost } from '../export/runHost.js';
import { stampText } from '../i18n/dateText.js';
import type { Language } from '../i18n/language.js';
import { message } from '../i18n/message.js';
import { translated } from '../i18n/messages/messages.js';
import { datesText, terminalTexts } from '../i18n/text.js';
import type { RunOutcome } from '../run.js';
import { shown } from '../runtime/outsideText.js';
import type { Terminal } from '../runtime/terminal.js';
import { eventLine, logTerminal } from '../schedule/eventLine.js';
import { keepSchedules, type ScheduleEvent, type ScheduleOrder } from '../schedule/keepSchedules.js';
import { type ListedTime, listTimes } from '../schedule/listTimes.js';
import { buildUnits, UNIT_KINDS, writeUnits } from '../schedule/serviceUnits.js';
import {
  booleanOption,
  CONFIG_OPTION,
  choice,
  command,
  EMPLOYER_OPTION,
  OUTPUT_OPTIONS,
  optionalText,
  type ParsedOptions,
} from './command.js';
import { openSession, withRunHost } from './commandSession.js';
import { exitStatusOf, failureJson } from './failure.js';
import { outFolder } from './runOptions.js';
import { deliveryFailure, runSummary } from './summary.js';
import { printable, tableWithin } from './terminalText.js';

const PARAMETERS = {
  ...CONFIG_OPTION,
  action: choice(['list', 'print', 'run'], 'list', 'What to do'),
  target: { choices: UNIT_KINDS, describe: 'print: for what; default: all of them' },
  ...EMPLOYER_OPTION,
  from: optionalText('list: times after this instant; default: now'),
  count: optionalText('list: so many in all; default: ten of each'),
  due: booleanOption('run: what is due now, then end'),
  out: optionalText(
    'run: folder for the files; default: that of the configuration, else ./out; print: folder that gets the units',
  ),
  log: choice(['text', 'json'], 'text', 'run: form of the log'),
  ...OUTPUT_OPTIONS,
};

type ScheduleOptions = ParsedOptions<typeof PARAMETERS>;

export const scheduleCommand = command({
  usage: 'schedule [action] [target]',
  describe: 'Show the runs by the clock, print units that start them, or carry them out',
  examples: [
    ['$0 schedule list', 'The next ten times of each schedule, in local time'],
    ['$0 schedule run --due', 'Carries out what is due, and ends'],
    ['$0 schedule run --log json', 'Stays, and carries everything out itself'],
    ['$0 schedule print systemd', 'Units that start "schedule run --due" every quarter of an hour'],
    ['$0 schedule print systemd --out /etc/systemd/system', 'The same, where systemd looks for them'],
  ],
  json: 'of list { "times": [{ "name", "employer", "at", "period" }] }, of print { "units" }, of run { "runs" } as "export" does',
  parameters: PARAMETERS,
  run: async (options, context) => {
    const actions = { list: printTimes, print: printUnits, run: runSchedules };
    return actions[options.action](options, context);
  },
});

/** The next times: with --count so many of all together, without it the next ten of each. */
async function printTimes(options: ScheduleOptions, context: Context): Promise<ExitStatus> {
  const afterEpoch =
    options.from === undefined
      ? Math.floor(context.clock.nowMs() / 1000)
      : parseInstant(options.from, '--from');
  const count = options.count === undefined ? undefined : parseCount(options.count);
  const session = await openSession(options, context);
  const { loaded, storeFolder, employers } = session;
  const terminal = context.openTerminal(options);
  return withRunHost(context, { loaded, terminal }, options, async (host) => {
    const times = await listTimes(host, { loaded, storeFolder, employers }, afterEpoch, count);
    terminal.result(
      options.json ? JSON.stringify({ times }) : timesTable(times, loaded.language, terminal.width),
    );
    return ExitStatus.done;
  });
}

function timesTable(times: readonly ListedTime[], language: Language, width: number | undefined): string {
  if (times.length === 0) return translated('The configuration has no schedule.', language);
  const say = terminalTexts(language);
  const rows = times.map(({ name, employer, at, period }) => [
    stampText(language, at),
    printable(employer),
    printable(name),
    datesText(period, language),
  ]);
  return tableWithin([[say('at'), say('employer'), say('schedule'), say('period')], ...rows], width);
}

/** Epoch seconds of an instant on the command line. @throws PaytallyError USAGE */
function parseInstant(text: string, option: string): number {
  const stamp = parseStamp(text);
  if (typeof stamp !== 'string') return stamp.epochSeconds;
  throw new PaytallyError('USAGE', message('schedule.notAnInstant', { option, text: shown(text) }), {
    record: option,
  });
}

const MAX_TIMES = 10_000;

/** @throws PaytallyError USAGE */
function parseCount(text: string): number {
  const count = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= MAX_TIMES) return count;
  throw new PaytallyError('USAGE', `--count takes a number from 1 to ${MAX_TIMES}, not "${text}".`, {
    record: '--count',
  });
}

/** The units for one program, or for all, each under the name of its file. */
async function printUnits(options: ScheduleOptions, context: Context): Promise<ExitStatus> {
  const loaded = await loadConfig({ path: options.config, cwd: context.cwd, env: context.env });
  const kinds = options.target === undefined ? UNIT_KINDS : [options.target];
  const units = await buildUnits(loaded, kinds);
  const terminal = context.openTerminal(options);
  if (options.out !== undefined) await writeUnits(units, resolve(context.cwd, options.out), loaded.folder);
  if (options.json) terminal.result(JSON.stringify({ units }));
  else if (options.out !== undefined)
    terminal.result(units.map(({ name, use }) => `${name}: ${use}`).join('\n'));
  else if (units.length === 1 && units[0] !== undefined) terminal.result(units[0].text.trimEnd());
  else
    terminal.result(
      units
        .map(({ name, use, text }) => `# ${name}\n# ${use}\n${text}`)
        .join('\n')
        .trimEnd(),
    );
  const isBare = units.length === 1 && options.out === undefined;
  for (const { name, use } of isBare ? units : []) terminal.message(`${name}: ${use}`);
  return ExitStatus.done;
}

/** With --due what is due now, and then the end; without it until the program is asked to end, which is no failure. */
async function runSchedules(options: ScheduleOptions, context: Context): Promise<ExitStatus> {
  const session = await openSession({ ...options, progress: false }, context);
  const { loaded, storeFolder, terminal } = session;
  const host = await openRunHost(
    context,
    loaded,
    logTerminal(terminal, options, () => context.clock.nowMs()),
    {
      ...options,
      writesTo: storeFolder,
    },
  );
  const outcomes: RunOutcome[] = [];
  const failures: PaytallyError[] = [];
  const onEvent = (event: ScheduleEvent) => {
    terminal.alert(eventLine(event, options.log, context.clock.nowMs()));
    // A process that stays would collect them for ever.
    if (!options.due) return;
    if (event.kind === 'done') outcomes.push(event.outcome);
    if (event.kind === 'waiting' || event.kind === 'failed') failures.push(event.failure);
  };
  const order: ScheduleOrder = {
    loaded,
    employers: session.employers,
    storeFolder,
    outOf: (employer) => outFolder(options, context.cwd, loaded, employer),
    until: options.due ? 'nothing-is-due' : 'stopped',
    stateFile: resolve(storeFolder, 'schedule.json'),
    onEvent,
  };
  try {
    await keepSchedules(host, order);
  } catch (failure) {
    if (!context.signal.aborted) throw failure;
    onEvent({ kind: 'stopped' });
    return ExitStatus.done;
  } finally {
    await host.close();
  }
  return options.due ? printDueResult(outcomes, failures, options, context, terminal) : ExitStatus.done;
}

function printDueResult(
  outcomes: readonly RunOutcome[],
  failures: readonly PaytallyError[],
  { json }: ScheduleOptions,
  context: Context,
  terminal: Terminal,
): ExitStatus {
  const failure = failures[0] ?? deliveryFailure(outcomes.flatMap(({ deliveries = [] }) => deliveries));
  const error = failure === undefined ? {} : { error: failureJson(failure) };
  if (json) terminal.result(JSON.stringify({ ...error, runs: outcomes.map(outcomeJson) }));
  else for (const outcome of outcomes) terminal.result(runSummary(outcome, context.cwd));
  return failure === undefined ? ExitStatus.done : exitStatusOf(failure);
}
