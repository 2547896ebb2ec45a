import { wordingOf } from '../../domain/exceptions/wording.js';
import { groupBy } from '../../domain/groupBy.js';
import { instantText } from '../../domain/schedule/instantText.js';
import type { PaytallyError } from '../../errors.js';
import { oneLine } from '../../outsideText.js';
import type { Store } from '../../store/store.js';
import { DeliverySession } from '../deliver/deliverySession.js';
import { NOTICE_TEXTS } from '../deliver/noticeTexts.js';
import { type NoticeOrder, sendNotice } from '../deliver/tellOwner.js';
import { ExportBlocked } from '../gate/blocked.js';
import type { RunHost } from '../runHost.js';
import type { ScheduledRun } from './dueWork.js';
import { periodDue } from './employerSchedules.js';
import type { SchedulePlace } from './schedulePlace.js';

/**
 * Tells the owner once that a run that was due could not be made: what was found and how often, never a name of a
 * person, and when it is tried again.
 */
export async function tellBlocked(
  host: RunHost,
  store: Store,
  place: SchedulePlace,
  time: ScheduledRun,
  failure: PaytallyError,
  nextTryAt: Date | undefined,
): Promise<void> {
  const { config, zone } = time.schedule;
  // The last try is a cause of its own: nothing happens by itself any more.
  const cause = `${causeOf(time)}${nextTryAt === undefined ? ' for good' : ''}`;
  if (config.mail === undefined || !store.agenda.beginNotice(cause)) return;
  const texts = NOTICE_TEXTS[config.language];
  const next =
    nextTryAt === undefined
      ? texts.noMoreTries
      : texts.nextTry(instantText(Math.ceil(nextTryAt.getTime() / 1000), zone));
  const notice = {
    heading: texts.blocked(oneLine(config.employerName), periodDue(time).label),
    paragraphs: [
      texts.blockedText,
      next,
      ...(failure instanceof ExportBlocked ? [texts.listIt] : [saidOf(failure)]),
    ],
    lists: [{ heading: texts.found, items: foundLines(failure, config.language) }],
  };
  const isSent = await withSession(host, store, place, time, (order, session) =>
    sendNotice(order, session, notice),
  );
  if (!isSent) store.agenda.endNotice(cause);
}

/** Tells the owner that what had been told of is over. */
export async function tellUnblocked(
  host: RunHost,
  store: Store,
  place: SchedulePlace,
  time: ScheduledRun,
): Promise<void> {
  const { config } = time.schedule;
  const ended = [causeOf(time), `${causeOf(time)} for good`].filter((cause) => store.agenda.endNotice(cause));
  if (config.mail === undefined || ended.length === 0) return;
  const texts = NOTICE_TEXTS[config.language];
  const notice = {
    heading: texts.made(oneLine(config.employerName), periodDue(time).label),
    paragraphs: [texts.madeText],
    lists: [],
  };
  await withSession(host, store, place, time, (order, session) => sendNotice(order, session, notice));
}

function causeOf({ schedule: { employer, name }, due }: ScheduledRun): string {
  return `schedule ${employer} ${name} ${due}`;
}

/** Messages of other failures name files and settings, none of them people; only their first line is told. */
function saidOf({ code, message, remedy }: PaytallyError): string {
  return `${code}: ${message.split('\n')[0] ?? ''}\n${remedy}`;
}

function foundLines(failure: PaytallyError, language: string): string[] {
  if (!(failure instanceof ExportBlocked)) return [];
  const stopping = failure.found.findings.filter(({ severity }) => severity !== 'warn');
  return [...groupBy(stopping, ({ code }) => code)].map(([code, some]) => {
    const { title, remedy } = wordingOf(code, language);
    return `${some.length} × ${title}\n${remedy}`;
  });
}

async function withSession<Result>(
  host: RunHost,
  store: Store,
  { loaded }: SchedulePlace,
  time: ScheduledRun,
  use: (order: NoticeOrder, session: DeliverySession) => Promise<Result>,
): Promise<Result> {
  const { config } = time.schedule;
  const session = new DeliverySession(host, config, loaded.folder);
  try {
    return await use({ host, store, config, run: { period: periodDue(time), state: 'final' } }, session);
  } finally {
    await session.close();
  }
}
