import { createHash } from 'node:crypto';
import type { Mailbox } from '../../domain/people/mailbox.js';
import { oneLine } from '../../runtime/outsideText.js';
import { safeName } from '../safeName.js';

export interface Attachment {
  readonly name: string;
  readonly content: Uint8Array;
}

/** A message as it goes out. */
export interface MailMessage {
  readonly from: Mailbox;
  readonly replyTo?: Mailbox | undefined;
  /** Who stands in the header; who gets it is said apart, when it is sent. */
  readonly to: readonly Mailbox[];
  readonly cc: readonly Mailbox[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly Attachment[];
  /** `<…@…>` */
  readonly messageId: string;
  readonly date: Date;
}

/**
 * The bytes of a message, the same for the same message. Names and subject become one line, whatever they hold;
 * attachments get names without folders.
 */
export async function composeMail(message: MailMessage): Promise<Uint8Array> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const composer = new MailComposer({
    from: header(message.from),
    ...(message.replyTo === undefined ? {} : { replyTo: header(message.replyTo) }),
    to: message.to.map(header),
    cc: message.cc.map(header),
    subject: oneLine(message.subject),
    messageId: message.messageId,
    date: message.date,
    text: message.text,
    html: message.html,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    attachments: message.attachments.map(({ name, content }) => ({
      filename: safeName(name),
      content: Buffer.from(content),
      contentType: contentTypeOf(name),
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: 'windows',
    baseBoundary: message.messageId.replace(/[^A-Za-z0-9]/g, '').slice(0, 40),
  });
  return composer.compile().build();
}

function header({ name, address }: Mailbox): { name: string; address: string } {
  return { name: oneLine(name), address: oneLine(address) };
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv; charset=utf-8',
  txt: 'text/plain',
  html: 'text/html; charset=utf-8',
  json: 'application/json',
  xml: 'application/xml',
  pdf: 'application/pdf',
  zip: 'application/zip',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** A text file of a payroll system may be in any encoding, so that none is claimed but where it is known. */
function contentTypeOf(name: string): string {
  return CONTENT_TYPES[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream';
}

/**
 * The Message-ID of a delivery: the same whenever it is sent, so that mail programs show one that came twice once, and
 * a person can find it in a server's log.
 * @param parts what tells the delivery from all others: run, name, recipient
 * @param domain of the sender's address
 */
export function messageIdOf(parts: readonly string[], domain: string): string {
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  return `<paytally.${digest.slice(0, 40)}@${domain}>`;
}
