import { resolve } from 'node:path';
import type { DataRow } from '../../src/documents/dataSet.js';
import { loadTemplate } from '../../src/documents/template/loadTemplate.js';
import { buildSample } from '../../src/documents/template/renderSample.js';
import { diskTemplateFiles } from '../../src/documents/template/template.js';
import type { HeldModel, TemplateModel } from '../../src/documents/templateModel.js';
import { RenderRefused } from '../../src/documents/text/renderProblems.js';
import { renderText } from '../../src/documents/text/renderText.js';
import type { Person, Variables } from './payrollFormat.js';

export const TEMPLATES = resolve(import.meta.dirname, '../../templates');
export const places = { templatesRoot: TEMPLATES, baseFolder: TEMPLATES, files: diskTemplateFiles };

/** A built-in text template with its sample month. */
export interface SampleMonth {
  readonly model: HeldModel;
  /** The files of a model with the sample's variables and these. */
  readonly files: (model: TemplateModel, variables?: Variables) => ReturnType<typeof renderText>;
}

/** The sample month of a built-in text template. */
export async function sampleOf(name: string): Promise<SampleMonth> {
  const template = await loadTemplate(name, places);
  if (template.kind !== 'text') throw new Error(`${name} is not a text template`);
  const sample = buildSample(template.spec);
  return {
    model: sample.model,
    files: (model, variables) =>
      renderText(template, model, { variables: { ...sample.variables, ...variables } }),
  };
}

/** The bytes of the first file; empty if there is none. */
export function contentOf([file]: ReturnType<typeof renderText>): Uint8Array {
  return (file?.content ?? new Uint8Array()) as Uint8Array;
}

/** The model with other pay lines. */
export function withPayLines(model: HeldModel, rows: readonly DataRow[]): HeldModel {
  const set = model.dataSets.get('pay-lines');
  if (set === undefined) throw new Error('the sample has no pay lines');
  return { ...model, dataSets: new Map([...model.dataSets, ['pay-lines', { ...set, rows }]]) };
}

const JAN = {
  'employee.id': 'e1',
  'employee.name': 'Nolte, Jan',
  'employee.lastName': 'Nolte',
  'employee.firstName': 'Jan',
};
const EVA = {
  'employee.id': 'e2',
  'employee.name': 'Maes, Eva',
  'employee.lastName': 'Maes',
  'employee.firstName': 'Eva',
};

/** Problems of a file for two employees with an hour each. */
export async function problemsFor(name: string, people: readonly [Person, Person], variables?: Variables) {
  const { model, files } = await sampleOf(name);
  const [like] = model.dataSets.get('pay-lines')?.rows ?? [];
  const rows = [JAN, EVA].map((who, index): DataRow => {
    return { ...like, ...who, date: '2026-10-05', minutes: 60, ...people[index] };
  });
  try {
    files(withPayLines(model, rows), variables);
    return [];
  } catch (failure) {
    if (failure instanceof RenderRefused) return failure.problems;
    throw failure;
  }
}
