import { WEAK_REMEDY } from '../app/export/templateWarnings.js';
import type { LoadedConfig } from '../config/config.js';
import { loadConfig } from '../config/load.js';
import type { Context } from '../context.js';
import type {
  FieldView,
  TemplateListing,
  TemplateView,
  WorkbookView,
} from '../documents/template/showTemplate.js';
import { PaytallyError } from '../errors.js';
import { type Say, sayIn } from '../i18n/formatMessage.js';
import type { Language } from '../i18n/language.js';
import { shortened, withoutSecrets } from '../runtime/outsideText.js';

/** A value with a name, in two columns. */
type Item = readonly [name: string, text: string];

export function workbookText(view: WorkbookView, language: Language): string {
  const say = sayIn(language);
  return [
    view.name,
    ...(view.description === '' ? [] : [view.description]),
    view.workbook,
    ...list(say('terminal.templates.used'), unnamed(view.used)),
    ...(view.used.length === 0 ? ['', say('terminal.templates.nothingUsed')] : []),
    ...list(say('terminal.templates.wrong'), unnamed(view.problems)),
    ...fieldsText(say('terminal.templates.runFields'), view.run),
    ...view.dataSets.flatMap(({ name, fields }) =>
      fieldsText(say('terminal.templates.dataSet', { name }), fields),
    ),
  ].join('\n');
}

function unnamed(texts: readonly string[]): Item[] {
  return texts.map((text) => [text, '']);
}

const TYPE_WIDTH = 11;

function fieldsText(title: string, fields: readonly FieldView[]): string[] {
  return list(
    title,
    fields.map(({ name, type, description }) => [name, `${type.padEnd(TYPE_WIDTH)}${description}`.trimEnd()]),
  );
}

export function templateText(view: TemplateView, imports: readonly TestImport[], language: Language): string {
  const say = sayIn(language);
  const isWeak = view.confidence === 'WEAK' && imports.length === 0;
  return [
    view.name,
    view.description,
    ...(isWeak ? [say('terminal.templates.weak', { remedy: WEAK_REMEDY })] : []),
    ...imports.map((each) => say('terminal.templates.yourImport', importValues(each, say))),
    ...list(say('terminal.templates.sources'), unnamed(view.sources)),
    ...list(say('terminal.templates.target'), targetItems(view, say)),
    ...list(
      say('terminal.templates.variables'),
      view.variables.map((variable) => [variable.name, variableText(variable, say)]),
    ),
    ...list(
      say('terminal.templates.mappingColumns'),
      view.mappingColumns.map(({ name, description, optional }) => [
        name,
        optional ? say('terminal.templates.optional', { description }) : description,
      ]),
    ),
    ...list(
      say('terminal.templates.columns'),
      view.columns.map((column) => [column.heading, columnText(column, say)]),
    ),
    ...view.sample.flatMap(({ name, lines }) => [
      '',
      say('terminal.templates.sample', { name }),
      ...lines.map((line) => `  ${line}`),
    ]),
    ...(view.problem === null ? [] : ['', view.problem]),
  ].join('\n');
}

/** How the payroll system accepts files and corrections, with the source of that information. */
function targetItems({ audience, target, corrections }: TemplateView, say: Say): Item[] {
  if (audience !== 'payroll') return [];
  const grounded = (text: string, of: { readonly source: string; readonly confidence: string } | null) =>
    of === null ? text : say('terminal.templates.ground', { text, ...of });
  const file = target === null ? [] : [grounded(say(`terminal.templates.takes.${target.takes}`), target)];
  const days =
    target?.wholePeriods === undefined ? [] : [say(`terminal.templates.days.${target.wholePeriods}`)];
  const correction = say(`terminal.templates.corrections.${corrections.mode ?? 'undeclared'}`);
  return [
    ...file.map((text): Item => [say('terminal.templates.takesFile'), text]),
    ...days.map((text): Item => [say('terminal.templates.takesDays'), text]),
    [say('terminal.templates.takesCorrections'), grounded(correction, corrections.correctionsGround ?? null)],
  ];
}

function columnText(
  { source, format, condition, description }: TemplateView['columns'][number],
  say: Say,
): string {
  return say('terminal.templates.column', {
    source,
    format,
    condition,
    description,
    hasFormat: isGiven(format),
    hasCondition: isGiven(condition),
    hasDescription: isGiven(description),
  });
}

function isGiven(text: string): 'yes' | 'no' {
  return text === '' ? 'no' : 'yes';
}

function variableText(
  { description, required, default: fallback, values }: TemplateView['variables'][number],
  say: Say,
): string {
  return say('terminal.templates.variable', {
    description,
    isRequired: required ? 'yes' : 'no',
    default: fallback ?? '',
    hasValues: values === null ? 'no' : 'yes',
    values: (values ?? []).map((value) => JSON.stringify(value)).join(', '),
  });
}

function list(title: string, items: readonly Item[]): string[] {
  if (items.length === 0) return [];
  const width = Math.max(...items.map(([name]) => name.length)) + 2;
  return ['', title, ...items.map(([name, text]) => `  ${text === '' ? name : name.padEnd(width) + text}`)];
}

const NAME_WIDTH = 20;
const CONFIDENCE_WIDTH = 17;
const SHORTEST_TEXT = 20;

type Listed = TemplateListing & { readonly testImports: readonly TestImport[] };

/**
 * All templates: those for people, then those for payroll systems by country; a template for several countries is
 * listed in each.
 */
export function listingText(
  templates: readonly Listed[],
  language: Language,
  width: number | undefined,
): string {
  const say = sayIn(language);
  const names = new Intl.DisplayNames([language, 'en'], { type: 'region' });
  const forPayroll = templates.filter(({ audience }) => audience === 'payroll');
  const places = [...new Set(forPayroll.flatMap(({ countries }) => countries))]
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const everywhere = forPayroll.filter(({ countries }) => countries.length === 0);
  const lines = (some: readonly Listed[]) => some.map((each) => listingLine(each, say, width));
  return [
    say('terminal.templates.forPeople'),
    ...lines(templates.filter(({ audience }) => audience === 'people')),
    '',
    say('terminal.templates.forPayroll'),
    ...places.flatMap(({ code, name }) => [
      ` ${name}`,
      ...lines(forPayroll.filter(({ countries }) => countries.includes(code))),
    ]),
    ...(everywhere.length === 0 ? [] : [` ${say('terminal.templates.anyCountry')}`, ...lines(everywhere)]),
    '',
  ].join('\n');
}

function listingLine(
  { name, audience, confidence, description, testImports: imports }: Listed,
  say: Say,
  width = Number.POSITIVE_INFINITY,
): string {
  const word = confidence === 'WEAK' ? say('terminal.templates.example') : (confidence ?? '');
  const sure = audience === 'people' ? '' : word.padEnd(CONFIDENCE_WIDTH);
  const start = `  ${name.padEnd(NAME_WIDTH)}${sure}`;
  const indent = ' '.repeat(start.length);
  return [
    `${start}${firstSentence(description, width - start.length)}`,
    ...imports.map((each) => `${indent}${say('terminal.templates.import', importValues(each, say))}`),
  ].join('\n');
}

/** Truncated to the rest of the terminal's line; unchanged without a terminal. */
function firstSentence(description: string, width: number): string {
  const [sentence = ''] = withoutSecrets(description)
    .replaceAll('\n', ' ')
    .split(/(?<=\.)\s/);
  const room = Math.max(SHORTEST_TEXT, width);
  return sentence.length > room ? shortened(sentence, room - 1) : sentence;
}

/** A test import that a payroll system accepted, and its employers in the configuration. */
interface TestImport {
  readonly date: string;
  readonly version: string;
  /** Keys of employers; empty if it applies to all of them, or is in the template itself. */
  readonly employers: readonly string[];
}

/** The configured test imports, by template. */
type TestImports = (template: string) => readonly TestImport[];

/**
 * From the configuration, if there is one.
 * @throws PaytallyError CONFIG_INVALID, and CONFIG_NOT_FOUND for a named one
 */
export async function readTestImports(
  { config }: { readonly config: string | undefined },
  { cwd, env }: Context,
): Promise<TestImports> {
  try {
    const loaded = await loadConfig({ path: config, cwd, env });
    return (template) => importsOf(template, loaded);
  } catch (failure) {
    const isNone = failure instanceof PaytallyError && failure.code === 'CONFIG_NOT_FOUND';
    if (isNone && config === undefined) return () => [];
    throw failure;
  }
}

function importsOf(template: string, { config }: LoadedConfig): TestImport[] {
  const employers = Object.entries(config.employers);
  const found = new Map<string, TestImport>();
  for (const [employer, { testImports: given }] of employers) {
    const mine = Object.hasOwn(given, template) ? given[template] : undefined;
    if (mine === undefined) continue;
    const key = JSON.stringify([mine.date, mine.version]);
    const before = found.get(key)?.employers ?? [];
    found.set(key, { ...mine, employers: [...before, employer] });
  }
  return [...found.values()].map((each) =>
    each.employers.length === employers.length ? { ...each, employers: [] } : each,
  );
}

const EMPLOYERS_NAMED = 5;

function importValues({ date, version, employers }: TestImport, say: Say) {
  const first = employers.slice(0, EMPLOYERS_NAMED).join(', ');
  const count = employers.length - EMPLOYERS_NAMED;
  return {
    date,
    version,
    isForAll: employers.length === 0 ? 'yes' : 'no',
    employers: count > 0 ? say('terminal.templates.moreEmployers', { first, count }) : first,
  };
}
