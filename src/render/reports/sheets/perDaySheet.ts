import type { SheetPlan } from '../../../workbook/index.js';
import type { DataRow } from '../../dataSet.js';
import { countColumn, differenceColumns, minutesColumn } from '../amountColumns.js';
import { hoursByWeek } from '../hoursByDay.js';
import { hoursCharts } from '../hoursCharts.js';
import type { HoursOfPeriod } from '../hoursOfPeriod.js';
import { periodFigures } from '../periodFigures.js';
import { type ColumnDraft, dateColumn, type ReportColumn, type SurveyedTable, surveyed, textColumn, weekdayColumn } from '../reportColumn.js';
import type { ReportContext } from '../reportContext.js';
import { noticeSheet } from '../reportFrame.js';
import type { StylePlace } from '../reportStyles.js';
import { numberOf } from '../rowAccess.js';
import { type SheetPart, stackedSheet } from '../stackedSheet.js';
import { type TableBlock, tableBlock } from '../tableBlock.js';
import { PLANNED_AND_WORKED, SharedUnit, timeFormatsOf } from '../timeUnit.js';

/** Title (3 rows), figures (2) and a gap: the headings of the days stand in row 7. */
const DAYS_HEADING_ROW = 7;
const CHART_COLUMNS = 9;

/** Up to this many days are printed on one page. */
const DAYS_PER_PAGE = 45;

/** The hours of all people per day and per week, with their charts. */
export function perDaySheet(context: ReportContext, name: string, hours: HoursOfPeriod): SheetPlan {
  const { t } = context;
  if (hours.employeeDays.count === 0) {
    const options = { title: t('perDay'), empty: t('nothingWorked'), frame: EMPTY_FRAME };
    return noticeSheet(context, name, options);
  }
  const days = timeFormatsOf(context, hours.byDay.rows(context), PLANNED_AND_WORKED);
  const weeks = timeFormatsOf(context, hoursByWeek(days.rows), PLANNED_AND_WORKED);
  const dayTable = surveyed(days.rows, columnsOfDays(context));
  const weekTable = surveyed(weeks.rows, columnsOfWeeks(context));
  const parts: SheetPart[] = [
    { rows: periodFigures(context, hours) },
    { table: daysTable(context, dayTable) },
    { title: t('chartWeeks'), table: weeksTable(context, weekTable) },
  ];
  const widths = [
    ...tableWidths(dayTable.columns, weekTable.columns),
    3,
    ...Array(CHART_COLUMNS).fill(10),
    1,
  ];
  const firstColumn = dayTable.columns.length + 1;
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

function hoursColumns(context: ReportContext): ColumnDraft[] {
  const { t } = context;
  const unit = new SharedUnit(context);
  return [
    minutesColumn(context, t('planned'), 'plannedMinutes', unit),
    minutesColumn(context, t('worked'), 'workedMinutes', unit),
    ...differenceColumns(context, unit),
  ];
}

function columnsOfDays(context: ReportContext): ColumnDraft[] {
  const { t } = context;
  return [
    dateColumn(t('date')),
    weekdayColumn(context),
    textColumn(t('holiday'), 'holiday'),
    ...hoursColumns(context),
    // An entry over midnight is one of either day: a sum would count it twice.
    countColumn(t('entries'), 'entries', 'repeatedly'),
  ];
}

function columnsOfWeeks(context: ReportContext): ColumnDraft[] {
  const { t } = context;
  return [
    textColumn(t('week'), 'week'),
    dateColumn(t('from'), 'from'),
    dateColumn(t('to'), 'to'),
    ...hoursColumns(context),
  ];
}

type TableAt = (headingRow: number) => TableBlock;

function daysTable({ t }: ReportContext, table: SurveyedTable): TableAt {
  const totalLabel = t('total');
  return (headingRow) =>
    tableBlock({ ...table, name: 'HoursPerDay', headingRow, totalLabel, place: placeOf });
}

function placeOf(row: DataRow): StylePlace {
  if (row.holiday !== null) return '.holiday';
  return (numberOf(row, 'weekday') ?? 0) >= 6 ? '.weekend' : '';
}

function weeksTable({ t }: ReportContext, table: SurveyedTable): TableAt {
  const totalLabel = t('total');
  return (headingRow) => tableBlock({ ...table, name: 'HoursPerWeek', headingRow, totalLabel });
}
