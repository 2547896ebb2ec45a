import type { SessionOrder } from '../../delivery/deliverySession.js';
import type { DeliveryStatus } from '../../delivery/deliveryStatus.js';
import { notifyOnce } from '../../delivery/mail/notices.js';
import { groupBy } from '../../domain/collections.js';
import { PaytallyError } from '../../errors.js';
import type { Store } from '../../store/store.js';
import { correctEmployer } from '../corrections/correctEmployer.js';
import type { CorrectionLineJson } from '../corrections/correctionLines.js';
import type { CorrectionsOutcome } from '../corrections/correctionReport.js';
import type { CorrectionsRequest } from '../corrections/correctionScope.js';
import type { RunHost } from '../export/runHost.js';
import type { RunRequest } from '../export/runRequest.js';
import { overlaps } from '../ledger/finals.js';
import { type SendHost, sendRun } from '../storedRuns/sendRun.js';
import type { ScheduledRun } from './dueWork.js';
import { periodDue } from './employerSchedules.js';
import { changeNotice } from './monitor/monitorNotices.js';

/** Corrections that a schedule recorded or, as a draft, found. */
export interface ScheduledCorrections {
  /** undefined if the period has no final. */
  readonly outcome: CorrectionsOutcome | undefined;
  readonly deliveries: readonly DeliveryStatus[];
}

/**
 * Corrects the finals of the period that is due, and notifies the owner of the added and removed amounts. A draft
 * writes nothing.
 * @throws PaytallyError as `correctEmployer` and `sendRun`
 */
export async function runScheduledCorrections(
  host: RunHost,
  order: SessionOrder,
  time: ScheduledRun,
  request: RunRequest,
): Promise<ScheduledCorrections> {
  const { employer, settings } = time.schedule;
  const state = settings.corrections ?? 'draft';
  const asked: CorrectionsRequest = {
    ...request,
    state,
    read: state === 'final' ? 'twice' : 'once',
    settle: new Map(),
    sheet: undefined,
    since: undefined,
    asksOfMapping: time.schedule.config.corrections?.mapping !== true,
  };
  const outcome = await correctEmployer(host, asked, employer).catch(noneIfNothingFinal);
  const deliveries = await deliver(host, request, order.store, time, outcome?.made?.runId);
  if (outcome !== undefined && isChanged(outcome)) await notify(order, state, outcome);
  return { outcome, deliveries };
}

type SendPlace = Pick<RunRequest, 'loaded' | 'storeFolder'>;

function isChanged({ lines, balances }: CorrectionsOutcome): boolean {
  return lines.length > 0 || balances.some(({ isLater }) => !isLater);
}

function noneIfNothingFinal(failure: unknown): undefined {
  if (!(failure instanceof PaytallyError) || failure.code !== 'NOTHING_FINAL') throw failure;
}

/** Sends the correction, including one recorded by a process that ended before sending it. */
async function deliver(
  host: SendHost,
  place: SendPlace,
  store: Store,
  time: ScheduledRun,
  made: string | undefined,
): Promise<readonly DeliveryStatus[]> {
  const { config } = time.schedule;
  const period = periodDue(time);
  const earlier = store.ledger
    .links(config.employer.employerId)
    .findLast(
      ({ kind, startedAt, period: days }) =>
        kind === 'correction' && startedAt.getTime() >= time.due * 1000 && overlaps(days, period),
    );
  const runId = made ?? earlier?.runId;
  return runId === undefined ? [] : deliverRuns(host, place, store, time, [runId]);
}

/**
 * Sends recorded runs to the schedule's deliveries: to a recipient that had one, never again.
 * @throws PaytallyError as `sendRun`
 */
export async function deliverRuns(
  host: SendHost,
  { loaded, storeFolder }: SendPlace,
  store: Store,
  { schedule: { settings } }: ScheduledRun,
  runIds: readonly string[],
): Promise<readonly DeliveryStatus[]> {
  if (settings.deliver.length === 0) return [];
  const sent: DeliveryStatus[] = [];
  for (const runId of runIds) {
    const order = { loaded, storeFolder, runId, to: settings.deliver, again: [], isDryRun: false };
    sent.push(...(await sendRun(host, store, order)).deliveries);
  }
  return sent;
}

/** Each pay line once, even if several templates print it. */
function payLines(lines: readonly CorrectionLineJson[]): readonly CorrectionLineJson[] {
  const same = groupBy(lines, ({ employeeId, date, payCode, establishment, unit }) =>
    JSON.stringify([employeeId, date, payCode, establishment, unit]),
  );
  return [...same.values()].flatMap(([first]) => first ?? []);
}

async function notify(
  order: SessionOrder,
  state: 'draft' | 'final',
  { lines, balances, made }: CorrectionsOutcome,
): Promise<void> {
  const own = balances.filter(({ isLater }) => !isLater);
  // A draft with the same result again needs no notice.
  const found = [...lines.map(({ line }) => line), ...own.map(({ id }) => id)];
  const about = [...(made === undefined ? [] : [made.runId]), ...found];
  const kind = state === 'final' ? 'corrected' : 'changed';
  await notifyOnce(order, `corrections ${order.config.employerKey} ${about.join(' ')}`, () =>
    changeNotice(order.config, payLines(lines), kind, own),
  );
}
