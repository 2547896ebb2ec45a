import { keepMonitoring, monitorOnce, showPasses } from '../app/schedule/monitor/keepMonitoring.js';
import type { MonitorEnd } from '../app/schedule/monitor/monitorDue.js';
import type { MonitorOutcome } from '../app/schedule/monitor/monitorEmployer.js';
import { type ActionSession, currentLanguage, openSession, withRunHost } from '../app/session/openSession.js';
import type { Context } from '../context.js';
import { countByCode } from '../domain/exceptions/finding.js';
import { ExitStatus, type PaytallyError } from '../errors.js';
import { sayIn } from '../i18n/formatMessage.js';
import type { MonitorItem } from '../store/mirror.js';
import { changesTable, plannedTable } from './changesText.js';
import {
  booleanOption,
  CONFIG_OPTION,
  command,
  EMPLOYER_OPTION,
  OUTPUT_OPTIONS,
  type ParsedOptions,
} from './command.js';
import { exitStatusOf, failureJson, failureText } from './failure.js';
import { suggestNextCommand } from './nextCommand.js';
import { nextAfterMonitor } from './nextStep.js';
import { printable } from './terminalText.js';

const PARAMETERS = {
  ...CONFIG_OPTION,
  once: booleanOption('monitor.option.once'),
  all: booleanOption('monitor.option.all'),
  ...EMPLOYER_OPTION,
  ...OUTPUT_OPTIONS,
};

type MonitorOptions = ParsedOptions<typeof PARAMETERS>;

export const monitorCommand = command({
  usage: 'monitor',
  examples: [
    ['$0 monitor --once', 'monitor.example.once'],
    ['$0 monitor --once --all --json', 'monitor.example.all'],
    ['$0 monitor', 'monitor.example.keep'],
  ],
  json: '{ "employers": [{ "employer", "window", "requests", "changes": [{ "finalRun", "employeeId", "date", "payCode", "establishment", "costCenter", "unit", "before", "after", "difference", "beforeMinutes", "afterMinutes", "differenceMinutes", "cause", "causes" }], "exceptions", "plannedBreaches": [{ "code", "employeeId", "date" }] }] }',
  parameters: PARAMETERS,
  run: monitor,
});

async function monitor(options: MonitorOptions, context: Context): Promise<ExitStatus> {
  const session = await openSession(options, context);
  const nowMs = () => context.clock.nowMs();
  const print = (ends: readonly MonitorEnd[]) => printEnds(session, ends, options, nowMs);
  return withRunHost(context, session, { ...options, writesTo: session.storeFolder }, async (host) => {
    if (options.once) {
      const ends = await monitorOnce(host, session);
      const status = await print(ends);
      if (status === ExitStatus.done)
        suggestNextCommand(nextAfterMonitor(ends.flatMap(changedDays), options), {
          terminal: session.terminal,
          context,
          options,
        });
      return status;
    }
    await keepMonitoring(host, session, async (end) => {
      await print([end]);
    });
    return ExitStatus.done;
  });
}

function changedDays(end: MonitorEnd) {
  if ('failure' in end) return [];
  const { employer, changes } = end.outcome;
  return changes.map(({ content: { change } }) => ({ employer, date: change.date }));
}

/** Printed items are not new in the next pass. */
async function printEnds(
  session: ActionSession,
  ends: readonly MonitorEnd[],
  options: MonitorOptions,
  nowMs: () => number,
): Promise<ExitStatus> {
  const { loaded, terminal } = session;
  const failed = ends.flatMap((end) => ('failure' in end ? [end.failure] : []));
  terminal.progress(undefined);
  await showPasses(session, ends, nowMs, (namesOf) => {
    if (options.json)
      return terminal.result(
        JSON.stringify({ ...errorOf(ends, failed), employers: ends.map((end) => endJson(end, options)) }),
      );
    for (const end of ends)
      if ('outcome' in end) {
        const nameOf = namesOf.get(end.employer) ?? ((id) => id);
        const config = { ...end.outcome.config, language: currentLanguage(loaded, end.employer) };
        terminal.result(outcomeText({ ...end.outcome, config }, options, nameOf, terminal.width));
      } else terminal.alert(failureText(end.failure, loaded.language));
  });
  const [first] = failed;
  return first === undefined ? ExitStatus.done : exitStatusOf(first);
}

/** As for runs, a single employer's failure is also at the top. */
function errorOf(ends: readonly MonitorEnd[], [failure]: readonly PaytallyError[]): object {
  return ends.length === 1 && failure !== undefined ? { error: failureJson(failure) } : {};
}

type Printable = Pick<MonitorItem, 'itemId' | 'printed'>;

function shown<Content>(
  items: readonly (Printable & { readonly content: Content })[],
  { all }: MonitorOptions,
): Content[] {
  return items.filter(({ printed }) => all || !printed).map(({ content }) => content);
}

function endJson(end: MonitorEnd, options: MonitorOptions): object {
  if ('failure' in end) return { employer: end.employer, state: 'failed', error: failureJson(end.failure) };
  const { employer, window, requests, found } = end.outcome;
  return {
    employer,
    window: { from: window.from, to: window.to },
    requests,
    changes: shown(end.outcome.changes, options).map(({ change }) => change),
    exceptions: countByCode(found.findings),
    plannedBreaches: shown(end.outcome.planned, options),
  };
}

function outcomeText(
  outcome: MonitorOutcome,
  options: MonitorOptions,
  nameOf: (employeeId: string) => string,
  width: number | undefined,
): string {
  const { config, window, requests, found, employer } = outcome;
  const say = sayIn(config);
  const changes = shown(outcome.changes, options).map(({ change }) => change);
  const counts = Object.entries(countByCode(found.findings)).map(([code, count]) => `${count} ${code}`);
  const known = outcome.changes.length;
  const planned = shown(outcome.planned, options);
  return [
    say('monitor.heading', { employer: printable(employer), from: window.from, to: window.to, requests }),
    ...(changes.length === 0 && outcome.balances === 0
      ? [say('monitor.noChanges', { earlier: known, shown: options.all ? 'all' : 'new' })]
      : []),
    ...(changes.length === 0
      ? []
      : [
          say('monitor.changes', { count: changes.length, shown: options.all ? 'all' : 'new' }),
          changesTable(changes, config, nameOf, width),
        ]),
    ...(outcome.balances === 0 ? [] : [say('monitor.balances', { count: outcome.balances })]),
    counts.length === 0 ? say('monitor.noItems') : say('monitor.items', { counts: counts.join(', ') }),
    ...(planned.length === 0
      ? []
      : [
          say('monitor.planned', { count: planned.length, shown: options.all ? 'all' : 'new' }),
          plannedTable(planned, config, nameOf, width),
        ]),
  ].join('\n');
}
