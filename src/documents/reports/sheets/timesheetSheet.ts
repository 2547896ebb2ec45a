import {
  areaName,
  type Cell,
  type CellValue,
  cellName,
  clockFractionOf,
  linesInColumn,
  type SheetPlan,
  type SheetRow,
  serialDateOf,
  textWidth,
} from '../../../workbook/index.js';
import type { ReportContext } from '../reportContext.js';
import { type FrameOptions, noticeSheet, printPlan, sheetSettings, titleRows } from '../reportSheet.js';
import type { Kind, StylePlace } from '../reportStyles.js';
import { LINE_HEIGHT } from '../tableBlock.js';
import type { TimesheetCode, TimesheetLine, TimesheetPage } from '../timesheetPage.js';
import { convertMinutes, type TimeUnit } from '../timeUnit.js';

/** The maximum number of lines scaled to one page, so that the signatures are never alone on a page. */
const LINES_PER_PAGE = 58;
const HEADING_ROW = 7;
const BODY_HEIGHT = 16;

/**
 * A4 portrait: the employee, a line per entry, days and weeks, hours per pay code, remarks, and lines for the
 * signatures.
 */
export function timesheetSheet(context: ReportContext, name: string, page: TimesheetPage): SheetPlan {
  const unit = chooseTimeUnit(context, page);
  const columns = timesheetColumns(context, page, unit);
  const rows = [
    ...titleRows(context, context.say('reports.timesheet')),
    ...personRows(context, page),
    headingRow(columns),
    ...page.lines.map((line, index) => lineRow(columns, page, line, index)),
    totalRow(context, columns, page, unit),
    ...payCodeRows(context, page, unit),
    ...noteRows(page.account),
    ...noteRows(page.legend),
    ...signatureRows(context, columns.length),
  ];
  const frameOptions: FrameOptions = {
    widths: columns.map(({ width }) => width),
    orientation: 'portrait',
    frozenRows: HEADING_ROW,
    pagesTall: Math.max(1, Math.ceil(page.lines.length / LINES_PER_PAGE)),
  };
  return {
    name,
    settings: sheetSettings(context, frameOptions),
    print: printPlan(frameOptions, rows.length),
    area: areaName(0, 1, columns.length - 1, rows.length),
    rows: () => rows,
  };
}

/** The only page of a period without employees. */
export function emptyTimesheet(context: ReportContext, name: string): SheetPlan {
  const { say } = context;
  return noticeSheet(
    context,
    name,
    { title: say('reports.timesheets'), empty: say('reports.nothingWorked') },
    'portrait',
  );
}

/**
 * One unit for the whole page. Decimal hours if configured, or if a time is negative: Excel shows negative times as
 * ####.
 */
function chooseTimeUnit({ hours }: ReportContext, { lines, codes }: TimesheetPage): TimeUnit {
  if (hours === 'decimal') return 'decimal';
  const minutes = [
    ...codes.map(({ unit, amount }) => (unit === 'minutes' ? amount : 0)),
    ...lines.flatMap((line) => [line.netMinutes, line.plannedMinutes, line.workedMinutes, line.paidMinutes]),
  ];
  return minutes.some((value) => (value ?? 0) < 0) ? 'decimal' : 'duration';
}

function personRows({ say }: ReportContext, { name, numbers }: TimesheetPage): SheetRow[] {
  const pairs = [
    [say('reports.employee'), name],
    [say('reports.number'), numbers === '' ? '–' : numbers],
  ] as const;
  const rows = pairs.map(
    ([label, value]): SheetRow => ({
      cells: [
        { style: 'label', value: label },
        { style: 'person', value },
      ],
      heightPoints: 17,
    }),
  );
  return [...rows, { cells: [], heightPoints: 8 }];
}

function headingRow(columns: readonly TimesheetColumn[]): SheetRow {
  const cells = columns.map(({ heading, headingStyle }): Cell => ({ style: headingStyle, value: heading }));
  return { cells, heightPoints: 22 };
}

function lineShade({ kind, isHoliday, isFree }: TimesheetLine): StylePlace {
  if (kind === 'week') return '.sum';
  if (isHoliday) return '.holiday';
  return isFree ? '.weekend' : '';
}

/** A week's line adds its days up. */
function lineRow(
  columns: readonly TimesheetColumn[],
  { lines }: TimesheetPage,
  line: TimesheetLine,
  index: number,
): SheetRow {
  const cells = columns.map((column, at): Cell => {
    const style = column.kind + lineShade(line);
    const value = column.value(line);
    if (line.kind !== 'week' || !column.isSummed || typeof value !== 'number') return { style, value };
    const first = lines.findLastIndex(({ kind }, before) => before < index && kind === 'week') + 1;
    const formula = `SUM(${cellName(at, HEADING_ROW + 1 + first)}:${cellName(at, HEADING_ROW + index)})`;
    return { style, value: { formula, value } };
  });
  const lineCount = Math.max(
    ...columns.map(({ kind, width, value }) =>
      kind === 'wrapped' ? linesInColumn(String(value(line) ?? ''), width) : 1,
    ),
  );
  return { cells, heightPoints: lineCount > 1 ? lineCount * LINE_HEIGHT + 2 : BODY_HEIGHT };
}

/** Adds up the weeks. */
function totalRow(
  { say }: ReportContext,
  columns: readonly TimesheetColumn[],
  page: TimesheetPage,
  unit: TimeUnit,
): SheetRow {
  const weeks = page.lines.flatMap(({ kind }, index) => (kind === 'week' ? HEADING_ROW + 1 + index : []));
  const cells = columns.map((column, index): Cell => {
    if (index === 0) return { style: 'text.total', value: say('reports.total') };
    const style = `${column.kind === 'wrapped' ? 'text' : column.kind}.total`;
    if (column.total === undefined || weeks.length === 0) return { style, value: null };
    const formula = weeks.map((row) => cellName(index, row)).join('+');
    return { style, value: { formula, value: convertMinutes(unit, column.total) } };
  });
  return { cells, heightPoints: 19 };
}

/** Hours per pay code, with premiums separate from base hours. */
function payCodeRows({ say }: ReportContext, { codes }: TimesheetPage, unit: TimeUnit): SheetRow[] {
  if (codes.length === 0) return [];
  const kind = unit === 'decimal' ? 'plainHours' : 'duration';
  return [
    { cells: [], heightPoints: 8 },
    ...codes.map(
      (code): SheetRow => ({
        cells: [
          { style: 'text', value: code.label },
          { style: 'text', value: null },
          { style: 'text', value: code.kind === 'loading' ? say('reports.paidOnTop') : null },
          { style: 'text', value: null },
          { style: 'text', value: null },
          { style: code.unit === 'minutes' ? kind : code.unit, value: codeValue(code, unit) },
        ],
        heightPoints: BODY_HEIGHT,
      }),
    ),
  ];
}

function noteRows(text: string): SheetRow[] {
  if (text === '') return [];
  return [
    { cells: [], heightPoints: 6 },
    { cells: [{ style: 'label', value: text }], heightPoints: 13 },
  ];
}

/** Times and days are not hours. */
function codeValue({ unit: own, amount }: TimesheetCode, unit: TimeUnit): number {
  return own === 'minutes' ? convertMinutes(unit, amount) : amount;
}

function signatureRows({ say }: ReportContext, columnCount: number): SheetRow[] {
  const line = (value: string | null): Cell => ({ style: 'signature', value });
  const places: Record<number, string> = {
    0: say('reports.signatureEmployee'),
    3: say('reports.signatureDate'),
    6: say('reports.signatureEmployer'),
    [columnCount - 1]: say('reports.signatureDate'),
  };
  const cells = Array.from({ length: columnCount }, (_, at) =>
    at === 5 ? undefined : line(places[at] ?? null),
  );
  return [
    { cells: [], heightPoints: 44 },
    { cells, heightPoints: 16 },
  ];
}

/** A column of a timesheet's lines. */
interface TimesheetColumn {
  readonly heading: string;
  readonly headingStyle: string;
  readonly kind: Kind;
  readonly width: number;
  readonly value: (line: TimesheetLine) => CellValue;
  /** Whether a week's line adds the lines above it up. */
  readonly isSummed: boolean;
  /** Minutes of the whole period. */
  readonly total?: number;
}

type MinuteField = 'breakMinutes' | 'netMinutes' | 'plannedMinutes' | 'workedMinutes' | 'paidMinutes';

/** Date, clock times, break and net time of each entry, planned and worked time of each day, remarks. */
function timesheetColumns(
  { say }: ReportContext,
  page: TimesheetPage,
  unit: TimeUnit,
): readonly TimesheetColumn[] {
  const time = (heading: string, field: MinuteField, total?: number): TimesheetColumn => ({
    heading: unit === 'decimal' ? `${heading} (${say('reports.hoursUnit')})` : heading,
    headingStyle: 'heading.right',
    kind: unit === 'decimal' ? 'plainHours' : 'duration',
    width: Math.max(11, heading.length + 4),
    value: (line) => minutesValue(line[field], unit),
    isSummed: total !== undefined,
    ...(total === undefined ? {} : { total }),
  });
  const clock = (heading: string, of: (line: TimesheetLine) => string): TimesheetColumn => ({
    heading,
    headingStyle: 'heading.centre',
    kind: 'time',
    width: page.lines.some((line) => of(line).length > 8) ? 17 : 10,
    value: (line) => clockValue(of(line)),
    isSummed: false,
  });
  const text = (heading: string, width: number, of: (line: TimesheetLine) => string): TimesheetColumn => ({
    heading,
    headingStyle: 'heading',
    kind: 'text',
    width,
    value: (line) => of(line) || null,
    isSummed: false,
  });
  return [
    {
      ...text(say('reports.date'), 12, () => ''),
      kind: 'date',
      headingStyle: 'heading.centre',
      value: dateValue,
    },
    text(say('reports.weekday'), 10, ({ weekday }) => weekday),
    clock(say('reports.start'), ({ start }) => start),
    clock(say('reports.end'), ({ end }) => end),
    {
      ...text(say('reports.establishment'), establishmentWidth(page), ({ establishment }) => establishment),
      kind: 'wrapped',
    },
    time(say('reports.break'), 'breakMinutes'),
    time(say('reports.net'), 'netMinutes'),
    time(say('reports.planned'), 'plannedMinutes', page.plannedMinutes),
    time(say('reports.worked'), 'workedMinutes', page.workedMinutes),
    ...(page.showsPaid ? [time(say('reports.paid'), 'paidMinutes', page.paidMinutes)] : []),
    text(say('reports.remark'), 26, ({ remark }) => remark),
  ];
}

/** The widest column of establishments: a longer name has two lines. */
const WIDEST_ESTABLISHMENT = 22;

function establishmentWidth({ lines }: TimesheetPage): number {
  const longest = Math.max(...lines.map(({ establishment }) => textWidth(establishment)));
  return Math.min(WIDEST_ESTABLISHMENT, Math.max(14, longest + 3));
}

/** A week's line has the word "week" instead of a date. */
function dateValue({ isoDate, date }: TimesheetLine): CellValue {
  if (date === '') return null;
  return isoDate === '' ? date : serialDateOf(isoDate);
}

/** A number if the time is unambiguous; text with an offset, or with `+1` for the next day. */
function clockValue(text: string): CellValue {
  if (text === '') return null;
  return /^\d\d:\d\d$/.test(text) ? clockFractionOf(text) : text;
}

function minutesValue(minutes: number | null, unit: TimeUnit): CellValue {
  if (minutes === null) return null;
  const value = convertMinutes(unit, minutes);
  // Days are whole hundredths of hours, without the errors of binary fractions.
  return unit === 'decimal' ? Number(value.toFixed(6)) : value;
}
