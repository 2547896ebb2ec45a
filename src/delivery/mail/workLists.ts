import type { Config } from '../../config/config.js';
import { groupBy } from '../../domain/collections.js';
import type { RatedFinding } from '../../domain/exceptions/finding.js';
import { exceptionWording, findingText } from '../../domain/exceptions/wording.js';
import { type FindingReport, personName, sortByWorkList } from '../../domain/exceptions/workList.js';
import { toLocalDate, weekdayNumber } from '../../domain/time/localDate.js';
import { findText } from '../../i18n/catalogue.js';
import { dateText, weekdayName } from '../../i18n/dateText.js';
import { formatMessage, sayIn } from '../../i18n/formatMessage.js';
import type { Language } from '../../i18n/language.js';
import type { MessageId } from '../../i18n/message.js';
import { oneLine } from '../../runtime/outsideText.js';
import type { MailItem, MailList } from './composeMail.js';

/** The lists of a notice about open items. */
export interface WorkLists {
  /** Whether they name people: only if the delivery attaches their data unencrypted anyway. */
  readonly isNamed: boolean;
  readonly lists: readonly MailList[];
}

/**
 * The open items of the people or places of one recipient.
 * @param delivery name of the delivery that sends the recipient files; undefined for lists without names
 */
export function workLists(
  { deliveries }: Config,
  delivery: string | undefined,
  found: FindingReport,
): WorkLists {
  const settings = delivery === undefined ? undefined : deliveries[delivery];
  const isNamed = settings?.to === 'mail' && settings.attach && settings.encrypt === undefined;
  return { isNamed, lists: isNamed ? namedLists(found) : [countedList(found)] };
}

/** Some mail programs truncate longer mails. */
const MOST_ITEMS = 100;

/** By cause, each item with the person, the day, the times and the link to the record. */
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

export function dayText(date: string, language: Language): string {
  return `${weekdayName(language, weekdayNumber(toLocalDate(date)))} ${dateText(language, date)}`;
}

/** The event, without its consequence for an export. */
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
