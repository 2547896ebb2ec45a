import { readdir } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import type { SecretSource } from '../../config/schema/values.js';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import { MOST_BYTES, readPlainFile } from '../../runtime/readWithin.js';
import type { Label } from '../text/label.js';
import type { TextTemplate } from '../text/textTemplate.js';

/** The source of a template; `builtIn` ones ship with the package. */
export interface TemplateOrigin {
  readonly name: string;
  readonly folder: string;
  readonly builtIn: boolean;
}

/** The extensions of drawn workbooks; those with macros keep their own. */
export const WORKBOOK_EXTENSION = /\.xls[xm]$/i;

/** A template's own texts by key: one text, or one in each language. */
export type TemplateWords = Readonly<Record<string, Label>>;

export interface WorkbookTemplate extends TemplateOrigin {
  readonly kind: 'workbook';
  readonly description: Label;
  /** Path of the drawn workbook. */
  readonly workbookPath: string;
  /** The texts that the workbook shows with `say("KEY")`, in ICU MessageFormat. @default none */
  readonly words?: TemplateWords | undefined;
  /** The path of its password file, relative to its folder. */
  readonly password?: SecretSource | undefined;
  /**
   * The workbook at the start of the run, base64 and without a password: stored with the run, so that the file can be
   * recreated.
   */
  readonly drawn?: string;
  /** The pictures that data may choose in it, by their paths, base64: stored with the run as well. */
  readonly pictures?: Readonly<Record<string, string>>;
}

/** The drawn workbook; if it has a password, its decrypted content. */
export async function drawnBytes({ drawn, workbookPath }: WorkbookTemplate): Promise<Buffer> {
  return drawn === undefined
    ? readPlainFile(workbookPath, MOST_BYTES.template)
    : Buffer.from(drawn, 'base64');
}

export const REPORTS = [
  'monthly-hours',
  'timesheets',
  'timesheets-pdf',
  'timesheets-pdf-each',
  'review',
  'control-slip',
  'working-time',
  'database',
] as const;
export type ReportName = (typeof REPORTS)[number];

export interface ReportTemplate extends TemplateOrigin {
  readonly kind: 'report';
  readonly description: Label;
  readonly report: ReportName;
  /** For a copy of `review`: the files of its page at the start of the run, by name; stored with the run. */
  readonly page?: Readonly<Record<string, string>>;
}

export type Template = (TextTemplate & TemplateOrigin) | WorkbookTemplate | ReportTemplate;

/** The file system functions for loading templates, so that tests (and the sample check) can replace them. */
export interface TemplateFiles {
  /** undefined if there is no such file. */
  read(path: string): Promise<Uint8Array | undefined>;
  /** Names in a folder, sorted; empty if there is no such folder. */
  list(folder: string): Promise<string[]>;
}

/** Templates on disk. A file that exists but cannot be read is an error, not a missing file. */
export const diskTemplateFiles: TemplateFiles = {
  read: (path) => orAbsent(path, undefined, () => readPlainFile(path, MOST_BYTES.template)),
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

/** The folder of a drawn workbook's pictures, next to the workbook; it may have subfolders. */
const FOLDER = 'pictures';
const KINDS = new Set(['.png', '.jpg', '.jpeg', '.gif']);
/** Limits, because the pictures are stored with each run so that it can be recreated. */
const MOST_PICTURE_BYTES = 32 * 1024 * 1024;

/**
 * The pictures of a drawn workbook, by their paths in the folder (`signatures/0042.png`), base64; empty without that
 * folder.
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
    if (bytes > MOST_PICTURE_BYTES) throw tooMany(root);
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
  const values = { folder: root, megabytes: MOST_PICTURE_BYTES / 1024 ** 2 };
  return new PaytallyError('TEMPLATE_INVALID', message('template.pictures.tooLarge', values), {
    record: root,
  });
}

/** What to say when a template is offered: its layout is an example (`weak`), or only a program can import its files. */
export function offerNoteOf(template: Template): 'weak' | 'program' | undefined {
  if (template.kind !== 'text') return undefined;
  if (template.spec.importedBy === 'program') return 'program';
  return template.spec.confidence === 'WEAK' ? 'weak' : undefined;
}
