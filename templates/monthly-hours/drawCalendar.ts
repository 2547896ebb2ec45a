import type { Workbook, Worksheet } from 'exceljs';
import { BY_NAME, drawTitle, lookOf, setUpPage, styleLike } from '../../release/draw/reportSheet.js';
import { say } from './drawLists.js';

/** More days than these do not fit a readable row: then each month has a sheet. */
const DAYS_PER_SHEET = 45;
/** The minimum difference from the plan, in minutes, that is shaded. */
const NOTABLE = 15;

const HEADINGS = 4;
const ROW = 6;
const [NUMBER, PERSON, DAY, TOTAL] = [1, 2, 3, 4];

const HAS_ABSENCES = 'count(pay-codes where kind = "absence") > 0';
const IS_ABSENT = `(${HAS_ABSENCES} and count(pay-lines where kind = "absence") > 0)`;
const WORKED = 'sum(employee-days.workedMinutes)';
const DIFFERENCE = 'sum(employee-days.differenceMinutes)';
const IS_MORE = `${DIFFERENCE} >= ${NOTABLE}`;
const IS_LESS = `${DIFFERENCE} + ${NOTABLE} <= 0`;
const HAS_WORK = `${WORKED} != 0`;
const nameOf = (field: string): string =>
  `${field} & (if employee.lastName = null and employee.firstName = null then " (" & say("reports.nameUnknown") & ")" else "")`;

/** An absence has priority over the difference that it causes, a difference over a holiday, a holiday over a weekend. */
const SHADES = [
  [IS_ABSENT, 'absence'],
  [IS_MORE, 'more'],
  [IS_LESS, 'less'],
  ['first(employees.holidayDates) contains (date | date:"YYYY-MM-DD")', 'holiday'],
  ['max(days.weekday) > 5', 'weekend'],
] as const;

const LEGEND = [
  ['weekend', 'reports.legendWeekend', ''],
  ['holiday', 'reports.legendHoliday', '*'],
  ['more', 'reports.legendMore', '↑'],
  ['less', 'reports.legendLess', '↓'],
  ['absence', 'reports.legendAbsence', '○'],
] as const;

/** The matrix: a row per employee, a column per day, shaded weekends, holidays and differences from the plan. */
export function drawCalendars(book: Workbook): void {
  drawCalendar(book, {
    tab: say('reports.calendar'),
    directive: 'sheet empty employee-days',
    people: `employees group by employee.id ${BY_NAME}`,
    number: 'if numbers != null then numbers else employee.number',
    name: nameOf('who'),
    isPrinted: 'count(employees) > 0',
  });
  drawCalendar(book, {
    tab: 'Calendar by month',
    directive: `sheet employee-days where run.days > ${DAYS_PER_SHEET} group by month name say("reports.calendar") & " " & month`,
    people: `employee-days group by employee.id ${BY_NAME}`,
    number: 'employee.number',
    name: nameOf('employee.name'),
    isPrinted: 'true',
  });
}

interface Calendar {
  readonly tab: string;
  readonly directive: string;
  /** The rows, and the payroll ID and name of a row. */
  readonly people: string;
  readonly number: string;
  readonly name: string;
  readonly isPrinted: string;
}

function drawCalendar(book: Workbook, calendar: Calendar): void {
  const { tab, directive, isPrinted } = calendar;
  const sheet = book.addWorksheet(tab, {
    views: [{ state: 'frozen', ySplit: HEADINGS + 1, xSplit: PERSON, showGridLines: false }],
  });
  sheet.columns = [12, 24, 6, 9.5].map((width) => ({ width }));
  drawTitle(sheet, say('reports.calendar'));
  sheet.getCell('A1').note =
    `{{#${directive}}}\n{{#print if ${isPrinted} wide 1 tall if count(employees) < 46 then 1 else 0 titles if count(employees) > 30}}`;
  drawHeadings(sheet);
  drawPeople(sheet, calendar);
  drawTotals(sheet);
  const lastRow = drawLegend(sheet, ROW + 2);
  const nothing = sheet.getCell(lastRow + 1, 1);
  nothing.value = `{{#if count(employees) = 0}}${say('reports.nothingWorked')}`;
  nothing.style = lookOf('notice');
  sheet.getCell(HEADINGS, 1).note = [
    `{{#if count(employees) > 0 rows ${lastRow - HEADINGS + 1}}}`,
    '{{#fit at least 8 at most 18}}',
  ].join('\n');
  setUpPage(sheet, { lastColumn: TOTAL, lastRow: lastRow + 1, headingRow: HEADINGS, headingRows: 2 });
}

function drawHeadings(sheet: Worksheet): void {
  const [weekdays, dates] = [sheet.getRow(HEADINGS), sheet.getRow(HEADINGS + 1)];
  for (const [column, look] of [
    [NUMBER, 'heading'],
    [PERSON, 'heading'],
    [DAY, 'matrix.heading'],
    [TOTAL, 'matrix.heading'],
  ] as const)
    for (const row of [weekdays, dates]) row.getCell(column).style = lookOf(look);
  weekdays.getCell(DAY).value = '{{weekday | weekday}}';
  dates.getCell(NUMBER).value = say('reports.number');
  dates.getCell(PERSON).value = say('reports.employee');
  dates.getCell(DAY).value = '{{date}}';
  dates.getCell(TOTAL).value = say('reports.total');
  const looks = [styleLike('holiday != null', 'headingHoliday'), styleLike('weekday > 5', 'headingWeekend')];
  weekdays.getCell(DAY).note = ['{{#each days sort by date columns}}', ...looks].join('\n');
  dates.getCell(DAY).note = looks.join('\n');
}

function drawPeople(sheet: Worksheet, { people, number, name }: Calendar): void {
  const row = sheet.getRow(ROW);
  row.getCell(NUMBER).value = `{{#each ${people}}}{{${number}}}`;
  row.getCell(PERSON).value = `{{${name}}}`;
  row.getCell(DAY).value =
    `{{if ${IS_ABSENT} and not (${HAS_WORK}) then "○" else if ${HAS_WORK} or ${IS_LESS} then ${WORKED} | notation}}`;
  row.getCell(TOTAL).value = { formula: `SUM(C${ROW}:C${ROW})` };
  for (const [column, look] of [
    [NUMBER, 'wrapped'],
    [PERSON, 'wrapped'],
    [DAY, 'matrix.duration'],
    [TOTAL, 'matrix.duration.sum'],
  ] as const)
    row.getCell(column).style = lookOf(look);
  row.getCell(PERSON).note = '{{#fit at least 8 at most 24}}';
  row.getCell(DAY).note = ['decimal', 'duration']
    .flatMap((unit) =>
      SHADES.map(([condition, shade]) =>
        styleLike(
          `run.hours ${unit === 'decimal' ? '=' : '!='} "decimal" and ${condition}`,
          `${unit}.${shade}`,
        ),
      ),
    )
    .join('\n');
}

function drawTotals(sheet: Worksheet): void {
  const row = sheet.getRow(ROW + 1);
  row.height = 18;
  row.getCell(NUMBER).value = say('reports.total');
  row.getCell(DAY).value = { formula: `SUM(C${ROW}:C${ROW})` };
  row.getCell(TOTAL).value = { formula: `SUM(D${ROW}:D${ROW})` };
  // The totals are the longest values of a column.
  row.getCell(DAY).note = '{{#fit at least 6}}';
  for (const column of [NUMBER, PERSON]) row.getCell(column).style = lookOf('text.total');
  for (const column of [DAY, TOTAL]) row.getCell(column).style = lookOf('matrix.duration.total');
}

/** What the shades and signs mean, below the matrix. @returns the last row */
function drawLegend(sheet: Worksheet, row: number): number {
  sheet.getRow(row).height = 8;
  sheet.getCell(row + 1, NUMBER).value = say('reports.calendarNote');
  sheet.getCell(row + 1, NUMBER).style = lookOf('label');
  for (const [at, [shade, key, sign]] of LEGEND.entries()) {
    const [mark, meaning] = [sheet.getCell(row + 2 + at, NUMBER), sheet.getCell(row + 2 + at, PERSON)];
    sheet.getRow(row + 2 + at).height = 14;
    [mark.value, meaning.value] = [sign, say(key)];
    [mark.style, meaning.style] = [lookOf(`matrix.legend.${shade}`), lookOf('label')];
    if (shade === 'absence') mark.note = `{{#if ${HAS_ABSENCES}}}`;
  }
  return row + 1 + LEGEND.length;
}
