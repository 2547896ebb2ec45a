import { configOf } from '../../config/config.js';
import type { Days } from '../../domain/period/repeatingPeriod.js';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import { withStore } from '../../sources/staging/withStore.js';
import type { ChangedDays } from '../../store/scheduleState.js';
import { announceRun } from '../export/runEmployer.js';
import { type RunHost, todayOf } from '../export/runHost.js';
import { finalDays } from '../export/runRecord.js';
import { ownKeys } from '../ledger/finals.js';
import { noteLaterFinals } from '../ledger/laterFinals.js';
import { recordingNotes } from '../ledger/readNotes.js';
import { type ComparedFinals, comparedFinals } from './comparedFinals.js';
import { gateCorrection } from './correctionGate.js';
import { buildCorrection } from './correctionOutputs.js';
import {
  type CorrectionsOutcome,
  lineContext,
  reportCorrections,
  settleLines,
  writeHandSheet,
} from './correctionReport.js';
import { type CorrectionsRequest, findCorrectionScope } from './correctionScope.js';
import { finalCorrection } from './finalCorrection.js';
import { daysBeside, leftChanges, NO_CHANGES } from './leftChanges.js';

/**
 * Corrections of one employer, step by step: find the finals of the days; read, and compare what each would export
 * today with all exports; settle lines; record open lines for the board; gate a final; write the sheet for manual
 * entry; write the files of a final and record it.
 * @throws PaytallyError NOTHING_FINAL, STORE_OLDER, EXPORT_BLOCKED, CORRECTIONS_BY_HAND, USAGE for an unknown line to
 * settle; CHANGED_SINCE_READ
 */
export async function correctEmployer(
  host: RunHost,
  request: CorrectionsRequest,
  employerKey: string,
): Promise<CorrectionsOutcome> {
  const { loaded, storeFolder, state, effect } = request;
  const { context, terminal } = host;
  const { employerId } = configOf(loaded, employerKey).employer;
  const nowMs = () => context.clock.nowMs();
  const isOwn = ownKeys(loaded, employerKey);
  const mode = state === 'final' ? 'write' : 'read';
  const place = { loaded, storeFolder, employerIds: [employerId], mode, nowMs } as const;
  const tell = () => terminal.message(message('terminal.changesNotRecorded', { employer: employerKey }));
  const work = () =>
    recordingNotes(place, tell, (note) =>
      withStore(place, async (store) => {
        const noteChanges = (changed: ChangedDays) => note(store, { changed, isOwn });
        const scope = await findCorrectionScope(host, request, employerKey, store);
        const compared = await comparedFinals(host, request, scope, store);
        for (const name of compared.changedLayouts)
          terminal.alert(message('corrections.layoutChanged', { name }));
        const today = todayOf(context, scope.prepared.employer.zone);
        const around = lineContext(today, store, scope, compared);
        if (state === 'final') assertShown(request.shown, compared);
        const settled = settleLines(request.settle, compared);
        noteChanges(leftChanges(today, store, scope, scope.period, compared, []));
        if (state === 'final') gateCorrection(scope, compared, settled.lines, request);
        if (request.sheet !== undefined && effect === 'write')
          await writeHandSheet(request.sheet, compared, settled.sheet, context, loaded.folder);
        if (state === 'draft') {
          const refusal = refusalOf(() => gateCorrection(scope, compared, settled.lines, request));
          return { ...reportCorrections(scope, compared, settled, around, undefined, undefined), refusal };
        }
        const correction = buildCorrection(scope, compared, settled.lines, around.sequence);
        const { recorded, printed } = correction;
        if ((recorded.length === 0 && correction.balances.length === 0) || effect !== 'write')
          return reportCorrections(scope, compared, settled, around, recorded, undefined);
        const covered = [...recorded, ...printed].map(({ difference }) => difference);
        const found = { ...compared, balances: compared.balances.filter(({ isLater }) => isLater) };
        const leftOn = (days: Days) => leftChanges(today, store, scope, days, found, covered);
        const order = { ...correction, left: leftOn(scope.period).lines };
        const made = await finalCorrection(host, { ...request, settle: settled.settle }, store, order);
        // What is left on other days of these finals has been seen too.
        const { whole, parts } = daysBeside(scope.period, compared);
        for (const days of whole) noteChanges(leftChanges(today, store, scope, days, NO_CHANGES, []));
        for (const days of [scope.period, ...parts]) noteChanges(leftOn(days));
        const { account } = compared.prepared.config;
        const later = noteLaterFinals(store, { employerId, employerKey, isOwn, runId: made.runId }, account);
        const report = reportCorrections(scope, compared, settled, around, recorded, made);
        return { ...report, laterFinals: later.map(finalDays) };
      }),
    );
  return mode === 'write' ? announceRun(context, { ...request, kind: 'correct' }, employerKey, work) : work();
}

/** Why a final of these lines would be refused now; undefined if it would not. */
function refusalOf(gate: () => void): PaytallyError | undefined {
  try {
    gate();
    return undefined;
  } catch (failure) {
    if (failure instanceof PaytallyError) return failure;
    throw failure;
  }
}

/** @throws PaytallyError CHANGED_SINCE_READ if the clerk was not shown exactly these lines and balances */
function assertShown(shown: readonly string[] | undefined, { lines, balances }: ComparedFinals): void {
  const known = new Set(shown);
  const found = [...lines, ...balances];
  if (shown === undefined || (found.length === known.size && found.every(({ id }) => known.has(id)))) return;
  throw new PaytallyError('CHANGED_SINCE_READ', message('corrections.changedSinceShown'));
}
