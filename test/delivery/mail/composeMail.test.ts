import { describe, expect, test } from 'vitest';
import {
  buildMessageId,
  composeMail,
  type MailBody,
  type MailMessage,
  renderHtmlBody,
  renderPlainBody,
} from '../../../src/delivery/mail/composeMail.js';
import { renderMailTemplate } from '../../../src/delivery/mail/mailText.js';
import { safeName } from '../../../src/delivery/outgoingFile.js';
import { isAddress, parseMailbox } from '../../../src/domain/people/mailbox.js';
import { parseMail } from '../../support/servers/parseMail.js';

const BODY: MailBody = {
  language: 'nl',
  heading: 'Bakkerij: uren',
  paragraphs: ['Eén', 'twee\ndrie'],
  lists: [{ heading: 'Bijgevoegd', items: ['a.csv'] }],
  footer: 'Einde',
};

function message(change: Partial<MailMessage> = {}): MailMessage {
  return {
    from: { name: 'Loon “Ünit”', address: 'payroll@example.com' },
    to: [{ name: '', address: 'anna@example.com' }],
    cc: [],
    subject: 'Uren van Zoë – oktober',
    text: renderPlainBody(BODY),
    html: renderHtmlBody(BODY),
    attachments: [{ name: 'größe.csv', content: Buffer.from('Zoë;480\r\n') }],
    messageId: '<paytally.1@example.com>',
    date: new Date('2026-11-03T06:00:00Z'),
    ...change,
  };
}

async function parsed(change: Partial<MailMessage> = {}) {
  return parseMail(Buffer.from(await composeMail(message(change))));
}

describe('a mail, read by an independent parser', () => {
  test('contains the given subject, text and attachments', async () => {
    const mail = await parsed();
    expect(mail).toMatchObject({
      from: 'Loon “Ünit” <payroll@example.com>',
      to: 'anna@example.com',
      subject: 'Uren van Zoë – oktober',
      messageId: '<paytally.1@example.com>',
      text: renderPlainBody(BODY),
      attachments: [
        { name: 'größe.csv', type: 'text/csv', base64: Buffer.from('Zoë;480\r\n').toString('base64') },
      ],
      defects: [],
    });
    expect(mail.html.replaceAll('\r\n', '\n')).toBe(renderHtmlBody(BODY));
    expect(mail.headers).toContain('Auto-Submitted');
  });

  test('has the same bytes for the same message', async () => {
    const [one, other] = await Promise.all([composeMail(message()), composeMail(message())]);
    expect(Buffer.from(one).equals(Buffer.from(other))).toBe(true);
  });

  const HOSTILE = [
    'x\r\nBcc: thief@example.com',
    'x\nBcc: thief@example.com',
    'x\rBcc: thief@example.com',
    'x\u2028Bcc: y',
    'x\u0000\u202eBcc: y',
    `${'long '.repeat(400)}\r\n\r\n<script>`,
  ];
  test.each(HOSTILE)('%j in a subject, name or file name adds no header and no line', async (text) => {
    const mail = await parsed({
      subject: text,
      from: { name: text, address: 'payroll@example.com' },
      to: [{ name: text, address: 'anna@example.com' }],
      attachments: [{ name: `${text}.csv`, content: Buffer.from('a') }],
    });
    expect(mail.headers.map((name) => name.toLowerCase())).not.toContain('bcc');
    expect(mail.headers.length).toBe((await parsed()).headers.length);
    expect(mail.subject).not.toMatch(/[\p{Cc}\u2028\u202e]/u);
    expect(mail.attachments).toHaveLength(1);
    expect(mail.attachments[0]?.name).not.toMatch(/[\p{Cc}\u2028\u202e/\\]/u);
    expect(mail.text).toBe(renderPlainBody(BODY));
  });

  test('treats HTML in a name as text', () => {
    const html = renderHtmlBody({
      ...BODY,
      heading: '<script>alert(1)</script>',
      paragraphs: ['<b onclick="x">"&\''],
      lists: [{ heading: '</table>', items: ['<img src=x>'] }],
    });
    expect(html).not.toMatch(/<script|<b |<img/);
    expect(html).toContain('&#60;script&#62;');
    expect(html).not.toContain('http');
  });

  test('keeps periods, days and run numbers on one line, and items together in plain text', () => {
    const body = {
      ...BODY,
      heading: 'Bakkerij 2026-10: uren',
      paragraphs: ['paytally send 20261122T235445-a97f59, 2026-10-31'],
      lists: [{ heading: 'Leveringen', items: ['office: anna@example.com\nNo answer.'] }],
    };
    const html = renderHtmlBody(body);
    for (const held of ['2026-10', '20261122T235445-a97f59', '2026-10-31']) {
      expect(html).toContain(`<span style="white-space:nowrap">${held}</span>`);
    }
    expect(renderPlainBody(body)).toContain('\n- office: anna@example.com\n  No answer.\n');
  });

  test('a text cannot use anything except its own values', () => {
    const facts = {
      employer: 'B{{ x }}',
      period: 'p',
      from: 'f',
      to: 't',
      state: 'draft',
      delivery: 'd',
      files: '',
    } as const;
    expect(renderMailTemplate('{{ employer }} {{ period }}', facts)).toBe('B{{ x }} p');
    for (const text of [
      '{{ process.env }}',
      '{{ employer.constructor.name }}',
      "{% include '/etc/passwd' %}",
      "{% render 'x' %}",
      '{{ employer | nothing }}',
    ]) {
      expect(() => renderMailTemplate(text, facts), text).toThrow();
    }
  });

  test('has a Message-ID that belongs to the run, delivery and recipient', () => {
    const ids = [
      ['r', 'n', 'a@x'],
      ['r', 'n', 'b@x'],
      ['r', 'na', '@x'],
      ['r2', 'n', 'a@x'],
    ].map((parts) => buildMessageId(parts, 'example.com'));
    expect(new Set(ids).size).toBe(4);
    expect(ids[0]).toBe(buildMessageId(['r', 'n', 'a@x'], 'example.com'));
    expect(ids[0]).toMatch(/^<paytally\.[0-9a-f]{40}@example\.com>$/);
  });
});

describe('names of attachments', () => {
  test.each([
    ['../../etc/passwd', '_.._etc_passwd'],
    ['C:\\Windows\\x.csv', 'C__Windows_x.csv'],
    ['.htaccess', 'htaccess'],
    ['con.csv', '_con.csv'],
    ['a\u202egnp.exe', 'a gnp.exe'],
    ['…', '…'],
    ['', 'file'],
    [' . ', 'file'],
    [`${'x'.repeat(300)}.csv`, `${'x'.repeat(116)}.csv`],
    ['größe [2] (x).csv', 'größe [2] (x).csv'],
  ])('%j becomes %j', (name, safe) => {
    expect(safeName(name)).toBe(safe);
  });
});

describe('addresses', () => {
  test.each([
    'a@example.com',
    'Anna.O’Hara@example.com',
    "o'hara@example.com",
    'a+b@sub.example.com',
    'jörg@münchen.de',
    'a@localhost',
  ])('%s is valid', (text) => {
    expect(isAddress(text)).toBe(!text.includes('’'));
  });

  test.each([
    '',
    'a',
    '@b',
    'a@',
    'a b@c.d',
    'a@b@c',
    'a@b..c',
    '.a@b.c',
    'a.@b.c',
    'a@-b.c',
    'a@b.c\n',
    'a@b.c\r\nRCPT TO:<x@y.z>',
    '<a@b.c>',
    'a@b.c,d@e.f',
    'a@[127.0.0.1]',
    `${'x'.repeat(65)}@b.c`,
    'a\u0000@b.c',
  ])('%j is not valid', (text) => {
    expect(isAddress(text)).toBe(false);
  });

  test.each([
    ['Payroll <a@b.c>', { name: 'Payroll', address: 'a@b.c' }],
    ['"Van, den" <a@b.c>', { name: 'Van, den', address: 'a@b.c' }],
    ['a@b.c', { name: '', address: 'a@b.c' }],
    ['<a@b.c>', { name: '', address: 'a@b.c' }],
    ['x\n<a@b.c>', undefined],
    ['Payroll <a@b.c> more', undefined],
    ['Payroll', undefined],
  ])('%j', (text, mailbox) => {
    expect(parseMailbox(text)).toEqual(mailbox);
  });
});
