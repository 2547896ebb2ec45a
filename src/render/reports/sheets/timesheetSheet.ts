import {
  areaName,
  type Cell,
  type CellValue,
  cellName,
  clockFractionOf,
  type SheetPlan,
  type SheetRow,
  serialDateOf,
} from '../../../workbook/index.js';
import type { ReportContext } from '../reportContext.js';
import { type FrameOptions, frame, noticeSheet, printPlan, titleRows } from '../reportSheet.js';
import type { Kind, StylePlace } from '../reportStyles.js';
import type { TimesheetLine, TimesheetPage } from '../timesheetPage.js';
import { inUnit, type TimeUnit } from '../timeUnit.js';

/** So many lines are fitted to a page: the signatures never stand on one of their own. */
const LINES_PER_PAGE = 58;
const HEADING_ROW = 7;
const BODY_HEIGHT = 16;

/** A4 portrait: who, a line per entry, days and weeks, hours per pay code, remarks, and lines for the signatures. */
export function timesheetSheet(context: ReportContext, name: string, page: TimesheetPage): SheetPlan {
  const unit = unitOf(context, page);
  const columns = timesheetColumns(context, page, unit);
  const rows = [
    ...titleRows(context, context.t('timesheet')),
    ...personRows(context, page),
    headingRow(columns),
    ...page.lines.map((line, index) => lineRow(columns, page, line, index)),
    totalRow(context, columns, page, unit),
    ...payCodeRows(context, page, unit),
    ...legendRows(page),
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
    settings: frame(context, frameOptions),
    print: printPlan(frameOptions, rows.length),
    area: areaName(0, 1, columns.length - 1, rows.length),
    rows: () => rows,
  };
}

/** The only page where there is nobody. */
export function emptyTimesheet(context: ReportContext, name: string): SheetPlan {
  const { t } = context;
  return noticeSheet(context, name, {
    title: t('timesheets'),
    empty: t('nothingWorked'),
    frame: { widths: [], orientation: 'portrait' },
  });
}

/** One for the whole page. Decimal hours where they are wanted, or where a time is negative: Excel shows negative times as ####. */
function unitOf({ hours }: ReportContext, { lines, codes }: TimesheetPage): TimeUnit {
  if (hours === 'decimal') return 'decimal';
  const minutes = [
    ...codes.map((code) => code.minutes),
    ...lines.flatMap((line) => [line.netMinutes, line.plannedMinutes, line.workedMinutes, line.paidMinutes]),
  ];
  return minutes.some((value) => (value ?? 0) < 0) ? 'decimal' : 'duration';
}

function personRows({ t }: ReportContext, { name, number }: TimesheetPage): SheetRow[] {
  const pairs = [
    [t('employee'), name],
    [t('number'), number === '' ? '–' : number],
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

function placeOf({ kind, isHoliday, isFree }: TimesheetLine): StylePlace {
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
    const style = column.kind + placeOf(line);
    const value = column.value(line);
    if (line.kind !== 'week' || !column.isSummed || typeof value !== 'number') return { style, value };
    const first = lines.findLastIndex(({ kind }, before) => before < index && kind === 'week') + 1;
    const formula = `SUM(${cellName(at, HEADING_ROW + 1 + first)}:${cellName(at, HEADING_ROW + index)})`;
    return { style, value: { formula, value } };
  });
  return { cells, heightPoints: BODY_HEIGHT };
}

/** Adds the weeks up. */
function totalRow(
  { t }: ReportContext,
  columns: readonly TimesheetColumn[],
  page: TimesheetPage,
  unit: TimeUnit,
): SheetRow {
  const weeks = page.lines.flatMap(({ kind }, index) => (kind === 'week' ? HEADING_ROW + 1 + index : []));
  const cells = columns.map((column, index): Cell => {
    if (index === 0) return { style: 'text.total', value: t('total') };
    const style = `${column.kind === 'wrapped' ? 'text' : column.kind}.total`;
    if (column.total === undefined || weeks.length === 0) return { style, value: null };
    const formula = weeks.map((row) => cellName(index, row)).join('+');
    return { style, value: { formula, value: inUnit(unit, column.total) } };
  });
  return { cells, heightPoints: 19 };
}

/** Hours per pay code, with what is paid on top told apart from base hours. */
function payCodeRows({ t }: ReportContext, { codes }: TimesheetPage, unit: TimeUnit): SheetRow[] {
  if (codes.length === 0) return [];
  const kind = unit === 'decimal' ? 'plainHours' : 'duration';
  return [
    { cells: [], heightPoints: 8 },
    ...codes.map(
      (code): SheetRow => ({
        cells: [
          { style: 'text', value: code.label },
          { style: 'text', value: null },
          { style: 'text', value: code.kind === 'loading' ? t('onTop') : null },
          { style: 'text', value: null },
          { style: code.kind === 'count' ? 'integer' : kind, value: codeValue(code, unit) },
        ],
        heightPoints: BODY_HEIGHT,
      }),
    ),
  ];
}

function legendRows({ legend }: TimesheetPage): SheetRow[] {
  if (legend === '') return [];
  return [
    { cells: [], heightPoints: 6 },
    { cells: [{ style: 'label', value: legend }], heightPoints: 13 },
  ];
}

/** A count is no time. */
function codeValue({ kind, minutes }: TimesheetPage['codes'][number], unit: TimeUnit): number {
  return kind === 'count' ? minutes : inUnit(unit, minutes);
}

function signatureRows({ t }: ReportContext, columnCount: number): SheetRow[] {
  const line = (value: string | null): Cell => ({ style: 'signature', value });
  const places: Record<number, string> = {
    0: t('signatureEmployee'),
    3: t('signatureDate'),
    5: t('signatureEmployer'),
    [columnCount - 1]: t('signatureDate'),
  };
  const cells = Array.from({ length: columnCount }, (_, at) =>
    at === 4 ? undefined : line(places[at] ?? null),
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
  { t }: ReportContext,
  page: TimesheetPage,
  unit: TimeUnit,
): readonly TimesheetColumn[] {
  const time = (heading: string, field: MinuteField, total?: number): TimesheetColumn => ({
    heading: unit === 'decimal' ? `${heading} (${t('hoursUnit')})` : heading,
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
    { ...text(t('date'), 12, () => ''), kind: 'date', headingStyle: 'heading.centre', value: dateValue },
    text(t('weekday'), 10, ({ weekday }) => weekday),
    clock(t('start'), ({ start }) => start),
    clock(t('end'), ({ end }) => end),
    time(t('break'), 'breakMinutes'),
    time(t('net'), 'netMinutes'),
    time(t('planned'), 'plannedMinutes', page.plannedMinutes),
    time(t('worked'), 'workedMinutes', page.workedMinutes),
    ...(page.showsPaid ? [time(t('paid'), 'paidMinutes', page.paidMinutes)] : []),
    text(t('remark'), 30, ({ remark }) => remark),
  ];
}

/** A week's line has the word for one instead of a date. */
function dateValue({ isoDate, date }: TimesheetLine): CellValue {
  if (date === '') return null;
  return isoDate === '' ? date : serialDateOf(isoDate);
}

/** A number where the time says all; text with an offset, or with `+1` for the next day. */
function clockValue(text: string): CellValue {
  if (text === '') return null;
  return /^\d\d:\d\d$/.test(text) ? clockFractionOf(text) : text;
}

function minutesValue(minutes: number | null, unit: TimeUnit): CellValue {
  return minutes === null ? null : inUnit(unit, minutes);
}
