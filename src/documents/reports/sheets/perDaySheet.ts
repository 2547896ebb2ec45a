import {
  absoluteColumn,
  type ChartPlan,
  type ChartSeries,
  type ColumnChart,
  columnChartXml,
  type SheetPlan,
  serialDateOf,
} from '../../../workbook/index.js';
import type { DataRow } from '../../dataSet.js';
import type { HoursOfPeriod } from '../hoursOfPeriod.js';
import { hoursByWeek } from '../periodSums.js';
import {
  type ColumnDraft,
  countColumn,
  dateColumn,
  differenceColumns,
  minutesColumn,
  type ReportColumn,
  type SurveyedTable,
  surveyTable,
  textColumn,
  weekdayColumn,
} from '../reportColumns.js';
import type { ReportContext } from '../reportContext.js';
import { noticeSheet, type SheetPart, stackedSheet } from '../reportSheet.js';
import { CHART_COLOURS, type StylePlace } from '../reportStyles.js';
import { numberField, textField } from '../rowAccess.js';
import { type TableBlock, tableBlock } from '../tableBlock.js';
import { buildTimes, convertMinutes, PLANNED_AND_WORKED, SharedUnit, type Times } from '../timeUnit.js';
import { periodFigures } from './coverSheet.js';
import { hoursAxis } from './hoursAxis.js';

/** Title (3 rows), figures (2) and a gap: the headings of the days are in row 7. */
const DAYS_HEADING_ROW = 7;
const CHART_COLUMNS = 9;

/** Up to this many days are printed on one page. */
const DAYS_PER_PAGE = 45;

/** The hours of all people per day and per week, with their charts. */
export function perDaySheet(context: ReportContext, name: string, hours: HoursOfPeriod): SheetPlan {
  const { say } = context;
  if (hours.employeeDays.count === 0) {
    const notice = { title: say('reports.perDay'), empty: say('reports.nothingWorked') };
    return noticeSheet(context, name, { ...notice, printed: 'rows' });
  }
  const days = buildTimes(context, hours.byDay.rows(context), PLANNED_AND_WORKED);
  const weeks = buildTimes(context, hoursByWeek(days.rows), PLANNED_AND_WORKED);
  const dayTable = surveyTable(days.rows, columnsOfDays(context));
  const weekTable = surveyTable(weeks.rows, columnsOfWeeks(context));
  const parts: SheetPart[] = [
    { rows: periodFigures(context, hours) },
    { table: daysTable(context, dayTable) },
    { title: say('reports.chartWeeks'), table: weeksTable(context, weekTable) },
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
    title: say('reports.perDay'),
    parts,
    frame: { widths, orientation: 'landscape', ...(onePage && { pagesTall: 1 }) },
    charts,
    ...(!onePage && { printedHeadings: 0 }),
  });
}

/** Both tables use the same columns, and so do the figures above them. */
function tableWidths(days: readonly ReportColumn[], weeks: readonly ReportColumn[]): number[] {
  return days.map(({ width }, index) => Math.max(width, weeks[index]?.width ?? 0, 12));
}

function hoursColumns(context: ReportContext): ColumnDraft[] {
  const { say } = context;
  const unit = new SharedUnit(context);
  return [
    minutesColumn(context, say('reports.planned'), 'plannedMinutes', unit),
    minutesColumn(context, say('reports.worked'), 'workedMinutes', unit),
    ...differenceColumns(context, unit),
  ];
}

function columnsOfDays(context: ReportContext): ColumnDraft[] {
  const { say } = context;
  return [
    dateColumn(say('reports.date')),
    weekdayColumn(context),
    textColumn(say('reports.holiday'), 'holiday'),
    ...hoursColumns(context),
    // An entry across midnight counts on both days: a sum would count it twice.
    countColumn(say('reports.entries'), 'entries', 'repeatedly'),
  ];
}

function columnsOfWeeks(context: ReportContext): ColumnDraft[] {
  const { say } = context;
  return [
    textColumn(say('reports.week'), 'week'),
    dateColumn(say('reports.from'), 'from'),
    dateColumn(say('reports.to'), 'to'),
    ...hoursColumns(context),
  ];
}

type TableAt = (headingRow: number) => TableBlock;

function daysTable({ say }: ReportContext, table: SurveyedTable): TableAt {
  const totalLabel = say('reports.total');
  return (headingRow) =>
    tableBlock({ ...table, name: 'HoursPerDay', headingRow, totalLabel, place: dayShade });
}

function dayShade(row: DataRow): StylePlace {
  if (row.holiday !== null) return '.holiday';
  return (numberField(row, 'weekday') ?? 0) >= 6 ? '.weekend' : '';
}

function weeksTable({ say }: ReportContext, table: SurveyedTable): TableAt {
  const totalLabel = say('reports.total');
  return (headingRow) => tableBlock({ ...table, name: 'HoursPerWeek', headingRow, totalLabel });
}

interface HoursChartsInput {
  /** The rows of either table, in the unit of its columns. */
  readonly days: Times;
  readonly weeks: Times;
  readonly daysHeadingRow: number;
  /** The first column of the charts, from 0. */
  readonly firstColumn: number;
}

const WIDTH_COLUMNS = 9;
const HEIGHT_ROWS = 17;

/**
 * Hours per day, and planned against worked per week: charts above the tables of the sheet; left out without values.
 */
function hoursCharts(context: ReportContext, sheet: string, input: HoursChartsInput): ChartPlan[] {
  const { say } = context;
  const { daysHeadingRow, firstColumn } = input;
  const days = input.days.rows;
  const weeks = input.weeks.rows;
  const firstDay = daysHeadingRow + 1;
  const lastDay = daysHeadingRow + days.length;
  // The rows between the tables: totals, a gap, the section's title and headings.
  const firstWeek = lastDay + 5;
  const lastWeek = firstWeek + weeks.length - 1;
  const perDay: ColumnChart = {
    ...axisOf(input.days),
    title: say('reports.chartDays'),
    categoryFormat: days.length > 45 ? 'd/m' : 'd',
    ...(days.length > 45 && { categoryStepDays: days.length > 120 ? 28 : 7 }),
    categories: {
      kind: 'dates',
      reference: absoluteColumn(sheet, 'A', firstDay, lastDay),
      serials: days.map((row) => serialDateOf(textField(row, 'date'))),
    },
    series: [
      chartSeries(say('reports.worked'), absoluteColumn(sheet, 'E', firstDay, lastDay), input.days, 'worked'),
    ],
  };
  const perWeek: ColumnChart = {
    ...axisOf(input.weeks),
    title: say('reports.chartWeeks'),
    categoryFormat: 'General',
    categories: {
      kind: 'texts',
      reference: absoluteColumn(sheet, 'A', firstWeek, lastWeek),
      texts: weeks.map((row) => textField(row, 'week')),
    },
    series: [
      chartSeries(
        say('reports.planned'),
        absoluteColumn(sheet, 'D', firstWeek, lastWeek),
        input.weeks,
        'planned',
      ),
      chartSeries(
        say('reports.worked'),
        absoluteColumn(sheet, 'E', firstWeek, lastWeek),
        input.weeks,
        'worked',
      ),
    ],
  };
  // Placed below the headings, because the heading rows and all objects on them are printed on every page.
  const top = daysHeadingRow;
  return [perDay, perWeek]
    .filter(showsAnything)
    .map((chart, index) => placeChart(chart, firstColumn, top + index * (HEIGHT_ROWS + 1)));
}

/** Charts without any value are left out. */
function showsAnything({ series }: ColumnChart): boolean {
  return series.some(({ values }) => values.some((value) => value !== 0));
}

function placeChart(chart: ColumnChart, column: number, row: number): ChartPlan {
  return {
    xml: columnChartXml(chart),
    from: { column, row },
    to: { column: column + WIDTH_COLUMNS, row: row + HEIGHT_ROWS },
    description: chart.title,
  };
}

function chartSeries(
  name: string,
  reference: string,
  { rows, unit }: Times,
  key: 'planned' | 'worked',
): ChartSeries {
  return {
    name,
    reference,
    values: rows.map((row) => convertMinutes(unit, numberField(row, `${key}Minutes`) ?? 0)),
    colour: CHART_COLOURS[key],
  };
}

function axisOf({ rows, unit }: Times) {
  const minutes = PLANNED_AND_WORKED.flatMap((field) => rows.map((row) => numberField(row, field) ?? 0));
  return hoursAxis(minutes, unit);
}
