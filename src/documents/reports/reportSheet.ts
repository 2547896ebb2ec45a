import {
  areaName,
  type ChartPlan,
  type PrintPlan,
  SHEET_ROWS,
  SheetNames,
  type SheetPlan,
  type SheetRow,
  type SheetSettings,
  type WorkbookProperties,
} from '../../workbook/index.js';
import type { ReportContext } from './reportContext.js';
import {
  HEADING_HEIGHT,
  LINE_HEIGHT,
  type TableBlock,
  type TableBlockPlan,
  tableBlock,
} from './tableBlock.js';

/** The row of the first table's headings, below title, subtitle and a gap. */
const HEADING_ROW = 4;

/** The number of rows that fit one sheet below the headings, with totals. */
export const ROWS_PER_SHEET = SHEET_ROWS - HEADING_ROW - 1;

const GAP: SheetRow = { cells: [], heightPoints: 8 };

/**
 * Title, whether it is a draft, period and employer. A name that is too long for the page loses its own end only.
 * @param below the third row
 */
export function titleRows(context: ReportContext, title: string, below: SheetRow = GAP): SheetRow[] {
  const { say, draft, period, run } = context;
  const state = draft ? say('reports.draftNote') : say('reports.final');
  const value = [state, period, run('employerName')].join(' · ');
  return [
    { cells: [{ style: 'title', value: title }], heightPoints: 26 },
    { cells: [{ style: draft ? 'draft' : 'subtitle', value }], heightPoints: 16 },
    below,
  ];
}

export interface FrameOptions {
  readonly widths: readonly number[];
  readonly orientation: 'portrait' | 'landscape';
  /** Frozen rows. */
  readonly frozenRows?: number;
  readonly frozenColumns?: number;
  /** The last of the frozen rows, which are printed on every page. @default 1 */
  readonly headingRows?: number;
  /** The number of printed columns, if the others are only for filters on the screen. @default all */
  readonly printedColumns?: number;
  /** The maximum number of pages, scaled as needed. @default no limit */
  readonly pagesTall?: number;
  /** The height of all rows, if known: a few rows are then not printed on a separate page. */
  readonly heightPoints?: number;
  /** A sentence or a few facts, aligned to the left. */
  readonly narrow?: true;
  readonly tabColour?: string;
}

/** Widths, panes, A4 page one page wide, and the footers. */
export function sheetSettings(context: ReportContext, options: FrameOptions): SheetSettings {
  const { widths, orientation, frozenRows = 0, frozenColumns = 0, tabColour } = options;
  return {
    widths,
    ...(tabColour !== undefined && { tabColour }),
    frozen: { rows: frozenRows, columns: frozenColumns },
    showsGrid: false,
    page: {
      orientation,
      pagesTall: options.pagesTall ?? pagesWithoutRest(options),
      isCentred: options.narrow !== true,
      marginsInches: { left: 0.4, right: 0.4, top: 0.5, bottom: 0.6, header: 0.3, footer: 0.3 },
      ...buildFooters(context, orientation),
    },
  };
}

/** The size of an A4 page within its margins. */
const ROOM_POINTS = {
  portrait: { width: 537, height: 763 },
  landscape: { width: 784, height: 516 },
} as const;
/** If the last page has less than this, its rows are moved to the others by scaling, down to this scale at most. */
const [LEAST_PAGE, LEAST_SCALE] = [0.4, 0.5];

/**
 * The number of pages that a sheet is scaled to, so that a few rows are not on a separate page; 0 if that is
 * impossible.
 */
function pagesWithoutRest({ widths, orientation, heightPoints, frozenRows = 0 }: FrameOptions) {
  if (heightPoints === undefined) return 0;
  const { width, height } = ROOM_POINTS[orientation];
  const needed = widths.reduce((sum, each) => sum + each * 5.25 + 3.75, 0);
  const scale = Math.min(1, width / needed);
  const headings = frozenRows > 0 ? HEADING_HEIGHT + LINE_HEIGHT : 0;
  const pages = Math.max(1, (heightPoints - headings) / (height / scale - headings));
  const whole = Math.floor(pages);
  const rest = pages - whole;
  return rest > 0 && rest < LEAST_PAGE && (scale * whole) / pages >= LEAST_SCALE ? whole : 0;
}

/** Placeholders for numbers that the spreadsheet fills in. */
const [PAGE, PAGES] = ['\u0001', '\u0002'];

/**
 * The characters that fit to the left of the centred sheet name, which has up to 31. Excel allows 255 characters in
 * total.
 */
const FOOTER_CHARACTERS = { portrait: 40, landscape: 70 } as const;

/** The first page has the employer and the period above its rows already, the others only in the footer. */
function buildFooters(
  context: ReportContext,
  orientation: FrameOptions['orientation'],
): { firstFooter: string; footer: string } {
  const { say, draft } = context;
  const plain = (text: string) => text.replaceAll('&', '&&');
  const state = draft ? say('reports.draft') : say('reports.final');
  const left = shortenRunTitle(context, FOOTER_CHARACTERS[orientation]);
  // The font name is between the size and the text, because the text may begin with a digit.
  const small = '&8&"Calibri,Regular"';
  const pages = plain(say('reports.pageOf', { page: PAGE, pages: PAGES }));
  const numbered = pages.replace(PAGE, '&P').replace(PAGES, '&N');
  const firstFooter = `&C${small}&A&R${small}${numbered}`;
  return { firstFooter, footer: `&L${small}${plain(state)} · ${plain(left)}${firstFooter}` };
}

/** Employer and period: if too long, without the dates, and with a shorter name rather than a truncated period. */
function shortenRunTitle({ subtitle, run }: ReportContext, characters: number): string {
  if (subtitle.length <= characters) return subtitle;
  const [name, label] = [run('employerName'), run('periodLabel')];
  const room = Math.max(SHORTEST_NAME, characters - label.length - ' · '.length);
  const shown = name.length <= room ? name : `${[...name].slice(0, room - 1).join('')}…`;
  return `${shown} · ${label}`;
}

/** Employers can still be distinguished. */
const SHORTEST_NAME = 12;

/** The print settings: the headings on every page, and only the columns meant for paper. */
export function printPlan(
  { frozenRows = 0, headingRows = 1, printedColumns }: FrameOptions,
  lastRow: number,
): PrintPlan {
  return {
    lastRow,
    ...(frozenRows > 0 && { titleRows: { from: frozenRows - headingRows + 1, to: frozenRows } }),
    ...(printedColumns !== undefined && { columns: printedColumns }),
  };
}

/** A sheet that is one table. */
interface TableSheet extends Notice {
  /** With the name of the native table, unique in the workbook. */
  readonly table: Omit<TableBlockPlan, 'headingRow'>;
  /** The line directly above the headings. @default a gap */
  readonly above?: SheetRow | undefined;
  /** Lines below the table. @default none */
  readonly below?: readonly SheetRow[];
  readonly frozenColumns?: number;
  readonly printedColumns?: number;
  /** As many pages as it needs, so that its text is never smaller. @default a few rows are not on a separate page */
  readonly pagesTall?: 0;
  /** Whether it is printed with its workbook. @default with rows and without */
  readonly printed?: Printing;
}

/**
 * In a workbook with other pages: a list is for the screen only, details are printed if they fill more than a few lines
 * of a page, and rows are always printed, but not the sentence that there are none.
 */
export type Printing = 'never' | 'details' | 'rows';

/** Fewer lines of details are not worth a page of paper. */
export const LEAST_PRINTED_ROWS = 10;

/** Whether a table of a workbook is printed with it. */
export function isTablePrinted(count: number, printing: Printing | undefined): boolean {
  if (printing === undefined) return true;
  return printing !== 'never' && count >= (printing === 'details' ? LEAST_PRINTED_ROWS : 1);
}

/** A sheet that is one table in landscape, or a sentence if there is nothing to show. */
export function tableSheet(context: ReportContext, name: string, sheet: TableSheet): SheetPlan {
  const { title, table, frozenColumns = 0, printedColumns } = sheet;
  if (table.count === 0) return noticeSheet(context, name, sheet);
  const isPrinted = isTablePrinted(table.count, sheet.printed);
  const above = isPrinted ? sheet.above : noteRow(context.say('reports.notPrinted', { count: table.count }));
  const block = tableBlock({ ...table, headingRow: HEADING_ROW });
  const options: FrameOptions = {
    widths: table.columns.map(({ width }) => width),
    orientation: 'landscape',
    frozenRows: HEADING_ROW,
    frozenColumns,
    heightPoints: TITLE_HEIGHT + HEADING_HEIGHT + table.count * LINE_HEIGHT,
    ...(printedColumns === undefined ? {} : { printedColumns }),
    ...(sheet.pagesTall === undefined ? {} : { pagesTall: sheet.pagesTall }),
  };
  const below = sheet.below === undefined || sheet.below.length === 0 ? [] : [GAP, ...sheet.below];
  const lastRow = block.lastRow + below.length;
  return {
    name,
    settings: sheetSettings(context, options),
    print: isPrinted ? printPlan(options, lastRow) : { lastRow, isForScreen: true },
    area: areaName(0, 1, options.widths.length - 1, lastRow),
    *rows(styleIds) {
      yield* titleRows(context, title, above);
      yield* block.rows(styleIds);
      yield* below;
    },
    tables: [block.table],
  };
}

const TITLE_HEIGHT = 50;

interface Notice {
  readonly title: string;
  /** Replaces a table without rows, which Excel refuses. */
  readonly empty: string;
  /** With any value, the sentence is not printed. @default it is printed */
  readonly printed?: Printing;
}

/** The sheet without a table: its title and the reason in a sentence. */
export function noticeSheet(
  context: ReportContext,
  name: string,
  { title, empty, printed }: Notice,
  orientation: FrameOptions['orientation'] = 'landscape',
): SheetPlan {
  const notice: SheetRow = { cells: [{ style: 'notice', value: empty }], heightPoints: 22 };
  return {
    name,
    settings: sheetSettings(context, { widths: [NOTICE_WIDTH], orientation, narrow: true }),
    print: { lastRow: HEADING_ROW, ...(printed !== undefined && { isForScreen: true }) },
    area: areaName(0, 1, 0, HEADING_ROW),
    rows: () => [...titleRows(context, title), notice],
  };
}

const NOTICE_WIDTH = 90;

/** A part of a sheet: a heading line and rows, or a heading line and a native table. */
export interface SheetPart {
  /** No heading line if undefined. */
  readonly title?: string;
  readonly rows?: readonly SheetRow[];
  /** The number of rows that are known only when the sheet is written. */
  readonly late?: { readonly count: number; readonly rows: () => readonly SheetRow[] };
  /** Makes the table; its headings are in the given row. */
  readonly table?: (headingRow: number) => TableBlock;
  /** Makes a chart of the table. */
  readonly chart?: (headingRow: number) => ChartPlan;
}

interface StackedOptions {
  readonly title: string;
  readonly parts: readonly SheetPart[];
  readonly frame: FrameOptions;
  readonly charts?: readonly ChartPlan[];
  /** The table whose headings are printed on every further page, counted from 0. @default none */
  readonly printedHeadings?: number;
  /** Whether the sheet has pages when the workbook is printed. @default true */
  readonly printed?: boolean;
}

/** A sheet of several parts below each other, separated by a row. */
export function stackedSheet(context: ReportContext, name: string, options: StackedOptions): SheetPlan {
  const title = titleRows(context, options.title);
  const pieces: SheetPlan['rows'][] = [() => title];
  const tables: TableBlock['table'][] = [];
  const charts = [...(options.charts ?? [])];
  let lastRow = title.length;
  const add = (rows: readonly SheetRow[]) => {
    pieces.push(() => rows);
    lastRow += rows.length;
  };
  for (const [index, part] of options.parts.entries()) {
    if (index > 0) add([{ cells: [] }]);
    if (part.title !== undefined) add([sectionRow(part.title)]);
    add(part.rows ?? []);
    if (part.late !== undefined) {
      pieces.push(part.late.rows);
      lastRow += part.late.count;
    }
    const block = part.table?.(lastRow + 1);
    if (block === undefined) continue;
    if (part.chart !== undefined) charts.push(part.chart(lastRow + 1));
    pieces.push(block.rows);
    tables.push(block.table);
    lastRow = block.lastRow;
  }
  return {
    name,
    settings: sheetSettings(context, { heightPoints: lastRow * LINE_HEIGHT, ...options.frame }),
    print:
      options.printed === false
        ? { lastRow, isForScreen: true }
        : { lastRow, ...printedTitleRows(tables[options.printedHeadings ?? -1]) },
    area: areaName(0, 1, options.frame.widths.length - 1, lastRow),
    *rows(styleIds) {
      for (const piece of pieces) yield* piece(styleIds);
    },
    tables,
    charts,
  };
}

function printedTitleRows(table: TableBlock['table'] | undefined): Pick<PrintPlan, 'titleRows'> {
  return table === undefined ? {} : { titleRows: { from: table.headingRow, to: table.headingRow } };
}

function sectionRow(value: string): SheetRow {
  return { cells: [{ style: 'section', value }], heightPoints: 22 };
}

export function noteRow(value: string): SheetRow {
  return { cells: [{ style: 'note', value }] };
}

/** A sheet whose final name depends on the other sheets of its workbook. */
export interface NamedSheet {
  readonly wantedName: string;
  /** What tells it from other sheets of the name; it is never cut. */
  readonly distinction?: string | undefined;
  readonly plan: (name: string) => SheetPlan;
}

/** Plans sheets with safe and unique names. */
export function planSheets(sheets: readonly NamedSheet[]): SheetPlan[] {
  const names = new SheetNames();
  return sheets.map(({ wantedName, distinction, plan }) => plan(names.add(wantedName, distinction)));
}

/** The file's properties. The date is the period's last day: no byte depends on the clock. */
export function workbookProperties(
  { say, run, subtitle, draft }: ReportContext,
  title: 'monthlyHours' | 'timesheets' | 'workingTime',
): WorkbookProperties {
  return {
    creator: 'paytally',
    title: `${say(`reports.${title}`)} ${run('periodLabel')}`,
    subject: subtitle,
    company: run('employerName'),
    description: draft ? say('reports.draftNote') : say('reports.final'),
    createdAtUtc: `${run('to')}T00:00:00Z`,
  };
}
