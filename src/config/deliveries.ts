import { z } from 'zod';
import { addresses, mailText } from './mail.js';
import { filled, localPath, secretSource, templateName } from './values.js';

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
    error: 'needs "password" or "publicKey"',
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
    error: 'must be addresses, { column: NAME }, { establishments: FILE } or { teams: FILE }',
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
    error: 'copies would show each recipient the people of the others: not with a file for each',
  });

const FINGERPRINT = /^SHA256:[A-Za-z0-9+/]{43}$/;

const sftp = z
  .strictObject({
    to: z.literal('sftp'),
    host: filled.describe('Name of the server'),
    port: z.int().min(1).max(65_535).default(22).describe('Port'),
    user: filled.describe('Account on the server'),
    key: localPath('Private key of the account, readable for this user alone').optional(),
    knownHosts: localPath('Keys of servers that are trusted; default: those of this user').optional(),
    password: secretSource(
      'Where the password of the account is, for a server that takes no keys; needs the package ssh2-sftp-client',
    ).optional(),
    fingerprint: z
      .string()
      .regex(FINGERPRINT, 'must be SHA256: and 43 characters, as the operator of the server tells it')
      .optional()
      .describe('With "password": the SHA256 fingerprint of the key of the server'),
    path: filled.describe('Folder on the server'),
    stage: filled
      .optional()
      .describe('Folder on the same disk of the server for files that are not whole yet'),
    fileName: fileName.optional(),
    manifest,
    timeoutSeconds: z.int().min(5).max(7200).default(600).describe('An upload takes no longer'),
    ...anyDelivery,
  })
  .refine(({ key, password }) => (key === undefined) !== (password === undefined), {
    path: ['key'],
    error: 'a login takes either "key" or "password"',
  })
  .refine(({ password, fingerprint }) => password !== undefined || fingerprint === undefined, {
    path: ['fingerprint'],
    error: 'goes with "password"; with "key" the servers that are trusted stand in "knownHosts"',
  })
  .refine(({ password, knownHosts }) => password === undefined || knownHosts === undefined, {
    path: ['knownHosts'],
    error: 'goes with "key"; with "password" the server is known by its "fingerprint"',
  });

const folder = z.strictObject({
  to: z.literal('folder'),
  path: localPath('Folder that gets the files; it must exist'),
  fileName: fileName.optional(),
  manifest,
  ...anyDelivery,
});

/** A delivery by its name. */
export const deliverySchema = z.discriminatedUnion('to', [mail, sftp, folder]);

export const deliveriesSchema = z
  .record(filled, deliverySchema)
  .default({})
  .describe('Where files go once they are in place, by name: to mail, sftp or folder');

export type DeliverySettings = z.infer<typeof deliverySchema>;
export type MailDelivery = z.infer<typeof mail>;
export type SftpDelivery = z.infer<typeof sftp>;
export type FolderDelivery = z.infer<typeof folder>;
export type EncryptSettings = z.infer<typeof encrypt>;
