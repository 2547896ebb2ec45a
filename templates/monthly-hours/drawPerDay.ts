import type { Workbook, Worksheet } from 'exceljs';
import { addChart } from '../../release/draw/charts.js';
import { type DrawnColumn, drawTable, drawTitle, lookOf, setUpPage } from '../../release/draw/reportSheet.js';
import { drawFigures } from './drawFront.js';
import { differenceColumns, entryCount, plannedColumn, say, summedHours } from './drawLists.js';

/** Title (3 rows), figures (2 of 3) and a gap. */
const FIGURES_ROW = 4;
const DAYS_ROW = 8;
const DAYS_PER_PAGE = 45;
/** The difference is below its first column for clock times, or below that for decimal hours. */
const FIGURES = [[1], [2], [3], [4], [5], [6, 8]];
const WORKED = 'E';
/** Without plans, weeks have only worked hours. */
const WEEKS_TITLE =
  '{{if count(days.plannedMinutes) > 0 then say("reports.chartWeeks") else say("reports.chartWeeksWorked")}}';
const CHART = { columns: 9, rows: 17 };

const known = (field: string): string => `if count(${field}) = 0 then null else sum(${field})`;

const NEGATIVE = 'count(days where workedMinutes < 0) > 0';

const DAY_COLUMNS: readonly DrawnColumn[] = [
  { heading: say('reports.date'), value: '{{date}}', look: 'date', width: 13 },
  { heading: say('reports.weekday'), value: '{{weekday | weekday:"long"}}', look: 'text', width: 13 },
  { heading: say('reports.holiday'), value: '{{holiday}}', look: 'wrapped', width: 13, most: 34 },
  plannedColumn('days', NEGATIVE),
  summedHours('reports.worked', 'workedMinutes', NEGATIVE),
  ...differenceColumns('days', NEGATIVE),
  // An entry across midnight counts on both days: a sum would count it twice.
  entryCount(),
];

/** The hours of all people per day and per week, with their charts. */
export function drawPerDay(book: Workbook): void {
  const sheet = book.addWorksheet(say('reports.perDay'), {
    views: [{ showGridLines: false }],
  });
  const widths = [
    ...DAY_COLUMNS.map(({ width = 12 }) => width),
    3,
    ...Array<number>(CHART.columns).fill(10),
    1,
  ];
  sheet.columns = widths.map((width) => ({ width }));
  drawTitle(sheet, say('reports.perDay'));
  sheet.getCell('A1').note =
    `{{#print if count(employee-days) > 0 wide 1 tall if run.days <= ${DAYS_PER_PAGE} then 1 else 0 titles if run.days > ${DAYS_PER_PAGE}}}`;
  drawFigures(sheet, FIGURES_ROW, FIGURES);
  const each = 'days sort by date';
  const totalLabel = say('reports.total');
  const rowLooks = [
    ['holiday != null', 'holiday'],
    ['weekday > 5', 'weekend'],
  ] as const;
  const lastDay = drawTable(
    sheet,
    { name: 'HoursPerDay', each, columns: DAY_COLUMNS, totalLabel, rowLooks },
    DAYS_ROW,
  );
  sheet.getRow(DAYS_ROW).height = 28;
  drawWeeks(sheet, lastDay + 2);
  drawCharts(book, sheet, lastDay + 3);
  const lastRow = lastDay + 5;
  sheet.getCell(FIGURES_ROW, 1).note = `{{#if count(employee-days) > 0 rows ${lastRow - FIGURES_ROW + 1}}}`;
  const nothing = sheet.getCell(lastRow + 1, 1);
  nothing.value = `{{#if count(employee-days) = 0}}${say('reports.nothingWorked')}`;
  nothing.style = lookOf('notice');
  // The chart of the weeks is longer than their table.
  setUpPage(sheet, { lastColumn: widths.length, lastRow: lastRow + 6, headingRow: DAYS_ROW });
}

/** Both tables use the same columns. */
function drawWeeks(sheet: Worksheet, row: number): void {
  sheet.getRow(row).height = 22;
  sheet.getCell(row, 1).value = WEEKS_TITLE;
  sheet.getCell(row, 1).style = lookOf('section');
  const [planned, worked] = [known('plannedMinutes'), 'sum(workedMinutes)'];
  const difference = known('differenceMinutes');
  const columns: DrawnColumn[] = [
    { heading: say('reports.week'), value: '{{isoWeek}}', look: 'text' },
    { heading: say('reports.from'), value: '{{min(date)}}', look: 'date' },
    { heading: say('reports.to'), value: '{{max(date)}}', look: 'date' },
    { ...summedHours('reports.planned', '', NEGATIVE), value: `{{(${planned}) | notation}}` },
    { ...summedHours('reports.worked', '', NEGATIVE), value: `{{${worked} | notation}}` },
    ...differenceColumns('days', NEGATIVE, { field: `(${difference})` }).map(
      ({ onlyIf: _, ...column }) => column,
    ),
  ];
  const each = 'days group by isoWeek';
  sheet.getRow(row + 1).height = 28;
  drawTable(sheet, { name: 'HoursPerWeek', each, columns, totalLabel: say('reports.total') }, row + 1);
}

/** Below the headings, because the heading rows and all objects on them are printed on every page. */
function drawCharts(book: Workbook, sheet: Worksheet, weeksHeading: number): void {
  const column = DAY_COLUMNS.length + 1;
  const place = { from: { column, row: DAYS_ROW }, ...CHART };
  const hasDays = 'count(days where workedMinutes != 0) > 0';
  const perDay = {
    ...place,
    title: say('reports.chartDays'),
    dataRow: DAYS_ROW + 1,
    categoryColumn: 'A',
    series: [{ name: say('reports.worked'), column: WORKED, colour: 'worked' }],
  } as const;
  addChart(book, sheet, { ...perDay, onlyIf: `${hasDays} and run.days <= 45`, dateFormat: 'd' });
  addChart(book, sheet, { ...perDay, onlyIf: `${hasDays} and run.days > 45`, dateFormat: 'd/m' });
  addChart(book, sheet, {
    ...place,
    // Next to the table of the weeks.
    from: { column, row: weeksHeading - 2 },
    rows: 12,
    title: WEEKS_TITLE,
    // Without plans, its first series is not there.
    onlyIf: 'count(days where workedMinutes != 0 or plannedMinutes > 0) > 0',
    dataRow: weeksHeading + 1,
    categoryColumn: 'A',
    series: [
      { name: say('reports.planned'), column: 'D', colour: 'planned' },
      { name: say('reports.worked'), column: WORKED, colour: 'worked' },
    ],
  });
}
