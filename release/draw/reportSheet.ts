import type { Style, Workbook, Worksheet } from 'exceljs';
import { reportStyles } from '../../src/documents/reports/reportStyles.js';

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
  readonly frozenColumns?: number;
  /** For paper, from the left. @default all */
  readonly printedColumns?: number;
}

const LOOKS = reportStyles('en');
/** Where the looks lie that cells take by data: a sheet that is never in the filled workbook. */
const LOOK_SHEET = 'Looks';

const HEADING_ROW = 4;

export function lookOf(name: string): Partial<Style> {
  const look = LOOKS.get(name);
  if (look === undefined) throw new Error(`no look ${name}`);
  return look;
}

/** A workbook with what all built-in ones have: properties from the run, and the sheet of looks. */
export function beginBook(book: Workbook, title: string): void {
  book.creator = 'paytally';
  book.lastModifiedBy = 'paytally';
  book.title = `{{${title}}} {{run.periodLabel}}`;
  book.subject = '{{run.employerName}} · {{run.from | date}} – {{run.to | date}}';
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
  const { tab, directive, title, note, table, empty, frozenColumns = 0, printedColumns } = plan;
  const sheet = book.addWorksheet(tab, {
    views: [{ state: 'frozen', ySplit: HEADING_ROW, xSplit: frozenColumns, showGridLines: false }],
  });
  const { columns } = table;
  sheet.columns = columns.map(({ width = 12 }) => ({ width }));
  drawTitle(sheet, title, note);
  if (directive !== undefined) sheet.getCell('A1').note = `{{#${directive}}}`;
  const last = drawTable(sheet, table);
  const nothing = sheet.getCell(last + 1, 1);
  nothing.value = `{{#if ${table.none}}}${empty}`;
  nothing.style = lookOf('notice');
  setUpPage(sheet, { lastColumn: printedColumns ?? columns.length, lastRow: last + 1 });
  return sheet;
}

/** Title, state, period and employer: a long name loses only its own end. */
function drawTitle(sheet: Worksheet, title: string, note: string | undefined): void {
  const [heading, state, above] = [sheet.getCell('A1'), sheet.getCell('A2'), sheet.getCell('A3')];
  heading.value = title;
  heading.style = lookOf('title');
  sheet.getRow(1).height = 26;
  state.value = `${STATE} · {{run.from | date}} – {{run.to | date}} · {{run.employerName}}`;
  state.style = lookOf('subtitle');
  state.note = `{{#style run.state != "final" like "${LOOK_SHEET}!A1"}}`;
  sheet.getRow(2).height = 16;
  if (note === undefined) sheet.getRow(3).height = 8;
  else {
    above.value = note;
    above.style = lookOf('note');
  }
}

/** @returns the last row of the table */
function drawTable(sheet: Worksheet, table: DrawnTable): number {
  const { name, each, some, columns, totalLabel } = table;
  const data = HEADING_ROW + 1;
  const last = totalLabel === undefined ? data : data + 1;
  sheet.addTable({
    name,
    ref: `A${HEADING_ROW}`,
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
    const { heading, look, isSummed, width, most, onlyIf } = column;
    const [head, body, total] = [HEADING_ROW, data, last].map((row) => sheet.getCell(row, index + 1));
    if (head === undefined || body === undefined || total === undefined) continue;
    head.style = lookOf(headingLook(look));
    body.style = { ...lookOf(look), ...(column.numFmt === undefined ? {} : { numFmt: column.numFmt }) };
    const notes = [
      ...(index === 0 ? [`{{#if ${some} rows ${last - HEADING_ROW + 1}}}`] : []),
      ...(onlyIf === undefined ? [] : [`{{#if ${onlyIf} columns}}`]),
      ...(most === undefined ? [] : [`{{#fit at least ${width ?? 8} at most ${most}}}`]),
    ];
    if (notes.length > 0) head.note = notes.join('\n');
    if (totalLabel === undefined) continue;
    total.style = lookOf(`${look === 'wrapped' ? 'text' : look}.total`);
    if (index === 0) total.value = totalLabel;
    else total.value = isSummed ? { formula: `SUBTOTAL(109,${name}[${heading}])` } : null;
  }
  sheet.getRow(HEADING_ROW).height = 28;
  return last;
}

/** Headings are aligned like their values. */
function headingLook(look: string): string {
  if (look === 'text' || look === 'wrapped') return 'heading';
  return look === 'date' || look === 'centred' || look === 'time' ? 'heading.centre' : 'heading.right';
}

interface PageOptions {
  readonly lastColumn: number;
  readonly lastRow: number;
}

/** A4 landscape, one page wide, with the headings on each page, and the state of the run in the footer. */
function setUpPage(sheet: Worksheet, { lastColumn, lastRow }: PageOptions): void {
  Object.assign(sheet.pageSetup, {
    paperSize: 9,
    orientation: 'landscape',
    fitToPage: true,
    fitToWidth: 1,
    fitToHeight: 0,
    horizontalCentered: true,
    margins: { left: 0.4, right: 0.4, top: 0.5, bottom: 0.6, header: 0.3, footer: 0.3 },
    printArea: `A1:${sheet.getColumn(lastColumn).letter}${lastRow}`,
    printTitlesRow: `${HEADING_ROW}:${HEADING_ROW}`,
  });
  const small = '&8&"Calibri,Regular"';
  const pages = `&C${small}&A&R${small}{{say("reports.page")}} &P / &N`;
  sheet.headerFooter.differentFirst = true;
  sheet.headerFooter.firstFooter = pages;
  sheet.headerFooter.oddFooter = `&L${small}${SHORT_STATE} · {{run.periodLabel}} · {{run.employerName}}${pages}`;
}

/** The sheet of looks: never in the filled workbook. */
export function drawLooks(book: Workbook): void {
  const sheet = book.addWorksheet(LOOK_SHEET);
  sheet.getCell('A1').value = 'draft';
  sheet.getCell('A1').style = lookOf('draft');
  sheet.getCell('A1').note = '{{#sheet if false}}';
}
