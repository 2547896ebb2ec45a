import type { Config } from '../../config/config.js';
import { groupBy } from '../../domain/collections.js';
import { PaytallyError } from '../../errors.js';
import { formatMessage, messageOfStored, sayIn } from '../../i18n/formatMessage.js';
import type { Language } from '../../i18n/language.js';
import { message, type Text } from '../../i18n/message.js';
import { firstLine, oneLine } from '../../runtime/outsideText.js';
import type { DeliveryItem } from '../../store/outbox.js';
import type { Store } from '../../store/store.js';
import { formerAddresses } from '../currentAddresses.js';
import { DeliveryFailure } from '../deliveryFailure.js';
import type { DeliveryEffects } from '../deliveryKind.js';
import { DeliverySession, type SessionOrder } from '../deliverySession.js';
import {
  buildMessageId,
  type MailBody,
  type MailList,
  renderHtmlBody,
  renderPlainBody,
} from './composeMail.js';
import { type MailedRun, parseConfiguredMailbox } from './mailText.js';

export interface NoticeOrder {
  readonly effects: DeliveryEffects;
  readonly store: Store;
  readonly config: Config;
  readonly run: MailedRun;
}

/** The content of a notice. */
export interface Notice {
  /** The key of the notice: if it may have arrived and is sent again, it keeps its Message-ID. */
  readonly about: readonly string[];
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly lists: readonly MailList[];
  /** Whether replies are addressed to people instead of the sender. @default false */
  readonly repliesToOwner?: boolean;
  /** @default a note that the notice is for the owner */
  readonly footer?: string;
}

/**
 * Notifies the owner of new failures, and of deliveries that succeed again: one mail for each, for any number of
 * recipients. A notice that cannot be sent is retried the next time.
 */
export async function notifyOwner(
  order: NoticeOrder & Pick<SessionOrder, 'folder'>,
  session: DeliverySession,
  items: readonly DeliveryItem[],
): Promise<void> {
  const { store, config, run } = order;
  if (config.mail === undefined) return;
  const say = sayIn(config.language);
  const names = { employer: oneLine(config.employerName), period: run.period.label };
  const isFailed = ({ state }: DeliveryItem) => state === 'failed' || state === 'unknown';
  const failed = items.filter((item) => isFailed(item) && store.scheduleState.beginNotice(causeKey(item)));
  if (failed.length > 0) {
    const isSent = await sendNotice(order, session, {
      about: ['failed', ...failed.map(attemptKey)],
      heading: say('notices.failed', names),
      paragraphs: [say('notices.failedText'), ...nextSteps(failed, config, order.folder)],
      lists: [{ heading: say('notices.problems'), items: problemLines(failed, config.language) }],
    });
    if (!isSent) for (const item of failed) store.scheduleState.endNotice(causeKey(item));
  }
  const works = items.filter(
    (item) => item.state === 'sent' && store.scheduleState.endNotice(causeKey(item)),
  );
  if (works.length === 0) return;
  const isSent = await sendNotice(order, session, {
    about: ['works', ...works.map(attemptKey)],
    heading: say('notices.works', names),
    paragraphs: [say('notices.worksText')],
    lists: [
      {
        heading: say('notices.arrived'),
        items: works.map(({ name, recipient }) => `${name}: ${recipient}`),
      },
    ],
  });
  if (!isSent) for (const item of works) store.scheduleState.beginNotice(causeKey(item));
}

/** One line for each cause, with all affected recipients. */
function problemLines(items: readonly DeliveryItem[], language: Language): string[] {
  return [...groupBy(items, ({ problem = '' }) => problem)].map(([problem, some]) => {
    const whom = some.map(({ name, recipient }) => `${name}: ${recipient}`).join('\n');
    return `${whom}\n${formatMessage(messageOfStored(problem), language)}`;
  });
}

function nextSteps(items: readonly DeliveryItem[], config: Config, folder: string): string[] {
  const say = sayIn(config.language);
  const failed = [...new Set(items.filter(({ state }) => state === 'failed').map(({ runId }) => runId))];
  const unknown = new Map(
    items.filter(({ state }) => state === 'unknown').map((item) => [`${item.runId} ${item.name}`, item]),
  );
  return [
    ...failed.map((runId) => say('notices.sendAgain', { runId })),
    ...[...unknown.values()].map(({ runId, name }) => say('notices.perhaps', { runId, name })),
    ...items.flatMap((item) =>
      formerAddresses(config, folder, [item]).map(({ today, ...former }) =>
        say('notices.formerAddress', { ...former, today: today.join(', '), runId: item.runId }),
      ),
    ),
  ];
}

function attemptKey({ messageId, attempts }: DeliveryItem): string {
  return `${messageId} ${attempts}`;
}

function causeKey({ messageId }: DeliveryItem): string {
  return `delivery ${messageId}`;
}

/** @returns whether the notice was sent to all addresses, by default the owner's */
export type SendNotice = (notice: Notice, addresses?: readonly string[]) => Promise<boolean>;

/** Sends notices of an employer over one connection to the mail server. */
export async function withNotices(
  order: SessionOrder,
  use: (send: SendNotice) => Promise<void>,
): Promise<void> {
  const session = new DeliverySession(order);
  try {
    await use((notice, addresses) => sendNotice(order, session, notice, addresses));
  } finally {
    await session.close();
  }
}

/**
 * Notifies the owner once of a cause. A notice that cannot be sent is retried the next time.
 * @returns false if it could not be sent
 */
export async function notifyOnce(
  order: SessionOrder,
  cause: string,
  contentOf: () => Omit<Notice, 'about'>,
): Promise<boolean> {
  const { store, config } = order;
  if (config.mail === undefined || !store.scheduleState.beginNotice(cause)) return true;
  let isSent = false;
  await withNotices(order, async (send) => {
    isSent = await send({ about: [cause], ...contentOf() });
    if (!isSent) store.scheduleState.endNotice(cause);
  });
  return isSent;
}

/**
 * Sends a notice to the owner or to others. Reports a failure, and then returns false.
 * @throws PaytallyError STORE_TAKEN_OVER: a process that was replaced sends nothing
 */
async function sendNotice(
  { effects, config }: Pick<NoticeOrder, 'effects' | 'config'>,
  session: DeliverySession,
  notice: Notice,
  addresses: readonly string[] = config.mail?.owner ?? [],
): Promise<boolean> {
  const { mail, language } = config;
  if (mail === undefined) return false;
  const { heading, paragraphs, lists, footer = sayIn(language)('notices.footer') } = notice;
  const body: MailBody = { language, heading, paragraphs, lists, footer };
  const from = parseConfiguredMailbox(mail.from);
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  await session.checkIn();
  const replyTo = notice.repliesToOwner ? (mail.replyTo ?? mail.owner[0]) : undefined;
  let isSent = true;
  for (const address of addresses) {
    try {
      await session.sendNotice(
        {
          from,
          ...(replyTo === undefined ? {} : { replyTo: parseConfiguredMailbox(replyTo) }),
          to: [parseConfiguredMailbox(address)],
          cc: [],
          subject: heading,
          text: renderPlainBody(body),
          html: renderHtmlBody(body),
          attachments: [],
          messageId: buildMessageId(['notice', address, ...notice.about], domain),
          date: new Date(effects.context.clock.nowMs()),
        },
        address,
      );
    } catch (failure) {
      isSent = false;
      effects.terminal.alert(message('notices.notSent', { address, reason: reasonOf(failure) }));
    }
  }
  return isSent;
}

function reasonOf(failure: unknown): Text {
  if (failure instanceof DeliveryFailure || failure instanceof PaytallyError) return failure.text;
  return failure instanceof Error ? failure.message : String(failure);
}

/** Failures name files and settings, never people; a notice has only their first line. */
export function failureParagraph({ code, text, remedyText }: PaytallyError, language: Language): string {
  return `${code}: ${firstLine(formatMessage(text, language))}\n${formatMessage(remedyText, language)}`;
}
