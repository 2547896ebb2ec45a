import { resolve } from 'node:path';
import type { RunOutcome } from '../app/export/outcome.js';
import { keepSchedules, type ScheduleEvent, type ScheduleOrder } from '../app/schedule/keepSchedules.js';
import { type ListedTime, listTimes } from '../app/schedule/listTimes.js';
import { withLoggedWork } from '../app/schedule/loggedWork.js';
import { buildUnits, UNIT_KINDS, type Unit, writeUnits } from '../app/schedule/serviceUnits.js';
import { openSession, withRunHost } from '../app/session/openSession.js';
import type { CorrectedEmployer } from '../app/session/runPeriod.js';
import { outFolder } from '../app/session/runRequests.js';
import { loadConfig } from '../config/load.js';
import type { Context } from '../context.js';
import type { DeliveryStatus } from '../delivery/deliveryStatus.js';
import { parseStamp } from '../domain/time/stamp.js';
import { ExitStatus, PaytallyError } from '../errors.js';
import { formatMessage, formatText, sayIn } from '../i18n/formatMessage.js';
import type { Language } from '../i18n/language.js';
import { type AnyMessage, joined, message } from '../i18n/message.js';
import { shown } from '../runtime/outsideText.js';
import { isServerUrl } from '../store/postgres/server.js';
import {
  booleanOption,
  CONFIG_OPTION,
  choice,
  command,
  EMPLOYER_OPTION,
  numberWithin,
  OUTPUT_OPTIONS,
  optionalText,
  type ParsedOptions,
} from './command.js';
import { exitStatusOf, failureJson, failureText } from './failure.js';
import { commandLine, suggestNextCommand } from './nextCommand.js';
import { namedFailure } from './runResults.js';
import { printable, tableWithin } from './terminalText.js';

const PARAMETERS = {
  ...CONFIG_OPTION,
  action: choice(['list', 'print', 'run'], 'list', 'schedule.option.action'),
  target: { choices: UNIT_KINDS, describe: 'schedule.option.target' } as const,
  ...EMPLOYER_OPTION,
  from: optionalText('schedule.option.from', 'instant'),
  count: optionalText('schedule.option.count', 'number'),
  due: booleanOption('schedule.option.due'),
  out: optionalText('schedule.option.out', 'folder'),
  listen: optionalText('option.listen', 'address'),
  log: choice(['text', 'json'], 'text', 'schedule.option.log'),
  ...OUTPUT_OPTIONS,
};

type ScheduleOptions = ParsedOptions<typeof PARAMETERS>;

export const scheduleCommand = command({
  usage: 'schedule [action] [target]',
  examples: [
    ['$0 schedule list', 'schedule.example.list'],
    ['$0 schedule run --due', 'schedule.example.due'],
    ['$0 schedule run --log json', 'schedule.example.stay'],
    ['$0 schedule run --listen 127.0.0.1:9464', 'schedule.example.listen'],
    ['$0 schedule print systemd', 'schedule.example.print'],
    ['$0 schedule print systemd --out /etc/systemd/system', 'schedule.example.printOut'],
  ],
  json: {
    list: '{ "times": [{ "name", "employer", "at", "period" }], "error"? }',
    print: '{ "units": [{ "name", "use", "text" }] }',
    run: '{ "runs": […], "error"? }',
  },
  parameters: PARAMETERS,
  run: async (options, context) => {
    const actions = { list: printTimes, print: printUnits, run: runSchedules };
    return actions[options.action](options, context);
  },
});

/** The next times: with --count this many of all together, without it the next ten of each. */
async function printTimes(options: ScheduleOptions, context: Context): Promise<ExitStatus> {
  const afterEpoch =
    options.from === undefined
      ? Math.floor(context.clock.nowMs() / 1000)
      : parseInstant(options.from, '--from');
  const count = options.count === undefined ? undefined : numberWithin(options.count, COUNT);
  const session = await openSession(options, context);
  const { loaded, storeFolder, employers } = session;
  const terminal = context.openTerminal(options);
  return withRunHost(context, { loaded, terminal }, options, async (host) => {
    const { times, failures } = await listTimes(host, { loaded, storeFolder, employers }, afterEpoch, count);
    // In the order of the configuration.
    const failed = employers.flatMap((employer) => {
      const failure = failures.get(employer);
      return failure === undefined ? [] : { employer, failure };
    });
    const [first] = failed;
    const error = first === undefined ? {} : { error: failureJson(first.failure) };
    if (options.json) terminal.result(JSON.stringify({ ...error, times }));
    else if (first === undefined || times.length > 0)
      terminal.result(timesTable(times, loaded.language, terminal.width));
    for (const each of failed)
      terminal.alert(
        employers.length === 1
          ? failureText(each.failure, loaded.language)
          : namedFailure(each, loaded.language),
      );
    const command = commandLine(['schedule', 'print'], { config: options.config });
    suggestNextCommand(times.length === 0 ? undefined : { when: 'now', command }, {
      terminal,
      context,
      options,
    });
    return first === undefined ? ExitStatus.done : exitStatusOf(first.failure);
  });
}

const HEADINGS = ['at', 'employer', 'schedule', 'period'] as const;

function timesTable(times: readonly ListedTime[], language: Language, width: number | undefined): string {
  const say = sayIn(language);
  if (times.length === 0) return say('terminal.schedule.none');
  const rows = times.map(({ name, employer, at, period: { from, to } }) => [
    say('terminal.stamp', { at }),
    printable(employer),
    printable(name),
    say('terminal.dates', { from, to }),
  ]);
  return tableWithin([HEADINGS.map((heading) => say(`terminal.heading.${heading}`)), ...rows], width);
}

/** Epoch seconds of an instant on the command line. @throws PaytallyError USAGE */
function parseInstant(text: string, option: string): number {
  const stamp = parseStamp(text);
  if (typeof stamp !== 'string') return stamp.epochSeconds;
  throw new PaytallyError('USAGE', message('schedule.notAnInstant', { option, text: shown(text) }), {
    record: option,
  });
}

const COUNT = { option: '--count', min: 1, max: 10_000 };

/** The units for one program, or for all, each under the name of its file. */
async function printUnits(options: ScheduleOptions, context: Context): Promise<ExitStatus> {
  const loaded = await loadConfig({ path: options.config, cwd: context.cwd, env: context.env });
  const kinds = options.target === undefined ? UNIT_KINDS : [options.target];
  const units = await buildUnits(loaded, kinds, context.version);
  const terminal = context.openTerminal(options);
  if (options.out !== undefined) await writeUnits(units, resolve(context.cwd, options.out), loaded.folder);
  if (options.json)
    terminal.result(
      JSON.stringify({ units: units.map((unit) => ({ ...unit, use: formatText(unit.use, 'en') })) }),
    );
  else if (options.out !== undefined)
    terminal.result(formatMessage(joined(units.map(unitMessage)), loaded.language));
  else if (units.length === 1 && units[0] !== undefined) terminal.result(units[0].text.trimEnd());
  else
    terminal.result(
      units
        .map(({ name, use, text }) => `# ${name}\n# ${formatText(use, loaded.language)}\n${text}`)
        .join('\n')
        .trimEnd(),
    );
  const isBare = units.length === 1 && options.out === undefined;
  for (const unit of isBare ? units : []) terminal.message(unitMessage(unit));
  return ExitStatus.done;
}

function unitMessage({ name, use }: Unit): AnyMessage {
  return message('schedule.unit', { name, use });
}

/** With --due only what is due now; without it until the program is asked to end, which is not a failure. */
async function runSchedules(options: ScheduleOptions, context: Context): Promise<ExitStatus> {
  const session = await openSession({ ...options, progress: false }, context);
  const { loaded, storeFolder, terminal } = session;
  const isReady = async () => !context.signal.aborted;
  const outcomes: RunOutcome[] = [];
  const corrections: CorrectedEmployer[] = [];
  const deliveries: DeliveryStatus[] = [];
  const failures: PaytallyError[] = [];
  let isStopped = false;
  const collect = (event: ScheduleEvent) => {
    // A permanent process would collect them forever.
    if (!options.due) return;
    if (event.kind === 'done') outcomes.push(event.outcome);
    if (event.kind === 'corrected' && event.outcome !== undefined)
      corrections.push({ outcome: event.outcome, deliveries: event.deliveries });
    if (event.kind === 'already-final') deliveries.push(...event.deliveries);
    if ('failure' in event) failures.push(event.failure);
  };
  await withLoggedWork(context, { loaded, storeFolder, terminal }, options, isReady, async (logged) => {
    const order: ScheduleOrder = {
      loaded,
      employers: session.employers,
      storeFolder,
      outOf: (employer) => outFolder(options, context.cwd, loaded, employer),
      until: options.due ? 'nothing-is-due' : 'stopped',
      stateFile: isServerUrl(loaded.config.store) ? undefined : resolve(storeFolder, 'schedule.json'),
      onEvent: (event) => {
        logged.onEvent(event);
        collect(event);
      },
    };
    await keepSchedules(logged.host, order).catch((failure: unknown) => {
      if (!context.signal.aborted) throw failure;
      isStopped = true;
      logged.onEvent({ kind: 'stopped' });
    });
  });
  if (isStopped) return ExitStatus.done;
  const hasResult = outcomes.length + corrections.length + deliveries.length + failures.length > 0;
  if (!options.due || !(hasResult || options.json)) return ExitStatus.done;
  const { printDueResult } = await import('./dueResult.js');
  const status = printDueResult({ outcomes, corrections, deliveries, failures }, options, context, terminal);
  const { config, employer } = options;
  const command = commandLine(['status'], { config, employer });
  suggestNextCommand({ when: 'now', command }, { terminal, context, options });
  return status;
}
