import { MAX_ROWS } from '../cells/address.js';
import { fullSettings, type WorkbookSettings } from '../fillSettings.js';
import type { WorkbookModel } from '../model.js';
import { problemText } from '../problem.js';
import { WorkbookError } from '../workbookError.js';
import { writeZip } from '../zip/writeZip.js';
import { compileWorkbook } from './compileWorkbook.js';
import type { Band } from './language/band.js';
import { TemplateData } from './language/templateData.js';
import { fieldsOfModel } from './language/templateFields.js';
import type { TemplateSheet } from './plan/templateSheet.js';
import type { TemplateWorkbook } from './plan/templateWorkbook.js';
import { SheetTooLong } from './sheet/sheetTooLong.js';
import { type OutputSheet, outputSheets, placeSheet } from './write/outputSheets.js';
import { workbookEntries } from './write/workbookEntries.js';

export interface FillOptions extends WorkbookSettings {
  /** Names the template in messages. @default 'template' */
  readonly subject?: string;
  /** How hard the file is packed: 1 (fast) to 9 (small). @default 6 */
  readonly level?: number;
  /** For tests: a sheet that would have more goes on on a further one. @default what Excel can hold */
  readonly rowsPerSheet?: number;
}

/** A filled workbook. */
export interface FilledWorkbook {
  /** Repetitions with data, of the innermost rows that repeat. */
  readonly rows: number;
  /** The file, made while it is read. */
  readonly content: AsyncIterable<Uint8Array>;
}

/**
 * Fills a workbook that somebody drew. All its parts stay byte for byte what they are but for placeholders, repeated
 * rows and the references that these move. Rows are made while the content is read.
 * @throws WorkbookError TEMPLATE_INVALID with everything that is wrong in the template; RENDER_REFUSED, also while
 *   the content is read, if the data does not fit it
 */
export async function fillWorkbook(
  template: Uint8Array,
  model: WorkbookModel,
  { subject = 'template', level = 6, rowsPerSheet = MAX_ROWS, ...given }: FillOptions = {},
): Promise<FilledWorkbook> {
  const fields = fieldsOfModel(model);
  const settings = fullSettings(given, fields.dataSets);
  const compile = (continued: ReadonlySet<string>): Promise<TemplateWorkbook> =>
    compileWorkbook(template, subject, fields, { settings, continued, rowsPerSheet });
  const { plan, sheets, rows } = await placedWorkbook(
    compile,
    new TemplateData(model, settings.sortKeyOf, fields.used ?? new Set()),
    new Set(),
  );
  return { rows, content: writeZip(workbookEntries(plan, sheets), { level }) };
}

interface PlacedWorkbook {
  readonly plan: TemplateWorkbook;
  readonly sheets: readonly OutputSheet[];
  readonly rows: number;
}

/** Finds where everything stands; a sheet that is too long is prepared anew, as one that becomes several. */
async function placedWorkbook(
  compile: (continued: ReadonlySet<string>) => Promise<TemplateWorkbook>,
  data: TemplateData,
  continued: ReadonlySet<string>,
): Promise<PlacedWorkbook> {
  const plan = await compile(continued);
  refuseProblems(plan, continued);
  plan.filled.data = data;
  try {
    return placed(plan, data);
  } catch (error) {
    const canContinue =
      error instanceof SheetTooLong &&
      !continued.has(error.sheet) &&
      plan.context.sheetNamed(error.sheet)?.isRepeated === false;
    if (!canContinue) throw error;
    return placedWorkbook(compile, data, new Set([...continued, error.sheet]));
  }
}

function refuseProblems(
  { context, file: { subject } }: TemplateWorkbook,
  continued: ReadonlySet<string>,
): void {
  const problems = context.problems.list;
  if (problems.length === 0) return;
  const why =
    continued.size === 0
      ? `${subject} cannot be filled:`
      : `${subject}: sheet "${[...continued].join('", "')}" has more rows than one sheet holds, and cannot go on on a further one:`;
  const code = continued.size === 0 ? 'TEMPLATE_INVALID' : 'RENDER_REFUSED';
  throw new WorkbookError(code, [why, ...problems.map(problemText)].join('\n'), {
    record: subject,
    problems,
  });
}

function placed(plan: TemplateWorkbook, data: TemplateData): PlacedWorkbook {
  const sheets = outputSheets(plan, data);
  let rows = 0;
  for (const each of sheets) {
    placeSheet(each, plan);
    rows += dataRows(each.sheet);
  }
  return { plan, sheets, rows };
}

/** Repetitions with data of the innermost bands. */
function dataRows(sheet: TemplateSheet): number {
  const count = (band: Band): number => {
    const inner = band.children.filter((child) => child.rule.kind === 'each' || child.children.length > 0);
    const isLeaf = band.repeats && !inner.some((child) => child.rule.kind === 'each');
    const own = isLeaf ? band.scopes.filter((scope) => !scope.isBlank).length : 0;
    return inner.reduce((sum, child) => sum + count(child), own);
  };
  return count(sheet.root);
}
