import type { LoadedConfig } from '../../config/config.js';
import type { Context } from '../../context.js';
import type { ExportState } from '../../domain/computed/computedPeriod.js';
import { message } from '../../i18n/message.js';
import { withStore } from '../../sources/staging/withStore.js';
import { claimsFolder } from '../../store/claimsFolder.js';
import type { Store } from '../../store/store.js';
import { type WorkNote, withWorkNote } from '../../store/workNotes.js';
import { checkStoreAge, ownKeys } from '../ledger/finals.js';
import { noteLaterFinals } from '../ledger/laterFinals.js';
import { monthOf } from '../ledger/monthFacts.js';
import { refuseRenamedEmployer } from '../ledger/orphanedFinals.js';
import { recordingNotes } from '../ledger/readNotes.js';
import { replacedFilesLeft } from '../ledger/replacedFiles.js';
import { commitRun, planRun } from './commitRun.js';
import {
  type ClosingRun,
  changedAfterFinal,
  compareRun,
  comparisonAhead,
  differencesLeft,
} from './compareRun.js';
import { deliverRun } from './deliverRun.js';
import { finishSinks, sinkOptions } from './finishSinks.js';
import { gateRun } from './gateRun.js';
import { notingRead, readOfFinal } from './monthOfRun.js';
import type { RunObserver } from './monthView.js';
import type { RunOutcome } from './outcome.js';
import { renderPayrollFiles } from './payrollFiles.js';
import { type PreparedRun, prepareRun } from './prepareRun.js';
import { type RunHost, todayOf } from './runHost.js';
import { finalDays, outcomeOf } from './runRecord.js';
import type { RunRequest } from './runRequest.js';
import { passOverSource, readPeriod } from './runSource.js';
import { RunSinks } from './sinks.js';

/**
 * One employer's run, step by step: read; for each employee compute, add to the totals, write to the sinks; render the
 * payroll files; compare with earlier runs; gate; finish the sinks; commit the files and record the run, or discard the
 * sinks; deliver. A check ends at the gate, a plan before the commit.
 * @throws PaytallyError; then nothing was written
 */
export async function runEmployer(
  host: RunHost,
  request: RunRequest,
  employerKey: string,
  observer?: RunObserver,
): Promise<RunOutcome> {
  const { context, terminal } = host;
  const prepared = await prepareRun(host, request, employerKey);
  const { loaded, storeFolder, effect } = request;
  const nowMs = () => context.clock.nowMs();
  const isOwn = ownKeys(loaded, employerKey);
  const mode = effect === 'write' ? 'write' : 'read';
  const place = { loaded, storeFolder, employerIds: [prepared.employer.employerId], mode, nowMs } as const;
  const tell = () => terminal.message(message('terminal.changesNotRecorded', { employer: employerKey }));
  const work = () =>
    recordingNotes(place, tell, (note) =>
      withStore(place, (store) =>
        notingRead({ nowMs, periodText: request.periodText, prepared, store, isOwn }, note, (noteRead) =>
          runOnStore(host, request, { prepared, store, observer, noteRead }),
        ),
      ),
    );
  return effect === 'write' ? announceRun(context, request, employerKey, work) : work();
}

interface RunOnStore {
  readonly prepared: PreparedRun;
  readonly store: Store;
  readonly observer: RunObserver | undefined;
  /** Receives what the run has read, before it is gated. */
  readonly noteRead: (run: ClosingRun) => void;
}

/** The steps of a run on its open store. */
async function runOnStore(
  host: RunHost,
  request: RunRequest,
  { prepared, store, observer, noteRead }: RunOnStore,
): Promise<RunOutcome> {
  const { effect, state, accepted, out, deliver, supersede } = request;
  const { context, terminal } = host;
  const { employerKey, employer } = prepared;
  const { employerId } = employer;
  const owner = { employerKey, employerId };
  const isOwn = ownKeys(request.loaded, employerKey);
  checkStoreAge(store, owner, request, terminal);
  refuseRenamedEmployer(store, owner, request, terminal);
  const source = await readPeriod(host, request, prepared, store);
  const earlier = comparisonAhead(source, store, { user: context.user, supersede });
  const sinks = await RunSinks.open(
    earlier.frame,
    sinkOptions(source, earlier.links, { effect, deliver }, observer?.template),
  );
  try {
    terminal.progress(message('run.progress.calculating'));
    const computed = await passOverSource(source, sinks, context.signal);
    const rendered = await renderPayrollFiles(computed, accepted);
    const today = todayOf(context, employer.zone);
    const run = await compareRun(store, rendered, earlier, { accepted, effect, isOwn }, today);
    // It may refuse a run that would accept what its user has not seen: such a run accepts nothing.
    observer?.see(sinks.model(run.computed), run.computed, prepared.config);
    noteRead(run);
    const supersedes = await gateRun(run, store, { effect, deliver, supersede });
    if (effect === 'check') return outcomeOf(run, effect, []);
    terminal.progress(message('run.progress.writing'));
    const files = await finishSinks(host, run, store, { out, deliver, accepted, supersedes });
    if (effect === 'plan') return await planRun(host, run, files, store, { out, deliver });
    const committed = await commitRun(host, { ...run, supersedes }, files, store, request);
    const changed = state === 'final' ? await changedAfterFinal(store, run, today, isOwn) : undefined;
    if (state === 'final') noteRead({ ...run, read: readOfFinal(run), changed });
    const later =
      state === 'final'
        ? noteLaterFinals(store, { ...owner, isOwn, runId: run.runId }, prepared.config.account)
        : [];
    const laterFinals = later.map(finalDays);
    const replacedFiles =
      supersedes.length > 0 ? await replacedFilesLeft(store, employerId, run.fetched.period) : [];
    const outcome =
      state === 'final'
        ? { ...committed, ...differencesLeft(store, run, changed, isOwn), laterFinals, replacedFiles }
        : committed;
    if (deliver !== undefined) terminal.progress(message('run.progress.sending'));
    const delivered =
      deliver === undefined ? outcome : await deliverRun(host, prepared, store, request, outcome);
    const place = { employerId, isOwn, period: run.fetched.period, config: prepared.config };
    return { ...delivered, month: monthOf(store, place) };
  } finally {
    terminal.progress(undefined);
    sinks.close();
  }
}

/** Publishes the current work for other processes until it is done. */
export function announceRun<Result>(
  { clock }: Pick<Context, 'clock'>,
  { loaded, state, periodText: period, kind = state === 'final' ? 'final' : 'read' }: AnnouncedRun,
  employer: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const startedAt = new Date(clock.nowMs()).toISOString();
  return withWorkNote(claimsFolder(loaded.folder), { kind, employer, period, startedAt }, work);
}

interface AnnouncedRun {
  readonly loaded: LoadedConfig;
  readonly state: ExportState;
  readonly periodText: string;
  readonly kind?: WorkNote['kind'];
}
