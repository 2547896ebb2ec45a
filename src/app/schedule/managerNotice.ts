import type { SessionOrder } from '../../delivery/deliverySession.js';
import { type Notice, withNotices } from '../../delivery/mail/notices.js';
import { dayText, workLists } from '../../delivery/mail/workLists.js';
import { formatInstant } from '../../domain/time/stamp.js';
import type { PaytallyError } from '../../errors.js';
import { sayIn } from '../../i18n/formatMessage.js';
import { oneLine } from '../../runtime/outsideText.js';
import { type ConcernedWork, ExportBlocked } from '../export/exportBlocked.js';
import { causeOf, namesOf } from './blockedNotice.js';
import type { ScheduledRun } from './dueWork.js';
import { periodDue } from './employerSchedules.js';

const DAY_SECONDS = 86_400;

/**
 * Sends each recipient of timesheets their part of the work list: once for each due time, and again once a day, at the
 * hour at which the run was due, while there is a next check and it still has blocking items of the recipient. The
 * texts are for people who do not know paytally.
 */
export async function notifyConcerned(
  order: SessionOrder,
  time: ScheduledRun,
  failure: PaytallyError,
  nextCheckAt: Date | undefined,
): Promise<void> {
  const { config } = time.schedule;
  const { effects, store } = order;
  if (!(failure instanceof ExportBlocked) || config.mail === undefined) return;
  const day = Math.floor((effects.context.clock.nowMs() / 1000 - time.due) / DAY_SECONDS);
  const waiting = failure.month?.waitingFor ?? [];
  await withNotices(order, async (send) => {
    for (const concerned of failure.concerned) {
      const { delivery, address } = concerned;
      const cause = `${causeOf(time)} ${delivery} ${address}`;
      const ofDay = `${cause} day ${day}`;
      const isFirst = store.scheduleState.beginNotice(cause);
      if (!isFirst && (nextCheckAt === undefined || day === 0)) continue;
      if (!store.scheduleState.beginNotice(ofDay)) continue;
      const since = waiting.find((who) => who.recipient === address && who.delivery === delivery)?.since;
      const notice = workNotice(time, concerned, { nextCheckAt, since: isFirst ? undefined : since });
      const about = isFirst ? [cause] : [ofDay];
      if (await send({ about, ...notice }, [address])) continue;
      store.scheduleState.endNotice(ofDay);
      if (isFirst) store.scheduleState.endNotice(cause);
    }
  });
}

interface NoticeTimes {
  readonly nextCheckAt: Date | undefined;
  /** For a reminder: the time at which the first item was found. */
  readonly since: string | undefined;
}

/** People are named only if the delivery would attach their data unencrypted anyway. */
function workNotice(
  time: ScheduledRun,
  { delivery, found }: ConcernedWork,
  { nextCheckAt, since }: NoticeTimes,
): Omit<Notice, 'about'> {
  const { config, employerZone } = time.schedule;
  const { language } = config;
  const say = sayIn({ language, hours: config.hours });
  const { isNamed, lists } = workLists(config, delivery, found);
  const { from, to } = periodDue(time);
  const momentOf = (date: Date) => {
    const local = formatInstant(Math.ceil(date.getTime() / 1000), employerZone);
    return { time: local.slice(11, 16), day: dayText(local.slice(0, 10), language) };
  };
  const next = nextCheckAt && say('notices.nextCheck', momentOf(nextCheckAt));
  const heading = say('notices.toDo', namesOf(time));
  return {
    heading: since === undefined ? heading : say('notices.reminder', { heading }),
    footer: say('mail.footer'),
    repliesToOwner: true,
    paragraphs: [
      say('notices.toDoText', {
        employer: oneLine(config.employerName),
        from,
        to,
        count: found.findings.length,
      }),
      ...(since === undefined ? [] : [say('notices.waitingSince', momentOf(new Date(since)))]),
      next ?? say('notices.noNextCheck'),
      ...(isNamed ? [] : [say('notices.askForList')]),
    ],
    lists,
  };
}
