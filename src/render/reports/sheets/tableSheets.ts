import { dateText, stampText } from '../../../language/dateText.js';
import { type HourNotation, hoursText } from '../../../language/hoursText.js';
import type { Language } from '../../../language/language.js';
import { exceptionName, textOfCode } from '../../../language/text.js';
import type { SheetPlan, SheetRow } from '../../../workbook/index.js';
import type { DataRow } from '../../dataSet.js';
import type { HoursOfPeriod, SheetOfRows } from '../hoursOfPeriod.js';
import type { PayCodeColumn } from '../periodSums.js';
import {
  type ColumnDraft,
  calculatedText,
  clockColumn,
  countColumn,
  dateColumn,
  differenceColumns,
  minutesColumn,
  personColumn,
  personColumns,
  personText,
  surveyed,
  textColumn,
  unsummedColumn,
  weekdayColumn,
  withWidth,
  wrappedColumn,
} from '../reportColumns.js';
import type { ReportContext } from '../reportContext.js';
import { HEADING_ROW, tableSheet } from '../reportSheet.js';
import type { StylePlace } from '../reportStyles.js';
import { textOf } from '../rowAccess.js';
import { tableBlock } from '../tableBlock.js';
import { SharedUnit } from '../timeUnit.js';

/**
 * One row per employee: days, planned, worked, paid, and a column for each pay code, those paid on top of base hours
 * last and under a heading that says so. @param payCodes those that come first among their like
 */
export function summarySheet(
  context: ReportContext,
  name: string,
  hours: HoursOfPeriod,
  payCodes: readonly string[] = [],
): SheetPlan {
  const { t } = context;
  const codes = hours.payCodes.columns(payCodes);
  const table = surveyed(withPayCodes(hours, codes), summaryColumns(context, codes));
  const block =
    table.count === 0
      ? undefined
      : tableBlock({ ...table, name: 'Summary', headingRow: HEADING_ROW, totalLabel: t('total') });
  const widths = table.columns.map((column) => column.width);
  const frame = { widths, orientation: 'landscape', frozenRows: HEADING_ROW, frozenColumns: 3 } as const;
  const above = onTopRow(context, table.columns.length, codes);
  return tableSheet(
    context,
    name,
    { title: t('monthlyHours'), empty: t('nothingWorked'), frame, above },
    block,
  );
}

/** Stands over the first column of what is paid on top, so that nobody adds it to the base hours. */
function onTopRow(
  { t }: ReportContext,
  columns: number,
  codes: readonly PayCodeColumn[],
): SheetRow | undefined {
  const onTop = codes.filter(({ isOnTop }) => isOnTop).length;
  if (onTop === 0) return undefined;
  const before = Array.from({ length: columns - onTop }, () => ({ style: 'note', value: null }));
  return { cells: [...before, { style: 'note', value: t('onTop') }], heightPoints: 16 };
}

function summaryColumns(context: ReportContext, codes: readonly PayCodeColumn[]): readonly ColumnDraft[] {
  const { t } = context;
  const unit = new SharedUnit(context);
  return [
    ...personColumns(context),
    countColumn(t('daysWorked'), 'days'),
    countColumn(t('entries'), 'entries'),
    minutesColumn(context, t('planned'), 'plannedMinutes', unit),
    minutesColumn(context, t('worked'), 'workedMinutes', unit),
    ...differenceColumns(context, unit),
    minutesColumn(context, t('paid'), 'paidMinutes', unit),
    ...codes.map((code) => minutesColumn(context, code.label, codeField(code), unit)),
  ];
}

const codeField = ({ code }: Pick<PayCodeColumn, 'code'>) => `payCode:${code}`;

/** Employee rows with the minutes of each code as further fields; null where a person has none. */
function withPayCodes({ people }: HoursOfPeriod, codes: readonly PayCodeColumn[]): Iterable<DataRow> {
  return {
    *[Symbol.iterator]() {
      for (const { employee, codeMinutes } of people) {
        const minutes = codes.map((code) => [codeField(code), codeMinutes[code.code] ?? null]);
        yield { ...employee, ...Object.fromEntries(minutes) };
      }
    },
  };
}

/** One row per employee and day. @param tableName unique in the workbook */
export function daysSheet(
  context: ReportContext,
  name: string,
  rows: SheetOfRows,
  tableName: string,
): SheetPlan {
  const { t } = context;
  const unit = new SharedUnit(context);
  const table = surveyed(rows, [
    ...personColumns(context),
    dateColumn(t('date')),
    weekdayColumn(context),
    textColumn(t('holiday'), 'holiday'),
    textColumn(t('establishments'), 'establishments', 38),
    minutesColumn(context, t('planned'), 'plannedMinutes', unit),
    minutesColumn(context, t('worked'), 'workedMinutes', unit),
    ...differenceColumns(context, unit),
    // An entry over midnight is one of either day: a sum would count it twice.
    countColumn(t('entries'), 'entries', 'repeatedly'),
  ]);
  const block =
    table.count === 0
      ? undefined
      : tableBlock({ ...table, name: tableName, headingRow: HEADING_ROW, totalLabel: t('total') });
  const widths = table.columns.map((column) => column.width);
  const frame = { widths, orientation: 'landscape', frozenRows: HEADING_ROW, frozenColumns: 3 } as const;
  return tableSheet(context, name, { title: t('days'), empty: t('nothingWorked'), frame }, block);
}

/** Each shift beside the entry that belongs to it. @param tableName unique in the workbook */
export function plannedWorkedSheet(
  context: ReportContext,
  name: string,
  rows: SheetOfRows,
  tableName: string,
): SheetPlan {
  const { t } = context;
  const table = surveyed(rows, plannedWorkedColumns(context));
  const totalLabel = t('total');
  const block =
    table.count === 0
      ? undefined
      : tableBlock({ ...table, name: tableName, headingRow: HEADING_ROW, totalLabel, place: placeOf });
  const widths = table.columns.map((column) => column.width);
  const frame = { widths, orientation: 'landscape', frozenRows: HEADING_ROW, frozenColumns: 3 } as const;
  return tableSheet(context, name, { title: t('plannedWorked'), empty: t('noPlannedWorked'), frame }, block);
}

function plannedWorkedColumns(context: ReportContext): ColumnDraft[] {
  const { t, language } = context;
  const unit = new SharedUnit(context);
  return [
    ...personColumns(context),
    dateColumn(t('date')),
    textColumn(t('establishment'), 'establishment.name', 38),
    timeColumn(t('plannedStart'), 'shift.start'),
    timeColumn(t('plannedEnd'), 'shift.end'),
    timeColumn(t('workedStart'), 'entry.start'),
    timeColumn(t('workedEnd'), 'entry.end'),
    minutesColumn(context, t('planned'), 'plannedMinutes', unit),
    minutesColumn(context, t('worked'), 'workedMinutes', unit),
    ...differenceColumns(context, unit),
    calculatedText(t('status'), (row) => textOfCode(language, textOf(row, 'status')), 20),
  ];
}

/** The local clock time of a stamp. @param moment `shift.start`, `entry.end` */
function timeColumn(heading: string, moment: string): ColumnDraft {
  const source = {
    time: (row: DataRow) => clockTimeOf(textOf(row, `${moment}sAt`)),
    offsetField: `${moment}Offset`,
  };
  return clockColumn(heading, source, Math.max(12, heading.length + 4));
}

function placeOf(row: DataRow): StylePlace {
  const status = textOf(row, 'status');
  if (status === 'no-show') return '.less';
  return status === 'unplanned' ? '.more' : '';
}

/** All exceptions of the run in the order of the work list, with what happened, what to do and who can do it. */
export function exceptionsSheet(context: ReportContext, name: string, rows: SheetOfRows): SheetPlan {
  const { t } = context;
  const table = surveyed(rows, exceptionColumns(context));
  const block =
    table.count === 0
      ? undefined
      : tableBlock({
          ...table,
          name: 'Exceptions',
          headingRow: HEADING_ROW,
          place: (row) => (textOf(row, 'severity') === 'warn' || row.accepted === true ? '' : '.less'),
        });
  const widths = table.columns.map((column) => column.width);
  const frame = { widths, orientation: 'landscape', frozenRows: HEADING_ROW, printedColumns: 8 } as const;
  return tableSheet(context, name, { title: t('exceptions'), empty: t('noExceptions'), frame }, block);
}

/** The person, or the agency worker by name; empty where it is about nobody. */
function whoOf(context: ReportContext, row: DataRow): string {
  const who = textOf(row, 'who');
  return personText(context, row) || (who === textOf(row, 'record') ? '' : who);
}

function exceptionColumns(context: ReportContext): readonly ColumnDraft[] {
  const { t, language } = context;
  return [
    textColumn(t('severity'), 'severityText', 22),
    calculatedText(t('meaning'), (row) => exceptionName(language, textOf(row, 'code')), 28),
    textColumn(t('establishment'), 'establishment.name', 22),
    calculatedText(t('employee'), (row) => whoOf(context, row), 26),
    dateColumn(t('date')),
    wrappedColumn(t('message'), 48, (row) => textOf(row, 'message')),
    wrappedColumn(t('remedy'), 42, (row) => textOf(row, 'remedy')),
    textColumn(t('actor'), 'actor', 20),
    calculatedText(t('accepted'), (row) => t(row.accepted === true ? 'yes' : 'no'), 12),
    textColumn(t('code'), 'code', 26),
    textColumn(t('record'), 'record', 40),
  ];
}

/** A sheet that shows entry by entry what was counted where. @param words `table` is the native table's name */
function proofSheet(
  context: ReportContext,
  name: string,
  { title, empty, table }: { readonly title: string; readonly empty: string; readonly table: string },
  drafts: readonly ColumnDraft[],
  rows: SheetOfRows,
): SheetPlan {
  const known = surveyed(rows, drafts);
  const block =
    known.count === 0 ? undefined : tableBlock({ ...known, name: table, headingRow: HEADING_ROW });
  const widths = known.columns.map(({ width }) => width);
  const frame = { widths, orientation: 'landscape', frozenRows: HEADING_ROW, frozenColumns: 1 } as const;
  return tableSheet(context, name, { title, empty, frame }, block);
}

function stampColumn({ language }: ReportContext, heading: string, field: string): ColumnDraft {
  const column = calculatedText(heading, (row) => stampText(language, textOf(row, field)));
  return withWidth(column, () => 25);
}

function allocationColumn({ t, language, hours }: ReportContext): ColumnDraft {
  return calculatedText(
    t('allocation'),
    (row) => allocationText(language, hours, textOf(row, 'allocation')),
    60,
  );
}

/** Who worked over a clock change, and what was counted where. */
export function clockChangeSheet(context: ReportContext, name: string, rows: SheetOfRows): SheetPlan {
  const { t } = context;
  const words = { title: t('clockChangeTitle'), empty: t('noClockChange'), table: 'ClockChanges' };
  return proofSheet(context, name, words, changeColumns(context), rows);
}

function changeColumns(context: ReportContext): ColumnDraft[] {
  const { t } = context;
  const unit = new SharedUnit(context);
  return [
    personColumn(context),
    stampColumn(context, t('start'), 'entry.startsAt'),
    stampColumn(context, t('end'), 'entry.endsAt'),
    minutesColumn(context, t('elapsed'), 'elapsedMinutes', unit),
    unsummedColumn(context, t('clock'), 'clockMinutes'),
    ...differenceColumns(context, unit, { heading: t('change'), field: 'change' }),
    allocationColumn(context),
    minutesColumn(context, t('worked'), 'workedMinutes', unit),
    minutesColumn(context, t('paid'), 'paidMinutes', unit),
    textColumn(t('establishment'), 'establishment.name'),
    textColumn(t('zone'), 'zone'),
  ];
}

/** Who worked over the period's edge, and what was counted inside. */
export function periodEdgeSheet(context: ReportContext, name: string, rows: SheetOfRows): SheetPlan {
  const { t } = context;
  const words = { title: t('periodEdgeTitle'), empty: t('noPeriodEdge'), table: 'PeriodEdges' };
  return proofSheet(context, name, words, edgeColumns(context), rows);
}

function edgeColumns(context: ReportContext): ColumnDraft[] {
  const { t } = context;
  const unit = new SharedUnit(context);
  return [
    personColumn(context),
    stampColumn(context, t('start'), 'entry.startsAt'),
    stampColumn(context, t('end'), 'entry.endsAt'),
    minutesColumn(context, t('worked'), 'workedMinutes', unit),
    minutesColumn(context, t('inside'), 'insideMinutes', unit),
    minutesColumn(context, t('outside'), 'outsideMinutes', unit),
    allocationColumn(context),
  ];
}

const CLOCK_TIME = /^\d{4}-\d\d-\d\dT(\d\d:\d\d)/;

/** The clock time `HH:MM` of a stamp; undefined where there is none. */
function clockTimeOf(stamp: string): string | undefined {
  return CLOCK_TIME.exec(stamp)?.[1];
}

/** `2026-10-24: 113; 2026-10-25: 397` as `24.10.2026: 1:53; 25.10.2026: 6:37`, or with decimal hours. */
function allocationText(language: Language, hours: HourNotation, allocation: string): string {
  return allocation.replace(
    /(\d{4}-\d\d-\d\d): (-?\d+)/g,
    (_, date: string, minutes: string) =>
      `${dateText(language, date)}: ${hoursText(Number(minutes), hours, language)}`,
  );
}
