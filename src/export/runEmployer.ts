import { buildFindingReport } from '../domain/computed/computedPeriod.js';
import { message } from '../i18n/message.js';
import { recordingChanges } from '../ledger/changedSince.js';
import { checkStoreAge } from '../ledger/finals.js';
import { claimsFolder, withStore } from '../read/staging/withStore.js';
import type { RunHost, RunOutcome, RunRequest } from '../run.js';
import { type WorkNote, withWorkNote } from '../store/workNotes.js';
import { commitRun, planRun } from './commitRun.js';
import { compareRun, comparisonAhead } from './compareRun.js';
import { deliverRun } from './deliverRun.js';
import { finishSinks, sinkOptions } from './finishSinks.js';
import { gateRun } from './gateRun.js';
import { renderPayrollFiles } from './payrollFiles.js';
import { prepareRun } from './prepareRun.js';
import { outcomeOf, recordingBlocked } from './runRecord.js';
import { RunSinks } from './sinks.js';
import { passOverSource, readPeriod } from './source.js';

/**
 * One employer's run, step by step: read; for each employee compute, add to the totals, write to the sinks; compare
 * with earlier runs; render the payroll files; gate; finish the sinks; commit the files and record the run, or discard the sinks; deliver. A
 * check ends at the gate, a plan before the commit.
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
    recordingChanges(place, tell, (noteChanges) =>
      withStore(place, async (store) => {
        checkStoreAge(host, request, employerKey, store, prepared.employer.employerId);
        const source = await readPeriod(host, request, prepared, store);
        const earlier = comparisonAhead(host, request, source, store);
        const sinks = await RunSinks.open(earlier.frame, sinkOptions(request, source, earlier.links, host));
        try {
          host.terminal.progress(message('run.progress.calculating'));
          const computed = await passOverSource(source, sinks, host.context.signal);
          const compared = await compareRun(host, store, computed, earlier);
          const accounted = await renderPayrollFiles(compared, request);
          const { run } = accounted;
          noteChanges(run.changed);
          host.observer?.see(sinks.model(run.computed), buildFindingReport(run.computed), prepared);
          const outcome = await recordingBlocked(store, request, run, async () => {
            const supersedes = await gateRun(request, accounted, store);
            if (effect === 'check') return outcomeOf(run, request, []);
            host.terminal.progress(message('run.progress.writing'));
            const files = await finishSinks(host, request, accounted, store, supersedes);
            if (effect === 'plan') return planRun(host, request, run, files, store);
            return commitRun(host, request, { ...run, supersedes }, files, store);
          });
          if (request.deliver !== undefined) host.terminal.progress(message('run.progress.sending'));
          return await deliverRun(host, request, prepared, store, outcome);
        } finally {
          host.terminal.progress(undefined);
          sinks.close();
        }
      }),
    );
  return effect === 'write' ? announceRun(host, request, employerKey, work) : work();
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
