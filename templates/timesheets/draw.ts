import type { Workbook, Worksheet } from 'exceljs';
import {
  beginBook,
  drawLooks,
  drawTitle,
  inHours,
  lookOf,
  setUpPage,
  styleLike,
} from '../../release/draw/reportSheet.js';

const HEADING_ROW = 7;
/** The columns from the left. Paid time is there if it differs from the worked time, planned time if there are plans. */
const COLUMNS: readonly LineColumn[] = [
  { heading: 'reports.date', value: '{{if isFirst then date}}', look: 'date', width: 12 },
  { heading: 'reports.weekday', value: '{{weekdayShort}}', look: 'text', width: 10, most: 14 },
  { heading: 'reports.start', value: '{{startText}}', look: 'time', width: 10, most: 17 },
  { heading: 'reports.end', value: '{{endText}}', look: 'time', width: 10, most: 17 },
  { heading: 'reports.establishment', value: '{{establishment.name}}', look: 'wrapped', width: 14, most: 22 },
  time('reports.break', 'breakMinutes'),
  time('reports.net', 'netMinutes'),
  { ...time('reports.planned', 'plannedMinutes'), isSummed: true, onlyIf: 'plannedMinutes != null' },
  { ...time('reports.worked', 'workedMinutes'), isSummed: true },
  { ...time('reports.paid', 'paidMinutes'), isSummed: true, onlyIf: 'showsPaid' },
  { heading: 'reports.remark', value: '{{remark}}', look: 'wrapped', width: 26 },
];
const LAST = COLUMNS.length;

interface LineColumn {
  /** The text of its heading. */
  readonly heading: string;
  readonly value: string;
  readonly look: string;
  readonly width: number;
  /** It is as wide as its content, up to this. */
  readonly most?: number;
  readonly isHours?: true;
  /** A week adds its days up, and the last row the weeks. */
  readonly isSummed?: true;
  readonly onlyIf?: string;
}

function time(heading: string, field: string): LineColumn {
  return { heading, value: `{{${field} | notation}}`, look: 'duration', width: 11, isHours: true };
}

/**
 * A printable page per employee: a line per entry, days and weeks, hours per pay code, remarks, and lines for the
 * signatures.
 */
export function draw(book: Workbook): void {
  beginBook(book, 'say("reports.timesheets")');
  drawTimesheet(book);
  drawNone(book);
  drawLooks(book);
}

function drawTimesheet(book: Workbook): void {
  const sheet = book.addWorksheet('Timesheet', {
    views: [{ state: 'frozen', ySplit: HEADING_ROW, showGridLines: false }],
  });
  sheet.columns = COLUMNS.map(({ width }) => ({ width }));
  drawTitle(sheet, '{{say("reports.timesheet")}}');
  sheet.getCell('A1').note =
    '{{#sheet timesheets group by employee.id sort by employee.lastName, employee.firstName name tab}}' +
    '{{#print tall if count(timesheet-lines) = 0 then 1 else (count(timesheet-lines) + distinct(timesheet-lines.week)) / 58}}';
  drawPerson(sheet);
  drawHeadings(sheet);
  drawLines(sheet, HEADING_ROW + 1);
  drawTotals(sheet, HEADING_ROW + 3);
  drawCodes(sheet, HEADING_ROW + 5);
  const account = drawNote(sheet, HEADING_ROW + 9, 'account', { look: 'wrapped', height: 28 });
  const legend = drawNote(sheet, account + 1, 'legend', { look: 'label', height: 13 });
  const lastRow = drawSignatures(sheet, legend + 1);
  setUpPage(sheet, { lastColumn: LAST, lastRow, headingRow: HEADING_ROW, orientation: 'portrait' });
}

function drawPerson(sheet: Worksheet): void {
  const pairs = [
    ['reports.employee', '{{shownName}}'],
    ['reports.number', '{{numbers | default:"–"}}'],
  ] as const;
  for (const [index, [label, value]] of pairs.entries()) {
    const row = sheet.getRow(4 + index);
    row.height = 17;
    [row.getCell(1).value, row.getCell(2).value] = [`{{say("${label}")}}`, value];
    [row.getCell(1).style, row.getCell(2).style] = [lookOf('label'), lookOf('person')];
  }
  sheet.getRow(6).height = 8;
}

function drawHeadings(sheet: Worksheet): void {
  const row = sheet.getRow(HEADING_ROW);
  row.height = 22;
  for (const [index, { heading, look, width, most, isHours, onlyIf }] of COLUMNS.entries()) {
    const cell = row.getCell(index + 1);
    cell.value = isHours ? inHours(heading, 'hours') : `{{say("${heading}")}}`;
    cell.style = lookOf(
      isHours ? 'heading.right' : look === 'date' || look === 'time' ? 'heading.centre' : 'heading',
    );
    if (onlyIf !== undefined) cell.note = `{{#if ${onlyIf} columns}}`;
    if (most !== undefined) cell.note = `{{#fit at least ${width} at most ${most}}}`;
  }
}

/** A line per entry, and for each day without one; then the sum of the week. */
function drawLines(sheet: Worksheet, row: number): void {
  const [line, week] = [sheet.getRow(row), sheet.getRow(row + 1)];
  for (const [index, { value, look, isSummed }] of COLUMNS.entries()) {
    const [cell, sum] = [line.getCell(index + 1), week.getCell(index + 1)];
    cell.value = value;
    cell.style = lookOf(look);
    sum.style = lookOf(`${look}.sum`);
    if (isSummed) sum.value = subtotal(cell.address, cell.address);
  }
  week.getCell(1).value = '{{say("reports.week")}}';
  week.height = 16;
  line.getCell(1).note = [
    '{{#each timesheet-lines group by week rows 2}}',
    '{{#each timesheet-lines}}',
    styleLike('isHoliday', 'holiday', LAST),
    styleLike('isFree', 'weekend', LAST),
  ].join('\n');
}

const subtotal = (from: string, to: string) => ({ formula: `SUBTOTAL(9,${from}:${to})` });

/** The sums of the weeks; empty if there is no line. */
function drawTotals(sheet: Worksheet, row: number): void {
  const [total, none] = [sheet.getRow(row), sheet.getRow(row + 1)];
  for (const each of [total, none]) {
    each.height = 19;
    for (const [index, { look }] of COLUMNS.entries())
      each.getCell(index + 1).style = lookOf(`${index === 0 || look === 'wrapped' ? 'text' : look}.total`);
    each.getCell(1).value = '{{say("reports.total")}}';
  }
  for (const [index, { isSummed }] of COLUMNS.entries()) {
    const [cell, first, week] = [row, HEADING_ROW + 1, HEADING_ROW + 2].map((at) =>
      sheet.getCell(at, index + 1),
    );
    if (isSummed && cell && first && week) cell.value = subtotal(first.address, week.address);
  }
  total.getCell(1).note = '{{#if count(timesheet-lines) > 0}}';
  none.getCell(1).note = '{{#if count(timesheet-lines) = 0}}';
}

/** Hours, times and days per pay code; what is paid on top says so. */
function drawCodes(sheet: Worksheet, row: number): void {
  const units = [
    ['minutes', '{{minutes | notation}}', 'duration'],
    ['times', '{{amount}}', 'times'],
    ['days', '{{amount}}', 'days'],
  ] as const;
  sheet.getRow(row).height = 8;
  sheet.getCell(row, 1).note = `{{#if count(timesheet-codes) > 0 rows ${units.length + 1}}}`;
  for (const [index, [unit, value, look]] of units.entries()) {
    const own = sheet.getRow(row + 1 + index);
    own.height = 16;
    for (const column of [1, 2, 3, 4, 5]) own.getCell(column).style = lookOf('text');
    own.getCell(1).value = '{{payCodeLabel}}';
    own.getCell(3).value = '{{if kind = "loading" then say("reports.paidOnTop")}}';
    own.getCell(6).value = value;
    own.getCell(6).style = lookOf(look);
    sheet.mergeCells(own.number, 3, own.number, 5);
    const first = index === 0 ? `{{#each timesheet-codes rows ${units.length}}}\n` : '';
    own.getCell(1).note = `${first}{{#if unit = "${unit}"}}`;
  }
}

/** A sentence across the page, if there is one. @returns its row */
function drawNote(
  sheet: Worksheet,
  row: number,
  field: string,
  { look, height }: { readonly look: string; readonly height: number },
): number {
  sheet.getRow(row).height = 6;
  sheet.getCell(row, 1).note = `{{#if ${field} != null rows 2}}`;
  sheet.getRow(row + 1).height = height;
  sheet.getCell(row + 1, 1).value = `{{${field}}}`;
  sheet.getCell(row + 1, 1).style = lookOf(look);
  sheet.mergeCells(row + 1, 1, row + 1, LAST);
  return row + 1;
}

/** @returns the last row */
function drawSignatures(sheet: Worksheet, row: number): number {
  sheet.getRow(row).height = 44;
  const line = sheet.getRow(row + 1);
  line.height = 16;
  const places: Readonly<Record<number, string>> = {
    1: 'reports.signatureEmployee',
    4: 'reports.signatureDate',
    7: 'reports.signatureEmployer',
    [LAST]: 'reports.signatureDate',
  };
  for (let column = 1; column <= LAST; column += 1) {
    if (column === 6) continue;
    line.getCell(column).style = lookOf('signature');
    if (places[column] !== undefined) line.getCell(column).value = `{{say("${places[column]}")}}`;
  }
  return row + 1;
}

/** The only page of a period without employees. */
function drawNone(book: Workbook): void {
  const sheet = book.addWorksheet('None', { views: [{ showGridLines: false }] });
  sheet.name = '{{say("reports.timesheets")}}';
  sheet.columns = [{ width: 90 }];
  drawTitle(sheet, '{{say("reports.timesheets")}}');
  sheet.getCell('A1').note = '{{#sheet empty timesheets}}';
  sheet.getCell('A4').value = '{{say("reports.nothingWorked")}}';
  sheet.getCell('A4').style = lookOf('notice');
  setUpPage(sheet, { lastColumn: 1, lastRow: 4, orientation: 'portrait' });
}
