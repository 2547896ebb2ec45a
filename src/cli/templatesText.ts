import type { LoadedConfig } from '../config/config.js';
import { loadConfig } from '../config/load.js';
import type { Context } from '../context.js';
import { PaytallyError } from '../errors.js';
import { WEAK_REMEDY } from '../export/templateWarnings.js';
import { englishText } from '../i18n/formatMessage.js';
import type { Field } from '../render/dataSet.js';
import type { TemplateListing, TemplateView, WorkbookView } from '../render/template/showTemplate.js';
import { shortened, withoutSecrets } from '../runtime/outsideText.js';

export function workbookText(view: WorkbookView): string {
  return [
    view.name,
    ...(view.description === '' ? [] : [view.description]),
    view.workbook,
    ...list(
      'Used in it',
      view.used.map((placeholder) => [placeholder, '']),
    ),
    ...(view.used.length === 0
      ? ['', 'Nothing in it is filled: write for instance {{run.employer}} into a cell.']
      : []),
    ...list(
      'Wrong in it',
      view.problems.map((problem) => [problem, '']),
    ),
    ...fieldsText('Fields of the run, for any cell', view.run),
    ...view.dataSets.flatMap(({ name, fields }) =>
      fieldsText(`Data set ${name}: {{#each ${name}}} repeats a row, {{${name} | count}} counts`, fields),
    ),
  ].join('\n');
}

const TYPE_WIDTH = 11;

function fieldsText(title: string, fields: readonly Field[]): string[] {
  return list(
    title,
    fields.map(({ name, type, description }) => [name, `${type.padEnd(TYPE_WIDTH)}${description}`.trimEnd()]),
  );
}

export function templateText(view: TemplateView, imports: readonly TestImport[]): string {
  return [
    view.name,
    view.description,
    ...(view.confidence === 'WEAK' && imports.length === 0
      ? [`WEAK: one source only. ${englishText(WEAK_REMEDY)}`]
      : []),
    ...imports.map((each) => `Your ${testImportText(each)}.`),
    ...list(
      'Sources',
      view.sources.map((source) => [source, '']),
    ),
    ...list('Its payroll system', targetText(view)),
    ...list(
      'Variables (in the configuration under "variables")',
      view.variables.map((variable) => [variable.name, variableText(variable)]),
    ),
    ...list(
      'Columns of employees.csv that it needs',
      view.mappingColumns.map(({ name, description, optional }) => [
        name,
        `${description}${optional ? ' (may be left out)' : ''}`,
      ]),
    ),
    ...list(
      'Columns',
      view.columns.map((column) => [column.heading, columnText(column)]),
    ),
    ...view.sample.flatMap(({ name, lines }) => ['', `Sample ${name}`, ...lines.map((line) => `  ${line}`)]),
    ...(view.problem === null ? [] : ['', view.problem]),
  ].join('\n');
}

const TAKES = {
  adds: 'an import adds to what the period has',
  'replaces-row': 'an import replaces the amounts that it names',
  'replaces-person': 'an import replaces all amounts of the people that it names',
  'replaces-period': 'an import replaces the whole period',
  unknown: 'not known: the source does not say whether an import adds or replaces',
} as const;

const PERIODS = {
  'calendar-months': 'calendar months only',
  'pay-periods': 'calendar months, months such as the 26th to the 25th, and four weeks from a Monday',
} as const;

const CORRECTIONS = {
  delta: 'a file of signed lines',
  restate: 'a file of the right amounts of the original period',
  both: 'a file of signed lines, or of the right amounts of the original period',
  none: 'by hand: "paytally corrections" makes a sheet of what to type',
  undeclared: 'not declared: what changes is listed as pay lines',
} as const;

/** How the payroll system takes files and corrections, and where that is known from. */
function targetText({ audience, target, corrections }: TemplateView): (readonly [string, string])[] {
  if (audience !== 'payroll') return [];
  const ground = (of: { readonly source: string; readonly confidence: string } | undefined | null) =>
    of === undefined || of === null ? '' : ` (${of.confidence}: ${of.source})`;
  return [
    ...(target === null ? [] : [['takes a file', `${TAKES[target.takes]}${ground(target)}`] as const]),
    ...(target?.wholePeriods === undefined ? [] : [['takes days of', PERIODS[target.wholePeriods]] as const]),
    [
      'takes corrections',
      `${CORRECTIONS[corrections.mode ?? 'undeclared']}${ground(corrections.correctionsGround)}`,
    ],
  ];
}

function columnText({ source, format, condition, description }: TemplateView['columns'][number]): string {
  const shown = `${source}${format === '' ? '' : ` as ${format}`}${condition === '' ? '' : ` (where ${condition})`}`;
  return description === '' ? shown : `${shown}: ${description}`;
}

function variableText({
  description,
  required,
  default: fallback,
  values,
}: TemplateView['variables'][number]): string {
  const kind = required ? 'required' : `default "${fallback}"`;
  return `${description} (${kind}${values === null ? '' : `; one of ${values.map((value) => JSON.stringify(value)).join(', ')}`})`;
}

function list(title: string, items: readonly (readonly [string, string])[]): string[] {
  if (items.length === 0) return [];
  const width = Math.max(...items.map(([name]) => name.length)) + 2;
  return ['', title, ...items.map(([name, text]) => `  ${text === '' ? name : name.padEnd(width) + text}`)];
}

const NAME_WIDTH = 20;
const CONFIDENCE_WIDTH = 14;
const SHORTEST_TEXT = 20;

type Listed = TemplateListing & { readonly testImports: readonly TestImport[] };

/** By country; a template of several stands with each. */
export function payrollListing(templates: readonly Listed[], width: number | undefined): string {
  const names = new Intl.DisplayNames(['en'], { type: 'region' });
  const places = [...new Set(templates.flatMap(({ countries }) => countries))]
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const everywhere = templates.filter(({ countries }) => countries.length === 0);
  return [
    'For payroll systems',
    ...places.flatMap(({ code, name }) => [
      ` ${name}`,
      ...templates
        .filter(({ countries }) => countries.includes(code))
        .map((each) => listingLine(each, width)),
    ]),
    ...(everywhere.length === 0
      ? []
      : [' Any country', ...everywhere.map((each) => listingLine(each, width))]),
    '',
  ].join('\n');
}

export function listingLine(
  { name, audience, confidence, description, testImports: imports }: Listed,
  width = Number.POSITIVE_INFINITY,
): string {
  const sure = audience === 'people' ? '' : (confidence ?? '').padEnd(CONFIDENCE_WIDTH);
  const start = `  ${name.padEnd(NAME_WIDTH)}${sure}`;
  const indent = ' '.repeat(start.length);
  return [
    `${start}${firstSentence(description, width - start.length)}`,
    ...imports.map((each) => `${indent}${testImportText(each)}`),
  ].join('\n');
}

/** Cut to the rest of the terminal's line; as it is where there is none. */
function firstSentence(description: string, width: number): string {
  const [sentence = ''] = withoutSecrets(description)
    .replaceAll('\n', ' ')
    .split(/(?<=\.)\s/);
  const room = Math.max(SHORTEST_TEXT, width);
  return sentence.length > room ? shortened(sentence, room - 1) : sentence;
}

/** A test import that a payroll system accepted, and for whom the configuration says so. */
interface TestImport {
  readonly date: string;
  readonly version: string;
  /** Keys of employers; empty where it stands for all of them, or in the template itself. */
  readonly employers: readonly string[];
}

/** What the configuration says of each template's test import. */
type TestImports = (template: string) => readonly TestImport[];

/**
 * From the configuration, if there is one.
 * @throws PaytallyError CONFIG_INVALID, and CONFIG_NOT_FOUND for one that was named
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

/** `test import passed on 2026-03-02 with LODAS 12.4 (bakery, cafe)`. */
function testImportText({ date, version, employers }: TestImport): string {
  const more = employers.length - EMPLOYERS_NAMED;
  const named = [...employers.slice(0, EMPLOYERS_NAMED), ...(more > 0 ? [`${more} more`] : [])];
  return `test import passed on ${date} with ${version}${named.length === 0 ? '' : ` (${named.join(', ')})`}`;
}
