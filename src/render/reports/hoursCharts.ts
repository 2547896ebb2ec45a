import { absoluteColumn, type ChartPlan, type ChartSeries, type ColumnChart, columnChartXml, hoursOf, serialDateOf } from '../../workbook/index.js';
import { CHART_COLOURS } from './palette.js';
import type { ReportContext } from './reportContext.js';
import { numberOf, textOf } from './rowAccess.js';
import { inUnit, PLANNED_AND_WORKED, type Times } from './timeUnit.js';

export interface HoursChartsInput {
  /** The rows of either table, in the unit of its columns. */
  readonly days: Times;
  readonly weeks: Times;
  readonly daysHeadingRow: number;
  /** The column from which on the charts lie, from 0. */
  readonly firstColumn: number;
}

const WIDTH_COLUMNS = 9;
const HEIGHT_ROWS = 17;

/** Hours per day, and planned against worked per week: charts over the tables of the sheet; none without values. */
export function hoursCharts(context: ReportContext, sheet: string, input: HoursChartsInput): ChartPlan[] {
  const { t } = context;
  const { daysHeadingRow, firstColumn } = input;
  const days = input.days.rows;
  const weeks = input.weeks.rows;
  const firstDay = daysHeadingRow + 1;
  const lastDay = daysHeadingRow + days.length;
  // Totals, a gap, the section's title and headings stand between the tables.
  const firstWeek = lastDay + 5;
  const lastWeek = firstWeek + weeks.length - 1;
  const perDay: ColumnChart = {
    ...common(input.days),
    title: t('chartDays'),
    categoryFormat: days.length > 45 ? 'd/m' : 'd',
    ...(days.length > 45 && { categoryStepDays: days.length > 120 ? 28 : 7 }),
    categories: {
      kind: 'dates',
      reference: absoluteColumn(sheet, 'A', firstDay, lastDay),
      serials: days.map((row) => serialDateOf(textOf(row, 'date'))),
    },
    series: [series(t('worked'), absoluteColumn(sheet, 'E', firstDay, lastDay), input.days, 'worked')],
  };
  const perWeek: ColumnChart = {
    ...common(input.weeks),
    title: t('chartWeeks'),
    categoryFormat: 'General',
    categories: {
      kind: 'texts',
      reference: absoluteColumn(sheet, 'A', firstWeek, lastWeek),
      texts: weeks.map((row) => textOf(row, 'week')),
    },
    series: [
      series(t('planned'), absoluteColumn(sheet, 'D', firstWeek, lastWeek), input.weeks, 'planned'),
      series(t('worked'), absoluteColumn(sheet, 'E', firstWeek, lastWeek), input.weeks, 'worked'),
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

function series(
  name: string,
  reference: string,
  { rows, unit }: Times,
  key: 'planned' | 'worked',
): ChartSeries {
  return {
    name,
    reference,
    values: rows.map((row) => inUnit(unit, numberOf(row, `${key}Minutes`) ?? 0)),
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

function common({ rows, unit }: Times) {
  const hours = PLANNED_AND_WORKED.flatMap((field) => rows.map((row) => hoursOf(numberOf(row, field) ?? 0)));
  const largest = Math.max(1, ...hours);
  const smallest = Math.min(0, ...hours);
  const step = stepHours(largest);
  const hour = inUnit(unit, 60);
  return {
    valueFormat: unit === 'decimal' ? '0' : '[h]',
    valueStep: step * hour,
    valueMin: Math.min(0, Math.floor(smallest / step) * step * hour),
    valueMax: Math.ceil(largest / step) * step * hour,
    lineColour: CHART_COLOURS.line,
    textColour: CHART_COLOURS.text,
  };
}
