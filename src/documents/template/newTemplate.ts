import { basename, join, resolve } from 'node:path';
import { PaytallyError } from '../../errors.js';
import { loadTemplate, TEMPLATE_FILE, type TemplatePlaces } from './loadTemplate.js';

/** A file to be written, with its path. */
export interface NewFile {
  readonly path: string;
  readonly content: Uint8Array;
}

/**
 * The files of a new template that starts as a copy: the caller writes them.
 * @param target name or path of the new folder, relative to the base folder
 * @throws PaytallyError USAGE where something is there already, or the source is no text template
 */
export async function newTemplate(target: string, from: string, places: TemplatePlaces): Promise<NewFile[]> {
  const folder = resolve(places.baseFolder, target);
  if (!/^[\w][\w .-]*$/.test(basename(folder)))
    throw usage(`${basename(folder)} cannot be the name of a template.`);
  if ((await places.files.list(folder)).length > 0)
    throw usage(`${folder} is there already and is not empty.`);
  const source = await loadTemplate(from, places);
  if (source.kind === 'report') {
    throw usage(
      `${source.name} is written in code and cannot be copied.`,
      'Draw a workbook of your own, or copy a text template.',
    );
  }
  const copied =
    source.kind === 'text'
      ? await copyOf(join(source.folder, TEMPLATE_FILE), places)
      : await copyOf(source.workbookPath, places);
  const files = [
    {
      path: join(folder, source.kind === 'text' ? TEMPLATE_FILE : basename(source.workbookPath)),
      content: copied,
    },
  ];
  if (source.kind === 'text') {
    const { spec } = source;
    const schemas = [spec, ...spec.companions].flatMap(({ dialect }) => dialect.schema ?? []);
    for (const schema of new Set(schemas)) {
      files.push({ path: join(folder, schema), content: await copyOf(join(source.folder, schema), places) });
    }
  }
  if (source.kind === 'workbook') {
    const yaml = `kind: workbook\ndescription: ${JSON.stringify(source.description)}\nfile: ${JSON.stringify(basename(source.workbookPath))}\n`;
    files.push({ path: join(folder, TEMPLATE_FILE), content: new TextEncoder().encode(yaml) });
  }
  return files;
}

async function copyOf(path: string, places: TemplatePlaces): Promise<Uint8Array> {
  const content = await places.files.read(path);
  if (content === undefined)
    throw new PaytallyError('TEMPLATE_NOT_FOUND', `There is no ${path}.`, { record: path });
  return content;
}

function usage(message: string, remedy = 'Choose another name.'): PaytallyError {
  return new PaytallyError('USAGE', message, { remedy });
}
