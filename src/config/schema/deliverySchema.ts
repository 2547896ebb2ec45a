import { z } from 'zod';
import { isAddress, parseMailbox } from '../../domain/people/mailbox.js';
import { LANGUAGES } from '../../i18n/language.js';
import { isLoopback } from '../../runtime/loopback.js';
import { ruleText } from '../input/schemaProblems.js';
import { filled, localPath, secretSource, templateName, whole } from './values.js';

const mailbox = z.string().refine((text) => parseMailbox(text) !== undefined, ruleText('schema.mailbox'));

const address = z.string().trim().refine(isAddress, ruleText('schema.address'));

/** One address or several. */
const addresses = z.union([address.transform((one) => [one]), z.array(address).min(1)], {
  error: ruleText('schema.addresses'),
});

/** A text for all languages, or one for each. */
const mailText = z.union([filled, z.partialRecord(z.enum(LANGUAGES), filled)], {
  error: ruleText('schema.mailText'),
});

const oauth2 = z
  .strictObject({
    tokenUrl: filled.describe('Address for access tokens: https, or http for a loopback address'),
    clientId: filled.describe('Client ID of the application'),
    clientSecret: secretSource('Place of the secret of the application'),
    scope: filled.optional().describe('Scope of the token, such as https://outlook.office365.com/.default'),
  })
  .describe('OAuth 2.0 client credentials, for example for Exchange Online (XOAUTH2)');

const serviceAccount = z
  .strictObject({
    key: localPath('JSON key file of the service account'),
    scope: filled.default('https://mail.google.com/').describe('Scope of the token'),
  })
  .describe('Google service account that may send as "user"');

const smtp = z
  .strictObject({
    host: filled.describe('Name of the mail server'),
    port: whole(1, 65_535).optional().describe('Port; default: 587, or 465 with tls: implicit'),
    tls: z
      .enum(['starttls', 'implicit', 'none'])
      .default('starttls')
      .describe('starttls (587), implicit (465), or none, only for a server on this computer'),
    user: filled.optional().describe('User name for the login; leave out if the server requires no login'),
    password: secretSource('Place of the password of the user').optional(),
    oauth2: oauth2.optional(),
    serviceAccount: serviceAccount.optional(),
    caFile: localPath('Certificate authority (PEM) of the mail server').optional(),
    timeoutSeconds: whole(1, 600).default(60).describe('Timeout of an attempt, in seconds'),
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
    domain: filled.describe('Signing domain'),
    selector: filled.describe('Name of the key in the DNS'),
    key: localPath('Private key (PEM)'),
  })
  .describe('DKIM signature, if the mail server does not sign mails');

/** Mail settings. */
export const mailSchema = z
  .strictObject({
    from: mailbox.describe('Sender: Payroll <payroll@example.com>'),
    replyTo: mailbox.optional().describe('Address for replies; default: the sender'),
    owner: addresses.describe('Recipients of failure notices: one address or several'),
    smtp,
    subject: mailText.optional().describe('Subject of mails, with placeholders such as {{ employer }}'),
    text: mailText.optional().describe('Text of mails, with placeholders such as {{ period }}'),
    dkim: dkim.optional(),
  })
  .describe('Mail server and sender');

export type MailSettings = z.infer<typeof mailSchema>;
export type MailText = z.infer<typeof mailText>;

const encrypt = z
  .strictObject({
    password: secretSource('Place of the password that opens workbooks').optional(),
    zip: z
      .boolean()
      .default(false)
      .describe(
        'Puts files other than workbooks into an AES zip file with the password; Windows needs 7-Zip to open it',
      ),
    publicKey: localPath('OpenPGP public key (armored) of the recipient').optional(),
  })
  .refine(({ password, publicKey }) => password !== undefined || publicKey !== undefined, {
    error: ruleText('schema.encryptNeeds'),
  })
  .describe('Encrypts the delivered files; the files of the run stay unencrypted');

const anyDelivery = {
  templates: z
    .array(templateName('Name of a built-in template, or path of your own template'))
    .min(1)
    .optional()
    .describe('Templates whose files are delivered; default: all templates of the run'),
  when: z
    .enum(['draft', 'final', 'both'])
    .default('final')
    .describe('Which runs are delivered; corrections count as final'),
  encrypt: encrypt.optional(),
};

const fileName = filled.describe(
  'Name of each delivered file, with {{ key }} (of the employer), {{ period }}, {{ from }}, {{ to }}, {{ template }}, {{ name }} (without its extension) and {{ extension }}; default: the name in the run',
);

const manifest = z
  .boolean()
  .default(false)
  .describe(
    'Delivers NAME.manifest.json before each file: { "runId", "file", "sha256" }, so that the recipient can discard duplicates',
  );

const recipients = z.union(
  [
    z.strictObject({
      column: filled.describe('Column of the mapping file with the address; separate several with ;'),
    }),
    z.strictObject({
      establishments: localPath('CSV file with the columns establishment (ID or name) and recipient'),
    }),
    z.strictObject({ teams: localPath('CSV file with the columns team (ID or name) and recipient') }),
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
      'Addresses; or { column: managerEmail } for a separate file per address, with only the people of that address',
    ),
    cc: addresses.optional().describe('Recipients of a copy; only if all recipients get the same files'),
    attach: z
      .boolean()
      .default(false)
      .describe(
        'Attaches the files, which contain personal data; otherwise sends a notice without personal data',
      ),
    cover: z
      .boolean()
      .default(false)
      .describe(
        'Adds the number of people, entries and hours and the open exceptions by cause to the mail. Without names, but totals of one person are personal data.',
      ),
    maxMegabytes: z
      .number()
      .positive()
      .max(100)
      .default(10)
      .describe('Maximum total size of attachments; for larger files the mail gives their location'),
    subject: mailText.optional().describe('Subject, instead of the one under "mail"'),
    text: mailText.optional().describe('Text, instead of the one under "mail"'),
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
    key: localPath('Private key of the account, readable only by this user').optional(),
    knownHosts: localPath('Keys of trusted servers; default: those of this user').optional(),
    password: secretSource(
      'Place of the password of the account, for a server that accepts no keys; requires the package ssh2-sftp-client',
    ).optional(),
    fingerprint: z
      .string()
      .regex(FINGERPRINT, ruleText('schema.fingerprint'))
      .optional()
      .describe('SHA256 fingerprint of the server key; required with "password"'),
    path: filled.describe('Folder on the server'),
    stage: filled.optional().describe('Folder on the same disk of the server for incomplete uploads'),
    direct: z
      .boolean()
      .default(false)
      .describe('Upload under the final name, for a drop box that forbids renaming or listing files'),
    fileName: fileName.optional(),
    manifest,
    timeoutSeconds: whole(5, 7200).default(600).describe('Timeout of an upload, in seconds'),
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
  })
  .refine(({ direct, stage }) => !direct || stage === undefined, {
    path: ['stage'],
    error: ruleText('schema.directWithoutStage'),
  });

const folder = z.strictObject({
  to: z.literal('folder'),
  path: localPath('Target folder; it must exist'),
  fileName: fileName.optional(),
  manifest,
  ...anyDelivery,
});

const apiUrl = filled.refine(isSafeAddress, ruleText('schema.apiAddress'));

/**
 * The address of a payroll system's API, and the application registered there; the default addresses are the vendor's.
 */
const apiAccess = {
  clientId: filled.describe('Client ID of the application that is registered with the vendor'),
  clientSecret: secretSource('Place of the secret of the application, if it has one').optional(),
  tokens: localPath(
    'File for the tokens of `paytally connect`, readable only by this user; default: secrets/NAME.tokens.json',
  ).optional(),
  redirectPort: whole(0, 65_535)
    .default(8477)
    .describe(
      'Port of http://localhost:PORT/connected, which is registered with the vendor; 0: any free one',
    ),
  address: apiUrl.optional().describe('Address of the API: https, or http for a loopback address'),
  authorizeUrl: apiUrl.optional().describe('Address where people authorise the application'),
  tokenUrl: apiUrl.optional().describe('Address for tokens'),
  scope: filled.optional().describe('Scopes to ask for'),
};

const datev = z.strictObject({
  to: z.literal('datev'),
  client: z
    .string()
    .regex(/^\d{1,7}-\d{1,5}$/, ruleText('schema.datevClient'))
    .describe('Consultant number and client number, such as 1234567-12345'),
  system: z
    .enum(['lodas', 'lug'])
    .optional()
    .describe(
      'Payroll system, LODAS or Lohn und Gehalt; default: from the templates datev-lodas and datev-lug',
    ),
  mail: address.optional().describe('Address that DATEV informs of each new file'),
  fileName: fileName.optional(),
  ...apiAccess,
  templates: anyDelivery.templates,
  when: anyDelivery.when,
});

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const loket = z.strictObject({
  to: z.literal('loket'),
  employerId: z
    .string()
    .regex(UUID, ruleText('schema.loketEmployer'))
    .describe('Identifier of the employer in Loket.nl, from its API'),
  ...apiAccess,
  templates: anyDelivery.templates,
  when: z
    .literal('final', ruleText('schema.loketWhen'))
    .default('final')
    .describe('Always final: Loket.nl would keep a component that a draft has and the final lacks'),
});

const xero = z.strictObject({
  to: z.literal('xero'),
  tenant: z
    .string()
    .regex(UUID, ruleText('schema.xeroTenant'))
    .optional()
    .describe('Tenant ID of the organisation in Xero; `paytally connect` finds it'),
  ...apiAccess,
  templates: anyDelivery.templates,
  when: anyDelivery.when,
});

function isSafeAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
}

const FILE = '{file}';

const command = z.strictObject({
  to: z.literal('command'),
  command: z
    .tuple([filled], filled)
    .refine((words) => words.slice(1).some((word) => word.includes(FILE)), ruleText('schema.commandFile'))
    .describe(
      'Program and its arguments, written as `to: { command: [PROGRAM, "{file}"] }`: started once for each file, without a shell; {file} is the path of the file',
    ),
  fileName: fileName.optional(),
  timeoutSeconds: whole(1, 7200).default(600).describe('Longest run of the program, in seconds'),
  ...anyDelivery,
});

/** `to: { command: [PROGRAM, …] }` in the form of the other kinds. */
function withPlainKind(written: unknown): unknown {
  if (typeof written !== 'object' || written === null || !('to' in written)) return written;
  const { to } = written;
  if (typeof to !== 'object' || to === null || !('command' in to) || 'command' in written) return written;
  return { ...written, ...to, to: 'command' };
}

/** A delivery of any kind. */
const deliverySchema = z.discriminatedUnion('to', [mail, sftp, folder, command, datev, loket, xero]);

export const deliveriesSchema = z
  .record(filled, z.preprocess(withPlainKind, deliverySchema))
  .default({})
  .describe(
    'Deliveries of the written files, by name: to mail, sftp, folder, a command or a payroll’s API (datev, loket, xero)',
  );

export type DeliverySettings = z.infer<typeof deliverySchema>;
export type MailDelivery = z.infer<typeof mail>;
export type SftpDelivery = z.infer<typeof sftp>;
export type FolderDelivery = z.infer<typeof folder>;
export type CommandDelivery = z.infer<typeof command>;
export type DatevDelivery = z.infer<typeof datev>;
export type LoketDelivery = z.infer<typeof loket>;
export type XeroDelivery = z.infer<typeof xero>;
/** Deliveries to a payroll system's API, through an application registered with its vendor. */
export type ApiDelivery = Extract<DeliverySettings, { readonly clientId: string }>;
export type EncryptSettings = z.infer<typeof encrypt>;

/** How its files are encrypted; files for an API are sent unencrypted. */
export function encryptionOf(settings: DeliverySettings): EncryptSettings | undefined {
  return 'encrypt' in settings ? settings.encrypt : undefined;
}

export function isApiDelivery(settings: DeliverySettings): settings is ApiDelivery {
  return 'clientId' in settings;
}
