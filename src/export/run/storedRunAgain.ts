import { computedRead } from '../../compute/computedRead.js';
import { matchesTemplate } from '../../delivery/deliveries.js';
import type { Period } from '../../domain/period/period.js';
import { PaytallyError } from '../../errors.js';
import { linksBefore, readEarlierPay } from '../../ledger/earlierPay.js';
import { parseEstimates } from '../../ledger/finals.js';
import type { HistoryRun } from '../../ledger/history.js';
import { restoreSnapshot } from '../../ledger/runSnapshot.js';
import { recordsOfRead } from '../../read/staging/storedRecords.js';
import type { ExportState, PreparedRun, RunHost, RunRequest } from '../../run.js';
import type { Store } from '../../store/store.js';
import { prepareRun } from '../prepare/prepareRun.js';
import type { ComputedRun } from './computeRun.js';

/** An earlier run, computed again from what the store has of it. */
export interface StoredRunAgain {
  /** With the mapping of today: addresses that were corrected since count. */
  readonly today: ComputedRun;
  /** As it was: what its files are made of. */
  readonly asItWas: ComputedRun;
  readonly request: RunRequest;
}

export interface StoredRunOrder extends Pick<RunRequest, 'loaded' | 'storeFolder'> {
  readonly run: HistoryRun;
  readonly period: Period;
  readonly state: ExportState;
  /** Of the deliveries that are made now. */
  readonly deliveries: readonly string[];
}

/**
 * A run of the store, without asking the service: for files of single recipients that were not made with it.
 * @throws PaytallyError USAGE where its records are gone
 */
export async function storedRunAgain(
  host: RunHost,
  store: Store,
  order: StoredRunOrder,
): Promise<StoredRunAgain> {
  const { run, period, state, loaded, storeFolder } = order;
  const stored = store.run(run.runId);
  const read = stored?.readId === null || stored === undefined ? undefined : store.read(stored.readId);
  if (stored === undefined || read === undefined) throw recordsGone(run);
  const request: RunRequest = {
    loaded,
    periodText: `${period.from}..${period.to}`,
    state,
    read: 'once',
    templates: 'configured',
    out: '',
    storeFolder,
    accepted: new Map(),
    effect: 'plan',
    ...parseEstimates(stored.manifest),
    deliver: { kind: 'all', names: order.deliveries },
  };
  const prepared = ofThisRun(await prepareRun(host, request, run.employer), run);
  const earlier = readEarlierPay(store, linksBefore(store, stored));
  const again = async (inputs: PreparedRun): Promise<ComputedRun> => ({
    runId: run.runId,
    startedAt: stored.startedAt,
    prepared: inputs,
    fetched: { period, read, requests: 0 },
    records: { ...recordsOfRead(store, read.readId, inputs.config), earlier },
    computed: await computedRead(
      store,
      { readId: read.readId, period, earlier, prepared: inputs, request, version: host.context.version },
      host.context.signal,
    ),
  });
  const today = await again(prepared);
  const people = state === 'draft' ? store.draftInputs(run.runId) : store.ledger.people(run.runId);
  const snapshot = restoreSnapshot(people);
  if (snapshot === undefined) throw recordsGone(run);
  const { config, mapping, absences } = snapshot;
  const asItWas = await again({
    ...prepared,
    config,
    mapping: { ...prepared.mapping, employees: mapping },
    absences: { ...prepared.absences, rows: absences },
  });
  return { today, asItWas, request };
}

/** The templates whose files the run has. */
function ofThisRun(prepared: PreparedRun, { files }: HistoryRun): PreparedRun {
  const isOfRun = (name: string) => files.some(({ template }) => matchesTemplate(template, name));
  return { ...prepared, templates: prepared.templates.filter(({ name }) => isOfRun(name)) };
}

function recordsGone({ runId }: HistoryRun): PaytallyError {
  return new PaytallyError(
    'USAGE',
    `The records of ${runId} are no longer in the store, and the files for single recipients were not made with it.`,
    { record: runId, remedy: 'Export the period again with --deliver, or name other deliveries with --to.' },
  );
}
