import { type OutputFile, outputBytes } from '../outputFile.js';
import type { HeldModel } from '../templateModel.js';
import type { TextSpec, TextTemplate } from '../text/textTemplate.js';
import { renderTemplate } from './renderTemplate.js';
import { sampleModel } from './sampleModel.js';
import type { TemplateOrigin } from './template.js';

export interface TemplateSample {
  readonly model: HeldModel;
  readonly variables: Readonly<Record<string, string>>;
}

/** The sample model with the numbers, codes and mapping columns that the template's target would have. */
export function buildSample({ sample, mappingColumns, variables }: TextSpec): TemplateSample {
  return { model: sampleModel({ ...sample, mappingColumns }), variables: sampleVariables(variables) };
}

/** A variable without sample and default is left out: the check then reports it as missing. */
function sampleVariables(declared: TextSpec['variables']): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, variable] of Object.entries(declared)) {
    const value = variable.sample ?? variable.default;
    if (value !== undefined) values[name] = value;
  }
  return values;
}

/** A rendered file with all its bytes. */
export interface SampleFile {
  readonly name: string;
  readonly rows: number;
  readonly bytes: Uint8Array;
}

export async function sampleFile(file: OutputFile): Promise<SampleFile> {
  return { name: file.name, rows: file.rows, bytes: await outputBytes(file) };
}

/** The sample of a text template, with all its bytes. @throws PaytallyError RENDER_REFUSED */
export async function renderTextSample(
  template: TextTemplate & TemplateOrigin,
  { model, variables }: TemplateSample,
): Promise<SampleFile[]> {
  const files = await renderTemplate({ template, variables, locale: undefined, language: 'en' }, model);
  return Promise.all(files.map(sampleFile));
}
