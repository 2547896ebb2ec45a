import type { Context } from '../../context.js';
import { ExitStatus } from '../../errors.js';
import { loadTemplate, type TemplatePlaces } from '../../render/template/loadTemplate.js';
import { showTemplate, type TemplateView } from '../../render/template/showTemplate.js';
import type { TemplatesOptions } from './templatesOptions.js';

export async function printTemplate(
  name: string,
  options: TemplatesOptions,
  context: Context,
  places: TemplatePlaces,
): Promise<ExitStatus> {
  const terminal = context.openTerminal({ quiet: options.quiet, progress: false });
  const template = await loadTemplate(name, places);
  if (template.kind !== 'text') {
    const { kind, description } = template;
    terminal.result(
      options.json
        ? JSON.stringify({ template: { name: template.name, kind, description } })
        : `${template.name} (${kind})\n${description}`,
    );
    return ExitStatus.done;
  }
  const view = showTemplate(template);
  terminal.result(options.json ? JSON.stringify({ template: { kind: 'text', ...view } }) : viewText(view));
  return ExitStatus.done;
}

function viewText(view: TemplateView): string {
  return [
    view.name,
    view.description,
    ...list(
      'Sources',
      view.sources.map((source) => [source, '']),
    ),
    ...list(
      'Variables (in the configuration under "variables")',
      view.variables.map((variable) => [variable.name, variableText(variable)]),
    ),
    ...list(
      'Columns of employees.csv that it needs',
      view.mappingColumns.map(({ name, description }) => [name, description]),
    ),
    ...list(
      'Columns',
      view.columns.map((column) => [column.heading, columnText(column)]),
    ),
    ...view.sample.flatMap(({ name, lines }) => ['', `Sample ${name}`, ...lines.map((line) => `  ${line}`)]),
    ...(view.problem === null ? [] : ['', view.problem]),
  ].join('\n');
}

function columnText({ source, format, condition }: TemplateView['columns'][number]): string {
  return `${source}${format === '' ? '' : ` as ${format}`}${condition === '' ? '' : ` (where ${condition})`}`;
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
