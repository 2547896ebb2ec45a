import { writeWorkbook } from '../../workbook/index.js';
import type { OutputFile } from '../outputFile.js';
import type { TemplateModel } from '../templateModel.js';
import { workbookContent } from '../workbookWords.js';
import { HoursOfPeriod } from './hoursOfPeriod.js';
import { calendarDays, calendarPages } from './periodSums.js';
import { outputName, type ReportContext, type ReportOptions, reportContext } from './reportContext.js';
import { type NamedSheet, planSheets, ROWS_PER_SHEET, workbookProperties } from './reportSheet.js';
import { matrixStyles, reportStyles, styleWords } from './reportStyles.js';
import { calendarSheet } from './sheets/calendarSheet.js';
import { controlSheet } from './sheets/controlSheet.js';
import { coverSheet } from './sheets/coverSheet.js';
import { perDaySheet } from './sheets/perDaySheet.js';
import {
  clockChangeSheet,
  daysSheet,
  exceptionsSheet,
  periodEdgeSheet,
  plannedWorkedSheet,
  summarySheet,
} from './sheets/tableSheets.js';

export interface MonthlyHoursOptions extends ReportOptions {
  /** Pay codes that come first in the summary, in this order, even without minutes. @default by kind and name */
  readonly payCodes?: readonly string[];
  /** The maximum number of data rows on a sheet. @default Excel's limit */
  readonly rowsPerSheet?: number;
}

/**
 * The workbook `monthly-hours`: a front sheet, summary, hours per day with charts, employee days, calendar, planned and
 * worked, exceptions, clock change and period edge, control. The content is generated while it is read; the same model
 * gives the same bytes.
 * @throws PaytallyError RENDER_REFUSED, while the content is read, if a value does not fit a cell.
 */
export async function renderMonthlyHours(
  model: TemplateModel,
  options: MonthlyHoursOptions = {},
): Promise<OutputFile[]> {
  const context = reportContext(model, options);
  const hours = new HoursOfPeriod(context, options.rowsPerSheet ?? ROWS_PER_SHEET);
  const plan = {
    properties: workbookProperties(context, 'monthlyHours'),
    styles: new Map([...reportStyles(styleWords(context.language)), ...matrixStyles()]),
    sheets: planSheets(planMonthlySheets(context, hours, options)),
  };
  const name = outputName(context, 'monthly-hours');
  const content = workbookContent(closeAfterwards(hours, writeWorkbook(plan)));
  return [{ name, rows: hours.employeeDays.count, content }];
}

async function* closeAfterwards(
  hours: HoursOfPeriod,
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* pieces;
  } finally {
    hours.close();
  }
}

function planMonthlySheets(
  context: ReportContext,
  hours: HoursOfPeriod,
  { payCodes }: MonthlyHoursOptions,
): NamedSheet[] {
  const { say } = context;
  const { employeeDays, plannedWorked, clockChanges, periodEdges } = hours;
  const single = (wantedName: string, plan: NamedSheet['plan']): NamedSheet => ({ wantedName, plan });
  return [
    single(say('reports.cover'), (name) => coverSheet(context, name, hours)),
    single(say('reports.summary'), (name) => summarySheet(context, name, hours, payCodes)),
    single(say('reports.perDay'), (name) => perDaySheet(context, name, hours)),
    ...employeeDays.pages.map((rows, index) =>
      single(say('reports.days'), (name) => daysSheet(context, name, rows, tableName('EmployeeDays', index))),
    ),
    ...calendarSheets(context, hours),
    ...plannedWorked.pages.map((rows, index) =>
      single(say('reports.plannedWorked'), (name) =>
        plannedWorkedSheet(context, name, rows, tableName('PlannedWorked', index)),
      ),
    ),
    single(say('reports.exceptions'), (name) => exceptionsSheet(context, name, hours)),
    single(say('reports.clockChange'), (name) => clockChangeSheet(context, name, clockChanges.whole)),
    single(say('reports.periodEdge'), (name) => periodEdgeSheet(context, name, periodEdges.whole)),
    single(say('reports.control'), (name) => controlSheet(context, name)),
  ];
}

function calendarSheets(context: ReportContext, hours: HoursOfPeriod): NamedSheet[] {
  const name = context.say('reports.calendar');
  const pages = calendarPages(calendarDays(context));
  return pages.map((days) => ({
    wantedName: pages.length === 1 ? name : `${name} ${days[0]?.date.slice(0, 7) ?? ''}`,
    plan: (itsName) => calendarSheet(context, itsName, hours, days),
  }));
}

/** Unique in the workbook, because rows may need several sheets. */
function tableName(name: string, index: number): string {
  return index === 0 ? name : `${name}${index + 1}`;
}
