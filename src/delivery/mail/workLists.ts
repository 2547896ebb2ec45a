import type { Config } from '../../config/config.js';
import { buildWorkList, type FindingReport, type WorkLine } from '../../domain/exceptions/workList.js';
import { dateText } from '../../i18n/dateText.js';
import { sayIn } from '../../i18n/formatMessage.js';
import type { Language } from '../../i18n/language.js';
import { oneLine } from '../../runtime/outsideText.js';
import type { MailList } from './composeMail.js';

/** The lists of a notice about open items. */
export interface WorkLists {
  /** Whether they name people: only where the delivery attaches their data unencrypted anyway. */
  readonly isNamed: boolean;
  readonly lists: readonly MailList[];
}

/**
 * The open items of the people or places of one recipient.
 * @param delivery name of the delivery that sends the recipient files; undefined for lists without names
 */
export function workLists(config: Config, delivery: string | undefined, found: FindingReport): WorkLists {
  const { language } = config;
  const settings = delivery === undefined ? undefined : config.deliveries[delivery];
  const isNamed = settings?.to === 'mail' && settings.attach && settings.encrypt === undefined;
  const causes = buildWorkList(found);
  if (isNamed)
    return {
      isNamed,
      lists: causes.map(({ title, remedy, places }) => ({
        heading: title,
        items: [
          ...places.flatMap(({ lines }) => lines.map((line) => lineText(line, language))),
          `→ ${remedy}`,
        ],
      })),
    };
  const items = causes.map(({ count, title, remedy }) => `${count} × ${title}\n${remedy}`);
  return { isNamed: false, lists: [{ heading: sayIn(language)('notices.found'), items }] };
}

function lineText({ people, message }: WorkLine, language: Language): string {
  const named = people.map(({ name, dates }) =>
    [oneLine(name), dates.map((date) => dateText(language, date)).join(', ')].filter(Boolean).join(': '),
  );
  return [named.join('\n'), ...(message === undefined ? [] : [oneLine(message)])].join('\n');
}
