import { readdir, readFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import type { SecretSource } from '../../config/schema/values.js';
import { PaytallyError } from '../../errors.js';
import { hasText } from '../../i18n/catalogue.js';
import { type MessageId, message, type Text } from '../../i18n/message.js';
import type { TextTemplate } from '../text/textTemplate.js';

/** Where a template came from; `builtIn` ones ship with the package. */
export interface TemplateOrigin {
  readonly name: string;
  readonly folder: string;
  readonly builtIn: boolean;
}

/** What drawn workbooks end in; those with macros keep their own. */
export const WORKBOOK_EXTENSION = /\.xls[xm]$/i;

/** A part of a template that a person reads about: the template as a whole, a variable or a mapping column. */
export type DescribedPart = '' | `.variable.${string}` | `.column.${string}`;

/**
 * What a template says about a part of it. A built-in template has this text in the catalogue `templates`; a template of
 * one's own has only what its file says.
 */
export function describePart({ name, builtIn }: TemplateOrigin, part: DescribedPart, own: string): Text {
  const id = `templates.${name}${part}`;
  return builtIn && hasText(id) ? { id: id as MessageId, values: {} } : own.trim();
}

export interface WorkbookTemplate extends TemplateOrigin {
  readonly kind: 'workbook';
  readonly description: string;
  /** Path of the drawn workbook. */
  readonly workbookPath: string;
  /** Place of the password that opens it, relative to its folder. */
  readonly password?: SecretSource | undefined;
  /**
   * The workbook as it was when the run began, base64 and without a password: kept with the run, so that it can be made
   * again.
   */
  readonly drawn?: string;
  /** The pictures that data may choose in it, by their paths, base64: kept with the run as well. */
  readonly pictures?: Readonly<Record<string, string>>;
}

/** The drawn workbook; of one with a password what it protects. */
export async function drawnBytes({ drawn, workbookPath }: WorkbookTemplate): Promise<Buffer> {
  return drawn === undefined ? readFile(workbookPath) : Buffer.from(drawn, 'base64');
}

export const REPORTS = [
  'monthly-hours',
  'timesheets',
  'timesheets-pdf',
  'timesheets-pdf-each',
  'review',
  'control-slip',
  'working-time',
] as const;
export type ReportName = (typeof REPORTS)[number];

export interface ReportTemplate extends TemplateOrigin {
  readonly kind: 'report';
  readonly description: string;
  readonly report: ReportName;
  /** Of a copy of `review`: the files of its page as they were when the run began, by name; kept with the run. */
  readonly page?: Readonly<Record<string, string>>;
}

export type Template = (TextTemplate & TemplateOrigin) | WorkbookTemplate | ReportTemplate;

/** What template loading needs of a file system, so that tests (and the sample check) can stand in for it. */
export interface TemplateFiles {
  /** undefined where there is no such file. */
  read(path: string): Promise<Uint8Array | undefined>;
  /** Names in a folder, sorted; empty where there is no such folder. */
  list(folder: string): Promise<string[]>;
}

/** Templates on disk. Whatever is there but cannot be read is an error, not an absence. */
export const diskTemplateFiles: TemplateFiles = {
  read: (path) => orAbsent(path, undefined, () => readFile(path)),
  list: async (folder) => (await orAbsent(folder, [], () => readdir(folder))).sort(),
};

async function orAbsent<T, N>(path: string, absent: N, read: () => Promise<T>): Promise<T | N> {
  try {
    return await read();
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes(code)) return absent;
    throw new PaytallyError('TEMPLATE_INVALID', message('template.notReadable', { path, reason: code }), {
      record: path,
      cause,
    });
  }
}

/** The folder beside a drawn workbook in which its pictures stand, also in folders of their own. */
const FOLDER = 'pictures';
const KINDS = new Set(['.png', '.jpg', '.jpeg', '.gif']);
/** They are kept with each run, so that it can be made again. */
const MOST_BYTES = 32 * 1024 * 1024;

/**
 * The pictures beside a drawn workbook, by their paths in the folder (`signatures/0042.png`), base64; none without that folder.
 * @throws PaytallyError TEMPLATE_INVALID if there are too many
 */
export async function readPictures(
  workbookPath: string,
  files: TemplateFiles,
): Promise<Readonly<Record<string, string>>> {
  const root = join(dirname(workbookPath), FOLDER);
  const found: Record<string, string> = {};
  let bytes = 0;
  const add = async (path: string, name: string): Promise<void> => {
    const picture = KINDS.has(extname(name).toLowerCase()) ? await files.read(path) : undefined;
    if (!picture) return;
    bytes += picture.byteLength;
    if (bytes > MOST_BYTES) throw tooMany(root);
    found[name] = Buffer.from(picture).toString('base64');
  };
  for (const name of await files.list(root)) {
    const path = join(root, name);
    await add(path, name);
    for (const inner of extname(name) === '' ? await files.list(path) : [])
      await add(join(path, inner), `${name}/${inner}`);
  }
  return found;
}

function tooMany(root: string): PaytallyError {
  const values = { folder: root, megabytes: MOST_BYTES / 1024 ** 2 };
  return new PaytallyError('TEMPLATE_INVALID', message('template.pictures.tooLarge', values), {
    record: root,
  });
}
