import type { SessionOrder } from '../../delivery/deliverySession.js';
import { failureParagraph, notifyOnce, withNotices } from '../../delivery/mail/notices.js';
import { groupBy } from '../../domain/collections.js';
import { blockingFindings } from '../../domain/exceptions/finding.js';
import { exceptionWording } from '../../domain/exceptions/wording.js';
import { verdictOf } from '../../domain/month/verdict.js';
import { formatInstant } from '../../domain/time/stamp.js';
import type { PaytallyError } from '../../errors.js';
import { sayIn } from '../../i18n/formatMessage.js';
import type { Language } from '../../i18n/language.js';
import { oneLine } from '../../runtime/outsideText.js';
import type { Store } from '../../store/store.js';
import { ExportBlocked } from '../export/exportBlocked.js';
import type { SendHost } from '../storedRuns/sendRun.js';
import { waitingName } from './board.js';
import { causeOfSchedules, type ScheduledRun } from './dueWork.js';
import { periodDue, type SchedulePlace } from './employerSchedules.js';

/**
 * Notifies the owner once that a scheduled run failed: the findings and their counts, never a person's name, and the
 * time of the next attempt.
 * @returns false if the notice could not be sent
 */
export async function notifyBlocked(
  order: SessionOrder,
  time: ScheduledRun,
  failure: PaytallyError,
  nextTryAt: Date | undefined,
): Promise<boolean> {
  const { config, zone } = time.schedule;
  // The last attempt is a separate cause: there are no further automatic retries.
  const cause = `${causeOf(time)}${nextTryAt === undefined ? ' for good' : ''}`;
  const { language } = config;
  const say = sayIn(language);
  const next =
    nextTryAt === undefined
      ? say('notices.noMoreTries')
      : say('notices.nextTry', { at: formatInstant(Math.ceil(nextTryAt.getTime() / 1000), zone) });
  return notifyOnce(order, cause, () => ({
    heading: say(failure instanceof ExportBlocked ? 'notices.blocked' : 'notices.notMade', namesOf(time)),
    paragraphs: [
      say('notices.blockedText'),
      ...verdictLines(failure, language),
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

/** Notifies the owner once, until it succeeds, that an employer's schedules could not be determined. */
export async function notifyUnknownSchedules(order: SessionOrder, failure: PaytallyError): Promise<void> {
  const { config } = order;
  const say = sayIn(config.language);
  await notifyOnce(order, causeOfSchedules(config), () => ({
    heading: say('notices.noSchedules', { employer: oneLine(config.employerName) }),
    paragraphs: [say('notices.noSchedulesText'), failureParagraph(failure, config.language)],
    lists: [],
  }));
}

/** Notifies the owner that a reported problem is resolved. */
export async function notifyUnblocked(order: SessionOrder, time: ScheduledRun): Promise<void> {
  const { config } = time.schedule;
  const ended = [causeOf(time), `${causeOf(time)} for good`].filter((cause) =>
    order.store.scheduleState.endNotice(cause),
  );
  if (config.mail === undefined || ended.length === 0) return;
  const say = sayIn(config.language);
  const notice = {
    about: ['made', causeOf(time)],
    heading: say('notices.made', namesOf(time)),
    paragraphs: [say('notices.madeText')],
    lists: [],
  };
  await withNotices(order, async (send) => {
    await send(notice);
  });
}

/** Whether the period can be paid, in the words of every other page and document. */
function verdictLines(failure: PaytallyError, language: Language): string[] {
  const { month } = failure instanceof ExportBlocked ? failure : {};
  return month === undefined ? [] : [verdictOf(language, { ...month, about: 'a read' }).text];
}

/** What blocks a final and was not accepted. */
function foundLines(failure: PaytallyError, language: string): string[] {
  if (!(failure instanceof ExportBlocked)) return [];
  const stopping = blockingFindings(failure.found.findings, 'final');
  return [...groupBy(stopping, ({ code }) => code)].map(([code, some]) => {
    const { title, remedy } = exceptionWording(code, language);
    return `${some.length} × ${title}\n${remedy}`;
  });
}

/** The people or roles who can resolve it, as on the board. */
function waitingLines(failure: PaytallyError, language: Language): string[] {
  const { month } = failure instanceof ExportBlocked ? failure : {};
  return (month?.waitingFor ?? []).map((waiting) =>
    sayIn(language)('notices.waitingFor.line', {
      address: waitingName(waiting, language),
      count: waiting.items,
    }),
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
  host: SendHost,
  store: Store,
  { loaded: { folder }, storeFolder }: SchedulePlace,
  { schedule: { config } }: ScheduledRun,
): SessionOrder {
  return { effects: host, silences: host.silences, store, storeFolder, config, folder };
}
