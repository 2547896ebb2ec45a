import { CSV_LOCALES, type LocaleName } from '../../i18n/csvLocale.js';
import type { Language } from '../../i18n/language.js';
import { type AnyMessage, message } from '../../i18n/message.js';
import { leftMessage } from '../controlSlip.js';
import type { OutputFile } from '../outputFile.js';
import { type TemplateModel, withRowsHeld } from '../templateModel.js';
import { checkCodeClasses } from './codeClasses.js';
import { TemplateAccount } from './fileAccount.js';
import { hasRows } from './fileSpec.js';
import { type GivenRecord, GivenRows } from './givenRows.js';
import { type FileValidator, findReaders } from './readBack.js';
import { type RenderContext, WrittenKeys } from './renderContext.js';
import { renderFile } from './renderFile.js';
import { problemLines, RenderProblems } from './renderProblems.js';
import type { RowUnits } from './rowUnits.js';
import { type TemplateValues, templateVariables } from './templateVariables.js';
import type { TextTemplate } from './textTemplate.js';

export interface TextOptions {
  /** Values of the template's variables, always text, so leading zeros are kept. */
  readonly variables?: TemplateValues | undefined;
  /** The format of files for people; payroll imports do not use it. */
  readonly locale?: LocaleName | undefined;
  /** Receives notices about the files, which are still written. */
  readonly onNotice?: ((notice: AnyMessage) => void) | undefined;
  /** @default 'en' */
  readonly language?: Language | undefined;
  /** @default rows print their rounded minutes */
  readonly rowUnits?: RowUnits | undefined;
  /** The records of correction files, in place of the rows of data sets. */
  readonly records?: readonly GivenRecord[] | undefined;
  /** Whether values that the file cannot contain are an error. @default 'refused' */
  readonly problems?: 'refused' | 'ignored' | undefined;
}

/**
 * Renders a text template and its companions.
 * @throws RenderRefused (RENDER_REFUSED) with every problem of the template at once; nothing is rendered then.
 */
export function renderText(
  template: TextTemplate,
  model: TemplateModel,
  options: TextOptions = {},
): OutputFile[] {
  const { spec } = template;
  const context = contextOf(template, model, options);
  const rowUnits = options.records ? new GivenRows(context, options.records) : options.rowUnits;
  const { problems, notices } = context;
  const account = isAccounted(spec, options) ? new TemplateAccount(context) : undefined;
  checkCodeClasses(context, [spec, ...spec.companions]);
  const known = findReaders(template) ?? [];
  const rendered = [spec, ...spec.companions].map((file, index) => {
    const isCompanion = index > 0 && !hasRows(file);
    const files = renderFile(context, file, { rowUnits, account });
    return isCompanion ? files.map((each): OutputFile => ({ ...each, isCompanion })) : files;
  });
  if (problems.list.length === 0) rowUnits?.given?.proveWritten();
  const files = rendered.flat();
  const isEmpty = isEmptyPayroll(spec, files);
  const readers = isEmpty ? [] : known;
  for (const [index, reader] of readers.entries()) validateFiles(rendered[index] ?? [], reader, problems);
  checkNames(files, problems);
  context.keys.report(problems);
  if (options.problems !== 'ignored') problems.throwIfAny();
  if (isEmpty) noteEmpty(notices, account);
  for (const line of problemLines(notices.list)) options.onNotice?.(line);
  if (isEmpty) return [];
  const accounts = account?.accounts();
  return files.map((file) => {
    const own = accounts?.get(file);
    return own === undefined ? file : { ...file, account: own };
  });
}

/** Why there is no row is part of the notice. */
function noteEmpty(notices: RenderProblems, account: TemplateAccount | undefined): void {
  notices.add(message('template.nothingToPay'));
  for (const left of account?.leftOut() ?? []) notices.add(leftMessage(left));
}

/** Corrections have amounts of their own. */
function isAccounted({ audience }: TextTemplate['spec'], { rowUnits, records }: TextOptions): boolean {
  return audience === 'payroll' && (records ?? rowUnits) === undefined;
}

function contextOf(template: TextTemplate, model: TemplateModel, options: TextOptions): RenderContext {
  const { spec } = template;
  const problems = new RenderProblems(template.name);
  return {
    templateName: template.name,
    spec,
    // The account compares rows of several parts of the files: each row must be one object.
    model: isAccounted(spec, options) ? withRowsHeld(model) : model,
    variables: templateVariables(spec, options.variables ?? {}, problems),
    language: options.language ?? 'en',
    locale: followsLocale(spec) && options.locale !== undefined ? CSV_LOCALES[options.locale] : undefined,
    problems,
    notices: new RenderProblems(template.name),
    addsPremiums: (options.records ?? options.rowUnits) === undefined ? 'refused' : 'as printed',
    keys: new WrittenKeys(),
  };
}

/** A file that its target could not read must not be written; a file with problems need not be read back. */
function validateFiles(
  files: readonly OutputFile[],
  readBack: FileValidator | undefined,
  problems: RenderProblems,
): void {
  if (readBack === undefined || problems.list.length > 0) return;
  for (const { name, content } of files) {
    if (!(content instanceof Uint8Array)) continue;
    for (const problem of readBack(content)) problems.add(problem, { column: name });
  }
}

/** A file with only headings would be refused, or would delete the data in the payroll system. */
function isEmptyPayroll(spec: TextTemplate['spec'], files: readonly OutputFile[]): boolean {
  const hasData = [spec, ...spec.companions].some(hasRows);
  return spec.audience === 'payroll' && hasData && files.every(({ rows }) => rows === 0);
}

function checkNames(files: readonly OutputFile[], problems: RenderProblems): void {
  const seen = new Set<string>();
  for (const { name } of files) {
    const key = name.toLowerCase();
    if (seen.has(key)) problems.add(message('template.fileName.twice'), { column: 'fileName', value: name });
    seen.add(key);
  }
}

/** A sheet is the same in every locale: Excel shows its numbers and dates. */
function followsLocale({ audience, locale, dialect }: TextTemplate['spec']): boolean {
  return audience === 'people' && locale === 'follow' && dialect.sheet === undefined;
}
