import type { SessionOrder } from '../../delivery/deliverySession.js';
import type { DeliveryStatus } from '../../delivery/deliveryStatus.js';
import { notifyOnce } from '../../delivery/mail/notices.js';
import { groupBy } from '../../domain/collections.js';
import { PaytallyError } from '../../errors.js';
import { sayIn } from '../../i18n/formatMessage.js';
import { oneLine } from '../../runtime/outsideText.js';
import { correctEmployer } from '../corrections/correctEmployer.js';
import type { CorrectionLineJson } from '../corrections/correctionLines.js';
import type { CorrectionsOutcome } from '../corrections/correctionReport.js';
import type { CorrectionsRequest } from '../corrections/correctionScope.js';
import type { RunHost } from '../export/runHost.js';
import type { RunRequest } from '../export/runRequest.js';
import type { ScheduledRun } from './dueWork.js';
import { changeNotice } from './monitor/monitorNotices.js';
import { deliverRuns, runsOfDays } from './runsOfDays.js';

/** Corrections that a schedule recorded or, as a draft, found. */
export interface ScheduledCorrections {
  /** undefined if the period has no final. */
  readonly outcome: CorrectionsOutcome | undefined;
  readonly deliveries: readonly DeliveryStatus[];
}

/**
 * Corrects the finals of the period that is due, sends what the deliveries have not had of their corrections, and
 * notifies the owner of the added and removed amounts. A draft writes nothing.
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
  const { store } = order;
  const runs = state === 'final' ? runsOfDays(store, request, time, []) : [];
  const deliveries = await deliverRuns(host, request, store, time, runs, outcome?.made?.runId);
  if (outcome !== undefined && isChanged(outcome)) await notify(order, state, outcome);
  return { outcome, deliveries };
}

function isChanged({ lines, balances, openElsewhere }: CorrectionsOutcome): boolean {
  return lines.length > 0 || openElsewhere.count > 0 || balances.some(({ isLater }) => !isLater);
}

function noneIfNothingFinal(failure: unknown): undefined {
  if (!(failure instanceof PaytallyError) || failure.code !== 'NOTHING_FINAL') throw failure;
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
  { lines, balances, made, openElsewhere }: CorrectionsOutcome,
): Promise<void> {
  const { config } = order;
  const own = balances.filter(({ isLater }) => !isLater);
  // A draft with the same result again needs no notice.
  const found = [...lines.map(({ line }) => line), ...own.map(({ id }) => id)];
  const { count } = openElsewhere;
  const periods = openElsewhere.periods.join(', ');
  const about = [
    ...(made === undefined ? [] : [made.runId]),
    ...found,
    ...(count === 0 ? [] : [`elsewhere ${count} ${periods}`]),
  ];
  const kind = state === 'final' ? 'corrected' : 'changed';
  const say = sayIn(config.language);
  await notifyOnce(order, `corrections ${config.employerKey} ${about.join(' ')}`, () => {
    const heading = say('monitor.notice.changed', { employer: oneLine(config.employerName) });
    const notice =
      found.length === 0
        ? { heading, paragraphs: [], lists: [] }
        : changeNotice(config, payLines(lines), kind, own);
    const elsewhere = count === 0 ? [] : [say('terminal.corrections.elsewhere', { count, periods })];
    return { ...notice, paragraphs: [...notice.paragraphs, ...elsewhere] };
  });
}
