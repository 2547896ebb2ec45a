import { z } from 'zod';
import { isAddress, parseMailbox } from '../domain/people/mailbox.js';
import { filled, localPath, secretSource } from './values.js';

const NOT_MAILBOX = 'must be an address, or a name with one: Payroll <payroll@example.com>';

export const mailbox = z.string().refine((text) => parseMailbox(text) !== undefined, NOT_MAILBOX);

export const address = z
  .string()
  .trim()
  .refine(isAddress, 'must be a mail address, without a name: payroll@example.com');

/** One address, or several. */
export const addresses = z.union([address.transform((one) => [one]), z.array(address).min(1)], {
  error: 'must be a mail address, or a list of them',
});

const LANGUAGE_KEYS = ['en', 'nl', 'fr', 'de'] as const;

/** A text for all languages, or one for each. */
export const mailText = z.union([filled, z.partialRecord(z.enum(LANGUAGE_KEYS), filled)], {
  error: 'must be a text, or one for each language: { en: …, nl: …, fr: …, de: … }',
});

const oauth2 = z
  .strictObject({
    tokenUrl: filled.describe('Where access tokens are given: https, or http for a loopback address'),
    clientId: filled.describe('The client id of the application'),
    clientSecret: secretSource('Where the secret of the application is'),
    scope: filled
      .optional()
      .describe('What the token is for, such as https://outlook.office365.com/.default'),
  })
  .describe('OAuth 2.0 client credentials, as Exchange Online asks for (XOAUTH2)');

const serviceAccount = z
  .strictObject({
    key: localPath('JSON key file of the service account'),
    scope: filled.default('https://mail.google.com/').describe('What the token is for'),
  })
  .describe('A Google service account that may send for "user"');

const smtp = z
  .strictObject({
    host: filled.describe('Name of the mail server'),
    port: z.int().min(1).max(65_535).optional().describe('Port; default: 587, or 465 with tls: implicit'),
    tls: z
      .enum(['starttls', 'implicit', 'none'])
      .default('starttls')
      .describe('starttls (587), implicit (465), or none, for a server on this machine alone'),
    user: filled.optional().describe('Who sends; optional where the server asks for no login'),
    password: secretSource('Where the password of the user is').optional(),
    oauth2: oauth2.optional(),
    serviceAccount: serviceAccount.optional(),
    caFile: localPath('Certificate authority (PEM) of the mail server').optional(),
    timeoutSeconds: z
      .int()
      .min(1)
      .max(600)
      .default(60)
      .describe('An attempt without an answer for so long is over'),
  })
  .refine(({ tls, host }) => tls !== 'none' || LOOPBACK.test(host), {
    path: ['tls'],
    error:
      'none is for a loopback address alone: passwords and mails would go over the network for all to read',
  })
  .refine(
    ({ user, password, oauth2: token, serviceAccount: account }) =>
      isOneLogin(user, [password, token, account]),
    {
      path: ['user'],
      error: 'a login takes "user" and one of "password", "oauth2" and "serviceAccount"',
    },
  )
  .describe('The mail server');

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|::1)$/i;

function isOneLogin(user: string | undefined, proofs: readonly unknown[]): boolean {
  return proofs.filter((proof) => proof !== undefined).length === (user === undefined ? 0 : 1);
}

const dkim = z
  .strictObject({
    domain: filled.describe('Domain that signs'),
    selector: filled.describe('Name of the key in the DNS'),
    key: localPath('Private key (PEM)'),
  })
  .describe('Signs mails, where the mail server does not');

/** Mail of an employer or of all. */
export const mailSchema = z
  .strictObject({
    from: mailbox.describe('Who sends: Payroll <payroll@example.com>'),
    replyTo: mailbox.optional().describe('Who gets answers; default: who sends'),
    owner: addresses.describe('Who is told of failures; one address or several'),
    smtp,
    subject: mailText.optional().describe('Subject of mails, with placeholders such as {{ employer }}'),
    text: mailText.optional().describe('What mails say, with placeholders such as {{ period }}'),
    dkim: dkim.optional(),
  })
  .describe('How mails are sent, and from whom');

export type MailSettings = z.infer<typeof mailSchema>;
export type MailText = z.infer<typeof mailText>;
