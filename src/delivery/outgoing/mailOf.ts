import { z } from 'zod';
import type { Config } from '../../config/config.js';
import type { MailDelivery, MailText } from '../../config/schema/deliverySchema.js';
import { type Mailbox, parseMailbox } from '../../domain/people/mailbox.js';
import type { Period } from '../../domain/period/period.js';
import { PaytallyError } from '../../errors.js';
import { dateText } from '../../language/dateText.js';
import { isBuiltIn, type Language } from '../../language/language.js';
import { mailTexts } from '../../language/mails/mailTexts.js';
import type { ExportState } from '../../run.js';
import { oneLine } from '../../runtime/outsideText.js';
import type { DeliveryFile, DeliveryItem } from '../../store/deliveryItems.js';
import type { Attachment, MailMessage } from '../mail/composeMail.js';
import { htmlBody, type MailBody, type MailList, plainBody } from '../mail/mailBody.js';
import { type MailFacts, writeMailText } from '../mail/mailLiquid.js';

/** A run as its mails tell of it. */
export interface MailedRun {
  readonly period: Period;
  readonly state: ExportState;
  readonly isCorrection?: boolean;
  /** Of a final or correction: its digest in the ledger. */
  readonly digest?: string | undefined;
}

/** What a mail of a delivery says, files aside. */
export interface MailWords {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** What the delivery tells of its files. */
  readonly cover: readonly MailList[];
  /** Of the run in the ledger; empty for a draft. */
  readonly digests: readonly string[];
}

/** Subject and text with the facts put in. @throws PaytallyError CONFIG_INVALID for a text that cannot be read */
export function mailWords(
  config: Config,
  delivery: { readonly name: string; readonly settings: MailDelivery },
  { period, state, isCorrection = false, digest }: MailedRun,
  files: readonly Pick<DeliveryFile, 'template'>[],
  details: DeliveryItem['details'] = {},
): MailWords {
  const { language } = config;
  const usual = mailTexts(language);
  const facts: MailFacts = {
    employer: oneLine(config.employerName),
    period: period.label,
    from: dateText(language, period.from),
    to: dateText(language, period.to),
    state: state === 'draft' ? 'draft' : 'final',
    delivery: delivery.name,
    files: [...new Set(files.map(({ template }) => template))].join(', '),
  };
  const { settings } = delivery;
  const write = (place: string, own: MailText | undefined, otherwise: string) =>
    written(`${place} of ${delivery.name}`, textIn(own, language) ?? otherwise, facts);
  const text = write(
    'text',
    settings.text ?? config.mail?.text,
    isCorrection ? usual.correctionText : usual.text,
  );
  return {
    subject: oneLine(
      write(
        'subject',
        settings.subject ?? config.mail?.subject,
        isCorrection ? usual.correctionSubject : usual.subject,
      ),
    ),
    paragraphs: [...text.trim().split(/\n{2,}/), ...(state === 'draft' ? [usual.draft] : [])],
    cover: coverDetails.parse(details).cover,
    digests: digest === undefined ? [] : [digest],
  };
}

const coverDetails = z.object({
  cover: z.array(z.object({ heading: z.string(), items: z.array(z.string()) })).default([]),
});

function textIn(text: MailText | undefined, language: Language): string | undefined {
  if (typeof text !== 'object') return text;
  return isBuiltIn(language) ? text[language] : undefined;
}

function written(place: string, text: string, facts: MailFacts): string {
  try {
    return writeMailText(text, facts);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.split(', file:')[0] : String(cause);
    throw new PaytallyError('CONFIG_INVALID', `The ${place} cannot be read: ${why}.`, {
      record: place,
      remedy: `Use the placeholders ${Object.keys(facts).join(', ')}.`,
      cause,
    });
  }
}

/**
 * What goes along: the files, else where they are. Never a name of a person.
 * @param files those that the mail carries @param places of those that it does not
 */
export function mailContent(
  config: Config,
  words: MailWords,
  files: readonly Attachment[],
  places: readonly string[],
): Pick<MailMessage, 'subject' | 'text' | 'html' | 'attachments'> {
  const usual = mailTexts(config.language);
  const body: MailBody = {
    language: config.language,
    heading: words.subject,
    paragraphs: words.paragraphs,
    lists: [
      ...words.cover,
      { heading: usual.attached, items: files.map(({ name }) => name) },
      { heading: usual.elsewhere, items: places },
      { heading: usual.digest, items: words.digests },
    ],
    footer: usual.footer,
  };
  return { subject: words.subject, text: plainBody(body), html: htmlBody(body), attachments: files };
}

/** A mailbox of the configuration, which has been checked. */
export function mailboxOf(text: string): Mailbox {
  const mailbox = parseMailbox(text);
  if (mailbox === undefined) throw new PaytallyError('CONFIG_INVALID', `${text} is no mail address.`);
  return mailbox;
}
