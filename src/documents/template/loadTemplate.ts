import { basename, dirname, extname, join, resolve } from 'node:path';
import { z } from 'zod';
import type { Environment } from '../../config/configSource.js';
import { nearestNames } from '../../config/input/nearestName.js';
import { decodeUtf8, readYaml } from '../../config/input/readYaml.js';
import {
  problemsText,
  ruleText,
  type SchemaProblem,
  validateWithSchema,
} from '../../config/input/schemaProblems.js';
import { readSecret } from '../../config/readCredentials.js';
import { secretSource } from '../../config/schema/values.js';
import { PaytallyError } from '../../errors.js';
import { type AnyMessage, eitherOf, type MessageId, message } from '../../i18n/message.js';
import { parameterKinds } from '../../i18n/ownText.js';
import { label } from '../text/label.js';
import { makeReaders, needsReadBack, SchemaUnusable } from '../text/readBack.js';
import { textTemplate } from '../text/textTemplate.js';
import { checkTypes } from './checkTypes.js';
import { explainOldKeys } from './oldKeys.js';
import {
  diskTemplateFiles,
  REPORTS,
  type Template,
  type TemplateFiles,
  type TemplateOrigin,
  WORKBOOK_EXTENSION,
  type WorkbookTemplate,
} from './template.js';

export const TEMPLATE_FILE = 'template.yaml';

/** Files of these kinds are not templates, but a message should name their path. */
const OTHER_FORMAT = /\.(?:xlsb?|xlt[xm]?|ods|csv)$/i;

/** The search paths of templates. */
export interface TemplatePlaces {
  /** The package's own `templates` folder. */
  readonly templatesRoot: string;
  /** Paths are relative to this: the folder of the configuration, or the current one. */
  readonly baseFolder: string;
  readonly files: TemplateFiles;
  /** The environment, for the password of a workbook. @default nothing */
  readonly env?: Environment;
}

/** On disk. @param cwd the folder that paths are relative to */
export function templatePlaces({ packageFolder, cwd, env }: ProgramPlaces): TemplatePlaces {
  return {
    templatesRoot: join(packageFolder, 'templates'),
    baseFolder: cwd,
    files: diskTemplateFiles,
    ...(env === undefined ? {} : { env }),
  };
}

interface ProgramPlaces {
  readonly packageFolder: string;
  readonly cwd: string;
  readonly env?: Environment;
}

/**
 * Loads a template by name (a built-in one) or path: a folder with a template.yaml, that file, or a workbook. A path
 * contains a slash, or ends in .yaml or an extension of workbooks and tables.
 * @throws PaytallyError TEMPLATE_NOT_FOUND, TEMPLATE_INVALID
 */
export async function loadTemplate(nameOrPath: string, places: TemplatePlaces): Promise<Template> {
  return isPath(nameOrPath) ? loadFromPath(nameOrPath, places) : loadBuiltIn(nameOrPath, places);
}

function isPath(nameOrPath: string): boolean {
  return /[\\/]|^\.|\.(?:ya?ml|xls[xm])$/i.test(nameOrPath) || OTHER_FORMAT.test(nameOrPath);
}

/** A built-in template as parsed, by the path of its file: a window lists all of them again and again. */
const parsedBuiltIns = new Map<string, { readonly bytes: Uint8Array; readonly file: TemplateFile }>();

function parsedOnce(bytes: Uint8Array, path: string): TemplateFile {
  const known = parsedBuiltIns.get(path);
  if (known !== undefined && Buffer.compare(known.bytes, bytes) === 0) return known.file;
  const file = parseTemplateFile(bytes, path);
  parsedBuiltIns.set(path, { bytes, file });
  return file;
}

async function loadBuiltIn(name: string, places: TemplatePlaces): Promise<Template> {
  return attachSchemas(await describeBuiltIn(name, places), places);
}

/**
 * A built-in template without the schemas that its files are validated with, which take longer to load than the rest.
 * @throws PaytallyError TEMPLATE_NOT_FOUND, TEMPLATE_INVALID
 */
export async function describeBuiltIn(name: string, places: TemplatePlaces): Promise<Template> {
  const folder = join(places.templatesRoot, name);
  const path = join(folder, TEMPLATE_FILE);
  const bytes = await places.files.read(path);
  if (bytes === undefined) throw await unknownName(name, places);
  return buildTemplate(parsedOnce(bytes, path), { name, folder, builtIn: true });
}

async function loadFromPath(given: string, places: TemplatePlaces): Promise<Template> {
  const path = resolve(places.baseFolder, given);
  if (WORKBOOK_EXTENSION.test(path)) return loadWorkbook(path, places);
  const isYaml = /\.ya?ml$/i.test(path);
  if (!isYaml && (await places.files.read(path)) !== undefined) throw unsupportedFormat(path);
  const file = isYaml || OTHER_FORMAT.test(path) ? path : join(path, TEMPLATE_FILE);
  const bytes = await places.files.read(file);
  if (bytes === undefined) throw await missingFile(file, places);
  const folder = dirname(file);
  const template = buildTemplate(parseTemplateFile(bytes, file, { hasKnownTypes: false }), {
    name: deriveName(file),
    folder,
    builtIn: false,
  });
  if (template.kind === 'workbook') return openedWorkbook(template, places);
  return attachSchemas(template, places);
}

/** A template.yaml is named after its folder; a file with another name has its own name. */
function deriveName(file: string): string {
  return basename(file) === TEMPLATE_FILE ? basename(dirname(file)) : basename(file, extname(file));
}

async function loadWorkbook(path: string, places: TemplatePlaces): Promise<Template> {
  const name = basename(path, extname(path));
  const template = { name, folder: dirname(path), builtIn: false, description: '', workbookPath: path };
  return openedWorkbook({ kind: 'workbook', ...template }, places);
}

/** A file that is not a workbook is refused before anything is read from the service. */
async function openedWorkbook(template: WorkbookTemplate, places: TemplatePlaces): Promise<Template> {
  const { workbookPath: path, password, folder } = template;
  const bytes = await places.files.read(path);
  if (bytes === undefined) throw await missingFile(path, places);
  const problem = workbookProblem(bytes);
  if (problem === undefined) return template;
  const refuse = (id: WorkbookProblem, cause?: unknown) =>
    new PaytallyError('TEMPLATE_INVALID', message(id, { path }), { record: path, cause });
  if (problem !== 'template.workbook.encrypted' || !password) throw refuse(problem);
  const { secret } = await readSecret(password, folder, places.env ?? {});
  const { default: officeCrypto } = await import('officecrypto-tool');
  const opened = await officeCrypto
    .decrypt(Buffer.from(bytes), { password: secret.reveal() })
    .catch((cause: unknown) => {
      throw refuse('template.workbook.wrongPassword', cause);
    });
  const inside = workbookProblem(opened);
  if (inside) throw refuse(inside);
  return { ...template, drawn: opened.toString('base64') };
}

/** XML and JSON files are read back at every run, and checked with the schema in the template's folder. */
async function attachSchemas(template: Template, places: TemplatePlaces): Promise<Template> {
  if (template.kind !== 'text') return template;
  const { spec, folder } = template;
  const files = [spec, ...spec.companions];
  if (!files.some(needsReadBack)) return template;
  const paths = files.map(({ dialect: { schema } }) => (schema === undefined ? null : join(folder, schema)));
  const schemas = await Promise.all(paths.map((path) => (path === null ? null : readSchema(path, places))));
  try {
    await makeReaders({ spec, schemas });
  } catch (cause) {
    if (!(cause instanceof SchemaUnusable)) throw cause;
    const path = paths[cause.index] ?? folder;
    const text = message('template.schemaUnusable', { path, reason: cause.message });
    throw new PaytallyError('TEMPLATE_INVALID', text, { record: path, cause });
  }
  return { ...template, schemas };
}

async function readSchema(path: string, places: TemplatePlaces): Promise<string> {
  const bytes = await places.files.read(path);
  if (bytes === undefined) throw await missingFile(path, places);
  return Buffer.from(bytes).toString('base64');
}

function buildTemplate(file: TemplateFile, origin: TemplateOrigin): Template {
  switch (file.kind) {
    case 'text':
      return { kind: 'text', ...origin, spec: file };
    case 'workbook':
      return {
        kind: 'workbook',
        ...origin,
        description: file.description,
        workbookPath: join(origin.folder, file.file),
        words: file.words,
        password: file.password,
      };
    case 'report':
      return { kind: 'report', ...origin, description: file.description, report: file.report };
  }
}

async function unknownName(name: string, places: TemplatePlaces): Promise<PaytallyError> {
  const here = await places.files.list(places.baseFolder);
  if (here.includes(name)) return notFound(name, message('template.notFound.here', { name }));
  const near = nearestNames(name, await builtInNames(places));
  return notFound(
    name,
    near.length === 0
      ? message('template.notFound', { name })
      : message('template.notFound.near', { name, nearest: eitherOf(near) }),
  );
}

/** A missing file, or a folder with that name. */
async function missingFile(path: string, { files, baseFolder }: TemplatePlaces): Promise<PaytallyError> {
  const inside = await files.list(dirname(path));
  if (inside.includes(basename(path))) {
    return notFound(path, message('template.file.isFolder', { path }));
  }
  const extension = extname(path);
  const alike = inside.filter((name) => extname(name) === extension).map((name) => basename(name, extension));
  const near = nearestNames(basename(path, extension), alike).map((name) => `${name}${extension}`);
  const values = { path, folder: baseFolder };
  return notFound(
    path,
    near.length === 0
      ? message('template.file.missingAt', values)
      : message('template.file.missingNear', { ...values, nearest: eitherOf(near) }),
  );
}

/** A file that is named as a template, or instead of a template's folder. */
function unsupportedFormat(path: string): PaytallyError {
  return new PaytallyError('TEMPLATE_INVALID', message('template.format', { path }), { record: path });
}

function notFound(record: string, text: AnyMessage): PaytallyError {
  return new PaytallyError('TEMPLATE_NOT_FOUND', text, { record });
}

/** Names of the folders of the package that hold a template. */
export async function builtInNames(
  places: Pick<TemplatePlaces, 'templatesRoot' | 'files'>,
): Promise<string[]> {
  const names: string[] = [];
  for (const name of await places.files.list(places.templatesRoot)) {
    if ((await places.files.read(join(places.templatesRoot, name, TEMPLATE_FILE))) !== undefined)
      names.push(name);
  }
  return names;
}

/** A text for a workbook: ICU MessageFormat with the values {0}, {1}, …, the same in all languages. */
const words = label.check(({ value, issues }) => {
  const texts = typeof value === 'string' ? [value] : Object.values(value);
  const add = (text: string): void => {
    issues.push({ code: 'custom', message: text, input: value });
  };
  const kinds = texts.map((text) => {
    try {
      return JSON.stringify([...parameterKinds(text)].sort(([a], [b]) => a - b));
    } catch (error) {
      add(
        ruleText('template.schema.wordText', { text, reason: error instanceof Error ? error.message : '' }),
      );
      return undefined;
    }
  });
  if (!kinds.includes(undefined) && new Set(kinds).size > 1) add(ruleText('template.schema.wordValues'));
});

const workbookSchema = z.strictObject({
  kind: z.literal('workbook'),
  description: label.default(''),
  file: z.string().regex(/^[^/\\]+\.xls[xm]$/i, ruleText('template.schema.workbookBeside')),
  words: z
    .record(z.string().regex(/^[A-Za-z][\w.-]*$/, ruleText('template.schema.wordKey')), words)
    .optional(),
  password: secretSource('').optional(),
});

const reportSchema = z.strictObject({
  kind: z.literal('report'),
  description: label.default(''),
  report: z.enum(REPORTS),
});

/** The schema of a template.yaml. */
const templateSchema = z.discriminatedUnion('kind', [textTemplate, workbookSchema, reportSchema]);
type TemplateFile = z.output<typeof templateSchema>;

const LONGEST_BYTES = 1_000_000;

/**
 * Reads the text of a template.yaml; `path` is its name in messages.
 * @param hasKnownTypes the types of its expressions were checked before: it is built in, or has data sets of its own
 * @throws PaytallyError TEMPLATE_INVALID with line, column, key and reason of every mistake
 */
export function parseTemplateFile(
  bytes: Uint8Array,
  path: string,
  { hasKnownTypes = true }: { readonly hasKnownTypes?: boolean } = {},
): TemplateFile {
  if (bytes.length > LONGEST_BYTES) {
    throw invalidTemplate(path, message('template.tooLarge', { path, bytes: LONGEST_BYTES }));
  }
  const read = decodeUtf8(bytes, path);
  if ('problem' in read) throw invalidTemplate(path, read.problem);
  const content = readYaml(read.text, path);
  if (content.kind === 'problem') throw invalidTemplate(path, content.message, content.remedy);
  const checked = validateWithSchema(templateSchema, content.value ?? {});
  const problems =
    'problems' in checked
      ? explainOldKeys(checked.problems)
      : hasKnownTypes
        ? []
        : typeProblems(checked.data, content.value);
  if ('data' in checked && problems.length === 0) return checked.data;
  const placeOf = (keys: readonly PropertyKey[]) => {
    const { line, column } = content.placeOf(keys);
    return `${path}:${line}:${column}`;
  };
  throw invalidTemplate(path, problemsText(problems, placeOf));
}

/** Mistakes in the types of expressions; workbooks are checked with their cells. */
function typeProblems({ kind }: TemplateFile, content: unknown): readonly SchemaProblem[] {
  return kind === 'text' ? checkTypes(content as Readonly<Record<string, unknown>>) : [];
}

function invalidTemplate(path: string, text: AnyMessage, remedy?: AnyMessage): PaytallyError {
  return new PaytallyError('TEMPLATE_INVALID', text, { record: path, remedy });
}

/** The actual kind of a file that is named as a workbook: a message with the path. */
export type WorkbookProblem = Exclude<MessageId & `template.workbook.${string}`, `${string}.remedy`>;

/** Parts that identify the kind of a zip file, whose names are uncompressed. First match. */
const PACKAGES: readonly (readonly [part: string, problem: WorkbookProblem])[] = [
  ['xl/workbook.bin', 'template.workbook.binary'],
  ['application/vnd.oasis.opendocument', 'template.workbook.openDocument'],
  ['Index/Document.iwa', 'template.workbook.numbers'],
  ['word/document.xml', 'template.workbook.word'],
  ['ppt/presentation.xml', 'template.workbook.powerPoint'],
];

/** Checks the first bytes and the names inside; undefined if it can be an .xlsx file. */
export function workbookProblem(bytes: Uint8Array): WorkbookProblem | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = file.toString('latin1', 0, 8);
  if (file.length === 0) return 'template.workbook.empty';
  if (start.startsWith('\xd0\xcf\x11\xe0')) return compoundProblem(file);
  if (start.startsWith('PK\x03\x04')) return packageProblem(file);
  if (start.startsWith('%PDF')) return 'template.workbook.pdf';
  return textProblem(file);
}

/** The container of old Office files, and of new ones with a password. Names inside are UTF-16. */
function compoundProblem(file: Buffer): WorkbookProblem {
  const holds = (name: string): boolean => file.includes(Buffer.from(name, 'utf16le'));
  if (holds('EncryptedPackage')) return 'template.workbook.encrypted';
  return holds('Workbook') || holds('Book') ? 'template.workbook.old' : 'template.workbook.oldOffice';
}

function packageProblem(file: Buffer): WorkbookProblem | undefined {
  const found = PACKAGES.find(([part]) => file.includes(part));
  if (found !== undefined) return found[1];
  if (!file.includes('PK\x05\x06', undefined, 'latin1')) return 'template.workbook.cut';
  return file.includes('xl/') ? undefined : 'template.workbook.zip';
}

function textProblem(file: Buffer): WorkbookProblem {
  const start = file
    .toString('latin1', 0, 512)
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart()
    .toLowerCase();
  const isPage = start.includes('<html') || start.includes('<table');
  if (start.startsWith('<')) return isPage ? 'template.workbook.html' : 'template.workbook.xml';
  const isWide = start.startsWith('\xff\xfe') || start.startsWith('\xfe\xff');
  const isText = isWide || !file.subarray(0, 4096).some((byte) => byte < 9 || (byte > 13 && byte < 32));
  return isText ? 'template.workbook.text' : 'template.workbook.other';
}
