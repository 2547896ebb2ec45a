import { createHash, randomBytes } from 'node:crypto';
import type { Config } from '../../config/config.js';
import { htmlBody, type MailBody, type MailList, plainBody } from '../../delivery/mail/mailBody.js';
import { groupBy } from '../../domain/groupBy.js';
import { oneLine } from '../../outsideText.js';
import type { DeliveryItem } from '../../store/deliveries.js';
import type { Store } from '../../store/store.js';
import type { RunHost } from '../runHost.js';
import type { DeliverySession } from './deliverySession.js';
import { type MailedRun, mailboxOf } from './mailOf.js';
import { NOTICE_TEXTS } from './noticeTexts.js';

export interface NoticeOrder {
  readonly host: RunHost;
  readonly store: Store;
  readonly config: Config;
  readonly run: MailedRun;
}

/** What stands in a notice. */
export interface Notice {
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly lists: readonly MailList[];
}

/**
 * Tells the owner of what failed and has not been told before, and of what works again: one mail for each, whatever
 * the number of recipients. A notice that cannot be sent is due again the next time.
 */
export async function tellOwner(
  order: NoticeOrder,
  session: DeliverySession,
  items: readonly DeliveryItem[],
): Promise<void> {
  const { store, config, run } = order;
  if (config.mail === undefined) return;
  const texts = NOTICE_TEXTS[config.language];
  const names = [oneLine(config.employerName), run.period.label] as const;
  const isFailed = ({ state }: DeliveryItem) => state === 'failed' || state === 'unknown';
  const failed = items.filter((item) => isFailed(item) && store.agenda.beginNotice(causeOf(item)));
  if (failed.length > 0) {
    const isSent = await sendNotice(order, session, {
      heading: texts.failed(...names),
      paragraphs: [texts.failedText, ...whatToDo(failed, config)],
      lists: [{ heading: texts.problems, items: problemLines(failed) }],
    });
    if (!isSent) for (const item of failed) store.agenda.endNotice(causeOf(item));
  }
  const works = items.filter((item) => item.state === 'sent' && store.agenda.endNotice(causeOf(item)));
  if (works.length === 0) return;
  const isSent = await sendNotice(order, session, {
    heading: texts.works(...names),
    paragraphs: [texts.worksText],
    lists: [{ heading: texts.arrived, items: works.map(({ name, recipient }) => `${name}: ${recipient}`) }],
  });
  if (!isSent) for (const item of works) store.agenda.beginNotice(causeOf(item));
}

/** One line for each cause, with all whom it concerns. */
function problemLines(items: readonly DeliveryItem[]): string[] {
  return [...groupBy(items, ({ problem = '' }) => problem)].map(([problem, some]) => {
    const whom = some.map(({ name, recipient }) => `${name}: ${recipient}`).join('\n');
    return `${whom}\n${problem}`;
  });
}

function whatToDo(items: readonly DeliveryItem[], { language }: Config): string[] {
  const texts = NOTICE_TEXTS[language];
  const failed = [...new Set(items.filter(({ state }) => state === 'failed').map(({ runId }) => runId))];
  const unknown = new Map(
    items.filter(({ state }) => state === 'unknown').map((item) => [`${item.runId} ${item.name}`, item]),
  );
  return [
    ...failed.map((runId) => texts.sendAgain(runId)),
    ...[...unknown.values()].map(({ runId, name }) => texts.perhaps(runId, name)),
  ];
}

function causeOf({ messageId }: DeliveryItem): string {
  return `delivery ${messageId}`;
}

/** False where it could not be sent, which is said. */
export async function sendNotice(
  { host, config }: NoticeOrder,
  session: DeliverySession,
  notice: Notice,
): Promise<boolean> {
  const { mail, language } = config;
  if (mail === undefined) return false;
  const body: MailBody = { language, ...notice, footer: NOTICE_TEXTS[language].footer };
  const from = mailboxOf(mail.from);
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  let isSent = true;
  for (const owner of mail.owner) {
    const id = createHash('sha256').update(randomBytes(16)).digest('hex').slice(0, 40);
    try {
      await session.sendNotice(
        {
          from,
          to: [mailboxOf(owner)],
          cc: [],
          subject: notice.heading,
          text: plainBody(body),
          html: htmlBody(body),
          attachments: [],
          messageId: `<paytally.notice.${id}@${domain}>`,
          date: new Date(host.context.clock.nowMs()),
        },
        owner,
      );
    } catch (failure) {
      isSent = false;
      const why = failure instanceof Error ? failure.message : String(failure);
      host.terminal.alert(`Warning: the notice to ${owner} could not be sent: ${why}`);
    }
  }
  return isSent;
}
