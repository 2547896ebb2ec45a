import type { OutputFile } from '../outputFile.js';
import type { TemplateModel } from '../templateModel.js';
import { renderText, type TextOptions } from '../text/renderText.js';
import type { TextTemplate } from '../text/textTemplate.js';
import type { TemplateSample } from './sampleFor.js';
import type { ReportTemplate, Template, TemplateOrigin } from './template.js';

/** A template that somebody may have written, with what it is rendered with. */
export interface SampleOrder {
  readonly template: Exclude<Template, ReportTemplate>;
  readonly variables: TextOptions['variables'];
  readonly locale: undefined;
  readonly language: 'en';
}

/** Renders it somewhere else, such as in a thread with a budget. */
export type RenderSample = (order: SampleOrder, model: TemplateModel) => Promise<OutputFile[]>;

/** A rendered file with all its bytes. */
export interface SampleFile {
  readonly name: string;
  readonly rows: number;
  readonly bytes: Uint8Array;
}

/** Reads a rendered file to its end: some are made while they are read. */
export async function sampleFile({ name, rows, content }: OutputFile): Promise<SampleFile> {
  if (content instanceof Uint8Array) return { name, rows, bytes: content };
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return { name, rows, bytes: Buffer.concat(chunks) };
}

/** The sample of a text template, with all its bytes. @throws PaytallyError RENDER_REFUSED */
export async function renderedSample(
  template: TextTemplate & TemplateOrigin,
  { model, variables }: TemplateSample,
  render?: RenderSample,
): Promise<SampleFile[]> {
  const files =
    render === undefined
      ? renderText(template, model, { variables })
      : await render({ template, variables, locale: undefined, language: 'en' }, model);
  return Promise.all(files.map(sampleFile));
}
