import { runInterruptible } from '../../runtime/interruption.js';
import { withFiles } from '../monthly/monthlySets.js';
import type { OutputFile } from '../outputFile.js';
import { outputName, type ReportOptions, reportContext } from '../reports/reportContext.js';
import { fillBuiltInWorkbook } from '../template/builtInWorkbook.js';
import type { TemplateModel } from '../templateModel.js';

export interface MonthlyHoursOptions extends ReportOptions {
  /** The folder of the drawn workbook. */
  readonly templateFolder: string;
}

/**
 * The workbook `monthly-hours`: a front sheet, summary, hours per day with charts, employee days, calendar, planned and
 * worked, exceptions, clock changes and period edges, control. The drawing is `templates/monthly-hours/draw.ts`.
 * @throws PaytallyError RENDER_REFUSED, while the content is read, if a value does not fit a cell.
 */
export async function renderMonthlyHours(
  model: TemplateModel,
  { templateFolder, ...options }: MonthlyHoursOptions,
): Promise<OutputFile[]> {
  const context = reportContext(model, options);
  const { language, hours, files } = context;
  // Here Ctrl-C can stop what goes over all employees.
  const rows = runInterruptible(() => countRows(model));
  const workbook = await fillBuiltInWorkbook({
    name: 'monthly-hours',
    folder: templateFolder,
    fileName: outputName(context, 'monthly-hours'),
    reader: { language, hours },
    model: withFiles({ ...model, run: { ...model.run, 'run.hours': hours } }, files),
  });
  return [{ ...workbook, rows }];
}

/** The rows of the report are the days of its employees. The totals of pay codes are computed on the way, once. */
function countRows({ dataSets }: TemplateModel): number {
  const { rows = [], rowsWith } = dataSets.get('employee-days') ?? {};
  let count = 0;
  for (const _ of rowsWith?.(['date']) ?? rows) count += 1;
  for (const _ of dataSets.get('pay-codes')?.rows ?? []) break;
  return count;
}
