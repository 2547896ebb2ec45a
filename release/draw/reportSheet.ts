import type { Cell, Style, Workbook, Worksheet } from 'exceljs';
import { matrixStyles, reportStyles } from './looks.js';

/** A column of a drawn table. */
export interface DrawnColumn {
  /** What its heading says: text and placeholders. */
  readonly heading: string;
  /** The cell of a row. */
  readonly value: string;
  /** The name of its look: `text`, `date`, `duration`. */
  readonly look: string;
  /** Widths in digits; both for a column as wide as its content between them. */
  readonly width?: number;
  readonly most?: number;
  /** Its sum is in the totals row. */
  readonly isSummed?: true;
  /** Only drawn if this is true of the data. */
  readonly onlyIf?: string;
  /** @default that of the look */
  readonly numFmt?: string;
  /** Further instructions of the column: how it repeats. */
  readonly note?: string;
}

export interface DrawnTable {
  /** Letters and digits; unique in the workbook. */
  readonly name: string;
  /** Which rows: `weeks sort by employee.lastName`. */
  readonly each: string;
  /** Whether there are such rows, and whether there are none. */
  readonly some: string;
  readonly none: string;
  readonly columns: readonly DrawnColumn[];
  readonly totalLabel?: string;
  /** Colours of rows: the first condition that is true counts. */
  readonly rowLooks?: readonly (readonly [condition: string, look: string])[];
}

export interface TableSheetPlan {
  /** The name of the tab, with placeholders. */
  readonly tab: string;
  /** Whether the sheet repeats, or only appears with some data: `sheet if count(weeks) > 0`. @default always once */
  readonly directive?: string;
  readonly title: string;
  /** The line above the headings. */
  readonly note?: string;
  readonly table: DrawnTable;
  /** The sentence if there are no rows. */
  readonly empty: string;
  /** Draws rows below the table, from the given one on, and returns the last. @default none */
  readonly below?: (sheet: Worksheet, firstRow: number) => number;
  readonly frozenColumns?: number;
  /** In points. @default two lines */
  readonly headingHeight?: number;
  /** For paper, from the left. @default all */
  readonly printedColumns?: number;
  /** When and how it is printed: `if count(exceptions) > 9`. @default always */
  readonly print?: string;
}

/** Number formats show words of the run; Short Date looks as in its language. */
const LOOKS = new Map([
  ...reportStyles({
    hoursUnit: "{{say('reports.hoursUnit')}}",
    unitTimes: "{{say('reports.unitTimes')}}",
    unitDays: "{{say('reports.unitDays')}}",
    dateFormat: 'mm-dd-yy',
  }),
  ...matrixStyles(),
]);
/** Where the looks lie that cells take by data: a sheet that is never in the filled workbook. */
const LOOK_SHEET = 'Looks';

const HEADING_ROW = 4;

export function lookOf(name: string): Partial<Style> {
  const look = LOOKS.get(name);
  if (look === undefined) throw new Error(`no look ${name}`);
  return look;
}

/** In the order of names; people without a name are last. */
export const BY_NAME = 'sort by employee.lastName, employee.firstName, employee.id';

const HAS_NO_NAME = 'employee.id != null and employee.lastName = null and employee.firstName = null';

/** Number and names. If the names are unknown, the last name shows the ID, and the first name a note. */
export function personColumns(widest: {
  readonly lastName: number;
  readonly firstName: number;
}): DrawnColumn[] {
  return [
    {
      heading: '{{say("reports.number")}}',
      value: '{{employee.number}}',
      look: 'text',
      width: 8,
      most: 18,
    },
    {
      heading: '{{say("reports.lastName")}}',
      value: '{{if employee.lastName != null then employee.lastName else employee.name}}',
      look: 'wrapped',
      width: 8,
      most: widest.lastName,
    },
    {
      heading: '{{say("reports.firstName")}}',
      value: `{{if ${HAS_NO_NAME} then "(" & say("reports.nameUnknown") & ")" else employee.firstName}}`,
      look: 'wrapped',
      width: 8,
      most: widest.firstName,
    },
  ];
}

/** A heading that says that the numbers below it are decimal hours. */
export function inHours(key: string, notation = 'run.hours', hasNegative?: string): string {
  return `{{say("${key}")}}${unitOfHours(notation, hasNegative)}`;
}

/** The unit of decimal hours; a sheet with a negative time has decimal hours in either notation. */
export function unitOfHours(notation = 'run.hours', hasNegative?: string): string {
  const orNegative = hasNegative === undefined ? '' : ` or ${hasNegative}`;
  return `{{if ${notation} = "decimal"${orNegative} then " (" & say("reports.hoursUnit") & ")"}}`;
}

/** Minutes in the notation of hours of the configuration: the heading of decimal hours says so. */
export function hoursColumn(key: string, field: string, width: number, hasNegative?: string): DrawnColumn {
  return {
    heading: inHours(key, 'run.hours', hasNegative),
    value: `{{${field} | notation}}`,
    look: 'duration',
    width,
  };
}

/** A workbook with what all built-in ones have: properties from the run, and the sheet of looks. */
export function beginBook(book: Workbook, title: string): void {
  book.creator = 'paytally';
  book.lastModifiedBy = 'paytally';
  book.title = `{{${title}}} {{run.periodLabel}}`;
  book.subject = '{{run.employerName}} · {{run.periodText}}';
  book.company = '{{run.employerName}}';
  book.description = STATE;
  book.created = new Date(0);
  book.modified = new Date(0);
  book.calcProperties.fullCalcOnLoad = true;
}

const STATE = '{{if run.state = "final" then say("reports.final") else say("reports.draftNote")}}';
const SHORT_STATE = '{{if run.state = "final" then say("reports.final") else say("reports.draft")}}';

/** A sheet of one table, or of the sentence that there is nothing to show. */
export function drawTableSheet(book: Workbook, plan: TableSheetPlan): Worksheet {
  const { tab, directive, title, note, table, empty, below, printedColumns, print } = plan;
  const { frozenColumns = 0, headingHeight = 28 } = plan;
  const sheet = book.addWorksheet(tab, {
    views: [{ state: 'frozen', ySplit: HEADING_ROW, xSplit: frozenColumns, showGridLines: false }],
  });
  const { columns } = table;
  sheet.columns = columns.map(({ width = 12 }) => ({ width }));
  drawTitle(sheet, title, note);
  const instructions = [directive, print === undefined ? undefined : `print ${print}`].flatMap(
    (each) => each ?? [],
  );
  if (instructions.length > 0)
    sheet.getCell('A1').note = instructions.map((each) => `{{#${each}}}`).join('\n');
  const last = drawTable(sheet, table, HEADING_ROW);
  sheet.getRow(HEADING_ROW).height = headingHeight;
  sheet.getCell(HEADING_ROW, 1).note = [
    `{{#if ${table.some} rows ${last - HEADING_ROW + 1}}}`,
    noteText(sheet.getCell(HEADING_ROW, 1)),
  ].join('\n');
  const nothing = sheet.getCell(last + 1, 1);
  nothing.value = `{{#if ${table.none}}}${empty}`;
  nothing.style = lookOf('notice');
  const lastRow = below?.(sheet, last + 2) ?? last + 1;
  setUpPage(sheet, { lastColumn: printedColumns ?? columns.length, lastRow, headingRow: HEADING_ROW });
  return sheet;
}

/** Title, state, period and employer: a long name loses only its own end. */
export function drawTitle(sheet: Worksheet, title: string, note?: string): void {
  const [heading, state, above] = [sheet.getCell('A1'), sheet.getCell('A2'), sheet.getCell('A3')];
  heading.value = title;
  heading.style = lookOf('title');
  sheet.getRow(1).height = 26;
  state.value = `${STATE} · {{run.periodText}} · {{run.employerName}}`;
  state.style = lookOf('subtitle');
  state.note = styleLike('run.state != "final"', 'draft');
  sheet.getRow(2).height = 16;
  if (note === undefined) sheet.getRow(3).height = 8;
  else {
    above.value = note;
    above.style = lookOf('note');
  }
}

function noteText({ note }: Cell): string {
  return typeof note === 'string' ? note : '';
}

/** @returns the last row of the table */
export function drawTable(
  sheet: Worksheet,
  table: Omit<DrawnTable, 'some' | 'none'>,
  headingRow: number,
): number {
  const { name, each, columns, totalLabel, rowLooks = [] } = table;
  const data = headingRow + 1;
  const last = totalLabel === undefined ? data : data + 1;
  sheet.addTable({
    name,
    ref: `A${headingRow}`,
    headerRow: true,
    totalsRow: totalLabel !== undefined,
    style: { showRowStripes: false },
    columns: columns.map(({ heading, isSummed }, index) => ({
      name: heading,
      filterButton: true,
      ...(isSummed && totalLabel !== undefined ? { totalsRowFunction: 'sum' as const } : {}),
      ...(index === 0 && totalLabel !== undefined ? { totalsRowLabel: totalLabel } : {}),
    })),
    rows: [columns.map(({ value }, index) => (index === 0 ? `{{#each ${each}}}${value}` : value))],
  });
  for (const [index, column] of columns.entries()) {
    const { heading, look, isSummed, width, most, onlyIf, note } = column;
    const [head, body, total] = [headingRow, data, last].map((row) => sheet.getCell(row, index + 1));
    if (head === undefined || body === undefined || total === undefined) continue;
    head.style = lookOf(headingLook(look));
    body.style = { ...lookOf(look), ...(column.numFmt === undefined ? {} : { numFmt: column.numFmt }) };
    const notes = [
      ...(note === undefined ? [] : [note]),
      ...(onlyIf === undefined ? [] : [`{{#if ${onlyIf} columns}}`]),
      ...(most === undefined ? [] : [`{{#fit at least ${width ?? 8} at most ${most}}}`]),
    ];
    if (notes.length > 0) head.note = notes.join('\n');
    if (totalLabel === undefined) continue;
    total.style = lookOf(`${look === 'wrapped' ? 'text' : look}.total`);
    if (index === 0) total.value = totalLabel;
    else total.value = isSummed ? { formula: `SUBTOTAL(109,${name}[${heading}])` } : null;
  }
  if (rowLooks.length > 0)
    sheet.getCell(data, 1).note = rowLooks
      .map(([condition, look]) => styleLike(condition, look, columns.length))
      .join('\n');
  return last;
}

/** Headings are aligned like their values. */
function headingLook(look: string): string {
  if (look === 'text' || look === 'wrapped') return 'heading';
  return look === 'date' || look === 'centred' || look === 'time' ? 'heading.centre' : 'heading.right';
}

/** The characters of a name that fit next to the name of the sheet in the middle. */
const NAME_CHARACTERS = { portrait: 22, landscape: 50 } as const;

export interface PageOptions {
  readonly lastColumn: number;
  readonly lastRow: number;
  /** The row that is printed on every page, or the first of several. @default none */
  readonly headingRow?: number;
  /** @default 1 */
  readonly headingRows?: number;
  /** Aligned to the left of the page. @default centred */
  readonly isNarrow?: true;
  /** @default landscape */
  readonly orientation?: 'portrait' | 'landscape';
}

/** A4, one page wide, with the headings on each page, and the state of the run in the footer. */
export function setUpPage(
  sheet: Worksheet,
  { lastColumn, lastRow, headingRow, headingRows = 1, orientation = 'landscape', isNarrow }: PageOptions,
): void {
  Object.assign(sheet.pageSetup, {
    paperSize: 9,
    orientation,
    fitToPage: true,
    fitToWidth: 1,
    fitToHeight: 0,
    horizontalCentered: isNarrow !== true,
    margins: { left: 0.4, right: 0.4, top: 0.5, bottom: 0.6, header: 0.3, footer: 0.3 },
    printArea: `A1:${sheet.getColumn(lastColumn).letter}${lastRow}`,
    ...(headingRow === undefined ? {} : { printTitlesRow: `${headingRow}:${headingRow + headingRows - 1}` }),
  });
  const small = '&8&"Calibri,Regular"';
  const pages = `&C${small}&A&R${small}{{say("reports.page")}} &P / &N`;
  sheet.headerFooter.differentFirst = true;
  sheet.headerFooter.firstFooter = pages;
  const name = `{{run.employerName | shorten:${NAME_CHARACTERS[orientation]},"…"}}`;
  sheet.headerFooter.oddFooter = `&L${small}${SHORT_STATE} · {{run.periodLabel}} · ${name}${pages}`;
}

/** Looks that cells take by data: the draft's, and the colours of days. They lie on a sheet that is never written. */
const TAKEN_LOOKS: Readonly<Record<string, Partial<Style>>> = {
  draft: lookOf('draft'),
  holiday: fillOf('text.holiday'),
  weekend: fillOf('text.weekend'),
  more: fillOf('text.more'),
  less: fillOf('text.less'),
  bad: lookOf('verdict.bad'),
  headingWeekend: fillOf('matrix.heading.weekend'),
  headingHoliday: fillOf('matrix.heading.holiday'),
  ...matrixLooks('duration'),
  ...matrixLooks('decimal'),
};

/** The colours of the calendar, with the signs in its number formats. */
function matrixLooks(unit: 'duration' | 'decimal'): Record<string, Partial<Style>> {
  const shades = ['absence', 'more', 'less', 'holiday', 'weekend'];
  return Object.fromEntries(shades.map((shade) => [`${unit}.${shade}`, fillOf(`matrix.${unit}.${shade}`)]));
}

/** The colour and the number format: alignment, font and lines stay those of the cell. */
function fillOf(name: string): Partial<Style> {
  const { fill, numFmt, font } = lookOf(name);
  const isHeading = name.includes('heading');
  return {
    ...(fill === undefined ? {} : { fill }),
    ...(numFmt === undefined ? {} : { numFmt }),
    ...(isHeading && font !== undefined ? { font } : {}),
  };
}

/** The instruction that a cell, and those to the right of it, take a look if a condition is met. */
export function styleLike(condition: string, look: string, columns = 1): string {
  const row = Object.keys(TAKEN_LOOKS).indexOf(look) + 1;
  if (row === 0) throw new Error(`no look ${look} to take`);
  return `{{#style ${condition} like "${LOOK_SHEET}!A${row}" columns ${columns}}}`;
}

/** The sheet of looks: never in the filled workbook. */
export function drawLooks(book: Workbook): void {
  const sheet = book.addWorksheet(LOOK_SHEET);
  for (const [index, [name, look]] of Object.entries(TAKEN_LOOKS).entries()) {
    sheet.getCell(index + 1, 1).value = name;
    sheet.getCell(index + 1, 1).style = look;
  }
  sheet.getCell('A1').note = '{{#sheet if false}}';
}
