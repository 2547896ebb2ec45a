import { z } from 'zod';
import type { Config } from '../../config/config.js';
import type { MailDelivery, MailText } from '../../config/schema/deliverySchema.js';
import { expressionProblem } from '../../documents/languageWords.js';
import { periodInWords } from '../../documents/model/runFields.js';
import { factsOfText, writeText } from '../../documents/text/composedText.js';
import type { ExportState } from '../../domain/computed/computedPeriod.js';
import { type Mailbox, parseMailbox } from '../../domain/people/mailbox.js';
import type { Period } from '../../domain/period/period.js';
import { PaytallyError } from '../../errors.js';
import { dateText, monthName } from '../../i18n/dateText.js';
import { sayIn } from '../../i18n/formatMessage.js';
import { isBuiltIn, type Language, withoutRegion } from '../../i18n/language.js';
import { message } from '../../i18n/message.js';
import { oneLine } from '../../runtime/outsideText.js';
import type { DeliveryFile, DeliveryItem } from '../../store/outbox.js';
import type { NamedContent } from '../outgoingFile.js';
import {
  type MailBody,
  type MailList,
  type MailMessage,
  renderHtmlBody,
  renderPlainBody,
} from './composeMail.js';

/** A run's data for its mails. */
export interface MailedRun {
  readonly period: Period;
  readonly state: ExportState;
  readonly isCorrection?: boolean;
  /** For a final or correction: its digest in the ledger. */
  readonly digest?: string | undefined;
  /** Of the whole run; undefined for a correction. */
  readonly figures?: MailedFigures | undefined;
}

/** What the first sentence of a mail says of a run. */
export interface MailedFigures {
  readonly people: number;
  readonly minutes: number;
  readonly warnings: number;
}

/** The content of a delivery's mail, without files. */
interface MailWording {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** The summary of the delivery's files. */
  readonly cover: readonly MailList[];
  /** Digest of the run in the ledger; empty for a draft. */
  readonly digests: readonly string[];
}

/** Subject and text with the facts filled in. @throws PaytallyError CONFIG_INVALID for a text that cannot be read */
export function renderMailWording(
  config: Config,
  delivery: { readonly name: string; readonly settings: MailDelivery },
  run: MailedRun,
  files: readonly Pick<DeliveryFile, 'template'>[],
  details: DeliveryItem['details'] = {},
): MailWording {
  const { language } = config;
  const { period, state, isCorrection = false, digest } = run;
  const say = sayIn(language);
  const [from, to] = [dateText(language, period.from), dateText(language, period.to)];
  const named = { employer: oneLine(config.employerName), period: periodName(period, language) };
  const facts: MailFacts = {
    ...named,
    period: period.label,
    from,
    to,
    state: state === 'draft' ? 'draft' : 'final',
    delivery: delivery.name,
    files: [...new Set(files.map(({ template }) => template))].join(', '),
  };
  const { settings } = delivery;
  const configured = (place: 'subject' | 'text') => {
    const own = textInLanguage(settings[place] ?? config.mail?.[place], language);
    return own === undefined ? undefined : renderConfiguredText(place, delivery.name, own, facts);
  };
  const text = configured('text') ?? firstSentence(config, settings, run);
  const subject =
    configured('subject') ?? say(isCorrection ? 'mail.correctionSubject' : 'mail.subject', named);
  return {
    subject: oneLine(subject),
    paragraphs: [...text.trim().split(/\n{2,}/), ...(state === 'draft' ? [say('mail.draft')] : [])],
    cover: coverDetails.parse(details).cover,
    digests: digest === undefined ? [] : [digest],
  };
}

/** `October 2026` for a month, otherwise the two days; labels such as 2026-W44 are names already. */
function periodName(period: Period, language: Language): string {
  const { label } = period;
  const [, year, month] = /^(\d{4})-(\d\d)$/.exec(label) ?? [];
  if (month !== undefined) return `${monthName(language, Number(month))} ${year}`;
  return label.includes('..') ? periodInWords(language, period) : label;
}

/** How many people, hours and warnings, if every recipient gets the whole run. */
function firstSentence(
  config: Config,
  { recipients }: MailDelivery,
  { period, state, isCorrection, figures }: MailedRun,
): string {
  const say = sayIn(config);
  const days = { employer: oneLine(config.employerName), from: period.from, to: period.to };
  if (isCorrection) return say('mail.correctionText', days);
  const isWhole = Array.isArray(recipients);
  return figures === undefined || !isWhole
    ? say('mail.text', { ...days, state })
    : say('mail.figures', { ...days, state, ...figures });
}

const coverDetails = z.object({
  cover: z.array(z.object({ heading: z.string(), items: z.array(z.string()) })).default([]),
});

function textInLanguage(text: MailText | undefined, language: Language): string | undefined {
  if (typeof text !== 'object') return text;
  const known = withoutRegion(language);
  return isBuiltIn(known) ? text[known] : undefined;
}

function renderConfiguredText(
  place: 'subject' | 'text',
  delivery: string,
  text: string,
  facts: MailFacts,
): string {
  try {
    return renderMailTemplate(text, facts);
  } catch (cause) {
    const placeholders = Object.keys(facts).join(', ');
    throw new PaytallyError(
      'CONFIG_INVALID',
      message('delivery.textUnreadable', { place, delivery, reason: expressionProblem(cause), placeholders }),
      { record: `${place} of ${delivery}`, cause },
    );
  }
}

/**
 * The attached files, or their location. Never contains a person's name.
 * @param files attached to the mail @param places of files that are not attached
 */
export function buildMailContent(
  config: Config,
  words: MailWording,
  files: readonly NamedContent[],
  places: readonly string[],
): Pick<MailMessage, 'subject' | 'text' | 'html' | 'attachments'> {
  const say = sayIn(config.language);
  const body: MailBody = {
    language: config.language,
    heading: words.subject,
    paragraphs: words.paragraphs,
    lists: [
      ...words.cover,
      { heading: say('mail.attached'), items: files.map(({ name }) => name) },
      { heading: say('mail.elsewhere'), items: places },
      { heading: say('mail.digest'), items: words.digests },
    ],
    footer: say('mail.footer'),
  };
  return {
    subject: words.subject,
    text: renderPlainBody(body),
    html: renderHtmlBody(body),
    attachments: files,
  };
}

/** A mailbox of the configuration, which has been checked. */
export function parseConfiguredMailbox(text: string): Mailbox {
  const mailbox = parseMailbox(text);
  if (mailbox === undefined)
    throw new PaytallyError('CONFIG_INVALID', message('delivery.notAnAddress', { text }));
  return mailbox;
}

/** The fields for the texts of a mail. */
interface MailFacts {
  /** Its display name. */
  readonly employer: string;
  /** `2026-10` */
  readonly period: string;
  /** First and last day, in the language's date format. */
  readonly from: string;
  readonly to: string;
  readonly state: 'draft' | 'final';
  /** The name of the delivery in the configuration. */
  readonly delivery: string;
  /** Names of the files, separated by commas. */
  readonly files: string;
}

/** Writes a text with the facts filled in. @throws TemplateError if the text is invalid */
export function renderMailTemplate(
  text: string,
  facts: MailFacts | Readonly<Record<string, string>>,
): string {
  return writeText(text, factsOfText({ ...facts }, {}));
}
