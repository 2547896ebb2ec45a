import { createHash } from 'node:crypto';
import type { Mailbox } from '../../domain/people/mailbox.js';
import { sayIn } from '../../i18n/formatMessage.js';
import { type Language, languageTag } from '../../i18n/language.js';
import { oneLine } from '../../runtime/outsideText.js';
import { type NamedContent, safeName } from '../outgoingFile.js';

/** A message to send. */
export interface MailMessage {
  readonly from: Mailbox;
  readonly replyTo?: Mailbox | undefined;
  /** The recipients in the header; the envelope recipient is passed to `send`. */
  readonly to: readonly Mailbox[];
  readonly cc: readonly Mailbox[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly NamedContent[];
  /** `<…@…>` */
  readonly messageId: string;
  readonly date: Date;
}

/**
 * The bytes of a message, the same for the same message. Names and subject are reduced to one line; attachments get
 * names without folders.
 */
export async function composeMail(message: MailMessage): Promise<Uint8Array> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const composer = new MailComposer({
    from: formatMailbox(message.from),
    ...(message.replyTo === undefined ? {} : { replyTo: formatMailbox(message.replyTo) }),
    to: message.to.map(formatMailbox),
    cc: message.cc.map(formatMailbox),
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

function formatMailbox({ name, address }: Mailbox): { name: string; address: string } {
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
  xlsm: 'application/vnd.ms-excel.sheet.macroEnabled.12',
};

/** A text file of a payroll system may be in any encoding, so the charset is set only if known. */
function contentTypeOf(name: string): string {
  return CONTENT_TYPES[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream';
}

/**
 * The Message-ID of a delivery: the same whenever it is sent, so that mail programs show duplicates once, and users can
 * find it in a server's log.
 * @param parts what identifies the delivery: run, name, recipient
 * @param domain of the sender's address
 */
export function buildMessageId(parts: readonly string[], domain: string): string {
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  return `<paytally.${digest.slice(0, 40)}@${domain}>`;
}

/** The content of a mail before layout. */
export interface MailBody {
  readonly language: Language;
  /** Shown above the text, and in the inbox next to the subject. */
  readonly heading: string;
  /** Paragraphs; a line end within one is kept. */
  readonly paragraphs: readonly string[];
  readonly lists: readonly MailList[];
  readonly footer: string;
}

export interface MailList {
  readonly heading: string;
  readonly items: readonly MailItem[];
}

/** A text, or a text with a link. */
export type MailItem = string | { readonly text: string; readonly url: string };

const PLAIN_WIDTH = 76;

/** For programs that show no HTML, and for people who prefer text. */
export function renderPlainBody({ language, heading, paragraphs, lists, footer }: MailBody): string {
  const listed = lists
    .filter(({ items }) => items.length > 0)
    .map(({ heading: above, items }) =>
      [
        sayIn(language)('reports.labelled', { label: above, value: '' }).trimEnd(),
        ...items.map((item) => `- ${plainItem(item).replaceAll('\n', '\n  ')}`),
      ].join('\n'),
    );
  const underline = '='.repeat(Math.min([...heading].length, PLAIN_WIDTH));
  return `${[`${heading}\n${underline}`, ...paragraphs, ...listed, `-- \n${footer}`].join('\n\n')}\n`;
}

function plainItem(item: MailItem): string {
  return typeof item === 'string' ? item : `${item.text}\n${item.url}`;
}

const INK = '#1d2733';
const SOFT = '#5b6673';
const LINE = '#d8dee5';
const LINK = '#0b5a8a';
const PAGE = '#eef1f4';
const CARD = '#ffffff';
const FONT = "font-family:'Segoe UI',Arial,Helvetica,sans-serif";

/**
 * Tables and inline styles, because Outlook's old engine supports nothing else; one column that grows with the window
 * up to 600 pixels; dark-mode colours in a block that other programs ignore. No pictures, nothing to load.
 */
export function renderHtmlBody({ language, heading, paragraphs, lists, footer }: MailBody): string {
  const cell = (style: string, className: string, content: string) =>
    `<tr><td class="${className}" style="${FONT};${style}">${content}</td></tr>`;
  const text = paragraphs.map((paragraph) =>
    cell(
      `font-size:16px;line-height:24px;color:${INK};padding:0 24px 16px 24px`,
      'ink',
      htmlLines(paragraph),
    ),
  );
  const listed = lists
    .filter(({ items }) => items.length > 0)
    .flatMap(({ heading: above, items }) => [
      cell(
        `font-size:14px;line-height:20px;font-weight:bold;color:${INK};padding:16px 24px 4px 24px`,
        'ink',
        withoutLineBreaks(above),
      ),
      ...items.map((item) =>
        cell(
          `font-size:14px;line-height:20px;color:${INK};padding:6px 24px 6px 24px;border-top:1px solid ${LINE};word-break:break-word;overflow-wrap:anywhere`,
          'ink line',
          htmlItem(item, language),
        ),
      ),
    ]);
  return `<!DOCTYPE html>
<html lang="${languageTag(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeMarkup(heading)}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background-color: #14181d !important; }
  .card { background-color: #1f252c !important; border-color: #39424d !important; }
  .ink { color: #edf1f5 !important; }
  .soft { color: #a9b4c0 !important; }
  .link { color: #8cc8f0 !important; }
  .line { border-color: #39424d !important; }
}
</style>
</head>
<body class="page" bgcolor="${PAGE}" style="margin:0;padding:0;background-color:${PAGE}">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${PAGE}" style="background-color:${PAGE}"><tr><td align="center" style="padding:16px 8px">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${CARD}" style="max-width:600px;background-color:${CARD};border:1px solid ${LINE}">
${[
  cell(
    `font-size:20px;line-height:28px;font-weight:bold;color:${INK};padding:24px 24px 12px 24px;word-break:break-word`,
    'ink',
    `<h1 style="margin:0;font-size:20px;line-height:28px">${withoutLineBreaks(heading)}</h1>`,
  ),
  ...text,
  ...listed,
  cell(
    `font-size:12px;line-height:18px;color:${SOFT};padding:16px 24px 24px 24px`,
    'soft',
    escapeMarkup(footer),
  ),
].join('\n')}
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`;
}

/** The address is the configuration's, with the ID of a record. */
function htmlItem(item: MailItem, language: Language): string {
  if (typeof item === 'string') return htmlLines(item);
  const label = escapeMarkup(sayIn(language)('notices.open'));
  const link = `<a class="link" href="${escapeMarkup(item.url)}" style="color:${LINK};text-decoration:underline">${label}</a>`;
  return `${htmlLines(item.text)}<br>${link}`;
}

function htmlLines(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map(withoutLineBreaks)
    .join('<br>');
}

/** Periods, days and run numbers, which are hard to read and copy if they break across two lines. */
const UNBROKEN = /\d{4}-(?:\d{2}(?:-\d{2})?|Q\d|W\d{2})|\d{8}T\d{6}-[0-9a-f]{6}/g;

/** Text as HTML; parts that belong together are not broken. */
function withoutLineBreaks(text: string): string {
  return escapeMarkup(text).replace(UNBROKEN, '<span style="white-space:nowrap">$&</span>');
}

/** Escapes text for HTML. */
function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
