import { dirname, relative } from 'node:path';
import type { Context } from '../../context.js';
import { ExitStatus, PaytallyError } from '../../errors.js';
import { withClaims } from '../../read/staging/withStore.js';
import type { TemplatePlaces } from '../../render/template/loadTemplate.js';
import { newTemplate } from '../../render/template/newTemplate.js';
import { writeNewFolder } from '../../store/replaceFile.js';
import { homeFolder } from '../homeFolder.js';
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
  const folder = dirname(files[0]?.path ?? '');
  await withClaims(homeFolder(context), (claims) => writeNewFolder(folder, files, claims));
  const terminal = context.openTerminal({ quiet: options.quiet, progress: false });
  const paths = files.map(({ path }) => path);
  terminal.result(
    options.json
      ? JSON.stringify({ files: paths })
      : paths.map((path) => relative(context.cwd, path)).join('\n'),
  );
  terminal.message(`Change it, then run: paytally templates check ./${relative(context.cwd, folder)}`);
  return ExitStatus.done;
}
