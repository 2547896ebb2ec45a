import { extname } from 'node:path';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import { TemplateError } from '../../language/templateError.js';
import type { DataRow } from '../dataSet.js';
import { pathWithin } from '../outputFile.js';
import { factsOfText, writeText } from '../text/composedText.js';
import { isSafeFileName, isSameInOtherPeriods, periodFolder } from '../text/fileName.js';
import { partFields, wholePeriod } from '../text/filePart.js';
import { extensionOf, type FileSpec, hasRows } from '../text/fileSpec.js';
import type { Template } from './template.js';

/** The parts of file names, known before anything is read. */
export interface NamingFacts {
  /** The fields `run.*`. */
  readonly run: DataRow;
  readonly variables: Readonly<Record<string, string>>;
}

/** A text template whose files are named by a pattern of the configuration. */
export function applyFileName<Kind extends Template>(template: Kind, pattern: string | undefined): Kind {
  if (template.kind !== 'text' || pattern === undefined) return template;
  const fileName = appendExtension(pattern, extensionOf(template.spec));
  const companions = nameCompanions(template.spec.companions, fileName);
  return { ...template, spec: { ...template.spec, fileName, companions } };
}

/** The same name with the companion's own extension; a further companion with that extension is numbered. */
function nameCompanions<File extends FileSpec>(companions: readonly File[], fileName: string): File[] {
  const stem = fileName.replace(EXTENSION, '');
  const taken = new Set([fileName]);
  return companions.map((file) => {
    const extension = EXTENSION.exec(file.fileName ?? '')?.[1] ?? extensionOf(file);
    let name = `${stem}.${extension}`;
    for (let number = 2; taken.has(name); number += 1) name = `${stem}-${number}.${extension}`;
    taken.add(name);
    return { ...file, fileName: name };
  });
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

/** The paths of a template's files in the output folder that are certain; those of file parts are not known yet. */
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
  const { run } = facts;
  return [spec, ...spec.companions]
    .filter(({ when }) => when === undefined)
    .flatMap((file) => {
      const pattern = file.fileName ?? fallback(extensionOf(file));
      const nameIn = (inRun: DataRow) => renderPattern(pattern, { run: inRun, variables });
      const name = nameIn(run);
      if (name === undefined) return [];
      const isInFolder = spec.audience === 'payroll' && hasRows(file) && isSameInOtherPeriods(nameIn, run);
      return [pathWithin({ name, folder: isInFolder ? periodFolder(run) : undefined })];
    });
}

/** A workbook with macros opens only with its own extension. */
function workbookExtension(template: Template): string {
  if (template.kind === 'report' && template.report === 'database') return 'sqlite';
  return template.kind === 'workbook' ? extname(template.workbookPath).slice(1).toLowerCase() : 'xlsx';
}

const EXTENSION = /\.([A-Za-z0-9]+)$/;

function appendExtension(pattern: string, extension: string): string {
  return EXTENSION.test(pattern) ? pattern : `${pattern}.${extension}`;
}

/** undefined if the pattern cannot be read, or uses an unknown name. */
function renderPattern(pattern: string, { run, variables }: NamingFacts): string | undefined {
  try {
    return writeText(pattern, factsOfText({ ...run, ...partFields(wholePeriod(run)) }, variables)).trim();
  } catch (cause) {
    // When the template is rendered, this is reported with its other problems.
    if (cause instanceof TemplateError) return undefined;
    throw cause;
  }
}
