import { SHEET_ROWS, type SheetPlan, writeWorkbook } from '../../workbook/index.js';
import type { DataRow } from '../dataSet.js';
import type { OutputFile } from '../outputFile.js';
import type { ReportModel } from '../reportModel.js';
import { piecesOfWorkbook } from '../workbookErrors.js';
import { calendarDays, calendarPages } from './calendarDays.js';
import { matrixStyles } from './matrixStyles.js';
import { type NamedSheet, planSheets } from './namedSheet.js';
import { outputName, type ReportContext, type ReportOptions, reportContext } from './reportContext.js';
import { reportStyles } from './reportStyles.js';
import { rowsOf } from './rowAccess.js';
import { HEADING_ROW } from './sheetFrame.js';
import { calendarSheet } from './sheets/calendarSheet.js';
import { clockChangeSheet } from './sheets/clockChangeSheet.js';
import { controlSheet } from './sheets/controlSheet.js';
import { coverSheet } from './sheets/coverSheet.js';
import { daysSheet } from './sheets/daysSheet.js';
import { exceptionsSheet } from './sheets/exceptionsSheet.js';
import { perDaySheet } from './sheets/perDaySheet.js';
import { periodEdgeSheet } from './sheets/periodEdgeSheet.js';
import { plannedWorkedSheet } from './sheets/plannedWorkedSheet.js';
import { summarySheet } from './sheets/summarySheet.js';
import { workbookProperties } from './workbookProperties.js';

export interface MonthlyHoursOptions extends ReportOptions {
  /** Pay codes that stand first in the summary, in this order, also if nobody has them. @default by kind and name */
  readonly payCodes?: readonly string[];
  /** Data rows before a further sheet begins. @default what Excel holds */
  readonly rowsPerSheet?: number;
}

/**
 * The workbook `monthly-hours`: a front sheet, summary, hours per day with charts, employee days, calendar, planned and worked,
 * exceptions, clock change and period edge, control. The content is made while it is read; the same model gives the
 * same bytes.
 * @throws PaytallyError RENDER_REFUSED, while the content is read, where a value does not fit a cell.
 */
export async function renderMonthlyHours(
  model: ReportModel,
  options: MonthlyHoursOptions = {},
): Promise<OutputFile[]> {
  const context = reportContext(model, options);
  const plan = {
    properties: workbookProperties(context, 'monthlyHours'),
    styles: new Map([...reportStyles(context.language), ...matrixStyles()]),
    sheets: planSheets(sheetsOf(context, options)),
  };
  const rows = rowsOf(context.model, 'employee-days').length;
  return [
    { name: outputName(context, 'monthly-hours'), rows, content: piecesOfWorkbook(writeWorkbook(plan)) },
  ];
}

function sheetsOf(context: ReportContext, options: MonthlyHoursOptions): NamedSheet[] {
  const { t } = context;
  const perSheet = options.rowsPerSheet ?? ROWS_PER_SHEET;
  const single = (
    wantedName: string,
    make: (context: ReportContext, name: string) => SheetPlan,
  ): NamedSheet => ({
    wantedName,
    plan: (name) => make(context, name),
  });
  return [
    single(t('cover'), coverSheet),
    single(t('summary'), (itsContext, name) => summarySheet(itsContext, name, options.payCodes)),
    single(t('perDay'), perDaySheet),
    ...paged(context, perSheet, t('days'), 'employee-days', 'EmployeeDays', daysSheet),
    ...calendarSheets(context),
    ...paged(context, perSheet, t('plannedWorked'), 'planned-worked', 'PlannedWorked', plannedWorkedSheet),
    single(t('exceptions'), exceptionsSheet),
    single(t('clockChange'), clockChangeSheet),
    single(t('periodEdge'), periodEdgeSheet),
    single(t('control'), controlSheet),
  ];
}

function calendarSheets(context: ReportContext): NamedSheet[] {
  const name = context.t('calendar');
  const pages = calendarPages(calendarDays(context));
  return pages.map((days) => ({
    wantedName: pages.length === 1 ? name : `${name} ${days[0]?.date.slice(0, 7) ?? ''}`,
    plan: (itsName) => calendarSheet(context, itsName, days),
  }));
}

/** A data set over as many sheets as it needs. */
function paged(
  context: ReportContext,
  perSheet: number,
  wantedName: string,
  dataSet: string,
  tableName: string,
  make: (context: ReportContext, name: string, rows: readonly DataRow[], tableName: string) => SheetPlan,
): NamedSheet[] {
  return pagedRows(rowsOf(context.model, dataSet), perSheet).map((rows, index) => ({
    wantedName,
    plan: (name) => make(context, name, rows, index === 0 ? tableName : `${tableName}${index + 1}`),
  }));
}

/** Rows that fit one sheet below the headings, with room for totals. */
export const ROWS_PER_SHEET = SHEET_ROWS - HEADING_ROW - 1;

/** Cuts rows into sheets; one, perhaps empty, where they fit. */
function pagedRows(rows: readonly DataRow[], perSheet: number): (readonly DataRow[])[] {
  if (rows.length <= perSheet) return [rows];
  const pages: (readonly DataRow[])[] = [];
  for (let at = 0; at < rows.length; at += perSheet) pages.push(rows.slice(at, at + perSheet));
  return pages;
}
