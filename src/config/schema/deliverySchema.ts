import { z } from 'zod';
import { isAddress, parseMailbox } from '../../domain/people/mailbox.js';
import { ruleText } from '../input/schemaProblems.js';
import { filled, localPath, secretSource, templateName, whole } from './values.js';

const mailbox = z.string().refine((text) => parseMailbox(text) !== undefined, ruleText('schema.mailbox'));

const address = z.string().trim().refine(isAddress, ruleText('schema.address'));

/** One address, or several. */
const addresses = z.union([address.transform((one) => [one]), z.array(address).min(1)], {
  error: ruleText('schema.addresses'),
});

const LANGUAGE_KEYS = ['en', 'nl', 'fr', 'de'] as const;

/** A text for all languages, or one for each. */
const mailText = z.union([filled, z.partialRecord(z.enum(LANGUAGE_KEYS), filled)], {
  error: ruleText('schema.mailText'),
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
    port: whole(1, 65_535).optional().describe('Port; default: 587, or 465 with tls: implicit'),
    tls: z
      .enum(['starttls', 'implicit', 'none'])
      .default('starttls')
      .describe('starttls (587), implicit (465), or none, for a server on this machine alone'),
    user: filled.optional().describe('Who sends; optional where the server asks for no login'),
    password: secretSource('Where the password of the user is').optional(),
    oauth2: oauth2.optional(),
    serviceAccount: serviceAccount.optional(),
    caFile: localPath('Certificate authority (PEM) of the mail server').optional(),
    timeoutSeconds: whole(1, 600).default(60).describe('An attempt without an answer for so long is over'),
  })
  .refine(({ tls, host }) => tls !== 'none' || LOOPBACK.test(host), {
    path: ['tls'],
    error: ruleText('schema.tlsNone'),
  })
  .refine(
    ({ user, password, oauth2: token, serviceAccount: account }) =>
      isOneLogin(user, [password, token, account]),
    {
      path: ['user'],
      error: ruleText('schema.mailLogin'),
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

const encrypt = z
  .strictObject({
    password: secretSource('Where the password is that opens workbooks').optional(),
    zip: z
      .boolean()
      .default(false)
      .describe(
        'Puts files that are no workbooks into an AES zip with the password; Windows needs 7-Zip to open it',
      ),
    publicKey: localPath('OpenPGP public key (armored) of who opens the files').optional(),
  })
  .refine(({ password, publicKey }) => password !== undefined || publicKey !== undefined, {
    error: ruleText('schema.encryptNeeds'),
  })
  .describe('Closes files on their way; those of the run stay as they are');

const anyDelivery = {
  templates: z
    .array(templateName('Name of a built-in template, or path of your own'))
    .min(1)
    .optional()
    .describe('Whose files; default: all of the run'),
  when: z
    .enum(['draft', 'final', 'both'])
    .default('final')
    .describe('Which runs are delivered; corrections count as final'),
  encrypt: encrypt.optional(),
};

const fileName = filled.describe(
  'Name of each file there, with {{ key }} (of the employer), {{ period }}, {{ from }}, {{ to }}, {{ template }}, {{ name }} (without its ending) and {{ extension }}; default: as the run calls it',
);

const manifest = z
  .boolean()
  .default(false)
  .describe(
    'Puts NAME.manifest.json beside each file, before the file: { "runId", "file", "sha256" }, by which a receiver can drop what it has had before',
  );

const recipients = z.union(
  [
    z.strictObject({
      column: filled.describe('Column of the mapping file with the address; several are separated by ;'),
    }),
    z.strictObject({
      establishments: localPath('CSV with the columns establishment (id or name) and recipient'),
    }),
    z.strictObject({ teams: localPath('CSV with the columns team (id or name) and recipient') }),
    addresses,
  ],
  {
    error: ruleText('schema.recipients'),
  },
);

const mail = z
  .strictObject({
    to: z.literal('mail'),
    recipients: recipients.describe(
      'Addresses; or a file of their own for each address, with just their people: { column: managerEmail }',
    ),
    cc: addresses.optional().describe('Who gets a copy; only where all recipients get the same'),
    attach: z
      .boolean()
      .default(false)
      .describe('Attaches the files, with the data of people in them; otherwise a notice without any'),
    cover: z
      .boolean()
      .default(false)
      .describe(
        'Tells in the mail how many people, entries and hours the files hold, and what is still to be done, by cause; no names, but the figures of one person are theirs',
      ),
    maxMegabytes: z
      .number()
      .positive()
      .max(100)
      .default(10)
      .describe('Files that are larger together are not attached: the mail says where they are'),
    subject: mailText.optional().describe('Subject, in place of that under "mail"'),
    text: mailText.optional().describe('Text, in place of that under "mail"'),
    ...anyDelivery,
  })
  .refine(({ cc, recipients: to }) => cc === undefined || Array.isArray(to), {
    path: ['cc'],
    error: ruleText('schema.copies'),
  });

const FINGERPRINT = /^SHA256:[A-Za-z0-9+/]{43}$/;

const sftp = z
  .strictObject({
    to: z.literal('sftp'),
    host: filled.describe('Name of the server'),
    port: whole(1, 65_535).default(22).describe('Port'),
    user: filled.describe('Account on the server'),
    key: localPath('Private key of the account, readable for this user alone').optional(),
    knownHosts: localPath('Keys of servers that are trusted; default: those of this user').optional(),
    password: secretSource(
      'Where the password of the account is, for a server that takes no keys; needs the package ssh2-sftp-client',
    ).optional(),
    fingerprint: z
      .string()
      .regex(FINGERPRINT, ruleText('schema.fingerprint'))
      .optional()
      .describe('With "password": the SHA256 fingerprint of the key of the server'),
    path: filled.describe('Folder on the server'),
    stage: filled
      .optional()
      .describe('Folder on the same disk of the server for files that are not whole yet'),
    fileName: fileName.optional(),
    manifest,
    timeoutSeconds: whole(5, 7200).default(600).describe('An upload takes no longer'),
    ...anyDelivery,
  })
  .refine(({ key, password }) => (key === undefined) !== (password === undefined), {
    path: ['key'],
    error: ruleText('schema.sftpLogin'),
  })
  .refine(({ password, fingerprint }) => password !== undefined || fingerprint === undefined, {
    path: ['fingerprint'],
    error: ruleText('schema.fingerprintOnly'),
  })
  .refine(({ password, knownHosts }) => password === undefined || knownHosts === undefined, {
    path: ['knownHosts'],
    error: ruleText('schema.knownHostsOnly'),
  });

const folder = z.strictObject({
  to: z.literal('folder'),
  path: localPath('Folder that gets the files; it must exist'),
  fileName: fileName.optional(),
  manifest,
  ...anyDelivery,
});

/** A delivery by its name. */
const deliverySchema = z.discriminatedUnion('to', [mail, sftp, folder]);

export const deliveriesSchema = z
  .record(filled, deliverySchema)
  .default({})
  .describe('Where files go once they are in place, by name: to mail, sftp or folder');

export type DeliverySettings = z.infer<typeof deliverySchema>;
export type MailDelivery = z.infer<typeof mail>;
export type SftpDelivery = z.infer<typeof sftp>;
export type FolderDelivery = z.infer<typeof folder>;
export type EncryptSettings = z.infer<typeof encrypt>;
