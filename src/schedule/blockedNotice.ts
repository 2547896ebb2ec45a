import type { SessionOrder } from '../delivery/deliverySession.js';
import { failureParagraph, notifyOnce, withNotices } from '../delivery/mail/notices.js';
import { groupBy } from '../domain/collections.js';
import { exceptionWording } from '../domain/exceptions/wording.js';
import { formatInstant } from '../domain/time/stamp.js';
import type { PaytallyError } from '../errors.js';
import { ExportBlocked } from '../export/exportBlocked.js';
import { sayIn } from '../i18n/formatMessage.js';
import type { Language } from '../i18n/language.js';
import type { RunHost } from '../run.js';
import { oneLine } from '../runtime/outsideText.js';
import type { Store } from '../store/store.js';
import type { ScheduledRun } from './dueWork.js';
import { periodDue, type SchedulePlace } from './employerSchedules.js';

/**
 * Notifies the owner once that a scheduled run failed: the findings and their counts, never a person's name, and the
 * time of the next attempt.
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
  // The last attempt is a separate cause: there are no further automatic retries.
  const cause = `${causeOf(time)}${nextTryAt === undefined ? ' for good' : ''}`;
  const { language } = config;
  const say = sayIn(language);
  const next =
    nextTryAt === undefined
      ? say('notices.noMoreTries')
      : say('notices.nextTry', { at: formatInstant(Math.ceil(nextTryAt.getTime() / 1000), zone) });
  await notifyOnce(sessionOrder(host, store, place, time), cause, () => ({
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
        : [failureParagraph(failure, language)]),
    ],
    lists: [
      { heading: say('notices.found'), items: foundLines(failure, language) },
      { heading: say('notices.waitingFor'), items: waitingLines(failure, language) },
    ],
  }));
}

/** Notifies the owner that a reported problem is resolved. */
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
  await withNotices(sessionOrder(host, store, place, time), async (send) => {
    await send(notice);
  });
}

function foundLines(failure: PaytallyError, language: string): string[] {
  if (!(failure instanceof ExportBlocked)) return [];
  const stopping = failure.found.findings.filter(({ severity }) => severity !== 'warn');
  return [...groupBy(stopping, ({ code }) => code)].map(([code, some]) => {
    const { title, remedy } = exceptionWording(code, language);
    return `${some.length} × ${title}\n${remedy}`;
  });
}

/** The recipients who were notified of corrections, with counts. */
function waitingLines(failure: PaytallyError, language: Language): string[] {
  if (!(failure instanceof ExportBlocked)) return [];
  return failure.concerned.map(({ address, found: { findings } }) =>
    sayIn(language)('notices.waitingFor.line', { address, count: findings.length }),
  );
}

/** The employer and period of the run. */
export function namesOf(time: ScheduledRun): { employer: string; period: string } {
  return { employer: oneLine(time.schedule.config.employerName), period: periodDue(time).label };
}

/** The subject of a notice, which is sent once for each due time. */
export function causeOf({ schedule: { employer, name }, due }: ScheduledRun): string {
  return `schedule ${employer} ${name} ${due}`;
}

/** The input of notices about a due time. */
export function sessionOrder(
  host: RunHost,
  store: Store,
  { loaded: { folder }, storeFolder }: SchedulePlace,
  { schedule: { config } }: ScheduledRun,
): SessionOrder {
  return { host, store, storeFolder, config, folder };
}
