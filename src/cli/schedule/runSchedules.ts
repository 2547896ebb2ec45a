import { resolve } from 'node:path';
import type { LoadedConfig } from '../../config/config.js';
import { loadConfig } from '../../config/load.js';
import type { Context } from '../../context.js';
import { ExitStatus, type PaytallyError } from '../../errors.js';
import { outcomeJson } from '../../export/outcome.js';
import { openRunHost } from '../../export/runHost.js';
import type { RunOutcome } from '../../run.js';
import type { Terminal } from '../../runtime/terminal.js';
import { keepSchedules, type ScheduleEvent, type ScheduleOrder } from '../../schedule/keepSchedules.js';
import { chosenEmployers } from '../chosenEmployers.js';
import { deliveryFailure } from '../deliveryText.js';
import { exitStatusOf, failureJson } from '../failureText.js';
import { outFolder } from '../runEmployers.js';
import { spokenTerminal } from '../spokenTerminal.js';
import { storeFolderOf } from '../storeFolderOf.js';
import { summaryOf } from '../summary.js';
import { eventLine } from './eventLine.js';
import type { ScheduleOptions } from './scheduleOptions.js';

/** With --due what is due now, and then the end; without it until the program is asked to end, which is no failure. */
export async function runSchedules(options: ScheduleOptions, context: Context): Promise<ExitStatus> {
  const loaded = await loadConfig({ path: options.config, cwd: context.cwd, env: context.env });
  const terminal = spokenTerminal(context, { ...options, progress: false }, loaded);
  const own = { ...options, writesTo: storeFolderOf(loaded) };
  const host = await openRunHost(context, loaded, logging(terminal, options, context), own);
  const outcomes: RunOutcome[] = [];
  const failures: PaytallyError[] = [];
  const onEvent = (event: ScheduleEvent) => {
    terminal.alert(eventLine(event, options.log, context.clock.nowMs()));
    if (event.kind === 'done') outcomes.push(event.outcome);
    if (event.kind === 'waiting' || event.kind === 'failed') failures.push(event.failure);
    if (!options.due) outcomes.splice(0);
    if (!options.due) failures.splice(0);
  };
  try {
    await keepSchedules(host, { ...orderOf(options, context, loaded), onEvent });
  } catch (failure) {
    if (!context.signal.aborted) throw failure;
    onEvent({ kind: 'stopped' });
    return ExitStatus.done;
  } finally {
    await host.close();
  }
  return options.due ? dueResult(outcomes, failures, options, context, terminal) : ExitStatus.done;
}

function orderOf(
  options: ScheduleOptions,
  context: Context,
  loaded: LoadedConfig,
): Omit<ScheduleOrder, 'onEvent'> {
  const employers = chosenEmployers(options.employer, Object.keys(loaded.config.employers));
  const storeFolder = storeFolderOf(loaded);
  return {
    loaded,
    employers,
    storeFolder,
    outOf: (employer) => outFolder({ out: options.out }, context.cwd, loaded, employer),
    until: options.due ? 'nothing-is-due' : 'stopped',
    stateFile: resolve(storeFolder, 'schedule.json'),
  };
}

function dueResult(
  outcomes: readonly RunOutcome[],
  failures: readonly PaytallyError[],
  { json }: ScheduleOptions,
  context: Context,
  terminal: Terminal,
): ExitStatus {
  const failure = failures[0] ?? deliveryFailure(outcomes.flatMap(({ deliveries = [] }) => deliveries));
  const error = failure === undefined ? {} : { error: failureJson(failure) };
  if (json) terminal.result(JSON.stringify({ ...error, runs: outcomes.map(outcomeJson) }));
  else for (const outcome of outcomes) terminal.result(summaryOf(outcome, context.cwd));
  return failure === undefined ? ExitStatus.done : exitStatusOf(failure);
}

/** What runs say on their way, in the form of the log; nothing in a log of JSON is anything else. */
function logging(terminal: Terminal, { log, quiet }: ScheduleOptions, { clock }: Context): Terminal {
  const say = (level: 'info' | 'warning', text: string) =>
    terminal.alert(eventLine({ kind: 'message', level, text }, log, clock.nowMs()));
  return {
    ...terminal,
    result: (text) => say('info', text),
    message: (text) => {
      if (!quiet) say('info', text);
    },
    alert: (text) => say('warning', text),
    progress: () => undefined,
  };
}
