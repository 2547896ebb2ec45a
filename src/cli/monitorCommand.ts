import { type ActionSession, openSession, withRunHost } from '../app/actions/actionSession.js';
import type { RunHost } from '../app/export/runHost.js';
import {
  lockedPass,
  type MonitorAttempts,
  type MonitorEnd,
  monitorDue,
  nextPassMs,
} from '../app/schedule/monitor/monitorDue.js';
import type { MonitorOutcome } from '../app/schedule/monitor/monitorEmployer.js';
import { configOf } from '../config/config.js';
import type { Context } from '../context.js';
import { countByCode } from '../domain/exceptions/finding.js';
import { ExitStatus, type PaytallyError } from '../errors.js';
import { sayIn } from '../i18n/formatMessage.js';
import { withStore } from '../sources/workforce/staging/withStore.js';
import type { MonitorItem, MonitorItemKind } from '../store/mirror.js';
import { changesTable, knownNames, plannedTable } from './changesText.js';
import {
  booleanOption,
  CONFIG_OPTION,
  command,
  EMPLOYER_OPTION,
  OUTPUT_OPTIONS,
  type ParsedOptions,
} from './command.js';
import { exitStatusOf, failureJson, failureText } from './failure.js';
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

/** How long to wait for the pass of another process. */
const BUSY_WAIT_MS = 60_000;

async function monitor(options: MonitorOptions, context: Context): Promise<ExitStatus> {
  const session = await openSession(options, context);
  const { storeFolder } = session;
  return withRunHost(context, session, { ...options, writesTo: storeFolder }, async (host) =>
    options.once ? monitorOnce(host, session, options) : keepMonitoring(host, session, options),
  );
}

async function monitorOnce(
  host: RunHost,
  session: ActionSession,
  options: MonitorOptions,
): Promise<ExitStatus> {
  const { loaded, storeFolder, employers } = session;
  const ends: MonitorEnd[] = [];
  for (const employer of employers)
    ends.push(await lockedPass(host, { loaded, storeFolder, scope: 'whole' }, employer, BUSY_WAIT_MS));
  return printEnds(host, session, ends, options);
}

const LONGEST_SLEEP_MS = 60_000;

/** Until Ctrl-C. */
async function keepMonitoring(
  host: RunHost,
  session: ActionSession,
  options: MonitorOptions,
): Promise<ExitStatus> {
  const { context } = host;
  const attempts: MonitorAttempts = new Map();
  try {
    for (;;) {
      await monitorDue(host, session, attempts, async (end) => {
        await printEnds(host, session, [end], options);
      });
      const leftMs = (await nextPass(host, session, attempts)) - context.clock.nowMs();
      await context.clock.sleep(Math.max(1000, Math.min(leftMs, LONGEST_SLEEP_MS)), context.signal);
    }
  } catch (failure) {
    if (!context.signal.aborted) throw failure;
    return ExitStatus.done;
  }
}

async function nextPass(
  { context: { clock } }: RunHost,
  { loaded, storeFolder, employers }: ActionSession,
  attempts: MonitorAttempts,
): Promise<number> {
  const place = { loaded, storeFolder, mode: 'read', nowMs: () => clock.nowMs() } as const;
  return withStore(place, async (store) =>
    Math.min(
      ...employers.map(
        (key) => nextPassMs(store, configOf(loaded, key), attempts) ?? Number.POSITIVE_INFINITY,
      ),
    ),
  );
}

/** Prints the results; printed items are not new in the next pass. */
async function printEnds(
  host: RunHost,
  session: ActionSession,
  ends: readonly MonitorEnd[],
  options: MonitorOptions,
): Promise<ExitStatus> {
  const { loaded, storeFolder, terminal } = session;
  const failed = ends.flatMap((end) => ('failure' in end ? [end.failure] : []));
  terminal.progress(undefined);
  const nowMs = () => host.context.clock.nowMs();
  const employerIds = ends.map(({ employer }) => configOf(loaded, employer).employer.employerId);
  await withStore({ loaded, storeFolder, employerIds, mode: 'write', nowMs }, async (store) => {
    if (options.json)
      terminal.result(
        JSON.stringify({ ...errorOf(ends, failed), employers: ends.map((end) => endJson(end, options)) }),
      );
    else
      for (const end of ends)
        if ('outcome' in end) {
          const { config } = end.outcome;
          const known = store.known.employees(config.employer.employerId);
          const names = await knownNames(known, config, loaded.folder);
          terminal.result(outcomeText(end.outcome, options, names, terminal.width));
        } else terminal.alert(failureText(end.failure, loaded.language));
    for (const end of ends)
      if ('outcome' in end) {
        const { changes, planned, config } = end.outcome;
        const mark = (kind: MonitorItemKind, items: readonly Printable[]) => {
          const ids = items.flatMap(({ itemId, printed }) => (printed ? [] : [itemId]));
          if (ids.length > 0) store.mirror.mark(config.employer.employerId, kind, ids, 'printed');
        };
        mark('change', changes);
        mark('planned', planned);
      }
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
  const standing = outcome.changes.length;
  const planned = shown(outcome.planned, options);
  return [
    say('monitor.heading', { employer: printable(employer), from: window.from, to: window.to, requests }),
    ...(changes.length === 0
      ? [say('monitor.noChanges', { standing, shown: options.all ? 'all' : 'new' })]
      : [
          say('monitor.changes', { count: changes.length, shown: options.all ? 'all' : 'new' }),
          changesTable(changes, config, nameOf, width),
        ]),
    counts.length === 0 ? say('monitor.noItems') : say('monitor.items', { counts: counts.join(', ') }),
    ...(planned.length === 0
      ? []
      : [
          say('monitor.planned', { count: planned.length, shown: options.all ? 'all' : 'new' }),
          plannedTable(planned, config, nameOf, width),
        ]),
  ].join('\n');
}
