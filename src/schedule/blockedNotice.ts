import { DeliverySession } from '../delivery/deliverySession.js';
import { type Notice, type NoticeOrder, sendNotice } from '../delivery/mail/notices.js';
import { workLists } from '../delivery/mail/workLists.js';
import { groupBy } from '../domain/collections.js';
import { exceptionWording } from '../domain/exceptions/wording.js';
import { formatInstant } from '../domain/time/stamp.js';
import type { PaytallyError } from '../errors.js';
import { type ConcernedWork, ExportBlocked } from '../export/exportBlocked.js';
import { formatMessage, sayIn } from '../i18n/formatMessage.js';
import type { Language } from '../i18n/language.js';
import type { RunHost } from '../run.js';
import { firstLine, oneLine } from '../runtime/outsideText.js';
import type { Store } from '../store/store.js';
import type { ScheduledRun } from './dueWork.js';
import { periodDue, type SchedulePlace } from './employerSchedules.js';

/**
 * Notifies the owner once that a scheduled run failed: what was found and how often, never a name of a
 * person, and when it is tried again.
 */
export async function notifyBlocked(
  host: RunHost,
  store: Store,
  place: SchedulePlace,
  time: ScheduledRun,
  failure: PaytallyError,
  nextTryAt: Date | undefined,
): Promise<void> {
  const { config, zone } = time.schedule;
  // The last attempt is a cause of its own: there are no further automatic retries.
  const cause = `${causeOf(time)}${nextTryAt === undefined ? ' for good' : ''}`;
  if (config.mail === undefined || !store.scheduleState.beginNotice(cause)) return;
  const { language } = config;
  const say = sayIn(language);
  const next =
    nextTryAt === undefined
      ? say('notices.noMoreTries')
      : say('notices.nextTry', { at: formatInstant(Math.ceil(nextTryAt.getTime() / 1000), zone) });
  const notice = {
    about: [cause],
    heading: say(failure instanceof ExportBlocked ? 'notices.blocked' : 'notices.notMade', namesOf(time)),
    paragraphs: [
      say('notices.blockedText'),
      next,
      ...(failure instanceof ExportBlocked
        ? [
            say('notices.listIt', {
              command: `paytally check ${periodDue(time).label} --employer ${time.schedule.employer}`,
            }),
          ]
        : [failureText(failure, language)]),
    ],
    lists: [{ heading: say('notices.found'), items: foundLines(failure, language) }],
  };
  const isSent = await withSession(host, store, place, time, (order, session) =>
    sendNotice(order, session, notice),
  );
  if (!isSent) store.scheduleState.endNotice(cause);
}

/**
 * Sends the work list to those who were to get the sheets of these people or places, each the part that is theirs, once
 * for each due time. People are named where the delivery attaches their data unencrypted anyway; else it is counted.
 */
export async function notifyConcerned(
  host: RunHost,
  store: Store,
  place: SchedulePlace,
  time: ScheduledRun,
  failure: PaytallyError,
): Promise<void> {
  if (!(failure instanceof ExportBlocked) || time.schedule.config.mail === undefined) return;
  await withSession(host, store, place, time, async (order, session) => {
    for (const concerned of failure.concerned) {
      const cause = `${causeOf(time)} ${concerned.delivery} ${concerned.address}`;
      if (!store.scheduleState.beginNotice(cause)) continue;
      const notice = { about: [cause], ...workNotice(time, concerned) };
      const isSent = await sendNotice(order, session, notice, [concerned.address]);
      if (!isSent) store.scheduleState.endNotice(cause);
    }
  });
}

function workNotice(time: ScheduledRun, { delivery, found }: ConcernedWork): Omit<Notice, 'about'> {
  const { config } = time.schedule;
  const say = sayIn(config.language);
  const { isNamed, lists } = workLists(config, delivery, found);
  return {
    heading: say('notices.toDo', namesOf(time)),
    footer: say('mail.footer'),
    paragraphs: [say('notices.toDoText'), ...(isNamed ? [] : [say('notices.askForList')])],
    lists,
  };
}

/** Notifies the owner that a reported problem is over. */
export async function notifyUnblocked(
  host: RunHost,
  store: Store,
  place: SchedulePlace,
  time: ScheduledRun,
): Promise<void> {
  const { config } = time.schedule;
  const ended = [causeOf(time), `${causeOf(time)} for good`].filter((cause) =>
    store.scheduleState.endNotice(cause),
  );
  if (config.mail === undefined || ended.length === 0) return;
  const say = sayIn(config.language);
  const notice = {
    about: ['made', causeOf(time)],
    heading: say('notices.made', namesOf(time)),
    paragraphs: [say('notices.madeText')],
    lists: [],
  };
  await withSession(host, store, place, time, (order, session) => sendNotice(order, session, notice));
}

/** Whose run, and of which period. */
function namesOf(time: ScheduledRun): { employer: string; period: string } {
  return { employer: oneLine(time.schedule.config.employerName), period: periodDue(time).label };
}

function causeOf({ schedule: { employer, name }, due }: ScheduledRun): string {
  return `schedule ${employer} ${name} ${due}`;
}

/** Other failures name files and settings, never people; the notice has only their first line. */
function failureText({ code, text, remedyText }: PaytallyError, language: Language): string {
  return `${code}: ${firstLine(formatMessage(text, language))}\n${formatMessage(remedyText, language)}`;
}

function foundLines(failure: PaytallyError, language: string): string[] {
  if (!(failure instanceof ExportBlocked)) return [];
  const stopping = failure.found.findings.filter(({ severity }) => severity !== 'warn');
  return [...groupBy(stopping, ({ code }) => code)].map(([code, some]) => {
    const { title, remedy } = exceptionWording(code, language);
    return `${some.length} × ${title}\n${remedy}`;
  });
}

async function withSession<Result>(
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
