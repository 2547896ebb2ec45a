import { DeliverySession } from '../delivery/deliverySession.js';
import type { NoticeOrder } from '../delivery/mail/notices.js';
import type { RunHost } from '../run.js';
import { oneLine } from '../runtime/outsideText.js';
import type { Store } from '../store/store.js';
import type { ScheduledRun } from './dueWork.js';
import { periodDue, type SchedulePlace } from './employerSchedules.js';

/** The employer and period of the run. */
export function namesOf(time: ScheduledRun): { employer: string; period: string } {
  return { employer: oneLine(time.schedule.config.employerName), period: periodDue(time).label };
}

/** The subject of a notice, which is sent once for each due time. */
export function causeOf({ schedule: { employer, name }, due }: ScheduledRun): string {
  return `schedule ${employer} ${name} ${due}`;
}

/** A connection to the mail server for notices about a due time. */
export async function withNoticeSession<Result>(
  host: RunHost,
  store: Store,
  { loaded: { folder }, storeFolder }: SchedulePlace,
  time: ScheduledRun,
  use: (order: NoticeOrder, session: DeliverySession) => Promise<Result>,
): Promise<Result> {
  const { config } = time.schedule;
  const session = new DeliverySession({ host, store, storeFolder, config, folder });
  try {
    return await use({ host, store, config, run: { period: periodDue(time), state: 'final' } }, session);
  } finally {
    await session.close();
  }
}
