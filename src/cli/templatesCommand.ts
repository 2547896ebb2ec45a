import { dirname, join, relative } from 'node:path';
import type { Context } from '../context.js';
import { ExitStatus, PaytallyError } from '../errors.js';
import { englishText } from '../i18n/formatMessage.js';
import { joined } from '../i18n/message.js';
import { withClaims } from '../read/staging/withStore.js';
import { checkSample, GOLDEN_FOLDER, type SampleCheck } from '../render/template/checkSample.js';
import { builtInNames, loadTemplate, type TemplatePlaces } from '../render/template/loadTemplate.js';
import { newTemplate } from '../render/template/newTemplate.js';
import type { RenderSample } from '../render/template/renderSample.js';
import {
  listTemplates,
  showTemplate,
  showWorkbook,
  type TemplateListing,
} from '../render/template/showTemplate.js';
import { diskTemplateFiles, type Template } from '../render/template/template.js';
import { renderApart } from '../render/worker/renderApart.js';
import type { Terminal } from '../runtime/terminal.js';
import { OPEN_MODE, replaceFile, writeNewFolder } from '../store/replaceFile.js';
import {
  booleanOption,
  choice,
  command,
  OUTPUT_OPTIONS,
  optionalText,
  type ParsedOptions,
} from './command.js';
import { homeFolder } from './commandSession.js';
import { listingLine, payrollListing, readTestImports, templateText, workbookText } from './templatesText.js';

const PARAMETERS = {
  action: choice(['list', 'show', 'new', 'check'], 'list', 'What to do'),
  names: { type: 'string', array: true, default: [] as string[], describe: 'Names, or paths of your own' },
  from: optionalText('new: the template to start from'),
  'update-golden': booleanOption('check: write what the sample gives beside the template'),
  sample: booleanOption('check: write a workbook, filled with the sample, beside the template'),
  config: optionalText('list, show: the configuration that knows of test imports; default: paytally.yaml'),
  json: booleanOption('Print one JSON object'),
  quiet: OUTPUT_OPTIONS.quiet,
} as const;

type TemplatesOptions = ParsedOptions<typeof PARAMETERS>;

export const templatesCommand = command({
  usage: 'templates [action] [names..]',
  describe: 'List, show, copy and check templates',
  examples: [
    ['$0 templates', 'The built-in ones'],
    ['$0 templates show datev-lodas', 'Its columns, variables and a few rows'],
    ['$0 templates new my-export --from datev-lodas', 'A copy to change'],
    ['$0 templates check ./my-export', 'Is it valid, and does it still give the golden files beside it?'],
  ],
  json: '{ "templates": […] } for list and check, { "template": { … } } for show, { "files": […] } for new',
  parameters: PARAMETERS,
  run: async (options, context) => {
    const places: TemplatePlaces = {
      templatesRoot: join(context.packageFolder, 'templates'),
      baseFolder: context.cwd,
      files: diskTemplateFiles,
    };
    const actions = { list: printTemplates, show: printTemplate, new: createTemplate, check: checkTemplates };
    const terminal = context.openTerminal({ quiet: options.quiet, progress: false });
    await actions[options.action](options, context, places, terminal);
    return ExitStatus.done;
  },
});

async function printTemplates(
  options: TemplatesOptions,
  context: Context,
  places: TemplatePlaces,
  terminal: Terminal,
): Promise<void> {
  const importsOf = await readTestImports(options, context);
  const listings = await listTemplates(places);
  const templates = listings.map((each) => ({ ...each, testImports: importsOf(each.name) }));
  if (options.json) return terminal.result(JSON.stringify({ templates }));
  const withAudience = (wanted: TemplateListing['audience']) =>
    templates.filter(({ audience }) => audience === wanted);
  const forPeople = withAudience('people').map((each) => listingLine(each, terminal.width));
  terminal.result(['For people', ...forPeople, ''].join('\n'));
  terminal.result(payrollListing(withAudience('payroll'), terminal.width));
  terminal.message('More about one: paytally templates show NAME');
}

async function printTemplate(
  options: TemplatesOptions,
  context: Context,
  places: TemplatePlaces,
  terminal: Terminal,
): Promise<void> {
  const name = singleName(options);
  const template = await loadTemplate(name, places);
  const print = (json: () => object, text: () => string) =>
    terminal.result(options.json ? JSON.stringify({ template: json() }) : text());
  if (template.kind === 'workbook') {
    const view = await showWorkbook(template, places.files);
    return print(
      () => ({ kind: 'workbook', ...view }),
      () => workbookText(view),
    );
  }
  if (template.kind === 'report') {
    const { kind, description } = template;
    return print(
      () => ({ name: template.name, kind, description }),
      () => `${template.name}\n${description}\n\nIt is written in code and has no columns to change.`,
    );
  }
  const view = await showTemplate(template, sampleRenderer(template, context));
  const own = view.testImport === null ? [] : [{ ...view.testImport, employers: [] }];
  const testImports = [...own, ...(await readTestImports(options, context))(name)];
  print(
    () => ({ kind: 'text', ...view, testImports }),
    () => templateText(view, testImports),
  );
}

async function createTemplate(
  options: TemplatesOptions,
  context: Context,
  places: TemplatePlaces,
  terminal: Terminal,
): Promise<void> {
  const name = singleName(options);
  if (options.from === undefined) {
    throw new PaytallyError('USAGE', '"templates new" needs a template to start from.', {
      remedy: 'Add --from NAME; "paytally templates" lists the names.',
    });
  }
  const files = await newTemplate(name, options.from, places);
  const folder = dirname(files[0]?.path ?? '');
  await withClaims(homeFolder(context), (claims) => writeNewFolder(folder, files, claims));
  const paths = files.map(({ path }) => path);
  terminal.result(
    options.json
      ? JSON.stringify({ files: paths })
      : paths.map((path) => relative(context.cwd, path)).join('\n'),
  );
  terminal.message(`Change it, then run: paytally templates check ./${relative(context.cwd, folder)}`);
}

function singleName({ action, names }: TemplatesOptions): string {
  const [name, ...others] = names;
  if (name !== undefined && others.length === 0) return name;
  throw new PaytallyError('USAGE', `"templates ${action}" takes one name.`, {
    remedy: `Write for instance: paytally templates ${action} ${action === 'new' ? 'my-export --from datev-lodas' : 'datev-lodas'}`,
  });
}

interface Checked {
  readonly template: Template;
  readonly check: SampleCheck;
}

/** Checks the templates named, else all built-in ones; everything that is wrong in any of them is said at once. */
async function checkTemplates(
  options: TemplatesOptions,
  context: Context,
  places: TemplatePlaces,
  terminal: Terminal,
): Promise<void> {
  const names = options.names.length > 0 ? options.names : await builtInNames(places);
  const checked: Checked[] = [];
  for (const name of names) checked.push(await checkOne(name, options, context, places));
  const problems = checked.flatMap(({ template, check }) =>
    check.problems.map((problem) => joined([template.name, problem], ': ')),
  );
  if (problems.length > 0) throw new PaytallyError('TEMPLATE_INVALID', joined(problems));
  if (options.json) terminal.result(JSON.stringify({ templates: checked.map(checkJson) }));
  else
    for (const one of checked)
      terminal.result([checkResultLine(one), ...one.check.readings.map(englishText)].join('\n  '));
  for (const { template, check } of checked)
    for (const warning of check.warnings) terminal.message(joined(['Warning', template.name, warning], ': '));
  if (options.sample)
    for (const path of await writeSamples(checked, homeFolder(context))) terminal.message(`Look at ${path}`);
}

async function checkOne(
  name: string,
  options: TemplatesOptions,
  context: Context,
  places: TemplatePlaces,
): Promise<Checked> {
  const template = await loadTemplate(name, places);
  const render = sampleRenderer(template, context);
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

function checkResultLine({ template, check }: Checked): string {
  if (template.kind === 'report') return `${template.name}: built in`;
  const rows = check.files.map(({ name, rows }) => `${name} (${rows} rows)`).join(', ');
  const golden = check.hasGolden
    ? 'same as the golden files'
    : 'no golden files yet: --update-golden writes them';
  return `${template.name}: fine; the sample gives ${rows}; ${golden}`;
}

/**
 * Renders a template that is not built in with the budget of an export, and ends with Ctrl-C.
 * @returns undefined for what ships with the program, and where the program is not compiled
 */
function sampleRenderer(
  { builtIn }: Template,
  { renderWorker: worker, signal }: Context,
): RenderSample | undefined {
  if (builtIn || worker === undefined) return undefined;
  return (order, model) => renderApart(order, model, { worker, signal });
}
