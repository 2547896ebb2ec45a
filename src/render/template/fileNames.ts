import { extname } from 'node:path';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import type { DataRow } from '../dataSet.js';
import { nestFields } from '../text/fieldValues.js';
import { partFields, wholePeriod } from '../text/filePart.js';
import { extensionOf } from '../text/fileSpec.js';
import { LiquidText } from '../text/liquidEngine.js';
import { isSafeFileName } from '../text/renderFile.js';
import type { Template } from './template.js';

/** The parts of file names, known before anything is read. */
export interface NamingFacts {
  /** The fields `run.*`. */
  readonly run: DataRow;
  readonly variables: Readonly<Record<string, string>>;
}

/** A text template whose main file is named by a pattern of the configuration. */
export function applyFileName<Kind extends Template>(template: Kind, pattern: string | undefined): Kind {
  if (template.kind !== 'text' || pattern === undefined) return template;
  const fileName = appendExtension(pattern, extensionOf(template.spec));
  return { ...template, spec: { ...template.spec, fileName } };
}

/**
 * The name that a pattern gives a report or a workbook.
 * @throws PaytallyError CONFIG_INVALID for a pattern that cannot be read, or that gives an invalid file name
 */
export function formatFileName(pattern: string, template: Template, facts: NamingFacts): string {
  const name = renderPattern(appendExtension(pattern, workbookExtension(template)), facts);
  if (name !== undefined && isSafeFileName(name)) return name;
  const text = message('template.fileName.pattern', { template: template.name, name: name ?? pattern });
  throw new PaytallyError('CONFIG_INVALID', text, { record: `fileNames.${template.name}` });
}

/** The names of a template's files that are certain; names of file parts are not known yet. */
export function predictFileNames(
  template: Template,
  pattern: string | undefined,
  facts: NamingFacts,
): readonly string[] {
  const fallback = (extension: string) =>
    `{{ run.employer }}_{{ run.periodLabel }}_${template.name}.${extension}`;
  if (template.kind !== 'text') {
    // Named like the payroll files in the same folder.
    if (template.kind === 'report' && template.report === 'control-slip') return [];
    if (template.kind === 'report' && template.report === 'review' && pattern === undefined) return [];
    const extension = workbookExtension(template);
    return [renderPattern(appendExtension(pattern ?? fallback(extension), extension), facts) ?? []].flat();
  }
  const { spec } = applyFileName(template, pattern);
  const defaults = Object.entries(spec.variables).map(([name, variable]) => [name, variable.default ?? '']);
  const variables = { ...Object.fromEntries(defaults), ...facts.variables };
  return [spec, ...spec.companions]
    .filter(({ when }) => when === undefined)
    .flatMap(
      (file) => renderPattern(file.fileName ?? fallback(extensionOf(file)), { ...facts, variables }) ?? [],
    );
}

/** A workbook with macros opens only with its own extension. */
function workbookExtension(template: Template): string {
  return template.kind === 'workbook' ? extname(template.workbookPath).slice(1).toLowerCase() : 'xlsx';
}

function appendExtension(pattern: string, extension: string): string {
  return /\.[A-Za-z0-9]+$/.test(pattern) ? pattern : `${pattern}.${extension}`;
}

/** undefined if the pattern cannot be read, or uses an unknown name. */
function renderPattern(pattern: string, { run, variables }: NamingFacts): string | undefined {
  const liquid = new LiquidText('fileNames');
  const scope = { ...nestFields({ ...run, ...partFields(wholePeriod(run)) }), variables };
  try {
    return liquid.render(liquid.parse(pattern), scope).trim();
  } catch {
    // When the template is rendered, this is reported with its other problems.
    return undefined;
  }
}
