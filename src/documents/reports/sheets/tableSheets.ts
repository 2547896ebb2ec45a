import { exceptionName } from '../../../domain/exceptions/wording.js';
import { dateText, stampText } from '../../../i18n/dateText.js';
import { hoursText } from '../../../i18n/hoursText.js';
import type { SheetPlan, SheetRow } from '../../../workbook/index.js';
import type { DataRow } from '../../dataSet.js';
import { codeText } from '../coverFacts.js';
import type { EqualToWorked, HoursOfPeriod, SheetOfRows } from '../hoursOfPeriod.js';
import type { JoinedException } from '../joinedExceptions.js';
import { codeField, type PayCodeColumn } from '../periodSums.js';
import {
  type ColumnDraft,
  calculatedText,
  clockColumn,
  countColumn,
  dateColumn,
  differenceColumns,
  hasUnknownName,
  minutesColumn,
  personColumn,
  personColumns,
  personText,
  quantityColumn,
  surveyTable,
  textColumn,
  unsummedColumn,
  weekdayColumn,
  withWidth,
  wrappedColumn,
} from '../reportColumns.js';
import type { ReportContext } from '../reportContext.js';
import { tableSheet } from '../reportSheet.js';
import type { StylePlace } from '../reportStyles.js';
import { textField } from '../rowAccess.js';
import { SharedUnit } from '../timeUnit.js';

/**
 * One row per employee: days, planned, worked, paid, and a column for each pay code, premiums last and under their own
 * heading. @param payCodes the first ones of each kind
 */
export function summarySheet(
  context: ReportContext,
  name: string,
  hours: HoursOfPeriod,
  payCodes: readonly string[] = [],
): SheetPlan {
  const { say } = context;
  const all = hours.payCodes.columns(payCodes);
  const equal = hours.equalToWorked(all);
  const codes = all.filter((code) => !equal.codes.includes(code));
  const table = surveyTable(addPayCodeFields(hours, codes), summaryColumns(context, hours, codes, equal));
  return tableSheet(context, name, {
    title: say('reports.monthlyHours'),
    empty: say('reports.nothingWorked'),
    table: { ...table, name: 'Summary', totalLabel: say('reports.total') },
    above: premiumHeadingRow(context, table.columns.length, codes),
    printed: 'rows',
    frozenColumns: 3,
  });
}

/** The heading above the first premium column, so that premiums are not added to the base hours. */
function premiumHeadingRow(
  { say }: ReportContext,
  columns: number,
  codes: readonly PayCodeColumn[],
): SheetRow | undefined {
  const onTop = codes.filter(({ isOnTop }) => isOnTop).length;
  if (onTop === 0) return undefined;
  const before = Array.from({ length: columns - onTop }, () => ({ style: 'note', value: null }));
  return { cells: [...before, { style: 'note', value: say('reports.paidOnTop') }], heightPoints: 16 };
}

/** Amounts that are equal to the worked time of every person are one column with it, `Worked = Paid = NORMAL`. */
function summaryColumns(
  context: ReportContext,
  { hasAccounts }: HoursOfPeriod,
  codes: readonly PayCodeColumn[],
  equal: EqualToWorked,
): readonly ColumnDraft[] {
  const { say } = context;
  const unit = new SharedUnit(context);
  const worked = [
    say('reports.worked'),
    ...(equal.isPaid ? [say('reports.paid')] : []),
    ...equal.codes.map(({ label }) => label),
  ].join(' = ');
  return [
    ...personColumns(context),
    countColumn(say('reports.daysWorked'), 'days'),
    countColumn(say('reports.entries'), 'entries'),
    minutesColumn(context, say('reports.planned'), 'plannedMinutes', unit),
    minutesColumn(context, worked, 'workedMinutes', unit),
    ...differenceColumns(context, unit),
    ...(equal.isPaid ? [] : [minutesColumn(context, say('reports.paid'), 'paidMinutes', unit)]),
    ...(hasAccounts
      ? [
          unsummedColumn(context, say('reports.accountBefore'), 'accountBefore'),
          unsummedColumn(context, say('reports.accountAfter'), 'accountAfter'),
        ]
      : []),
    ...codes.map((code) =>
      code.unit === 'minutes'
        ? minutesColumn(context, code.label, codeField(code), unit)
        : quantityColumn(code.label, codeField(code), code.unit),
    ),
  ];
}

/** Employee rows with the amount of each code as further fields; null if a person has none. */
function addPayCodeFields({ people }: HoursOfPeriod, codes: readonly PayCodeColumn[]): Iterable<DataRow> {
  return {
    *[Symbol.iterator]() {
      for (const { employee, codeAmounts } of people) {
        const amounts = codes.map((code) => [codeField(code), codeAmounts[codeField(code)] ?? null]);
        yield { ...employee, ...Object.fromEntries(amounts) };
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
  const { say } = context;
  const unit = new SharedUnit(context);
  const table = surveyTable(rows, [
    ...personColumns(context),
    dateColumn(say('reports.date')),
    weekdayColumn(context),
    textColumn(say('reports.holiday'), 'holidayText'),
    textColumn(say('reports.establishments'), 'establishments', 38),
    minutesColumn(context, say('reports.planned'), 'plannedMinutes', unit),
    minutesColumn(context, say('reports.worked'), 'workedMinutes', unit),
    ...differenceColumns(context, unit),
    // An entry across midnight counts on both days: a sum would count it twice.
    countColumn(say('reports.entries'), 'entries', 'repeatedly'),
  ]);
  return tableSheet(context, name, {
    title: say('reports.days'),
    printed: 'never',
    empty: say('reports.nothingWorked'),
    table: { ...table, name: tableName, totalLabel: say('reports.total') },
    frozenColumns: 3,
  });
}

/** Each shift with its entry. @param tableName unique in the workbook */
export function plannedWorkedSheet(
  context: ReportContext,
  name: string,
  rows: SheetOfRows,
  tableName: string,
): SheetPlan {
  const { say } = context;
  const table = surveyTable(rows, plannedWorkedColumns(context));
  return tableSheet(context, name, {
    title: say('reports.plannedWorked'),
    printed: 'never',
    empty: say('reports.noPlannedWorked'),
    table: { ...table, name: tableName, totalLabel: say('reports.total'), place: statusShade },
    frozenColumns: 3,
  });
}

function plannedWorkedColumns(context: ReportContext): ColumnDraft[] {
  const { say, language } = context;
  const unit = new SharedUnit(context);
  return [
    ...personColumns(context),
    dateColumn(say('reports.date')),
    textColumn(say('reports.establishment'), 'establishment.name', 38),
    timeColumn(say('reports.plannedStart'), 'shift.start'),
    timeColumn(say('reports.plannedEnd'), 'shift.end'),
    timeColumn(say('reports.workedStart'), 'entry.start'),
    timeColumn(say('reports.workedEnd'), 'entry.end'),
    minutesColumn(context, say('reports.planned'), 'plannedMinutes', unit),
    minutesColumn(context, say('reports.worked'), 'workedMinutes', unit),
    ...differenceColumns(context, unit),
    calculatedText(say('reports.status'), (row) => codeText(language, textField(row, 'status')), 20),
  ];
}

/** The local clock time of a stamp. @param moment `shift.start`, `entry.end` */
function timeColumn(heading: string, moment: string): ColumnDraft {
  const source = {
    time: (row: DataRow) => /T(\d\d:\d\d)/.exec(textField(row, `${moment}sAt`))?.[1],
    offsetField: `${moment}Offset`,
  };
  return clockColumn(heading, source, Math.max(12, heading.length + 4));
}

function statusShade(row: DataRow): StylePlace {
  const status = textField(row, 'status');
  if (status === 'no-show') return '.less';
  return status === 'unplanned' ? '.more' : '';
}

/**
 * All exceptions of the run in the order of the work list, with the event, the action and the person or role that can
 * take it.
 */
export function exceptionsSheet(
  context: ReportContext,
  name: string,
  { exceptions, joinedExceptions }: HoursOfPeriod,
): SheetPlan {
  const { say } = context;
  const rows: SheetOfRows = {
    *[Symbol.iterator]() {
      for (const joined of joinedExceptions.joined(exceptions.whole)) yield exceptionRow(context, joined);
    },
  };
  const shade = (row: DataRow) =>
    textField(row, 'severity') === 'warn' || row.accepted === true ? '' : '.less';
  return tableSheet(context, name, {
    title: say('reports.exceptions'),
    empty: say('reports.noExceptions'),
    table: { ...surveyTable(rows, exceptionColumns(context)), name: 'Exceptions', place: shade },
    printed: 'details',
    printedColumns: 8,
  });
}

/** The row with its person; of several, their number and the first names. */
function exceptionRow(context: ReportContext, { row, people, shown }: JoinedException): DataRow {
  const { say } = context;
  if (people === 1) return { ...row, people: subjectName(context, row) };
  const names = shown.map((each) => subjectName(context, each)).join('; ');
  const rest = people - shown.length;
  const value = rest > 0 ? `${names} ${say('reports.listMore', { count: rest })}` : names;
  return { ...row, people: say('reports.labelled', { label: String(people), value }), record: null };
}

/** The person, with the payroll ID of namesakes, or the agency worker by name; otherwise empty. */
function subjectName(context: ReportContext, row: DataRow): string {
  const who = textField(row, 'who');
  const isNamed = textField(row, 'employee.name') !== '' && !hasUnknownName(row);
  if (isNamed) return who;
  return personText(context, row) || (who === textField(row, 'record') ? '' : who);
}

function exceptionColumns(context: ReportContext): readonly ColumnDraft[] {
  const { say, language } = context;
  return [
    textColumn(say('reports.severity'), 'severityText', 22),
    calculatedText(say('reports.meaning'), (row) => exceptionName(language, textField(row, 'code')), 28),
    textColumn(say('reports.establishment'), 'establishment.name', 22),
    textColumn(say('reports.employee'), 'people', 26),
    dateColumn(say('reports.date')),
    wrappedColumn(say('reports.message'), 48, (row) => textField(row, 'message')),
    wrappedColumn(say('reports.remedy'), 42, (row) => textField(row, 'remedy')),
    textColumn(say('reports.actor'), 'actor', 20),
    calculatedText(
      say('reports.accepted'),
      (row) => say(row.accepted === true ? 'reports.yes' : 'reports.no'),
      12,
    ),
    textColumn(say('reports.code'), 'code', 26),
    textColumn(say('reports.record'), 'record', 40),
  ];
}

/** The payroll ID before the whole name. */
function numberedPerson(context: ReportContext): ColumnDraft[] {
  return [textColumn(context.say('reports.number'), 'employee.number', 14), personColumn(context)];
}

/** Work across a clock change, and the days of its minutes. */
export function clockChangeSheet(context: ReportContext, name: string, rows: SheetOfRows): SheetPlan {
  const { say } = context;
  const unit = new SharedUnit(context);
  const table = surveyTable(rows, [
    ...numberedPerson(context),
    stampColumn(context, say('reports.start'), 'entry.startsAt'),
    stampColumn(context, say('reports.end'), 'entry.endsAt'),
    minutesColumn(context, say('reports.elapsed'), 'elapsedMinutes', unit),
    unsummedColumn(context, say('reports.clock'), 'clockMinutes'),
    ...differenceColumns(context, unit, { heading: say('reports.change'), field: 'change' }),
    allocationColumn(context),
    minutesColumn(context, say('reports.worked'), 'workedMinutes', unit),
    minutesColumn(context, say('reports.paid'), 'paidMinutes', unit),
    textColumn(say('reports.establishment'), 'establishment.name'),
    textColumn(say('reports.zone'), 'zone'),
  ]);
  return tableSheet(context, name, {
    title: say('reports.clockChangeTitle'),
    empty: say('reports.noClockChange'),
    printed: 'details',
    table: { ...table, name: 'ClockChanges' },
    frozenColumns: 2,
  });
}

/** Work across the period's edge, and the minutes counted inside. */
export function periodEdgeSheet(context: ReportContext, name: string, rows: SheetOfRows): SheetPlan {
  const { say } = context;
  const unit = new SharedUnit(context);
  const table = surveyTable(rows, [
    ...numberedPerson(context),
    stampColumn(context, say('reports.start'), 'entry.startsAt'),
    stampColumn(context, say('reports.end'), 'entry.endsAt'),
    minutesColumn(context, say('reports.worked'), 'workedMinutes', unit),
    minutesColumn(context, say('reports.inside'), 'insideMinutes', unit),
    minutesColumn(context, say('reports.outside'), 'outsideMinutes', unit),
    allocationColumn(context),
  ]);
  return tableSheet(context, name, {
    title: say('reports.periodEdgeTitle'),
    empty: say('reports.noPeriodEdge'),
    printed: 'details',
    table: { ...table, name: 'PeriodEdges' },
    frozenColumns: 2,
  });
}

function stampColumn({ language }: ReportContext, heading: string, field: string): ColumnDraft {
  const column = calculatedText(heading, (row) => stampText(language, textField(row, field)));
  return withWidth(column, () => 25);
}

/** `2026-10-24: 113; 2026-10-25: 397` as `24.10.2026: 1:53; 25.10.2026: 6:37`, or with decimal hours. */
function allocationColumn({ say, language, hours }: ReportContext): ColumnDraft {
  const inWords = (_: string, date: string, minutes: string) =>
    `${dateText(language, date)}: ${hoursText(Number(minutes), hours, language)}`;
  const allocation = (row: DataRow) =>
    textField(row, 'allocation').replace(/(\d{4}-\d\d-\d\d): (-?\d+)/g, inWords);
  return calculatedText(say('reports.allocation'), allocation, 60);
}
