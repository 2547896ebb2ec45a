import { message } from '../i18n/message.js';
import { checkParts, checkTexts } from './check/checkParts.js';
import { checkSheet } from './check/checkSheet.js';
import { checkStretches } from './check/checkStretches.js';
import { checkLeftBraces, checkOtherParts, checkRuleNames } from './check/leftPlaceholders.js';
import { neighbourReadings, type Reading } from './check/neighbourReadings.js';
import { compileCells } from './content/compileCells.js';
import { compileConditions, isFilled, type ShownTest } from './content/valueContent.js';
import type { Band } from './language/bands.js';
import type { TemplateFields } from './language/templateFields.js';
import { fullSettings, type WorkbookSettings } from './model.js';
import { openTemplate } from './package/templatePackage.js';
import { changedSheets } from './template/changedSheets.js';
import type { DrawnSheet } from './template/drawnSheet.js';
import { type CompileOptions, readWorkbook } from './template/readWorkbook.js';
import type { SheetContents } from './template/sheetContents.js';
import type { TemplatePlan, TemplateWorkbook } from './template/templatePlan.js';
import { invalidTemplate, type Problem } from './workbookError.js';

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
  for (const { needs } of checkTexts(plan)) for (const band of needs) needed.add(band);
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
    throw invalidTemplate(
      subject,
      message('workbook.file.tooManyCells', { file: subject, most: MOST_CELLS }),
    );
  if (characters > MOST_CHARACTERS)
    throw invalidTemplate(
      subject,
      message('workbook.file.tooManyCharacters', { file: subject, most: MOST_CHARACTERS }),
    );
}

/** Of each formula and placeholder of a sheet; a shared formula is as long as the one that it shares. */
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
