import type { MailItem, MailList } from '../delivery/mail/composeMail.js';
import { type Notice, sendNotice } from '../delivery/mail/notices.js';
import { groupBy } from '../domain/collections.js';
import type { RatedFinding } from '../domain/exceptions/finding.js';
import { exceptionWording, findingText } from '../domain/exceptions/wording.js';
import { type FindingReport, personName, sortByWorkList } from '../domain/exceptions/workList.js';
import { toLocalDate, weekdayNumber } from '../domain/time/localDate.js';
import { formatInstant } from '../domain/time/stamp.js';
import type { PaytallyError } from '../errors.js';
import { type ConcernedWork, ExportBlocked } from '../export/exportBlocked.js';
import { weekdayName } from '../i18n/calendarNames.js';
import { findText } from '../i18n/catalogue.js';
import { dateText } from '../i18n/dateText.js';
import { formatMessage, sayIn } from '../i18n/formatMessage.js';
import type { Language } from '../i18n/language.js';
import type { MessageId } from '../i18n/message.js';
import type { RunHost } from '../run.js';
import { oneLine } from '../runtime/outsideText.js';
import type { Store } from '../store/store.js';
import type { ScheduledRun } from './dueWork.js';
import { periodDue, type SchedulePlace } from './employerSchedules.js';
import { causeOf, namesOf, withNoticeSession } from './noticeSession.js';
import { waitingFor } from './waitingFor.js';

const DAY_SECONDS = 86_400;

/**
 * Sends each recipient of timesheets the part of the work list that is theirs: once for each due time, and again
 * once a day, at the hour at which the run was due, while there is a next check and the recipient still blocks it.
 * The texts are for people who have never seen paytally.
 */
export async function notifyConcerned(
  host: RunHost,
  store: Store,
  place: SchedulePlace,
  time: ScheduledRun,
  failure: PaytallyError,
  nextCheckAt: Date | undefined,
): Promise<void> {
  const { config } = time.schedule;
  if (!(failure instanceof ExportBlocked) || config.mail === undefined) return;
  const day = Math.floor((host.context.clock.nowMs() / 1000 - time.due) / DAY_SECONDS);
  const waiting = waitingFor(store, config.employer.employerId, periodDue(time));
  await withNoticeSession(host, store, place, time, async (order, session) => {
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
      if (await sendNotice(order, session, { about, ...notice }, [address])) continue;
      store.scheduleState.endNotice(ofDay);
      if (isFirst) store.scheduleState.endNotice(cause);
    }
  });
}

interface NoticeTimes {
  readonly nextCheckAt: Date | undefined;
  /** Of a reminder: when the first of the items was found. */
  readonly since: string | undefined;
}

/** People are named only where the delivery would attach their data unencrypted anyway. */
function workNotice(
  time: ScheduledRun,
  { delivery, found }: ConcernedWork,
  { nextCheckAt, since }: NoticeTimes,
): Omit<Notice, 'about'> {
  const { config, employerZone } = time.schedule;
  const { language } = config;
  const say = sayIn({ language, hours: config.hours });
  const settings = config.deliveries[delivery];
  const mayName = settings?.to === 'mail' && settings.attach && settings.encrypt === undefined;
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
      ...(mayName ? [] : [say('notices.askForList')]),
    ],
    lists: mayName ? namedLists(found) : [countedList(found)],
  };
}

/** A mail that lists more is cut by some mail programs. */
const MOST_ITEMS = 100;

/** By cause, each item with the person, the day, the times and the way to the record. */
function namedLists(found: FindingReport): MailList[] {
  const { language } = found;
  const sorted = sortByWorkList(found);
  const places = new Set(found.findings.map(({ record }) => found.places.get(record)));
  const shown = groupBy(sorted.slice(0, MOST_ITEMS), ({ code }) => code);
  const lists = [...shown].map(([code, some]) => ({
    heading: exceptionWording(code, language).title,
    items: [
      ...some.map((each) => namedItem(each, found, places.size > 1)),
      `→ ${actionText(code, language)}`,
    ],
  }));
  const more = sorted.length - MOST_ITEMS;
  if (more <= 0) return lists;
  return [...lists, { heading: sayIn(language)('notices.moreItems', { count: more }), items: ['…'] }];
}

function namedItem(finding: RatedFinding, found: FindingReport, withPlace: boolean): MailItem {
  const { date, record } = finding;
  const place = withPlace ? found.places.get(record) : undefined;
  const facts = [personName(finding, found), date === null ? '' : dayText(date, found.language), place ?? ''];
  const text = `${facts.filter(Boolean).map(oneLine).join(' · ')}\n${oneLine(situationText(finding, found))}`;
  const url = found.links?.get(record)?.url;
  return url === undefined ? text : { text, url };
}

/** Counts, and links to records: these show nothing without a login to the portal. */
function countedList(found: FindingReport): MailList {
  const { language } = found;
  const say = sayIn(language);
  const items = [...groupBy(sortByWorkList(found), ({ code }) => code)].flatMap(
    ([code, some]): MailItem[] => {
      const urls = some.flatMap(({ record }) => {
        const link = found.links?.get(record);
        return link === undefined || link.kind === 'employee' ? [] : [link.url];
      });
      return [
        `${some.length} × ${exceptionWording(code, language).title}\n${actionText(code, language)}`,
        ...urls
          .slice(0, MOST_ITEMS)
          .map((url, index) => ({ text: say('notices.record', { number: index + 1 }), url })),
      ];
    },
  );
  return { heading: say('notices.found'), items };
}

function dayText(date: string, language: Language): string {
  return `${weekdayName(language, weekdayNumber(toLocalDate(date)))} ${dateText(language, date)}`;
}

/** What happened, without what it means for an export. */
function situationText(finding: RatedFinding, { language, hours = 'clock' }: FindingReport): string {
  const { id, values } = findingText(finding);
  const own = `notices.situation.${finding.code}`;
  const isKnown = findText(language, own) !== undefined;
  return formatMessage({ id: isKnown ? (own as MessageId) : id, values }, { language, hours });
}

/** What to do in the portal. */
function actionText(code: RatedFinding['code'], language: Language): string {
  return findText(language, `notices.action.${code}`) ?? exceptionWording(code, language).remedy;
}
