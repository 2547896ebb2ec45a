import type { DataRow } from '../dataSet.js';
import { absoluteColumn, type ChartSeries, type ColumnChart } from '../xlsx/chart/chartData.js';
import { columnChartXml } from '../xlsx/chart/columnChartXml.js';
import { dayFractionOf, hoursOf, serialDateOf } from '../xlsx/rows/serialDate.js';
import type { ChartPlan } from '../xlsx/workbook/sheetPlan.js';
import { CHART_COLOURS } from './palette.js';
import type { ReportContext } from './reportContext.js';
import { numberOf, textOf } from './rowAccess.js';

export interface HoursChartsInput {
  readonly days: readonly DataRow[];
  readonly weeks: readonly DataRow[];
  readonly daysHeadingRow: number;
  /** The column from which on the charts lie, from 0. */
  readonly firstColumn: number;
}

const WIDTH_COLUMNS = 9;
const HEIGHT_ROWS = 17;

/** Hours per day, and planned against worked per week: charts over the tables of the sheet; none without values. */
export function hoursCharts(context: ReportContext, sheet: string, input: HoursChartsInput): ChartPlan[] {
  const { t } = context;
  const { days, weeks, daysHeadingRow, firstColumn } = input;
  const firstDay = daysHeadingRow + 1;
  const lastDay = daysHeadingRow + days.length;
  // Totals, a gap, the section's title and headings stand between the tables.
  const firstWeek = lastDay + 5;
  const lastWeek = firstWeek + weeks.length - 1;
  const perDay: ColumnChart = {
    ...common(days),
    title: t('chartDays'),
    categoryFormat: days.length > 45 ? 'd/m' : 'd',
    ...(days.length > 45 && { categoryStepDays: days.length > 120 ? 28 : 7 }),
    categories: {
      kind: 'dates',
      reference: absoluteColumn(sheet, 'A', firstDay, lastDay),
      serials: days.map((row) => serialDateOf(textOf(row, 'date'))),
    },
    series: [series(t('worked'), absoluteColumn(sheet, 'E', firstDay, lastDay), days, 'worked')],
  };
  const perWeek: ColumnChart = {
    ...common(weeks),
    title: t('chartWeeks'),
    categoryFormat: 'General',
    categories: {
      kind: 'texts',
      reference: absoluteColumn(sheet, 'A', firstWeek, lastWeek),
      texts: weeks.map((row) => textOf(row, 'week')),
    },
    series: [
      series(t('planned'), absoluteColumn(sheet, 'D', firstWeek, lastWeek), weeks, 'planned'),
      series(t('worked'), absoluteColumn(sheet, 'E', firstWeek, lastWeek), weeks, 'worked'),
    ],
  };
  // Below the headings: these are printed on every page, with whatever lies over them.
  const top = daysHeadingRow;
  return [perDay, perWeek]
    .filter(showsAnything)
    .map((chart, index) => place(chart, firstColumn, top + index * (HEIGHT_ROWS + 1)));
}

/** Columns of nothing (planned is what nobody has worked yet) make no picture. */
function showsAnything({ series }: ColumnChart): boolean {
  return series.some(({ values }) => values.some((value) => value !== 0));
}

function place(chart: ColumnChart, column: number, row: number): ChartPlan {
  return {
    xml: columnChartXml(chart),
    from: { column, row },
    to: { column: column + WIDTH_COLUMNS, row: row + HEIGHT_ROWS },
    description: chart.title,
  };
}

const FIELDS = ['plannedMinutes', 'workedMinutes'] as const;

/** Like the table's columns: decimal hours where a value is negative, else fractions of a day. */
function unitOf(rows: readonly DataRow[], field: (typeof FIELDS)[number]): (minutes: number) => number {
  return rows.some((row) => (numberOf(row, field) ?? 0) < 0) ? hoursOf : dayFractionOf;
}

function series(
  name: string,
  reference: string,
  rows: readonly DataRow[],
  key: 'planned' | 'worked',
): ChartSeries {
  const field = `${key}Minutes` as const;
  const convert = unitOf(rows, field);
  return {
    name,
    reference,
    values: rows.map((row) => convert(numberOf(row, field) ?? 0)),
    colour: CHART_COLOURS[key],
  };
}

const STEPS_HOURS = [1, 2, 4, 5, 8, 10, 20, 25, 40, 50];

/** A distance of lines, in hours, that gives at most six of them. */
function stepHours(maxHours: number): number {
  for (let scale = 1; ; scale *= 10) {
    const step = STEPS_HOURS.find((hours) => hours * scale * 6 >= maxHours);
    if (step !== undefined) return step * scale;
  }
}

function common(rows: readonly DataRow[]) {
  const hours = FIELDS.flatMap((field) => rows.map((row) => hoursOf(numberOf(row, field) ?? 0)));
  const largest = Math.max(1, ...hours);
  const smallest = Math.min(0, ...hours);
  const step = stepHours(largest);
  const decimal = unitOf(rows, 'workedMinutes') === hoursOf;
  const unit = decimal ? 1 : 1 / 24;
  return {
    valueFormat: decimal ? '0' : '[h]',
    valueStep: step * unit,
    valueMin: Math.min(0, Math.floor(smallest / step) * step * unit),
    valueMax: Math.ceil(largest / step) * step * unit,
    lineColour: CHART_COLOURS.line,
    textColour: CHART_COLOURS.text,
  };
}
