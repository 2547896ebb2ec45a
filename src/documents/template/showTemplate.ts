import iconv from 'iconv-lite';
import { PaytallyError } from '../../errors.js';
import { formatMessage, formatText, type Say, sayIn } from '../../i18n/formatMessage.js';
import type { Language } from '../../i18n/language.js';
import { message } from '../../i18n/message.js';
import type { Field } from '../dataSet.js';
import { RUN_FIELDS } from '../model/runFields.js';
import type { TemplateModel } from '../templateModel.js';
import type { ColumnSpec } from '../text/columnSpec.js';
import { PART_FIELDS } from '../text/filePart.js';
import { allSections, type SectionSpec } from '../text/fileSpec.js';
import type { PayrollTarget, TextSpec, TextTemplate } from '../text/textTemplate.js';
import { listLeaves, type NamedLeaf } from '../text/treeSpec.js';
import { checkDrawnWorkbook, drawnPlaceholders } from './drawnWorkbook.js';
import { builtInNames, describeBuiltIn, type TemplatePlaces } from './loadTemplate.js';
import { buildSample, renderTextSample, type TemplateSample } from './renderSample.js';
import { sampleModel } from './sampleModel.js';
import {
  drawnBytes,
  type Template,
  type TemplateFiles,
  type TemplateOrigin,
  type WorkbookTemplate,
} from './template.js';

/** How corrections are sent to the target of a template. */
interface TemplateCorrections
  extends Pick<TextSpec, 'restateScope' | 'style' | 'horizon' | 'correctionsGround'> {
  /** null if the template has none. */
  readonly mode: NonNullable<TextSpec['corrections']> | null;
}

/** The output of `templates show` for a text template. */
export interface TemplateView {
  readonly name: string;
  readonly description: string;
  readonly audience: 'payroll' | 'people';
  readonly confidence: string | null;
  readonly countries: readonly string[];
  /** The template's advice on a test import. */
  readonly sources: readonly string[];
  readonly corrections: TemplateCorrections;
  /** How its payroll system accepts a file; null if the template does not state it. */
  readonly target: PayrollTarget | null;
  readonly variables: readonly VariableView[];
  readonly mappingColumns: readonly {
    readonly name: string;
    readonly description: string;
    readonly optional: boolean;
  }[];
  readonly columns: readonly ColumnView[];
  /** The files of the sample, with their first lines. */
  readonly sample: readonly { readonly name: string; readonly lines: readonly string[] }[];
  /** Why the sample cannot be rendered; null if it can. */
  readonly problem: string | null;
}

interface VariableView {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  readonly default: string | null;
  readonly values: readonly string[] | null;
}

interface ColumnView {
  readonly heading: string;
  readonly source: string;
  /** The field's description; empty without a source. */
  readonly description: string;
  readonly format: string;
  /** Variables that must have a value for the column to be included; empty if it is always included. */
  readonly condition: string;
}

const SHOWN_LINES = 18;

/** @param language of the texts */
export async function showTemplate(
  template: TextTemplate & TemplateOrigin,
  language: Language = 'en',
): Promise<TemplateView> {
  const { spec, name } = template;
  const { audience, confidence, countries, sources } = spec;
  const sample = buildSample(spec);
  const { model } = sample;
  return {
    name,
    description: describeTemplate(template, language),
    audience,
    confidence: confidence ?? null,
    countries,
    sources,
    corrections: templateCorrections(template.spec),
    target: spec.target ?? null,
    variables: Object.entries(spec.variables).map(([key, variable]) => ({
      name: key,
      description: formatText(variable.description, language),
      required: variable.default === undefined,
      default: variable.default ?? null,
      values: variable.values ?? null,
    })),
    mappingColumns: Object.entries(spec.mappingColumns).map(([key, column]) => ({
      name: key,
      description: formatText(column.description, language),
      optional: column.optional,
    })),
    columns: [spec, ...spec.companions].flatMap((file) => [
      ...allSections(file).flatMap((section) => viewColumns(section, model, language)),
      ...(file.tree === undefined
        ? []
        : listLeaves(file.tree).map((leaf) => leafView(leaf, model, language))),
    ]),
    ...(await viewSample(template, sample, language)),
  };
}

function describeAvailableFields(
  data: string | undefined,
  model: TemplateModel,
  language: Language,
): ReadonlyMap<string, string> {
  const fields = [...(model.dataSets.get(data ?? '')?.fields ?? []), ...RUN_FIELDS, ...PART_FIELDS];
  return new Map(shownFields(fields, language).map(({ name, description }) => [name, description]));
}

/** A value of an xml or json file. */
function leafView({ name, leaf, data }: NamedLeaf, model: TemplateModel, language: Language): ColumnView {
  const { sum, count } = leaf;
  const say = sayIn(language);
  const aggregate =
    sum === undefined
      ? say('template.show.count', { field: count ?? '' })
      : say('template.show.sum', { field: sum });
  const described = describeAvailableFields(leaf.data ?? data, model, language);
  return {
    heading: name,
    source: (sum ?? count) === undefined ? describeSource(leaf, say) : aggregate,
    description: described.get(leaf.field ?? sum ?? count ?? '') ?? '',
    format: leaf.format?.name ?? '',
    condition: leaf.when ?? '',
  };
}

function viewColumns(section: SectionSpec, model: TemplateModel, language: Language): ColumnView[] {
  const described = describeAvailableFields(section.data, model, language);
  const say = sayIn(language);
  return section.columns.map((column) => ({
    heading: typeof column.header === 'object' ? column.header.en : (column.header ?? ''),
    source: describeSource(column, say),
    description: described.get(column.field ?? '') ?? '',
    format: column.format?.name ?? '',
    condition: [section.when, column.when].flatMap((when) => when ?? []).join(' and '),
  }));
}

type Source = Pick<ColumnSpec, 'field' | 'const' | 'variable' | 'text'> &
  Partial<Pick<ColumnSpec, 'code' | 'pivot'>>;

function describeSource({ field, variable, text, const: fixed, code, pivot }: Source, say: Say): string {
  if (field !== undefined) return field;
  if (variable !== undefined) return say('template.show.variable', { name: variable });
  if (text !== undefined) return say('template.show.text', { text });
  if (fixed === '') return say('template.show.empty');
  if (fixed !== undefined) return say('template.show.constant', { text: fixed });
  if (typeof code === 'string') return say('template.show.payCode', { code });
  if (code !== undefined) return say('template.show.payCodeOf', { name: code.variable });
  return say(pivot === undefined ? 'template.show.slots' : 'template.show.perCode');
}

/** Lines as UTF-8 if valid, otherwise as single bytes: for reading, not for importing. */
async function viewSample(
  template: TextTemplate & TemplateOrigin,
  sample: TemplateSample,
  language: Language,
): Promise<Pick<TemplateView, 'sample' | 'problem'>> {
  try {
    const files = await renderTextSample(template, sample);
    const shown = files.map(({ name, bytes }) => ({
      name,
      lines: decodeSample(bytes).split(/\r?\n/).slice(0, SHOWN_LINES),
    }));
    return { sample: shown, problem: null };
  } catch (failure) {
    if (!(failure instanceof PaytallyError) || failure.code === 'INTERRUPTED') throw failure;
    return { sample: [], problem: formatMessage(failure.text, language) };
  }
}

function decodeSample(content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return iconv.decode(Buffer.from(content), 'windows-1252');
  }
}

/** For a text template; without a declaration it has none. */
export function templateCorrections(spec: TextSpec): TemplateCorrections {
  const { corrections, restateScope, style, horizon, correctionsGround } = spec;
  return { mode: corrections ?? null, restateScope, style, horizon, correctionsGround };
}

/** A field with its description in words. */
export interface FieldView extends Pick<Field, 'name' | 'type'> {
  readonly description: string;
}

function shownFields(fields: readonly Field[], language: Language): FieldView[] {
  return fields.map((field) => ({ ...field, description: formatText(field.description, language) }));
}

/** The output of `templates show` for a drawn workbook. */
export interface WorkbookView {
  readonly name: string;
  readonly description: string;
  readonly workbook: string;
  /** Its data instructions, each once: `{{employee.name}}`, `{{#each employee-days}}`, names such as `each_entries`. */
  readonly used: readonly string[];
  /** Fields that can be used anywhere. */
  readonly run: readonly FieldView[];
  readonly dataSets: readonly { readonly name: string; readonly fields: readonly FieldView[] }[];
  /** Its problems, as in `templates check`. */
  readonly problems: readonly string[];
}

/** @throws PaytallyError TEMPLATE_INVALID if the file cannot be read */
export async function showWorkbook(
  template: WorkbookTemplate,
  disk: TemplateFiles,
  language: Language = 'en',
): Promise<WorkbookView> {
  const { name, workbookPath } = template;
  const bytes = template.drawn === undefined ? await disk.read(workbookPath) : await drawnBytes(template);
  if (bytes === undefined) {
    throw new PaytallyError('TEMPLATE_NOT_FOUND', message('template.file.missing', { path: workbookPath }), {
      record: workbookPath,
    });
  }
  const model = sampleModel();

  return {
    name,
    description: describeTemplate(template, language),
    workbook: workbookPath,
    used: await drawnPlaceholders(bytes, name, new Set(model.dataSets.keys())),
    run: shownFields(RUN_FIELDS, language),
    dataSets: [...model.dataSets].map(([set, { fields }]) => ({
      name: set,
      fields: shownFields(fields, language),
    })),
    problems: (await checkDrawnWorkbook(bytes, model, name, template.words)).problems.map((problem) =>
      formatMessage(problem, language),
    ),
  };
}

/** One line of `templates list`. */
export interface TemplateListing {
  readonly name: string;
  readonly kind: Template['kind'];
  readonly audience: 'payroll' | 'people';
  /** The confidence of a payroll layout. */
  readonly confidence: 'VERIFIED' | 'CORROBORATED' | 'WEAK' | null;
  /** The countries that use its payroll system, as two-letter codes. */
  readonly countries: readonly string[];
  readonly description: string;
}

/** The built-in templates by name, described in a language. */
export async function listTemplates(
  places: TemplatePlaces,
  language: Language = 'en',
): Promise<TemplateListing[]> {
  const names = await builtInNames(places);
  return Promise.all(names.map(async (name) => buildListing(await describeBuiltIn(name, places), language)));
}

function buildListing(template: Template, language: Language): TemplateListing {
  const { name, kind } = template;
  const description = describeTemplate(template, language);
  if (template.kind !== 'text')
    return { name, kind, audience: 'people', confidence: null, countries: [], description };
  const { audience, confidence, countries } = template.spec;
  return { name, kind, audience, confidence: confidence ?? null, countries, description };
}

/** The purpose of the whole template. */
export function describeTemplate(template: Template, language: Language): string {
  const own = template.kind === 'text' ? template.spec.description : template.description;
  return formatText(own, language).trim();
}
