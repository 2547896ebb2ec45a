import type { Workbook, Worksheet } from 'exceljs';
import { addChart } from '../../release/draw/charts.js';
import {
  drawTable,
  drawTitle,
  hoursColumn,
  lookOf,
  setUpPage,
  styleLike,
} from '../../release/draw/reportSheet.js';
import { AMOUNTS, CHANGES, type Section } from './drawAmounts.js';
import { count, LEAST_PRINTED, say } from './drawLists.js';

const WIDTHS = [32, 26, 18, 18, 44, 22, 28];
const FIRST_ROW = 4;
const IS_DRAFT = 'run.state != "final"';
const OPEN = 'exceptions where not accepted';

/**
 * The front sheet: the verdict, what to do first, hours by establishment and by pay code, what changed, and lines to
 * sign; then the origin of a final, its checksums last.
 */
export function drawFront(book: Workbook): void {
  const open = { showGridLines: false, tabSelected: true };
  const sheet = book.addWorksheet(say('reports.cover'), { views: [open] });
  sheet.columns = WIDTHS.map((width) => ({ width }));
  drawTitle(sheet, say('reports.cover'));
  sheet.getCell('A1').note = `{{#print wide 1 tall if ${ROWS} <= 45 then 1 else 0}}`;
  drawVerdict(sheet, FIRST_ROW);
  let row = drawFigures(sheet, FIRST_ROW + 2) + 1;
  row = drawSentence(sheet, row, {
    onlyIf: `${IS_DRAFT} and count(${OPEN}) = 0`,
    title: say('review.workList'),
    sentence: say('review.nothingToDo'),
  });
  for (const section of [WORK, ...AMOUNTS]) row = drawSection(book, sheet, row, section);
  row = drawSentence(sheet, row, {
    onlyIf: 'run.previousFinal != null and count(changes) = 0',
    title: say('review.changes'),
    sentence: say('review.nothingUnusual'),
  });
  for (const section of CHANGES) row = drawSection(book, sheet, row, section);
  row = drawUnprinted(sheet, row);
  row = drawSignatures(sheet, row);
  row = drawOrigin(sheet, row);
  row = drawSection(book, sheet, row, CONTROL);
  row = drawChecksums(sheet, row);
  setUpPage(sheet, { lastColumn: WIDTHS.length, lastRow: row - 1 });
}

/** Roughly how many rows the sheet has: an item to resolve takes two. */
const ROWS =
  `distinct(exceptions.code where not accepted) * 2 + distinct(pay-lines.establishment.name) + ` +
  'count(pay-codes) + count(changes)';

function drawVerdict(sheet: Worksheet, row: number): void {
  const cell = sheet.getCell(row, 1);
  sheet.getRow(row).height = 26;
  cell.value = '{{run.verdict}}';
  cell.style = lookOf('verdict.good');
  cell.note = styleLike('run.verdictKind = "bad"', 'bad');
}

const known = (field: string): string =>
  `if count(employees) > 0 and count(employees.${field}) = 0 then null else sum(employees.${field})`;

const HAS_PLANS = 'count(employees) = 0 or count(employees.plannedMinutes) > 0';

/**
 * The figures of the period in large type; a difference in clock time is text.
 * @param places the columns of each figure: several if only one of them is there
 * @returns the row after them
 */
export function drawFigures(
  sheet: Worksheet,
  row: number,
  places: readonly (readonly number[])[] = [[1], [2], [3], [4], [5], [6]],
): number {
  const figures = [
    ['reports.employees', '{{count(employees)}}', 'figure'],
    ['reports.entries', '{{sum(employees.entries)}}', 'figure'],
    ['reports.exceptions', '{{count(exceptions)}}', 'figure'],
    ['reports.planned', `{{(${known('plannedMinutes')}) | notation}}`, 'figure.duration'],
    ['reports.worked', `{{(${known('workedMinutes')}) | notation}}`, 'figure.duration'],
  ] as const;
  const difference = known('differenceMinutes');
  const rows = [
    ['run.hours != "decimal"', `{{(${difference}) | signed}}`, 'figure'],
    ['run.hours = "decimal"', `{{(${difference}) | hours}}`, 'figure.hours'],
  ] as const;
  for (const [at, [label]] of [...figures, ['reports.difference'] as const].entries()) {
    const isOfPlan = label === 'reports.planned' || label === 'reports.difference';
    for (const column of places[at] ?? []) {
      sheet.getCell(row, column).value = isOfPlan ? `{{if ${HAS_PLANS} then say("${label}")}}` : say(label);
      sheet.getCell(row, column).style = lookOf('label');
    }
  }
  for (const [at, [onlyIf, value, look]] of rows.entries()) {
    const line = sheet.getRow(row + 1 + at);
    line.height = 22;
    for (const [figure, [, shown, style]] of [...figures, ['', value, look] as const].entries()) {
      for (const column of places[figure] ?? []) {
        line.getCell(column).value = shown;
        line.getCell(column).style = lookOf(style);
      }
    }
    line.getCell(1).note = `{{#if ${onlyIf}}}`;
  }
  return row + 1 + rows.length;
}

/** What is still open in a draft, in the order of the work list. Nothing of a final is open. */
const WORK: Section = {
  name: 'WorkList',
  title: say('review.workList'),
  onlyIf: `${IS_DRAFT} and count(${OPEN}) > 0`,
  each: `${OPEN} group by code, title, severityText, remedy, actor`,
  columns: [
    { heading: say('reports.meaning'), value: '{{title}}', look: 'wrapped' },
    { heading: say('reports.severity'), value: '{{severityText}}', look: 'wrapped' },
    count('reports.exceptions', '{{count(exceptions)}}'),
    count('reports.employees', '{{if distinct(employee.id) > 0 then distinct(employee.id)}}'),
    { heading: say('reports.remedy'), value: '{{remedy}}', look: 'wrapped' },
    { heading: say('reports.actor'), value: '{{actor}}', look: 'wrapped' },
    { heading: say('reports.establishments'), value: '{{join(establishment.name, ", ")}}', look: 'wrapped' },
  ],
};

/** The result of all fetched entries and minutes, in total; of a final. */
const CONTROL: Section = {
  name: 'ControlInAll',
  title: say('reports.controlTitle'),
  onlyIf: 'run.state = "final" and count(control where scope = "total") > 0',
  each: 'control where scope = "total"',
  columns: [
    { heading: say('reports.reason'), value: '{{reasonText}}', look: 'wrapped' },
    count('reports.entries', '{{entries}}'),
    hoursColumn('reports.hours', 'minutes', 12),
  ],
};

/** A gap, a title, a table and, next to it, a small chart. @returns the row after them */
function drawSection(book: Workbook, sheet: Worksheet, row: number, section: Section): number {
  const { title, onlyIf, chart, hasTotal, headingHeight = 28, ...table } = section;
  const heading = row + 2;
  const total = hasTotal ? { totalLabel: say('reports.total') } : {};
  const last = drawTable(sheet, { ...table, ...total }, heading);
  sheet.getCell(row, 1).note = `{{#if ${onlyIf} rows ${last - row + 1}}}`;
  drawHeading(sheet, row + 1, title);
  sheet.getRow(heading).height = headingHeight;
  if (chart) drawCharts(book, sheet, section, heading);
  return last + 1;
}

function drawHeading(sheet: Worksheet, row: number, title: string): void {
  sheet.getRow(row).height = 22;
  sheet.getCell(row, 1).value = title;
  sheet.getCell(row, 1).style = lookOf('section');
}

/** A low chart for few bars, or a higher one, which then also has tables next to it. */
function drawCharts(
  book: Workbook,
  sheet: Worksheet,
  { title, columns, chart }: Section,
  heading: number,
): void {
  if (!chart) return;
  const { column, size, onlyIf } = chart;
  const shown = columns[column.charCodeAt(0) - 'A'.charCodeAt(0)]?.heading ?? '';
  for (const [limit, rows] of [
    [`${size} <= 4`, 7],
    [`${size} > 4`, 13],
  ] as const) {
    addChart(book, sheet, {
      title: `${title}: ${shown}`,
      onlyIf: `${onlyIf} and ${limit}`,
      from: { column: 4, row: heading - 1 },
      columns: 2,
      rows,
      dataRow: heading + 1,
      categoryColumn: 'A',
      series: [{ name: shown, column, colour: 'worked' }],
      hasBars: true,
    });
  }
}

interface Sentence {
  readonly onlyIf: string;
  readonly title: string;
  readonly sentence: string;
}

/** @returns the row after it */
function drawSentence(sheet: Worksheet, row: number, { onlyIf, title, sentence }: Sentence): number {
  sheet.getCell(row, 1).note = `{{#if ${onlyIf} rows 3}}`;
  drawHeading(sheet, row + 1, title);
  sheet.getCell(row + 2, 1).value = sentence;
  sheet.getCell(row + 2, 1).style = lookOf('note');
  return row + 3;
}

/** The subjects of the control totals: each has a line for what was read. */
export const SUBJECTS = 'count(control where reason = "fetched")';

/** Which sheets have no page, so that a reader of the paper knows that there is more. @returns the row after it */
function drawUnprinted(sheet: Worksheet, row: number): number {
  const listed = (rows: string, key: string): string => `say("reports.sheetRows", ${rows}, say("${key}"))`;
  const more = (rows: string, key: string, limit = ` and ${rows} < ${LEAST_PRINTED}`): string =>
    `(if ${rows} > 0${limit} then ", " & ${listed(rows, key)} else "")`;
  const days = 'count(employee-days)';
  const details = [
    more('count(joined-exceptions)', 'reports.exceptions'),
    more('count(clock-changes)', 'reports.clockChange'),
    more('count(period-edges)', 'reports.periodEdge'),
  ].join(' & ');
  const lists = `${listed(days, 'reports.days')} & ${more('count(planned-worked)', 'reports.comparison', '')}`;
  const withWork = `${lists} & ${details} & ${more(SUBJECTS, 'reports.control')}`;
  const withoutWork = `${listed(SUBJECTS, 'reports.control')} & ${details}`;
  const sentences = [
    [`${days} > 0`, withWork],
    [`${days} = 0`, withoutWork],
  ] as const;
  for (const [at, [onlyIf, sheets]] of sentences.entries()) {
    const cell = sheet.getCell(row + 1 + at, 1);
    cell.value = `{{#if ${onlyIf}}}{{say("reports.notPrintedSheets", ${sheets})}}`;
    cell.style = lookOf('note');
  }
  sheet.getCell(row, 1).note = `{{#if ${days} > 0 or ${SUBJECTS} < ${LEAST_PRINTED} rows 3}}`;
  return row + 3;
}

/** Lines to sign: who prepared the period, and who approved it. @returns the row after them */
function drawSignatures(sheet: Worksheet, row: number): number {
  const places = [
    'reports.preparedBy',
    'reports.signatureDate',
    undefined,
    'reports.approvedBy',
    'reports.signatureDate',
  ];
  sheet.getRow(row + 1).height = 40;
  const line = sheet.getRow(row + 2);
  line.height = 16;
  for (const [at, place] of places.entries()) {
    if (place === undefined) continue;
    line.getCell(at + 1).value = say(place);
    line.getCell(at + 1).style = lookOf('signature');
  }
  return row + 3;
}

const STAMP = '(run.madeAt | left:19 | replace:"T"," ") & " UTC"';

/** Of a final: its author and time, and the preceding record of the audit trail. */
export const CLOSING: readonly (readonly [label: string, value: string, onlyIf?: string])[] = [
  ['review.made', `{{say("review.madeBy", ${STAMP}, run.madeBy | default:"–")}}`],
  [
    'review.chainBefore',
    '{{if run.previousDigest != null then run.previousDigest else say("review.firstLink")}}',
  ],
  [
    'review.previousFinal',
    '{{if run.previousFinal != null then run.previousFinal & (if run.previousFinalDigest != null then " · " & run.previousFinalDigest else "") else "–"}}',
  ],
  [
    'review.takenBack',
    '{{run.takenBack & (if run.takenBackReason != null then ": " & run.takenBackReason else "")}}',
    'run.takenBack != null',
  ],
];
export const IS_CLOSED = 'run.state = "final" and run.madeAt != null';

/** One below the other: next to a value in its row, a file name of sixty letters would be cut off. */
function drawFact(sheet: Worksheet, row: number, label: string, value: string): void {
  [sheet.getCell(row, 1).value, sheet.getCell(row + 1, 1).value] = [label, value];
  [sheet.getCell(row, 1).style, sheet.getCell(row + 1, 1).style] = [lookOf('label'), lookOf('text')];
}

/** @returns the row after them */
function drawOrigin(sheet: Worksheet, row: number): number {
  const rows = 1 + CLOSING.length * 2;
  sheet.getCell(row, 1).note = `{{#if ${IS_CLOSED} rows ${rows}}}`;
  for (const [at, [label, value, onlyIf]] of CLOSING.entries()) {
    drawFact(sheet, row + 1 + at * 2, say(label), value);
    if (onlyIf !== undefined) sheet.getCell(row + 1 + at * 2, 1).note = `{{#if ${onlyIf} rows 2}}`;
  }
  return row + rows;
}

/** The digests of a final's other files. @returns the row after them */
function drawChecksums(sheet: Worksheet, row: number): number {
  sheet.getCell(row, 1).note = '{{#if count(files) > 0 rows 4}}';
  drawHeading(sheet, row + 1, say('review.filesOfRun'));
  drawFact(sheet, row + 2, '{{#each files rows 2}}{{fileName}}', '{{sha256}}');
  return row + 4;
}
