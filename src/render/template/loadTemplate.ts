import { basename, dirname, extname, join, resolve } from 'node:path';
import { closest, distance } from 'fastest-levenshtein';
import { PaytallyError } from '../../errors.js';
import { parseTemplateFile } from './parseTemplateFile.js';
import type { Template, TemplateOrigin } from './template.js';
import type { TemplateFiles } from './templateFiles.js';
import type { TemplateFile } from './templateSchema.js';

export const TEMPLATE_FILE = 'template.yaml';

/** Where templates are looked for. */
export interface TemplatePlaces {
  /** The package's own `templates` folder. */
  readonly templatesRoot: string;
  /** Paths are relative to this: the folder of the configuration, or the current one. */
  readonly baseFolder: string;
  readonly files: TemplateFiles;
}

/**
 * Loads a template by name (a built-in one) or path: a folder with a template.yaml, that file, or a workbook.
 * A path has a slash, or ends in .yaml or .xlsx.
 * @throws PaytallyError TEMPLATE_NOT_FOUND, TEMPLATE_INVALID
 */
export async function loadTemplate(nameOrPath: string, places: TemplatePlaces): Promise<Template> {
  return isPath(nameOrPath) ? loadFromPath(nameOrPath, places) : loadBuiltIn(nameOrPath, places);
}

function isPath(nameOrPath: string): boolean {
  return /[\\/]|^\.|\.(?:ya?ml|xlsx)$/i.test(nameOrPath);
}

async function loadBuiltIn(name: string, places: TemplatePlaces): Promise<Template> {
  const folder = join(places.templatesRoot, name);
  const path = join(folder, TEMPLATE_FILE);
  const bytes = await places.files.read(path);
  if (bytes === undefined) throw await unknownName(name, places);
  return templateOf(parseTemplateFile(bytes, path), { name, folder, builtIn: true });
}

async function loadFromPath(given: string, places: TemplatePlaces): Promise<Template> {
  const path = resolve(places.baseFolder, given);
  if (extname(path).toLowerCase() === '.xlsx') return loadWorkbook(path, places);
  const file = /\.ya?ml$/i.test(path) ? path : join(path, TEMPLATE_FILE);
  const bytes = await places.files.read(file);
  if (bytes === undefined) throw notFound(given, `There is no ${file}.`);
  const folder = dirname(file);
  return templateOf(parseTemplateFile(bytes, file), { name: nameOf(file), folder, builtIn: false });
}

/** A folder gives its name to the template.yaml in it; a file that is called otherwise has a name of its own. */
function nameOf(file: string): string {
  return basename(file) === TEMPLATE_FILE ? basename(dirname(file)) : basename(file, extname(file));
}

async function loadWorkbook(path: string, places: TemplatePlaces): Promise<Template> {
  if ((await places.files.read(path)) === undefined) throw notFound(path, `There is no workbook ${path}.`);
  const name = basename(path, extname(path));
  return {
    kind: 'workbook',
    name,
    folder: dirname(path),
    builtIn: false,
    description: '',
    workbookPath: path,
  };
}

function templateOf(file: TemplateFile, origin: TemplateOrigin): Template {
  switch (file.kind) {
    case 'text':
      return { kind: 'text', ...origin, spec: file };
    case 'workbook':
      return {
        kind: 'workbook',
        ...origin,
        description: file.description,
        workbookPath: join(origin.folder, file.file),
      };
    case 'report':
      return { kind: 'report', ...origin, description: file.description, report: file.report };
  }
}

async function unknownName(name: string, places: TemplatePlaces): Promise<PaytallyError> {
  const known = await builtInNames(places);
  const nearest = closest(name, known);
  const hint = known.length > 0 && distance(name, nearest) <= 4 ? ` Did you mean ${nearest}?` : '';
  return notFound(name, `There is no built-in template ${name}.${hint}`);
}

function notFound(record: string, message: string): PaytallyError {
  return new PaytallyError('TEMPLATE_NOT_FOUND', message, {
    record,
    remedy:
      'Run "paytally templates list" to see the built-in ones; write a path such as ./my-template for your own.',
  });
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
