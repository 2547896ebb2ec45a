import { PaytallyError } from '../../../errors.js';
import type { Language } from '../../language/language.js';
import type { OutputFile } from '../../outputFile.js';
import type { ReportModel } from '../../reportModel.js';
import { writeZip } from '../zip/writeZip.js';
import { TemplateData } from './language/templateData.js';
import { fieldsOfModel } from './language/templateFields.js';
import { compileWorkbook } from './plan/compileWorkbook.js';
import type { SheetPlan } from './plan/sheetPlan.js';
import { problemText } from './problem.js';
import type { Band } from './sheet/band.js';
import { outputSheets, placeSheet } from './write/outputSheets.js';
import { workbookEntries } from './write/workbookEntries.js';

export interface RenderWorkbookOptions {
  /** Name of the file that is written. */
  readonly fileName: string;
  /** Names the template in messages. @default 'template' */
  readonly subject?: string;
  /** Of numbers and dates within text. @default 'en' */
  readonly language?: Language;
  /** How hard the file is packed: 1 (fast) to 9 (small). @default 6 */
  readonly level?: number;
}

/**
 * Fills a workbook that somebody drew. All its parts stay byte for byte what they are but for placeholders, repeated
 * rows and the references that these move. Rows are made while the content is read.
 * @throws PaytallyError TEMPLATE_INVALID with everything that is wrong in the template; RENDER_REFUSED, also while
 *   the content is read, if the data does not fit it
 */
export async function renderWorkbook(
  template: Uint8Array,
  model: ReportModel,
  { fileName, subject = 'template', language = 'en', level = 6 }: RenderWorkbookOptions,
): Promise<OutputFile> {
  const plan = await compileWorkbook(template, subject, fieldsOfModel(model), { language });
  const problems = plan.context.problems.list;
  if (problems.length > 0) {
    throw new PaytallyError(
      'TEMPLATE_INVALID',
      [`${subject} cannot be filled:`, ...problems.map(problemText)].join('\n'),
      {
        record: subject,
      },
    );
  }
  const data = new TemplateData(model);
  plan.filled.data = data;
  const sheets = outputSheets(plan, data);
  let rows = 0;
  for (const { sheet, scope, name } of sheets) {
    placeSheet(sheet, scope, name, plan);
    rows += dataRows(sheet);
  }
  return { name: fileName, rows, content: writeZip(workbookEntries(plan, sheets), { level }) };
}

/** Repetitions with data of the innermost bands. */
function dataRows(sheet: SheetPlan): number {
  const count = (band: Band): number => {
    const inner = band.children.filter((child) => child.rule.kind === 'each' || child.children.length > 0);
    const isLeaf = band.repeats && !inner.some((child) => child.rule.kind === 'each');
    const own = isLeaf ? band.scopes.filter((scope) => !scope.isBlank).length : 0;
    return inner.reduce((sum, child) => sum + count(child), own);
  };
  return count(sheet.root);
}
