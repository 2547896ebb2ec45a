import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import type { Context } from '../../context.js';
import type { TemplatePlaces } from '../../documents/template/loadTemplate.js';
import { type NewFile, newTemplate } from '../../documents/template/newTemplate.js';
import { ExitStatus, PaytallyError } from '../../errors.js';
import type { TemplatesOptions } from './templatesOptions.js';

export async function createTemplate(
  name: string,
  options: TemplatesOptions,
  context: Context,
  places: TemplatePlaces,
): Promise<ExitStatus> {
  if (options.from === undefined) {
    throw new PaytallyError('USAGE', '"templates new" needs a template to start from.', {
      remedy: 'Add --from NAME; "paytally templates" lists the names.',
    });
  }
  const files = await newTemplate(name, options.from, places);
  for (const file of files) await write(file);
  const terminal = context.openTerminal({ quiet: options.quiet, progress: false });
  const paths = files.map(({ path }) => path);
  terminal.result(
    options.json
      ? JSON.stringify({ files: paths })
      : paths.map((path) => relative(context.cwd, path)).join('\n'),
  );
  terminal.message(
    `Change it, then run: paytally templates check ./${relative(context.cwd, dirname(paths[0] ?? ''))}`,
  );
  return ExitStatus.done;
}

async function write({ path, content }: NewFile): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content, { flag: 'wx' });
  } catch (cause) {
    throw new PaytallyError('OUTPUT_NOT_WRITTEN', `${path} cannot be written.`, { record: path, cause });
  }
}
