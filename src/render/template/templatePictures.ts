import { dirname, extname, join } from 'node:path';
import { PaytallyError } from '../../errors.js';
import type { TemplateFiles } from './templateFiles.js';

/** The folder beside a drawn workbook in which its pictures stand, also in folders of their own. */
const FOLDER = 'pictures';
const KINDS = new Set(['.png', '.jpg', '.jpeg', '.gif']);
/** They are kept with each run, so that it can be made again. */
const MOST_BYTES = 32 * 1024 * 1024;

/**
 * The pictures beside a drawn workbook, by their paths in the folder (`signatures/0042.png`), base64; none without that folder.
 * @throws PaytallyError TEMPLATE_INVALID if there are too many
 */
export async function picturesBeside(
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
  return new PaytallyError(
    'TEMPLATE_INVALID',
    `${root} holds more than ${MOST_BYTES / 1024 ** 2} MB of pictures.`,
    {
      record: root,
      remedy: 'Save them smaller: a signature needs no more than 400 by 200 points of a screen.',
    },
  );
}
