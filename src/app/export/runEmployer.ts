import { message } from '../../i18n/message.js';
import type { PreparedRun, RunHost, RunOutcome, RunRequest } from '../../run.js';
import { claimsFolder, withStore } from '../../sources/workforce/staging/withStore.js';
import type { Store } from '../../store/store.js';
import { type WorkNote, withWorkNote } from '../../store/workNotes.js';
import { checkStoreAge } from '../ledger/finals.js';
import { monthOf } from '../ledger/monthFacts.js';
import { recordingNotes } from '../ledger/readNotes.js';
import { commitRun, planRun } from './commitRun.js';
import { type ClosingRun, compareRun, comparisonAhead } from './compareRun.js';
import { deliverRun } from './deliverRun.js';
import { finishSinks, sinkOptions } from './finishSinks.js';
import { gateRun } from './gateRun.js';
import { notingRead, readOfFinal } from './monthOfRun.js';
import { renderPayrollFiles } from './payrollFiles.js';
import { prepareRun } from './prepareRun.js';
import { outcomeOf } from './runRecord.js';
import { RunSinks } from './sinks.js';
import { passOverSource, readPeriod } from './source.js';

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
): Promise<RunOutcome> {
  const prepared = await prepareRun(host, request, employerKey);
  const { loaded, storeFolder, effect } = request;
  const nowMs = () => host.context.clock.nowMs();
  const mode = effect === 'write' ? 'write' : 'read';
  const place = { loaded, storeFolder, employerIds: [prepared.employer.employerId], mode, nowMs } as const;
  const tell = () => host.terminal.message(message('terminal.changesNotRecorded', { employer: employerKey }));
  const work = () =>
    recordingNotes(place, tell, (note) =>
      withStore(place, (store) =>
        notingRead({ host, request, prepared, store }, note, (noteRead) =>
          runOnStore(host, request, prepared, store, noteRead),
        ),
      ),
    );
  return effect === 'write' ? announceRun(host, request, employerKey, work) : work();
}

/** The steps of a run on its open store. @param noteRead receives what the run has read, before it is gated */
async function runOnStore(
  host: RunHost,
  request: RunRequest,
  prepared: PreparedRun,
  store: Store,
  noteRead: (run: ClosingRun) => void,
): Promise<RunOutcome> {
  const { effect } = request;
  checkStoreAge(host, request, prepared.employerKey, store, prepared.employer.employerId);
  const source = await readPeriod(host, request, prepared, store);
  const earlier = comparisonAhead(host, request, source, store);
  const sinks = await RunSinks.open(earlier.frame, sinkOptions(request, source, earlier.links, host));
  try {
    host.terminal.progress(message('run.progress.calculating'));
    const computed = await passOverSource(source, sinks, host.context.signal);
    const rendered = await renderPayrollFiles(computed, request);
    const run = await compareRun(host, store, rendered, earlier, request);
    // It may refuse a run that would accept what its user has not seen: such a run accepts nothing.
    host.observer?.see(sinks.model(run.computed), run, prepared);
    noteRead(run);
    const supersedes = await gateRun(request, run, store);
    if (effect === 'check') return outcomeOf(run, request, []);
    host.terminal.progress(message('run.progress.writing'));
    const files = await finishSinks(host, request, run, store, supersedes);
    if (effect === 'plan') return await planRun(host, request, run, files, store);
    const outcome = await commitRun(host, request, { ...run, supersedes }, files, store);
    if (request.state === 'final') noteRead({ ...run, read: readOfFinal(run) });
    if (request.deliver !== undefined) host.terminal.progress(message('run.progress.sending'));
    const delivered = await deliverRun(host, request, prepared, store, outcome);
    const { employerId } = prepared.employer;
    return { ...delivered, month: monthOf(store, { employerId, period: run.fetched.period }) };
  } finally {
    host.terminal.progress(undefined);
    sinks.close();
  }
}

/** Publishes the current work for other processes until it is done. */
export function announceRun<Result>(
  { context }: RunHost,
  { loaded, state, periodText: period, kind = state === 'final' ? 'final' : 'read' }: AnnouncedRun,
  employer: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const startedAt = new Date(context.clock.nowMs()).toISOString();
  return withWorkNote(claimsFolder(loaded.folder), { kind, employer, period, startedAt }, work);
}

interface AnnouncedRun extends Pick<RunRequest, 'loaded' | 'state' | 'periodText'> {
  readonly kind?: WorkNote['kind'];
}
