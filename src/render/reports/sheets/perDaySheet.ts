import { localDateOf } from '../../../domain/localDate.js';
import type { DataRow } from '../../dataSet.js';
import { hoursOf } from '../../xlsx/rows/serialDate.js';
import type { Cell, SheetRow } from '../../xlsx/rows/sheetRow.js';
import type { SheetPlan } from '../../xlsx/workbook/sheetPlan.js';
import { calendarDays } from '../calendarDays.js';
import { hoursCharts } from '../hoursCharts.js';
import { isoWeekOf } from '../isoWeek.js';
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
import { groupBy, numberOf, rowsOf, sumOf, sumOrNull, textOf } from '../rowAccess.js';
import { noticeSheet } from '../sheetFrame.js';
import { type SheetPart, stackedSheet } from '../stackedSheet.js';
import { tableBlock } from '../tableBlock.js';
import { inUnit, PLANNED_AND_WORKED, type Times, type TimeUnit, timesOf, timeUnitOf } from '../timeUnit.js';

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
  const days = dayRows(context);
  const weeks = weekRows(days);
  const dayTimes = timesOf(days, PLANNED_AND_WORKED);
  const weekTimes = timesOf(weeks, PLANNED_AND_WORKED);
  const dayColumns = [
    dateColumn(t('date')),
    weekdayColumn(context),
    textColumn(t('holiday'), 'holiday', days),
    ...hoursColumns(context, dayTimes),
    // An entry over midnight is one of either day: a sum would count it twice.
    countColumn(t('entries'), 'entries', days, 'repeatedly'),
  ];
  const weekColumns = [
    textColumn(t('week'), 'week', weeks),
    dateColumn(t('from'), 'from'),
    dateColumn(t('to'), 'to'),
    ...hoursColumns(context, weekTimes),
  ];
  const totalLabel = t('total');
  const parts: SheetPart[] = [
    { rows: figureRows(context) },
    {
      table: (headingRow) =>
        tableBlock({
          name: 'HoursPerDay',
          headingRow,
          columns: dayColumns,
          rows: days,
          totalLabel,
          place: (row) =>
            row.holiday !== null ? '.holiday' : (numberOf(row, 'weekday') ?? 0) >= 6 ? '.weekend' : '',
        }),
    },
    {
      title: t('chartWeeks'),
      table: (headingRow) =>
        tableBlock({ name: 'HoursPerWeek', headingRow, columns: weekColumns, rows: weeks, totalLabel }),
    },
  ];
  const widths = [...tableWidths(dayColumns, weekColumns), 3, ...Array(CHART_COLUMNS).fill(10), 1];
  const charts = hoursCharts(context, name, {
    days: dayTimes,
    weeks: weekTimes,
    daysHeadingRow: DAYS_HEADING_ROW,
    firstColumn: dayColumns.length + 1,
  });
  const onePage = days.length <= DAYS_PER_PAGE;
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

/** A row for every day of the period. */
function dayRows(context: ReportContext): DataRow[] {
  const rows = rowsOf(context.model, 'employee-days');
  const byDate = groupBy(rows, 'date');
  const planningKnown = sumOrNull(rows, 'plannedMinutes') !== null;
  return calendarDays(context).map(({ date, weekday, holiday }) => ({
    date,
    weekday,
    holiday: holiday === '' ? null : holiday,
    ...sums(byDate.get(date) ?? [], planningKnown),
  }));
}

function weekRows(days: readonly DataRow[]): DataRow[] {
  const withWeek = days.map((row) => ({ ...row, week: isoWeekOf(localDateOf(textOf(row, 'date'))) }));
  return [...groupBy(withWeek, 'week')].map(([week, rows]) => ({
    week,
    from: rows[0]?.date ?? null,
    to: rows.at(-1)?.date ?? null,
    ...sums(rows, sumOrNull(rows, 'plannedMinutes') !== null),
  }));
}

/** Sums of rows; planned minutes and differences are null where planning could not be read. */
function sums(rows: readonly DataRow[], planningKnown: boolean): DataRow {
  return {
    plannedMinutes: planningKnown ? sumOf(rows, 'plannedMinutes') : null,
    workedMinutes: sumOf(rows, 'workedMinutes'),
    differenceMinutes: planningKnown ? sumOf(rows, 'differenceMinutes') : null,
    entries: sumOf(rows, 'entries'),
  };
}

/** The figures of the period in large type. */
function figureRows({ t, model }: ReportContext): SheetRow[] {
  const employees = rowsOf(model, 'employees');
  const sum = (field: string) => sumOrNull(employees, field);
  const planned = sum('plannedMinutes');
  const worked = sum('workedMinutes');
  const unit = timeUnitOf([{ plannedMinutes: planned, workedMinutes: worked }], PLANNED_AND_WORKED);
  const figures: readonly (readonly [string, Cell])[] = [
    [t('employees'), { style: 'figure', value: employees.length }],
    [t('entries'), { style: 'figure', value: sumOf(employees, 'entries') }],
    [t('exceptions'), { style: 'figure', value: rowsOf(model, 'exceptions').length }],
    [t('planned'), timeFigure(planned, unit)],
    [t('worked'), timeFigure(worked, unit)],
    [t('difference'), { style: 'figure.hours', value: orNull(sum('differenceMinutes'), hoursOf) }],
  ];
  return [
    { cells: figures.map(([label]) => ({ style: 'label', value: label })) },
    { cells: figures.map(([, cell]) => cell), heightPoints: 22 },
  ];
}

function timeFigure(minutes: number | null, unit: TimeUnit): Cell {
  const style = unit === 'decimal' ? 'figure.plainHours' : 'figure.duration';
  return { style, value: orNull(minutes, (known) => inUnit(unit, known)) };
}

function orNull(minutes: number | null, convert: (minutes: number) => number): number | null {
  return minutes === null ? null : convert(minutes);
}
