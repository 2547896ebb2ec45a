import { basename, join, relative, resolve } from 'node:path';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import { catalogueWords, drawnPath } from './builtInWorkbook.js';
import { loadTemplate, TEMPLATE_FILE, type TemplatePlaces } from './loadTemplate.js';
import type { ReportTemplate, Template, TemplateWords } from './template.js';

/** A file to be written, with its path. */
export interface NewFile {
  readonly path: string;
  readonly content: Uint8Array;
}

/**
 * The files of a new template that starts as a copy: the caller writes them.
 * @param target name or path of the new folder, relative to the base folder
 * @throws PaytallyError USAGE if the target exists, or the source has nothing to copy
 */
export async function newTemplate(target: string, from: string, places: TemplatePlaces): Promise<NewFile[]> {
  const folder = await newFolder(target, places);
  const source = await loadTemplate(from, places);
  if (source.kind === 'text') {
    const { companions, dialect } = source.spec;
    const schemas = [dialect, ...companions.map((file) => file.dialect)].flatMap(
      ({ schema }) => schema ?? [],
    );
    const names = [TEMPLATE_FILE, ...new Set(schemas)];
    return Promise.all(
      names.map(async (name) => ({
        path: join(folder, name),
        content: await readSource(join(source.folder, name), places),
      })),
    );
  }
  const drawn = source.kind === 'workbook' ? source.workbookPath : await findDrawn(source, places);
  const [file, content] = [basename(drawn), await readSource(drawn, places)];
  const words = source.kind === 'workbook' ? source.words : await catalogueWords(content, source.name);
  const yaml = [
    'kind: workbook\n',
    `description: ${JSON.stringify(source.description)}\n`,
    `file: ${JSON.stringify(file)}\n`,
    wordLines(words),
    passwordLine(source, folder),
  ];
  return [
    { path: join(folder, file), content },
    { path: join(folder, TEMPLATE_FILE), content: new TextEncoder().encode(yaml.join('')) },
  ];
}

/** The texts that the workbook shows with `say`, a line for each language. */
function wordLines(words: TemplateWords = {}): string {
  const lines = Object.entries(words).flatMap(([key, text]) =>
    typeof text === 'string'
      ? [`  ${key}: ${JSON.stringify(text)}`]
      : [
          `  ${key}:`,
          ...Object.entries(text).map(([language, each]) => `    ${language}: ${JSON.stringify(each)}`),
        ],
  );
  return lines.length === 0 ? '' : `words:\n${lines.join('\n')}\n`;
}

/** The copy has the password of its source: its path is relative to the new folder. */
function passwordLine(source: Template, folder: string): string {
  if (source.kind !== 'workbook' || !source.password) return '';
  const { password } = source;
  if ('env' in password) return `password: { env: ${JSON.stringify(password.env)} }\n`;
  if ('command' in password) return `password: { command: ${JSON.stringify(password.command)} }\n`;
  const file = relative(folder, resolve(source.folder, password.file));
  return `password: { file: ${JSON.stringify(file)} }\n`;
}

/** The file of a new template from its text. @throws like newTemplate */
export async function newTemplateFolder(
  target: string,
  yaml: string,
  places: TemplatePlaces,
): Promise<NewFile[]> {
  const folder = await newFolder(target, places);
  return [{ path: join(folder, TEMPLATE_FILE), content: new TextEncoder().encode(yaml) }];
}

async function newFolder(target: string, places: TemplatePlaces): Promise<string> {
  const folder = resolve(places.baseFolder, target);
  const name = basename(folder);
  if (!/^[\w][\w .-]*$/.test(name))
    throw new PaytallyError('USAGE', message('template.new.badName', { name }));
  if ((await places.files.list(folder)).length > 0)
    throw new PaytallyError('USAGE', message('template.new.exists', { folder }));
  return folder;
}

/** The workbook that a report fills. */
async function findDrawn(report: ReportTemplate, { files }: TemplatePlaces): Promise<string> {
  const path = drawnPath(report);
  if ((await files.read(path)) !== undefined) return path;
  throw new PaytallyError('USAGE', message('template.new.isCode', { name: report.name }));
}

async function readSource(path: string, places: TemplatePlaces): Promise<Uint8Array> {
  const content = await places.files.read(path);
  if (content === undefined)
    throw new PaytallyError('TEMPLATE_NOT_FOUND', message('template.file.missing', { path }), {
      record: path,
    });
  return content;
}
