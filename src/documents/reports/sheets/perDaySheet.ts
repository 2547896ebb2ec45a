import type { SheetPlan } from '../../../workbook/index.js';
import type { DataRow } from '../../dataSet.js';
import { hoursByDay, hoursByWeek } from '../hoursByDay.js';
import { hoursCharts } from '../hoursCharts.js';
import { periodFigures } from '../periodFigures.js';
import {
  countColumn,
  dateColumn,
  differenceColumn,
  minutesColumn,
  type ReportColumn,
  textColumn,
  weekdayColumn,
} from '../reportColumn.js';
import type { ReportContext } from '../reportContext.js';
import type { Place } from '../reportStyles.js';
import { numberOf, rowsOf } from '../rowAccess.js';
import { noticeSheet } from '../sheetFrame.js';
import { type SheetPart, stackedSheet } from '../stackedSheet.js';
import { type TableBlock, tableBlock } from '../tableBlock.js';
import { PLANNED_AND_WORKED, type Times, timesOf } from '../timeUnit.js';

/** Title (3 rows), figures (2) and a gap: the headings of the days stand in row 7. */
const DAYS_HEADING_ROW = 7;
const CHART_COLUMNS = 9;

/** Up to this many days are printed on one page. */
const DAYS_PER_PAGE = 45;

/** The hours of all people per day and per week, with their charts. */
export function perDaySheet(context: ReportContext, name: string): SheetPlan {
  const { t } = context;
  if (rowsOf(context.model, 'employee-days').length === 0) {
    const options = { title: t('perDay'), empty: t('nothingWorked'), frame: EMPTY_FRAME };
    return noticeSheet(context, name, options);
  }
  const days = timesOf(hoursByDay(context), PLANNED_AND_WORKED);
  const weeks = timesOf(hoursByWeek(days.rows), PLANNED_AND_WORKED);
  const dayColumns = columnsOfDays(context, days);
  const weekColumns = columnsOfWeeks(context, weeks);
  const parts: SheetPart[] = [
    { rows: periodFigures(context) },
    { table: daysTable(context, dayColumns, days.rows) },
    { title: t('chartWeeks'), table: weeksTable(context, weekColumns, weeks.rows) },
  ];
  const widths = [...tableWidths(dayColumns, weekColumns), 3, ...Array(CHART_COLUMNS).fill(10), 1];
  const firstColumn = dayColumns.length + 1;
  const charts = hoursCharts(context, name, { days, weeks, daysHeadingRow: DAYS_HEADING_ROW, firstColumn });
  const onePage = days.rows.length <= DAYS_PER_PAGE;
  return stackedSheet(context, name, {
    title: t('perDay'),
    parts,
    frame: { widths, orientation: 'landscape', ...(onePage && { pagesTall: 1 }) },
    charts,
    ...(!onePage && { printedHeadings: 0 }),
  });
}

const EMPTY_FRAME = { widths: [], orientation: 'landscape' } as const;

/** Both tables stand in the same columns, as do the figures above them. */
function tableWidths(days: readonly ReportColumn[], weeks: readonly ReportColumn[]): number[] {
  return days.map(({ width }, index) => Math.max(width, weeks[index]?.width ?? 0, 12));
}

function hoursColumns(context: ReportContext, times: Times): ReportColumn[] {
  const { t } = context;
  return [
    minutesColumn(context, t('planned'), 'plannedMinutes', times),
    minutesColumn(context, t('worked'), 'workedMinutes', times),
    differenceColumn(t('difference'), times.rows),
  ];
}

function columnsOfDays(context: ReportContext, days: Times): ReportColumn[] {
  const { t } = context;
  return [
    dateColumn(t('date')),
    weekdayColumn(context),
    textColumn(t('holiday'), 'holiday', days.rows),
    ...hoursColumns(context, days),
    // An entry over midnight is one of either day: a sum would count it twice.
    countColumn(t('entries'), 'entries', days.rows, 'repeatedly'),
  ];
}

function columnsOfWeeks(context: ReportContext, weeks: Times): ReportColumn[] {
  const { t } = context;
  return [
    textColumn(t('week'), 'week', weeks.rows),
    dateColumn(t('from'), 'from'),
    dateColumn(t('to'), 'to'),
    ...hoursColumns(context, weeks),
  ];
}

type TableAt = (headingRow: number) => TableBlock;

function daysTable(
  { t }: ReportContext,
  columns: readonly ReportColumn[],
  rows: readonly DataRow[],
): TableAt {
  const totalLabel = t('total');
  return (headingRow) =>
    tableBlock({ name: 'HoursPerDay', headingRow, columns, rows, totalLabel, place: placeOf });
}

function placeOf(row: DataRow): Place {
  if (row.holiday !== null) return '.holiday';
  return (numberOf(row, 'weekday') ?? 0) >= 6 ? '.weekend' : '';
}

function weeksTable(
  { t }: ReportContext,
  columns: readonly ReportColumn[],
  rows: readonly DataRow[],
): TableAt {
  const totalLabel = t('total');
  return (headingRow) => tableBlock({ name: 'HoursPerWeek', headingRow, columns, rows, totalLabel });
}
