import type { OutputFile } from '../outputFile.js';
import type { ReportModel } from '../reportModel.js';
import { sheetNames } from '../xlsx/workbook/sheetNames.js';
import type { SheetPlan } from '../xlsx/workbook/sheetPlan.js';
import { writeWorkbook } from '../xlsx/workbook/writeWorkbook.js';
import { calendarDays, calendarPages } from './calendarDays.js';
import { outputName } from './outputName.js';
import { type ReportContext, type ReportOptions, reportContext } from './reportContext.js';
import { reportStyles } from './reportStyles.js';
import { rowsOf } from './rowAccess.js';
import { calendarSheet } from './sheets/calendarSheet.js';
import { controlSheet } from './sheets/controlSheet.js';
import { daysSheet } from './sheets/daysSheet.js';
import { exceptionsSheet } from './sheets/exceptionsSheet.js';
import { summarySheet } from './sheets/summarySheet.js';
import { workbookProperties } from './workbookProperties.js';

type SheetMaker = (context: ReportContext, name: string) => SheetPlan;

/**
 * The workbook `monthly-hours`: summary, employee days, calendar, exceptions, control. The content is made while it
 * is read; the same model gives the same bytes.
 * @throws PaytallyError RENDER_REFUSED, while the content is read, where a value does not fit a cell.
 */
export async function renderMonthlyHours(
  model: ReportModel,
  options: ReportOptions = {},
): Promise<OutputFile[]> {
  const context = reportContext(model, options);
  const makers = sheetMakers(context);
  const names = sheetNames(makers.map(([name]) => name));
  const sheets = makers.map(([, make], index) => make(context, names[index] ?? ''));
  const plan = {
    properties: workbookProperties(context, 'monthlyHours'),
    styles: reportStyles(context.language),
    sheets,
  };
  const rows = rowsOf(model, 'employee-days').length;
  return [{ name: outputName(context, 'monthly-hours'), rows, content: writeWorkbook(plan) }];
}

function sheetMakers(context: ReportContext): (readonly [string, SheetMaker])[] {
  const { t } = context;
  const pages = calendarPages(calendarDays(context));
  const calendars = pages.map((days): readonly [string, SheetMaker] => {
    const name = pages.length === 1 ? t('calendar') : `${t('calendar')} ${days[0]?.date.slice(0, 7) ?? ''}`;
    return [name, (itsContext, itsName) => calendarSheet(itsContext, itsName, days)];
  });
  return [
    [t('summary'), summarySheet],
    [t('days'), daysSheet],
    ...calendars,
    [t('exceptions'), exceptionsSheet],
    [t('control'), controlSheet],
  ];
}
