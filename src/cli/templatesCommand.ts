import { basename, relative } from 'node:path';
import { WEAK_REMEDY, weakLayouts } from '../app/export/templateWarnings.js';
import { openLocalizedTerminal } from '../app/session/openSession.js';
import {
  type CheckedTemplate,
  checkTemplate,
  createTemplate,
  writeSamples,
} from '../app/setup/ownTemplates.js';
import type { Context } from '../context.js';
import type { LikeTemplate } from '../documents/like/likeTemplate.js';
import {
  builtInNames,
  loadTemplate,
  type TemplatePlaces,
  templatePlaces,
} from '../documents/template/loadTemplate.js';
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
  language: OUTPUT_OPTIONS.language,
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
    const actions = { list: printTemplates, show: printTemplate, new: newOwnTemplate, check: checkTemplates };
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

async function newOwnTemplate(
  options: TemplatesOptions,
  context: Context,
  { places, terminal }: Desk,
): Promise<void> {
  const name = singleName(options);
  if ((options.from === undefined) === (options.like === undefined)) {
    throw new PaytallyError('USAGE', message('commands.templatesNewFrom'));
  }
  const { from, like: path = '', column: columns, widths } = options;
  const basis = from === undefined ? { path, columns, widths } : { from };
  const made = await createTemplate(name, basis, places, homeFolder(context));
  const { folder, paths, source, like } = made;
  const about = like === undefined ? { confidence: confidenceOf(source) } : likeJson(like);
  terminal.result(
    options.json
      ? JSON.stringify({ files: paths, ...about })
      : paths.map((path) => relative(context.cwd, path)).join('\n'),
  );
  if (source !== undefined)
    for (const line of weakLayouts([source], { testImports: {} }))
      terminal.message(joined([line, WEAK_REMEDY], ' '));
  if (like !== undefined) {
    for (const question of like.questions) terminal.message(question);
    terminal.message(
      like.difference ?? message(like.isTree ? 'like.sameValues' : 'like.same', { name: basename(path) }),
    );
  }
  terminal.message(message('terminal.templates.changeThenCheck', { folder: relative(context.cwd, folder) }));
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

/** Checks the named templates, or all built-in ones, and reports all problems. */
async function checkTemplates(
  options: TemplatesOptions,
  context: Context,
  { places, terminal, language }: Desk,
): Promise<void> {
  const names = options.names.length > 0 ? options.names : await builtInNames(places);
  const home = options.updateGolden ? homeFolder(context) : undefined;
  const checked: CheckedTemplate[] = [];
  for (const name of names) checked.push(await checkTemplate(name, places, home));
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

function checkJson({ template, check }: CheckedTemplate) {
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

function checkResultLine({ template, check }: CheckedTemplate, language: Language): string {
  const say = sayIn(language);
  const { name } = template;
  if (template.kind === 'report') return say('terminal.templates.builtIn', { template: name });
  if (template.kind === 'text' && check.files.every(({ rows }) => rows === 0))
    return say('terminal.templates.checkedEmpty', { template: name });
  const files = listed(
    check.files.map((file) =>
      message('terminal.templates.checkedFile', { name: file.name, rows: file.rows }),
    ),
  );
  const golden = check.hasGolden ? 'yes' : 'no';
  return say('terminal.templates.checked', { template: name, files, golden });
}
