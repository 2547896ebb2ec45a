import type { Context } from '../../context.js';
import { ExitStatus } from '../../errors.js';
import { WEAK_REMEDY } from '../../export/templateWarnings.js';
import type { Field } from '../../render/dataSet.js';
import { loadTemplate, type TemplatePlaces } from '../../render/template/loadTemplate.js';
import {
  showTemplate,
  showWorkbook,
  type TemplateView,
  type WorkbookView,
} from '../../render/template/showTemplate.js';
import { inItsThread } from './checkedApart.js';
import type { TemplatesOptions } from './templatesOptions.js';
import { type TestImport, testImports, testImportText } from './testImports.js';

export async function printTemplate(
  name: string,
  options: TemplatesOptions,
  context: Context,
  places: TemplatePlaces,
): Promise<ExitStatus> {
  const terminal = context.openTerminal({ quiet: options.quiet, progress: false });
  const template = await loadTemplate(name, places);
  if (template.kind === 'workbook') {
    const view = await showWorkbook(template, places.files);
    const asJson = () => JSON.stringify({ template: { kind: 'workbook', ...view } });
    terminal.result(options.json ? asJson() : workbookText(view));
    return ExitStatus.done;
  }
  if (template.kind === 'report') {
    const { kind, description } = template;
    terminal.result(
      options.json
        ? JSON.stringify({ template: { name: template.name, kind, description } })
        : `${template.name}\n${description}\n\nIt is written in code and has no columns to change.`,
    );
    return ExitStatus.done;
  }
  const view = await showTemplate(template, inItsThread(template, context));
  const own = view.testImport === null ? [] : [{ ...view.testImport, employers: [] }];
  const passed = [...own, ...(await testImports(options, context))(name)];
  terminal.result(
    options.json
      ? JSON.stringify({ template: { kind: 'text', ...view, testImports: passed } })
      : viewText(view, passed),
  );
  return ExitStatus.done;
}

function workbookText(view: WorkbookView): string {
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

function viewText(view: TemplateView, passed: readonly TestImport[]): string {
  return [
    view.name,
    view.description,
    ...(view.confidence === 'WEAK' && passed.length === 0 ? [`WEAK: one source only. ${WEAK_REMEDY}`] : []),
    ...passed.map((each) => `Your ${testImportText(each)}.`),
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
