import { configOf } from '../../../config/config.js';
import { withStore } from '../../../sources/staging/withStore.js';
import type { MonitorItem, MonitorItemKind } from '../../../store/mirror.js';
import type { Store } from '../../../store/store.js';
import { knownNames, type NameOf } from '../../people/findEmployee.js';
import {
  lockedPass,
  type MonitorAttempts,
  type MonitorEnd,
  type MonitorOrder,
  monitorDue,
  nextPassOfAll,
} from './monitorDue.js';
import type { MonitorHost, MonitorOutcome } from './monitorEmployer.js';

/** How long to wait for the pass of another process. */
const BUSY_WAIT_MS = 60_000;

/** A pass over all days of each employer, whether or not it is due. */
export async function monitorOnce(
  host: MonitorHost,
  { loaded, storeFolder, employers }: MonitorOrder,
): Promise<readonly MonitorEnd[]> {
  const ends: MonitorEnd[] = [];
  for (const employer of employers)
    ends.push(await lockedPass(host, { loaded, storeFolder, scope: 'whole' }, employer, BUSY_WAIT_MS));
  return ends;
}

const LONGEST_SLEEP_MS = 60_000;

/** Runs the passes that are due until the program is asked to end, which is not a failure. */
export async function keepMonitoring(
  host: MonitorHost,
  order: MonitorOrder,
  onEnd: (end: MonitorEnd) => Promise<void>,
): Promise<void> {
  const { clock, signal } = host.context;
  const attempts: MonitorAttempts = new Map();
  try {
    for (;;) {
      await monitorDue(host, order, attempts, onEnd);
      const leftMs = (await nextPassOfAll(order, attempts, () => clock.nowMs())) - clock.nowMs();
      await clock.sleep(Math.max(1000, Math.min(leftMs, LONGEST_SLEEP_MS)), signal);
    }
  } catch (failure) {
    if (!signal.aborted) throw failure;
  }
}

/**
 * Shows the results of passes, with the names of people. Items that were shown are not new in the next pass.
 * @param show receives the names by employer
 */
export async function showPasses(
  { loaded, storeFolder }: Pick<MonitorOrder, 'loaded' | 'storeFolder'>,
  ends: readonly MonitorEnd[],
  nowMs: () => number,
  show: (namesOf: ReadonlyMap<string, NameOf>) => void,
): Promise<void> {
  const employerIds = ends.map(({ employer }) => configOf(loaded, employer).employer.employerId);
  await withStore({ loaded, storeFolder, employerIds, mode: 'write', nowMs }, async (store) => {
    const outcomes = ends.flatMap((end) => ('outcome' in end ? [end.outcome] : []));
    const names = outcomes.map(async ({ employer, config }) => {
      const known = store.known.employees(config.employer.employerId);
      return [employer, await knownNames(known, config, loaded.folder)] as const;
    });
    show(new Map(await Promise.all(names)));
    for (const outcome of outcomes) markShown(store, outcome);
  });
}

function markShown(store: Store, { changes, planned, config }: MonitorOutcome): void {
  const { employerId } = config.employer;
  const mark = (kind: MonitorItemKind, items: readonly Pick<MonitorItem, 'itemId' | 'printed'>[]) => {
    const ids = items.flatMap(({ itemId, printed }) => (printed ? [] : [itemId]));
    if (ids.length > 0) store.mirror.mark(employerId, kind, ids, 'printed');
  };
  mark('change', changes);
  mark('planned', planned);
}
