import { basename, dirname, join, relative, resolve } from 'node:path';
import { openLocalizedTerminal } from '../app/actions/actionSession.js';
import { WEAK_REMEDY, weakLayouts } from '../app/export/templateWarnings.js';
import type { Context } from '../context.js';
import type { LikeTemplate } from '../documents/like/likeTemplate.js';
import { likeTemplate } from '../documents/like/likeTemplate.js';
import { checkSample, GOLDEN_FOLDER, type SampleCheck } from '../documents/template/checkSample.js';
import {
  builtInNames,
  loadTemplate,
  type TemplatePlaces,
  templatePlaces,
} from '../documents/template/loadTemplate.js';
import { newTemplate, newTemplateFolder } from '../documents/template/newTemplate.js';
import {
  describeTemplate,
  listTemplates,
  showTemplate,
  showWorkbook,
} from '../documents/template/showTemplate.js';
import type { Template } from '../documents/template/template.js';
import { ExitStatus, PaytallyError } from '../errors.js';
import { englishText, formatMessage, sayIn } from '../i18n/formatMessage.js';
import type { Language } from '../i18n/language.js';
import { joined, listed, message } from '../i18n/message.js';
import type { Terminal } from '../runtime/terminal.js';
import { withClaims } from '../sources/workforce/staging/withStore.js';
import { OPEN_MODE, replaceFile, writeNewFolder } from '../store/replaceFile.js';
import {
  booleanOption,
  choice,
  command,
  homeFolder,
  languageFor,
  OUTPUT_OPTIONS,
  optionalText,
  type ParsedOptions,
  repeated,
} from './command.js';
import { listingText, readTestImports, templateText, workbookText } from './templatesText.js';

const PARAMETERS = {
  action: choice(['list', 'show', 'new', 'check'], 'list', 'templates.option.action'),
  names: {
    type: 'string',
    array: true,
    default: [] as string[],
    describe: 'templates.option.names',
    value: 'name',
  },
  from: optionalText('templates.option.from', 'name'),
  like: optionalText('templates.option.like', 'file'),
  column: repeated('templates.option.column', 'column'),
  widths: optionalText('templates.option.widths', 'widths'),
  'update-golden': booleanOption('templates.option.updateGolden'),
  sample: booleanOption('templates.option.sample'),
  config: optionalText('templates.option.config', 'file'),
  json: OUTPUT_OPTIONS.json,
  quiet: OUTPUT_OPTIONS.quiet,
} as const;

type TemplatesOptions = ParsedOptions<typeof PARAMETERS>;

export const templatesCommand = command({
  usage: 'templates [action] [names..]',
  examples: [
    ['$0 templates', 'templates.example.list'],
    ['$0 templates show datev-lodas', 'templates.example.show'],
    ['$0 templates new my-export --from datev-lodas', 'templates.example.new'],
    ['$0 templates new my-export --like payroll-october.csv', 'templates.example.like'],
    ['$0 templates check ./my-export', 'templates.example.check'],
  ],
  json: {
    list: '{ "templates": […] }',
    show: '{ "template": { … } }',
    new: '{ "files": […], "confidence", "questions": […], "same": true }',
    check: '{ "templates": […] }',
  },
  parameters: PARAMETERS,
  run: async (options, context) => {
    const places = templatePlaces(context);
    const actions = { list: printTemplates, show: printTemplate, new: createTemplate, check: checkTemplates };
    const language = await languageFor(options.config, context);
    const settings = { quiet: options.quiet, progress: false };
    const terminal = openLocalizedTerminal(context, settings, language);
    await actions[options.action](options, context, { places, terminal, language });
    return ExitStatus.done;
  },
});

/** The locations of templates and the output of the actions. */
interface Desk {
  readonly places: TemplatePlaces;
  readonly terminal: Terminal;
  readonly language: Language;
}

async function printTemplates(
  options: TemplatesOptions,
  context: Context,
  { places, terminal, language }: Desk,
): Promise<void> {
  const importsOf = await readTestImports(options, context);
  const listings = await listTemplates(places, options.json ? 'en' : language);
  const templates = listings.map((each) => ({ ...each, testImports: importsOf(each.name) }));
  if (options.json) return terminal.result(JSON.stringify({ templates }));
  terminal.result(listingText(templates, language, terminal.width));
  terminal.message(message('terminal.templates.showOne'));
}

async function printTemplate(
  options: TemplatesOptions,
  context: Context,
  { places, terminal, language }: Desk,
): Promise<void> {
  const template = await loadTemplate(singleName(options), places);
  const print = (json: () => object, text: () => string) =>
    terminal.result(options.json ? JSON.stringify({ template: json() }) : text());
  if (template.kind === 'workbook') {
    const view = await showWorkbook(template, places.files, options.json ? 'en' : language);
    return print(
      () => ({ kind: 'workbook', ...view }),
      () => workbookText(view, language),
    );
  }
  if (template.kind === 'report') {
    const { kind } = template;
    const description = describeTemplate(template, options.json ? 'en' : language);
    return print(
      () => ({ name: template.name, kind, description }),
      () => sayIn(language)('terminal.templates.inCode', { name: template.name, description }),
    );
  }
  const shown = options.json ? 'en' : language;
  const view = await showTemplate(template, shown);
  const testImports = (await readTestImports(options, context))(template.name);
  print(
    () => ({ kind: 'text', ...view, testImports }),
    () => templateText(view, testImports, language),
  );
}

async function createTemplate(
  options: TemplatesOptions,
  context: Context,
  { places, terminal }: Desk,
): Promise<void> {
  const name = singleName(options);
  if ((options.from === undefined) === (options.like === undefined)) {
    throw new PaytallyError('USAGE', message('commands.templatesNewFrom'));
  }
  const like = options.like === undefined ? undefined : await readLike(options, options.like, places);
  const files =
    like === undefined
      ? await newTemplate(name, options.from ?? '', places)
      : await newTemplateFolder(name, like.yaml, places);
  const folder = dirname(files[0]?.path ?? '');
  await withClaims(homeFolder(context), (claims) => writeNewFolder(folder, files, claims));
  const paths = files.map(({ path }) => path);
  const source = options.from === undefined ? undefined : await loadTemplate(options.from, places);
  const about = like === undefined ? { confidence: confidenceOf(source) } : likeJson(like);
  terminal.result(
    options.json
      ? JSON.stringify({ files: paths, ...about })
      : paths.map((path) => relative(context.cwd, path)).join('\n'),
  );
  if (source !== undefined)
    for (const line of weakLayouts([source], { testImports: {} }))
      terminal.message(joined([line, WEAK_REMEDY], ' '));
  if (like !== undefined && options.like !== undefined) {
    for (const question of like.questions) terminal.message(question);
    terminal.message(
      like.difference ??
        message(like.isTree ? 'like.sameValues' : 'like.same', { name: basename(options.like) }),
    );
  }
  terminal.message(message('terminal.templates.changeThenCheck', { folder: relative(context.cwd, folder) }));
}

/** @throws PaytallyError USAGE for invalid widths, or a file from which no template can be derived */
async function readLike(
  { column, widths }: TemplatesOptions,
  path: string,
  { baseFolder, files }: TemplatePlaces,
): Promise<LikeTemplate> {
  const full = resolve(baseFolder, path);
  const bytes = await files.read(full);
  if (bytes === undefined)
    throw new PaytallyError('TEMPLATE_NOT_FOUND', message('template.file.missing', { path: full }));
  const cut = widths?.split(',').map(Number);
  if (cut?.some((width) => !Number.isInteger(width) || width < 1))
    throw new PaytallyError('USAGE', message('like.otherWidths', { name: path }));
  return likeTemplate(basename(path), bytes, { columns: column, widths: cut });
}

/** How surely the layout of a template is known: `WEAK` is an example. null for other templates than payroll layouts. */
function confidenceOf(source: Template | undefined): string | null {
  return source?.kind === 'text' ? (source.spec.confidence ?? null) : null;
}

function likeJson({ questions, difference }: LikeTemplate) {
  return { questions: questions.map(englishText), same: difference === undefined };
}

function singleName({ action, names }: TemplatesOptions): string {
  const [name, ...others] = names;
  if (name !== undefined && others.length === 0) return name;
  throw new PaytallyError('USAGE', message('commands.templatesOneName', { action }));
}

interface Checked {
  readonly template: Template;
  readonly check: SampleCheck;
}

/** Checks the named templates, or all built-in ones, and reports all problems. */
async function checkTemplates(
  options: TemplatesOptions,
  context: Context,
  { places, terminal, language }: Desk,
): Promise<void> {
  const names = options.names.length > 0 ? options.names : await builtInNames(places);
  const checked: Checked[] = [];
  for (const name of names) checked.push(await checkOne(name, options, context, places));
  const problems = checked.flatMap(({ template, check }) =>
    check.problems.map((problem) =>
      message('terminal.templates.problem', { template: template.name, problem }),
    ),
  );
  if (problems.length > 0) throw new PaytallyError('TEMPLATE_INVALID', joined(problems));
  if (options.json) terminal.result(JSON.stringify({ templates: checked.map(checkJson) }));
  else
    for (const one of checked)
      terminal.result(
        [
          checkResultLine(one, language),
          ...one.check.readings.map((reading) => formatMessage(reading, language)),
        ].join('\n  '),
      );
  for (const { template, check } of checked)
    for (const warning of check.warnings)
      terminal.message(message('terminal.templates.warning', { template: template.name, warning }));
  if (options.sample)
    for (const path of await writeSamples(checked, homeFolder(context)))
      terminal.message(message('terminal.templates.lookAt', { path }));
}

async function checkOne(
  name: string,
  options: TemplatesOptions,
  context: Context,
  places: TemplatePlaces,
): Promise<Checked> {
  const template = await loadTemplate(name, places);
  if (!options.updateGolden) return { template, check: await checkSample(template, places.files) };
  if (template.builtIn) {
    throw new PaytallyError('USAGE', message('commands.builtInGolden', { template: template.name }));
  }
  const check = await checkSample(template, { ...places.files, list: async () => [] });
  if (check.problems.length === 0) await writeGolden(template, check, homeFolder(context));
  return { template, check: { ...check, hasGolden: true } };
}

/** Writes each filled workbook next to its template, replacing an existing one. */
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

function checkJson({ template, check }: Checked) {
  const files = check.files.map(({ name, rows, bytes }) => ({ name, rows, bytes: bytes.length }));
  return {
    name: template.name,
    kind: template.kind,
    files,
    golden: check.hasGolden,
    readings: check.readings.map(englishText),
    warnings: check.warnings.map(englishText),
  };
}

function checkResultLine({ template, check }: Checked, language: Language): string {
  const say = sayIn(language);
  const { name } = template;
  if (template.kind === 'report') return say('terminal.templates.builtIn', { template: name });
  const files = listed(
    check.files.map((file) =>
      message('terminal.templates.checkedFile', { name: file.name, rows: file.rows }),
    ),
  );
  const golden = check.hasGolden ? 'yes' : 'no';
  return say('terminal.templates.checked', { template: name, files, golden });
}
