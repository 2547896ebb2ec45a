import { resultUnless } from '../language/templateError.js';
import { fieldsOfModel, type TemplateFields } from '../language/templateFields.js';
import { MAX_ROWS } from './cells/address.js';
import { checkDoubleCounts } from './check/checkDoubleCounts.js';
import { checkLimits } from './check/checkLimits.js';
import { checkLeftBraces, checkOtherParts, checkParts, checkRuleNames } from './check/checkParts.js';
import { checkStretches, neighbourReadings, type Reading } from './check/checkReferences.js';
import { checkSheet } from './check/checkSheet.js';
import { compileCells } from './content/compileCells.js';
import { checkFormatCodes } from './content/formatCodes.js';
import { followHours } from './content/hourUnits.js';
import { compileConditions, isFilled, type ShownTest } from './content/valueContent.js';
import type { Band } from './language/bands.js';
import { parseRuleName } from './language/directive.js';
import { TemplateData } from './language/templateData.js';
import { joined, listed, message } from './messages.js';
import { fullSettings, type WorkbookModel, type WorkbookSettings } from './model.js';
import { openTemplate, TemplatePackage } from './package/templatePackage.js';
import { SheetTooLong } from './placement/placeBands.js';
import { changedSheets } from './template/areaFinder.js';
import { isIntendedRule } from './template/findDirectives.js';
import { type CompileOptions, decodeBraces, findWorkbook, readWorkbook } from './template/readWorkbook.js';
import type { DrawnSheet, SheetContents, TemplatePlan, TemplateWorkbook } from './template/templatePlan.js';
import { invalidTemplate, type Problem, problemMessage, WorkbookError } from './workbookError.js';
import { placedWorkbook } from './write/placedWorkbook.js';
import { workbookEntries } from './write/workbookEntries.js';
import { childOf, childrenOf, deepText, type XmlElement } from './xml/xml.js';
import { readZip } from './zip/readZip.js';
import { USUAL_LEVEL, writeZip } from './zip/writeZip.js';

export interface FillOptions extends WorkbookSettings {
  /** Names the template in messages. @default 'template' */
  readonly subject?: string;
  /** Compression level: 1 (fast) to 9 (small). @default 5 */
  readonly level?: number;
  /** Pictures that data may choose, by path: `signatures/0042.png`. @default the drawn pictures are kept */
  readonly pictures?: ReadonlyMap<string, Uint8Array>;
  /** For tests: the maximum number of rows before a sheet continues on a further one. @default Excel's limit */
  readonly rowsPerSheet?: number;
}

/** A filled workbook. */
export interface FilledWorkbook {
  /** Repetitions with data, of the innermost rows that repeat. */
  readonly rows: number;
  /** The file, created while it is read. */
  readonly content: AsyncIterable<Uint8Array>;
}

/**
 * Fills a workbook that a person drew. All its parts remain unchanged byte for byte except placeholders, repeated rows
 * and the references that these move. Rows are generated while the content is read.
 * @throws WorkbookError TEMPLATE_INVALID with all problems of the template; RENDER_REFUSED, also while the content is
 * read, if the data does not fit it
 */
export async function fillWorkbook(
  template: Uint8Array,
  model: WorkbookModel,
  {
    subject = 'template',
    level = USUAL_LEVEL,
    rowsPerSheet = MAX_ROWS,
    pictures,
    ...given
  }: FillOptions = {},
): Promise<FilledWorkbook> {
  const fields = fieldsOfModel(model);
  const settings = fullSettings(given, fields.dataSets);
  const data = new TemplateData(model, fields, settings);
  // A sheet that is too long is prepared again as several sheets.
  const continued = new Set<string>();
  for (;;) {
    const plan = await compileWorkbook(template, subject, fields, { settings, continued, rowsPerSheet });
    refuseProblems(plan, continued);
    try {
      const workbook = placedWorkbook(plan, data, pictures);
      return { rows: workbook.dataRows, content: writeZip(workbookEntries(workbook), { level }) };
    } catch (error) {
      if (!(error instanceof SheetTooLong)) throw error;
      const sheet = plan.sheets.find(({ name }) => name === error.sheet);
      if (!sheet || sheet.isRepeated || continued.has(sheet.name)) throw error;
      continued.add(sheet.name);
    }
  }
}

function refuseProblems({ context, file: { subject } }: TemplatePlan, continued: ReadonlySet<string>): void {
  const problems = context.problems.list;
  if (problems.length === 0) return;
  const sheets = listed([...continued].map((sheet) => `"${sheet}"`));
  const why =
    continued.size === 0
      ? message('file.cannotFill', { file: subject })
      : message('file.cannotContinue', { file: subject, sheets });
  const code = continued.size === 0 ? 'TEMPLATE_INVALID' : 'RENDER_REFUSED';
  throw new WorkbookError(code, joined([why, ...problems.map(problemMessage)]), {
    record: subject,
    problems,
  });
}

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
    const tables = [...drawn.tables.values()].filter((each) => each.sheet === sheet);
    contents.set(
      sheet,
      compileCells(
        sheet,
        context,
        tables.map(({ table }) => table),
      ),
    );
  }
  const parts = checkParts(drawn);
  const changed = changedSheets(drawn, contents, parts.ofSheets);
  const ofCells = [...contents.values()].flatMap((each) => [...each.formulas()]);
  const needed = new Set(
    [...ofCells.map(({ formula }) => formula), ...parts.all].flatMap(({ needs }) => needs),
  );
  const plan = { ...drawn, contents, changed, bandRules: { conditions, needed } };
  followHours(plan);
  for (const sheet of sheets) checkSheet(sheet, plan);
  checkLimits(plan);
  checkFormatCodes(plan);
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
function refuseManyFormulas({ sheets, file: { subject: file } }: TemplateWorkbook): void {
  const all = sheets.flatMap(formulaLengths);
  const cells = all.length;
  const characters = all.reduce((sum, length) => sum + length, 0);
  if (cells > MOST_CELLS) throw invalidTemplate(message('file.tooManyCells', { file, most: MOST_CELLS }));
  if (characters > MOST_CHARACTERS)
    throw invalidTemplate(message('file.tooManyCharacters', { file, most: MOST_CHARACTERS }));
}

/** The lengths of a sheet's formulas and placeholders; a shared formula is as long as its original. */
function formulaLengths({ rows }: DrawnSheet): number[] {
  const cells = [...rows.values()].flatMap((row) => row.cells);
  const shared = new Map<string, number>();
  for (const { formula: { group, text = '' } = {} } of cells)
    if (group !== undefined && text !== '') shared.set(group, text.length);
  return cells.flatMap(({ formula, value }) => {
    if (formula) return [formula.text.length || (shared.get(formula.group ?? '') ?? 0)];
    return isFilled(value) ? [0] : [];
  });
}

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
  checkDoubleCounts(plan);
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
    // A quick test that avoids parsing, for example, cached rows of pivot tables.
    const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const mayHoldBraces = ['{', '&#', '%7B', '%7b'].some((brace) => content.includes(brace));
    if (!/\.(?:xml|vml|rels)$/i.test(part) || !mayHoldBraces) continue;
    // Parts that other programs keep in the file are copied unread.
    const root = resultUnless(WorkbookError, () => file.xml(part).root);
    const isLinks = part.toLowerCase().endsWith('.rels');
    for (const text of root ? textsOf(root) : []) {
      const written = isLinks ? decodeBraces(text) : text;
      for (const [placeholder] of written.matchAll(/\{\{[^{}]+\}\}/g)) found.add(placeholder);
    }
  }
  for (const name of ruleNames(file, knownSets)) found.add(name);
  return [...found].sort();
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

/** `each_employee_days`, and `each_employee_days: group by employee.id` if the name has a comment. */
function ruleNames(file: TemplatePackage, knownSets: ReadonlySet<string>): string[] {
  const names = childrenOf(childOf(file.xml(findWorkbook(file)).root, 'definedNames'), 'definedName');
  return names.flatMap(({ attributes: { name = '', comment = '' } }) => {
    const rule = parseRuleName(name);
    if (!rule || !isIntendedRule(rule, comment, knownSets)) return [];
    return [comment === '' ? name : `${name}: ${comment}`];
  });
}
