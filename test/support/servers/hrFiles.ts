/*
 * What DATEV's hr:files accepts and answers, rule by rule from its OpenAPI file: "hr:files" 2.0.13 of DATEV eG
 * (developer.datev.de), `post /v1/clients/{client-id}/files`, its request body and the table of its answer 400. The
 * file itself belongs to DATEV and is not part of this repository.
 */

const REQUIRED = [
  'creation_time',
  'file',
  'file_provider',
  'import_file_type',
  'payroll_accounting_month',
  'target_system',
] as const;
const OPTIONAL = ['mail_address'] as const;

export type UploadField = Exclude<(typeof REQUIRED)[number] | (typeof OPTIONAL)[number], 'file'>;

const ISO_OFFSET = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d$/;

/** By field: the error for a value that is not allowed. */
const RULES: readonly (readonly [UploadField, (value: string) => boolean, string])[] = [
  ['file_provider', (value) => Buffer.byteLength(value) <= 50, '#DCO02005 restapi.FileProviderTooLong'],
  ['mail_address', (value) => Buffer.byteLength(value) <= 100, '#DCO02006 restapi.MailAddressTooLong'],
  ['mail_address', (value) => /^[^@\s]+@[^@\s]+$/.test(value), '#DCO02007 restapi.FormatMailAddressFault'],
  ['creation_time', (value) => ISO_OFFSET.test(value), '#DCO02010 restapi.CreationTimeWrongFormat'],
  ['creation_time', (value) => Date.parse(value) <= Date.now(), '#DCO02009 restapi.CreationTimeInFuture'],
  [
    'payroll_accounting_month',
    (value) => /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)),
    '#DCO02011 restapi.PayrollAccountingMonthWrongFormat',
  ],
  [
    'import_file_type',
    (value) => ['bwd', 'psd'].includes(value),
    '#DCO02012 restapi.ImportFileTypeNotSupported',
  ],
  [
    'target_system',
    (value) => ['lug', 'lodas'].includes(value),
    '#DCO02013 restapi.TargetSystemNotSupported',
  ],
];

/** The first rule that a form breaks; undefined: none. */
export function fieldProblem(form: FormData): string | undefined {
  const names = [...form.keys()];
  const known: readonly string[] = [...REQUIRED, ...OPTIONAL];
  const missing = REQUIRED.find((name) => !names.includes(name));
  if (missing !== undefined) return `#DCO02018 missing ${missing}`;
  const other = names.find((name) => !known.includes(name) || form.getAll(name).length > 1);
  if (other !== undefined) return `#DCO02018 unexpected ${other}`;
  return RULES.find(([name, isGood]) => {
    const value = form.get(name);
    return value !== null && !isGood(String(value));
  })?.[2];
}

/** 3 MB, UTF-8, a name of at most 50 characters without those that Windows does not allow. */
export async function fileProblem(form: FormData): Promise<string | undefined> {
  const file = form.get('file');
  if (!(file instanceof File)) return '#DCO02018 file';
  if (file.name.length > 50 || /^\s|[<>:"/\\|?*]/.test(file.name)) return '#DCO02003 restapi.FileNameFault';
  if (file.size === 0) return '#DCO02001 restapi.FileEmpty';
  if (file.size > 3 * 1024 * 1024) return '#DCO02002 restapi.FileFormatFault';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    return undefined;
  } catch {
    return '#DCO02000 restapi.AsciiEncodingFault';
  }
}

/** At most seven digits, a hyphen, at most five digits. */
export function clientProblem(client: string): string | undefined {
  return /^\d{1,7}-\d{1,5}$/.test(client) ? undefined : '#DCO02020 restapi.FormatClientIdFault';
}
