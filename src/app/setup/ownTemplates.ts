import { basename, dirname, join, resolve } from 'node:path';
import { type LikeTemplate, likeTemplate } from '../../documents/like/likeTemplate.js';
import { checkSample, GOLDEN_FOLDER, type SampleCheck } from '../../documents/template/checkSample.js';
import { loadTemplate, type TemplatePlaces } from '../../documents/template/loadTemplate.js';
import { newTemplate, newTemplateFolder } from '../../documents/template/newTemplate.js';
import type { Template } from '../../documents/template/template.js';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import { withClaims } from '../../sources/staging/withStore.js';
import { OPEN_MODE, replaceFile, writeNewFolder } from '../../store/replaceFile.js';

/** A file that payroll accepts, and how to read it. */
interface LikeOrder {
  readonly path: string;
  readonly columns: readonly string[];
  /** `8,3,6`; undefined if the columns are separated. */
  readonly widths: string | undefined;
}

/** A new folder with a template of one's own. */
interface NewTemplate {
  /** Absolute. */
  readonly folder: string;
  readonly paths: readonly string[];
  /** The template that was copied. */
  readonly source: Template | undefined;
  /** What was recognised in the example. */
  readonly like: LikeTemplate | undefined;
}

/**
 * Writes the folder of a new template: a copy of another one, or one that writes files like an example.
 * @param home the folder that records unfinished writes
 * @throws PaytallyError USAGE, TEMPLATE_NOT_FOUND, OUTPUT_EXISTS, OUTPUT_NOT_WRITTEN
 */
export async function createTemplate(
  name: string,
  basis: { readonly from: string } | LikeOrder,
  places: TemplatePlaces,
  home: string,
): Promise<NewTemplate> {
  const like = 'from' in basis ? undefined : await readLike(basis, places);
  const files =
    'from' in basis
      ? await newTemplate(name, basis.from, places)
      : await newTemplateFolder(name, like?.yaml ?? '', places);
  const folder = dirname(files[0]?.path ?? '');
  await withClaims(home, (claims) => writeNewFolder(folder, files, claims));
  const source = 'from' in basis ? await loadTemplate(basis.from, places) : undefined;
  return { folder, paths: files.map(({ path }) => path), source, like };
}

/** @throws PaytallyError USAGE for invalid widths, or a file from which no template can be derived */
async function readLike(
  { path, columns, widths }: LikeOrder,
  { baseFolder, files }: TemplatePlaces,
): Promise<LikeTemplate> {
  const full = resolve(baseFolder, path);
  const bytes = await files.read(full);
  if (bytes === undefined)
    throw new PaytallyError('TEMPLATE_NOT_FOUND', message('template.file.missing', { path: full }));
  const cut = widths?.split(',').map(Number);
  if (cut?.some((width) => !Number.isInteger(width) || width < 1))
    throw new PaytallyError('USAGE', message('like.otherWidths', { name: path }));
  return likeTemplate(basename(path), bytes, { columns, widths: cut });
}

/** A template with the result of its check. */
export interface CheckedTemplate {
  readonly template: Template;
  readonly check: SampleCheck;
}

/**
 * Checks a template with its sample, and compares the files with its golden ones or replaces them.
 * @param home the folder that records unfinished writes, if the golden files are to be replaced
 * @throws PaytallyError TEMPLATE_*, USAGE for golden files of a built-in template
 */
export async function checkTemplate(
  name: string,
  places: TemplatePlaces,
  home?: string,
): Promise<CheckedTemplate> {
  const template = await loadTemplate(name, places);
  if (home === undefined) return { template, check: await checkSample(template, places.files) };
  if (template.builtIn) {
    throw new PaytallyError('USAGE', message('commands.builtInGolden', { template: template.name }));
  }
  const check = await checkSample(template, { ...places.files, list: async () => [] });
  if (check.problems.length === 0) await writeGolden(template, check, home);
  return { template, check: { ...check, hasGolden: true } };
}

/** Writes each filled workbook next to its template, replacing an existing one. */
export async function writeSamples(checked: readonly CheckedTemplate[], home: string): Promise<string[]> {
  const written: string[] = [];
  for (const { template, check } of checked) {
    if (template.kind !== 'workbook' || template.builtIn) continue;
    for (const { name, bytes } of check.files) {
      const path = join(template.folder, name);
      await withClaims(home, (claims) => replaceFile(path, bytes, claims, OPEN_MODE));
      written.push(path);
    }
  }
  return written;
}

async function writeGolden(template: Template, check: SampleCheck, home: string): Promise<void> {
  const folder = join(template.folder, GOLDEN_FOLDER);
  await withClaims(home, async (claims) => {
    for (const { name, bytes } of check.files)
      await replaceFile(join(folder, name), bytes, claims, OPEN_MODE);
  });
}
