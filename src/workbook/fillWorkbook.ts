import { joined, listed, message } from '../i18n/message.js';
import { MAX_ROWS } from './cells/address.js';
import { compileWorkbook } from './compileWorkbook.js';
import { TemplateData } from './language/templateData.js';
import { fieldsOfModel } from './language/templateFields.js';
import { fullSettings, type WorkbookModel, type WorkbookSettings } from './model.js';
import { SheetTooLong } from './placement/placeBands.js';
import type { TemplatePlan } from './template/templatePlan.js';
import { problemMessage, WorkbookError } from './workbookError.js';
import { placedWorkbook } from './write/placedWorkbook.js';
import { workbookEntries } from './write/workbookEntries.js';
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
      ? message('workbook.file.cannotFill', { file: subject })
      : message('workbook.file.cannotContinue', { file: subject, sheets });
  const code = continued.size === 0 ? 'TEMPLATE_INVALID' : 'RENDER_REFUSED';
  throw new WorkbookError(code, joined([why, ...problems.map(problemMessage)]), {
    record: subject,
    problems,
  });
}
