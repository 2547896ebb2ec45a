import { message } from '../i18n/message.js';
import { checkParts } from './check/checkParts.js';
import { checkStretches, neighbourReadings, type Reading } from './check/checkReferences.js';
import { checkSheet } from './check/checkSheet.js';
import { checkLeftBraces, checkOtherParts, checkRuleNames } from './check/leftPlaceholders.js';
import { compileCells } from './content/compileCells.js';
import { compileConditions, isFilled, type ShownTest } from './content/valueContent.js';
import type { Band } from './language/bands.js';
import { parseRuleName } from './language/directive.js';
import type { TemplateFields } from './language/templateFields.js';
import { fullSettings, type WorkbookSettings } from './model.js';
import { openTemplate, TemplatePackage } from './package/templatePackage.js';
import { changedSheets } from './template/changedSheets.js';
import type { DrawnSheet } from './template/drawnSheet.js';
import { isIntendedRule } from './template/findDirectives.js';
import { decodeBraces, findWorkbook } from './template/readSheets.js';
import { type CompileOptions, readWorkbook } from './template/readWorkbook.js';
import type { SheetContents } from './template/sheetContents.js';
import type { TemplatePlan, TemplateWorkbook } from './template/templatePlan.js';
import { invalidTemplate, type Problem, resultUnless, WorkbookError } from './workbookError.js';
import { childOf, childrenOf, deepText, type XmlElement } from './xml/parseXml.js';
import { readZip } from './zip/readZip.js';

/**
 * Reads and prepares a user's workbook. All mistakes in it are in `context.problems`.
 * @param subject names the file in messages.
 * @throws WorkbookError TEMPLATE_INVALID if the file is not a readable workbook
 */
export async function compileWorkbook(
  template: Uint8Array,
  subject: string,
  fields: TemplateFields,
  options: CompileOptions,
): Promise<TemplatePlan> {
  const file = await openTemplate(template, subject);
  const drawn = readWorkbook(file, fields, options);
  const { sheets, context } = drawn;
  refuseManyFormulas(drawn);
  const conditions = new Map<Band, ShownTest>();
  const contents = new Map<DrawnSheet, SheetContents>();
  for (const sheet of sheets) {
    for (const [band, test] of compileConditions(sheet, context)) conditions.set(band, test);
    contents.set(sheet, compileCells(sheet, context));
  }
  const parts = checkParts(drawn);
  const changed = changedSheets(drawn, contents, parts.ofSheets);
  const ofCells = [...contents.values()].flatMap((each) => [...each.formulas()]);
  const needed = new Set(
    [...ofCells.map(({ formula }) => formula), ...parts.all].flatMap(({ needs }) => needs),
  );
  const plan = { ...drawn, contents, changed, bandRules: { conditions, needed } };
  for (const sheet of sheets) checkSheet(sheet, plan);
  checkStretches(plan);
  checkRuleNames(plan);
  checkLeftBraces(plan);
  checkOtherParts(plan);
  return plan;
}

/** A compiled formula or placeholder takes a few kilobytes, longer ones more. */
const MOST_CELLS = 30_000;
const MOST_CHARACTERS = 1_000_000;

/**
 * Refuses a workbook with this many formulas and placeholders that compiling them would take long.
 * @throws WorkbookError TEMPLATE_INVALID
 */
function refuseManyFormulas({ sheets, file: { subject } }: TemplateWorkbook): void {
  let cells = 0;
  let characters = 0;
  for (const sheet of sheets) {
    for (const length of lengths(sheet)) {
      cells++;
      characters += length;
    }
  }
  if (cells > MOST_CELLS)
    throw invalidTemplate(message('workbook.file.tooManyCells', { file: subject, most: MOST_CELLS }));
  if (characters > MOST_CHARACTERS)
    throw invalidTemplate(
      message('workbook.file.tooManyCharacters', { file: subject, most: MOST_CHARACTERS }),
    );
}

/** The lengths of a sheet's formulas and placeholders; a shared formula is as long as its original. */
function* lengths({ rows }: DrawnSheet): Generator<number> {
  const shared = new Map<string, number>();
  for (const { cells } of rows.values()) {
    for (const { formula } of cells)
      if (formula?.group !== undefined && formula.text !== '') shared.set(formula.group, formula.text.length);
  }
  for (const { cells } of rows.values()) {
    for (const { formula, value } of cells) {
      if (formula) yield formula.text.length || (shared.get(formula.group ?? '') ?? 0);
      else if (isFilled(value)) yield 0;
    }
  }
}

/** The problems of a drawn workbook, and how ambiguous references were interpreted. */
export interface WorkbookCheck {
  readonly problems: readonly Problem[];
  readonly readings: readonly Reading[];
}

export interface CheckOptions extends WorkbookSettings {
  /** Names the template in messages. @default 'template' */
  readonly subject?: string;
}

/**
 * Checks a drawn workbook without filling it: unknown fields, formats that do not fit, references that cannot be
 * adjusted, features that cannot be kept. Reports all problems at once.
 * @throws WorkbookError TEMPLATE_INVALID if the file cannot be read at all, or is refused as unsafe
 */
export async function checkWorkbook(
  template: Uint8Array,
  fields: TemplateFields,
  { subject = 'template', ...given }: CheckOptions = {},
): Promise<WorkbookCheck> {
  const settings = fullSettings(given, fields.dataSets);
  const plan = await compileWorkbook(template, subject, fields, { settings });
  return { problems: plan.context.problems.list, readings: neighbourReadings(plan) };
}

/** The data sets that a drawn workbook uses. @throws WorkbookError TEMPLATE_INVALID if it cannot be read */
export async function usedDataSets(
  template: Uint8Array,
  subject: string,
  fields: TemplateFields,
): Promise<ReadonlySet<string>> {
  const usedSets = new Set<string>();
  await compileWorkbook(
    template,
    subject,
    { ...fields, usedSets },
    { settings: fullSettings({}, fields.dataSets) },
  );
  return usedSets;
}

/**
 * A workbook's data instructions, each once and in order: all text between braces, in any part, and the names that
 * repeat rows, with their comments.
 * @param knownSets names of data sets: other names may only look similar
 * @throws WorkbookError TEMPLATE_INVALID if the file cannot be read
 */
export async function usedPlaceholders(
  template: Uint8Array,
  subject: string,
  knownSets: ReadonlySet<string>,
): Promise<string[]> {
  const file = new TemplatePackage(subject, await readZip(template, subject));
  const found = new Set<string>();
  for (const [part, bytes] of file.parts) {
    if (!/\.(?:xml|vml|rels)$/i.test(part) || !mayHoldBraces(bytes)) continue;
    // Parts that other programs keep in the file are copied unread.
    const root = resultUnless(WorkbookError, () => file.xml(part).root);
    const isLinks = part.toLowerCase().endsWith('.rels');
    if (root) for (const text of textsOf(root)) addBraces(isLinks ? decodeBraces(text) : text, found);
  }
  for (const name of ruleNames(file, knownSets)) found.add(name);
  return [...found].sort();
}

/**
 * A quick test that avoids parsing, for example, cached rows of pivot tables: a brace appears literally, as a character
 * reference, or URL-encoded.
 */
function mayHoldBraces({ buffer, byteOffset, byteLength }: Uint8Array): boolean {
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  return bytes.includes('{') || bytes.includes('&#') || bytes.includes('%7B') || bytes.includes('%7b');
}

/** Cells, notes, headers and text boxes, perhaps split by formats; names of tabs and alternative texts. */
function* textsOf(root: XmlElement): Generator<string> {
  yield deepText(root);
  const open = [root];
  for (let element = open.pop(); element; element = open.pop()) {
    yield* Object.values(element.attributes);
    open.push(...element.children);
  }
}

function addBraces(text: string, found: Set<string>): void {
  if (!text.includes('{{')) return;
  for (const [placeholder] of text.matchAll(/\{\{[^{}]+\}\}/g)) found.add(placeholder);
}

/** `each_employee_days`, and `each_employee_days: group by employee.id` if the name has a comment. */
function ruleNames(file: TemplatePackage, knownSets: ReadonlySet<string>): string[] {
  const names = childrenOf(childOf(file.xml(findWorkbook(file)).root, 'definedNames'), 'definedName');
  return names.flatMap(({ attributes: { name = '', comment = '' } }) => {
    const rule = parseRuleName(name);
    if (!rule || !isIntendedRule(rule, comment, knownSets)) return [];
    return [comment === '' ? name : `${name}: ${comment}`];
  });
}
