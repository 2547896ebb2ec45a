import type { DataRow, DataSet, Field, FieldType } from '../../../src/documents/dataSet.js';
import type { OutputFile } from '../../../src/documents/outputFile.js';
import { parseTemplateFile } from '../../../src/documents/template/loadTemplate.js';
import type { TemplateModel } from '../../../src/documents/templateModel.js';
import { type RenderProblem, RenderRefused } from '../../../src/documents/text/renderProblems.js';
import { renderText, type TextOptions } from '../../../src/documents/text/renderText.js';
import { englishText } from '../../../src/i18n/formatMessage.js';

const TYPES: Readonly<Record<string, FieldType>> = {
  date: 'date',
  minutes: 'minutes',
  flag: 'boolean',
  count: 'integer',
  times: 'number',
};

/** A model with one data set `lines`; rows can omit fields. */
export function modelOf(rows: readonly DataRow[], run: DataRow = {}): TemplateModel {
  const names = [
    'employee.id',
    'employee.name',
    'employee.number',
    'date',
    'code',
    'minutes',
    'flag',
    'count',
    'times',
    'note',
  ];
  const fields: Field[] = names.map((name) => ({ name, type: TYPES[name] ?? 'text', description: '' }));
  const full = rows.map((row) => ({ ...Object.fromEntries(names.map((name) => [name, null])), ...row }));
  const set: DataSet = { name: 'lines', fields, rows: full };
  return {
    run: {
      'run.employer': 'acme',
      'run.periodLabel': '2026-10',
      'run.from': '2026-10-01',
      'run.to': '2026-10-31',
      ...run,
    },
    dataSets: new Map([['lines', set]]),
  };
}

/** Renders the text of a template.yaml without its `kind` and `description`. */
export function renderYaml(yaml: string, model: TemplateModel, options: TextOptions = {}): OutputFile[] {
  const audience = yaml.includes('audience:') ? '' : 'audience: payroll\n';
  const spec = parseTemplateFile(
    new TextEncoder().encode(`kind: text\ndescription: test\n${audience}${yaml}`),
    'test.yaml',
  );
  if (spec.kind !== 'text') throw new Error('not a text template');
  return renderText({ kind: 'text', name: 'test', spec }, model, options);
}

export function textOf(file: OutputFile | undefined, charset = 'utf-8'): string {
  return new TextDecoder(charset, { ignoreBOM: true }).decode(file?.content as Uint8Array);
}

interface ShownProblem extends Omit<RenderProblem, 'template' | 'message'> {
  readonly message: string;
}

/** The problems' messages with their positions. */
export function problemsOf(render: () => unknown): ShownProblem[] {
  try {
    render();
  } catch (failure) {
    if (failure instanceof RenderRefused)
      return failure.problems.map(({ template: _, message, ...place }) => ({
        ...place,
        message: englishText(message),
      }));
    throw failure;
  }
  return [];
}
