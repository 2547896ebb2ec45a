import { join } from 'node:path';
import type { Context } from '../../context.js';
import { ExitStatus, PaytallyError } from '../../errors.js';
import { withClaims } from '../../read/staging/withStore.js';
import { checkSample, GOLDEN_FOLDER, type SampleCheck } from '../../render/template/checkSample.js';
import { builtInNames, loadTemplate, type TemplatePlaces } from '../../render/template/loadTemplate.js';
import type { Template } from '../../render/template/template.js';
import { OPEN_MODE, replaceFile } from '../../store/replaceFile.js';
import { homeFolder } from '../homeFolder.js';
import { inItsThread } from './checkedApart.js';
import type { TemplatesOptions } from './templatesOptions.js';

interface Checked {
  readonly template: Template;
  readonly check: SampleCheck;
}

/** Checks the templates named, else all built-in ones; everything that is wrong in any of them is said at once. */
export async function checkTemplates(
  options: TemplatesOptions,
  context: Context,
  places: TemplatePlaces,
): Promise<ExitStatus> {
  const names = options.names.length > 0 ? options.names : await builtInNames(places);
  const checked: Checked[] = [];
  for (const name of names) checked.push(await checkOne(name, options, context, places));
  const problems = checked.flatMap(({ template, check }) =>
    check.problems.map((problem) => `${template.name}: ${problem}`),
  );
  if (problems.length > 0) throw new PaytallyError('TEMPLATE_INVALID', problems.join('\n'));
  const terminal = context.openTerminal({ quiet: options.quiet, progress: false });
  if (options.json) terminal.result(JSON.stringify({ templates: checked.map(summary) }));
  else for (const one of checked) terminal.result([line(one), ...one.check.readings].join('\n  '));
  for (const { template, check } of checked)
    for (const warning of check.warnings) terminal.message(`Warning: ${template.name}: ${warning}`);
  if (options.sample)
    for (const path of await writeSamples(checked, homeFolder(context))) terminal.message(`Look at ${path}`);
  return ExitStatus.done;
}

async function checkOne(
  name: string,
  options: TemplatesOptions,
  context: Context,
  places: TemplatePlaces,
): Promise<Checked> {
  const template = await loadTemplate(name, places);
  const render = inItsThread(template, context);
  if (!options.updateGolden) return { template, check: await checkSample(template, places.files, render) };
  if (template.builtIn) {
    throw new PaytallyError('USAGE', `${template.name} is built in; its golden files stay as they are.`, {
      remedy: 'Name a template of your own with --update-golden.',
    });
  }
  const check = await checkSample(template, { ...places.files, list: async () => [] }, render);
  if (check.problems.length === 0) await writeGolden(template, check, homeFolder(context));
  return { template, check: { ...check, hasGolden: true } };
}

/** Writes each filled workbook beside its template; one that stands there already is replaced. */
async function writeSamples(checked: readonly Checked[], home: string): Promise<string[]> {
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

function summary({ template, check }: Checked) {
  const files = check.files.map(({ name, rows, bytes }) => ({ name, rows, bytes: bytes.length }));
  return {
    name: template.name,
    kind: template.kind,
    files,
    golden: check.hasGolden,
    readings: check.readings,
    warnings: check.warnings,
  };
}

function line({ template, check }: Checked): string {
  if (template.kind === 'report') return `${template.name}: built in`;
  const rows = check.files.map(({ name, rows }) => `${name} (${rows} rows)`).join(', ');
  const golden = check.hasGolden
    ? 'same as the golden files'
    : 'no golden files yet: --update-golden writes them';
  return `${template.name}: fine; the sample gives ${rows}; ${golden}`;
}
