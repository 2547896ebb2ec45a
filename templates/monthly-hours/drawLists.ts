import type { Workbook, Worksheet } from 'exceljs';
import {
  BY_NAME,
  type DrawnColumn,
  drawTableSheet,
  hoursColumn,
  inHours,
  lookOf,
  personColumns,
  unitOfHours,
} from '../../release/draw/reportSheet.js';

const PERSON = personColumns({ lastName: 26, firstName: 20 });
const DATE: DrawnColumn = { heading: say('reports.date'), value: '{{date}}', look: 'date', width: 12 };
const HAS_NO_NAME = 'employee.id != null and employee.lastName = null and employee.firstName = null';

export function say(key: string): string {
  return `{{say("${key}")}}`;
}

/** As wide as its content, up to a width. */
export function text(key: string, value: string, most: number): DrawnColumn {
  return { heading: say(key), value, look: 'wrapped', width: 8, most };
}

/** Hours that are added up. */
export function summedHours(key: string, field: string, hasNegative?: string): DrawnColumn {
  return { ...hoursColumn(key, field, 12, hasNegative), isSummed: true };
}

/**
 * Planned hours, which are left out if planning could not be read: 0:00 would look like a plan of zero hours.
 * @param rows the data set
 */
export function plannedColumn(rows: string, hasNegative?: string): DrawnColumn {
  return { ...summedHours('reports.planned', 'plannedMinutes', hasNegative), onlyIf: isPlanned(rows) };
}

const isPlanned = (rows: string): string => `count(${rows}.plannedMinutes) > 0`;

/**
 * A difference from the plan: signed in decimal hours; as clock time in two columns, for more and for less, because
 * spreadsheet programs show no negative times. Without plans there is none.
 */
export function differenceColumns(
  rows: string,
  hasNegative?: string,
  { field = 'differenceMinutes', key = 'reports.difference', planned = isPlanned(rows) } = {},
): DrawnColumn[] {
  const isClock = 'run.hours != "decimal"';
  const more = {
    ...hoursColumn('reports.more', field, 12, hasNegative),
    value: `{{if ${field} > 0 then ${field} | notation}}`,
  };
  const less = {
    ...hoursColumn('reports.less', field, 12, hasNegative),
    value: `{{if ${field} < 0 then 0 - ${field} | notation}}`,
  };
  return [
    { ...more, isSummed: true, onlyIf: `${isClock} and ${planned}` },
    { ...less, isSummed: true, onlyIf: `${isClock} and ${planned}` },
    {
      heading: inHours(key),
      value: `{{${field} | hours}}`,
      look: 'hours',
      width: 13,
      isSummed: true,
      onlyIf: `run.hours = "decimal" and ${planned}`,
    },
  ];
}

/** A count; without a total if items are counted in more than one row. */
export function count(key: string, value: string): DrawnColumn {
  return { heading: say(key), value, look: 'integer', width: 12 };
}

/** Time entries; the word is long in some languages. */
export function entryCount(): DrawnColumn {
  return { ...count('reports.entries', '{{entries}}'), most: 16 };
}

/** The line above a list that has no pages. */
const neverPrinted = (rows: string): string => `{{if ${rows} > 0 then say("reports.notPrinted", ${rows})}}`;
const unlessPrinted = (rows: string): string =>
  `{{if ${rows} > 0 and ${rows} < ${LEAST_PRINTED} then say("reports.notPrinted", ${rows})}}`;
/** Fewer lines of details are not worth a page of paper. */
export const LEAST_PRINTED = 10;

const printed = (rows: string): string =>
  `if ${rows} >= ${LEAST_PRINTED} tall if ${rows} < 36 then 1 else 0 titles if ${rows} > 30`;

const NEGATIVE_DAY = 'count(employee-days where workedMinutes < 0) > 0';

/** One row per employee and day. */
export function drawDays(book: Workbook): void {
  drawTableSheet(book, {
    tab: say('reports.days'),
    title: say('reports.days'),
    note: neverPrinted('count(employee-days)'),
    empty: say('reports.nothingWorked'),
    print: 'if false',
    frozenColumns: 3,
    table: {
      name: 'EmployeeDays',
      each: `employee-days ${BY_NAME}, date`,
      some: 'count(employee-days) > 0',
      none: 'count(employee-days) = 0',
      totalLabel: say('reports.total'),
      columns: [
        ...PERSON,
        DATE,
        { heading: say('reports.weekday'), value: '{{weekday | weekday:"long"}}', look: 'text', width: 13 },
        text('reports.holiday', '{{holidayText}}', 34),
        text('reports.establishments', '{{establishments}}', 38),
        plannedColumn('employee-days', NEGATIVE_DAY),
        summedHours('reports.worked', 'workedMinutes', NEGATIVE_DAY),
        ...differenceColumns('employee-days', NEGATIVE_DAY),
        // An entry across midnight counts on both days: a sum would count it twice.
        entryCount(),
      ],
    },
  });
}

const clockColumn = (key: string, moment: string): DrawnColumn => ({
  heading: say(key),
  value: `{{(${moment}sAt | text | left:16 | right:5) & (if ${moment}Offset = null then "" else " " & ${moment}Offset)}}`,
  look: 'time',
  width: 12,
  most: 16,
});

const NEGATIVE_PAIR = 'count(planned-worked where workedMinutes < 0) > 0';

/** Each shift with its entry. */
export function drawPlannedWorked(book: Workbook): void {
  drawTableSheet(book, {
    tab: say('reports.comparison'),
    title: say('reports.comparison'),
    note: neverPrinted('count(planned-worked)'),
    empty: say('reports.noPlannedWorked'),
    print: 'if false',
    frozenColumns: 3,
    table: {
      name: 'PlannedWorked',
      each: `planned-worked ${BY_NAME}`,
      some: 'count(planned-worked) > 0',
      none: 'count(planned-worked) = 0',
      totalLabel: say('reports.total'),
      rowLooks: [
        ['status = "no-show"', 'less'],
        ['status = "unplanned"', 'more'],
      ],
      columns: [
        ...PERSON,
        DATE,
        text('reports.establishment', '{{establishment.name}}', 38),
        clockColumn('reports.plannedStart', 'shift.start'),
        clockColumn('reports.plannedEnd', 'shift.end'),
        clockColumn('reports.workedStart', 'entry.start'),
        clockColumn('reports.workedEnd', 'entry.end'),
        plannedColumn('planned-worked', NEGATIVE_PAIR),
        summedHours('reports.worked', 'workedMinutes', NEGATIVE_PAIR),
        ...differenceColumns('planned-worked', NEGATIVE_PAIR),
        text('reports.status', '{{statusText}}', 20),
      ],
    },
  });
}

const EXCEPTIONS = 'count(joined-exceptions)';

/** All exceptions in the order of the work list; the same sentence about many people is one row. */
export function drawExceptions(book: Workbook): void {
  drawTableSheet(book, {
    tab: say('reports.exceptions'),
    title: say('reports.exceptions'),
    note: unlessPrinted(EXCEPTIONS),
    empty: say('reports.noExceptions'),
    print: printed(EXCEPTIONS),
    printedColumns: 8,
    table: {
      name: 'Exceptions',
      each: 'joined-exceptions',
      some: `${EXCEPTIONS} > 0`,
      none: `${EXCEPTIONS} = 0`,
      rowLooks: [['severity != "warn" and not accepted', 'less']],
      columns: [
        text('reports.severity', '{{severityText}}', 22),
        text('reports.meaning', '{{title}}', 28),
        text('reports.establishment', '{{establishment.name}}', 22),
        text('reports.employee', '{{people}}', 26),
        DATE,
        { heading: say('reports.message'), value: '{{message}}', look: 'wrapped', width: 48 },
        { heading: say('reports.remedy'), value: '{{remedy}}', look: 'wrapped', width: 42 },
        text('reports.actor', '{{actor}}', 20),
        text('reports.accepted', '{{if accepted then say("reports.yes") else say("reports.no")}}', 12),
        text('reports.code', '{{code}}', 26),
        text('reports.record', '{{record}}', 40),
      ],
    },
  });
}

/** The payroll ID before the whole name. */
const NUMBERED_PERSON: DrawnColumn[] = [
  text('reports.number', '{{employee.number}}', 18),
  text(
    'reports.employee',
    `{{who & (if ${HAS_NO_NAME} then " (" & say("reports.nameUnknown") & ")" else "")}}`,
    28,
  ),
];

const STAMPS: DrawnColumn[] = [
  { heading: say('reports.start'), value: '{{startText}}', look: 'text', width: 25 },
  { heading: say('reports.end'), value: '{{endText}}', look: 'text', width: 25 },
];

const NEGATIVE_CHANGE =
  'count(clock-changes where elapsedMinutes < 0 or workedMinutes < 0 or paidMinutes < 0) > 0';

/** Work across a clock change, and the days of its minutes. */
export function drawClockChanges(book: Workbook): void {
  const rows = 'count(clock-changes)';
  drawTableSheet(book, {
    tab: say('reports.clockChange'),
    title: say('reports.clockChangeTitle'),
    note: unlessPrinted(rows),
    empty: say('reports.noClockChange'),
    print: printed(rows),
    frozenColumns: 2,
    table: {
      name: 'ClockChanges',
      each: `clock-changes ${BY_NAME}`,
      some: `${rows} > 0`,
      none: `${rows} = 0`,
      columns: [
        ...NUMBERED_PERSON,
        ...STAMPS,
        hoursColumn('reports.elapsed', 'elapsedMinutes', 12, NEGATIVE_CHANGE),
        {
          ...hoursColumn('reports.clock', 'clockMinutes', 12, NEGATIVE_CHANGE),
          value: '{{clockMinutes | notation:"alone"}}',
        },
        ...differenceColumns('clock-changes', NEGATIVE_CHANGE, {
          field: 'change',
          key: 'reports.change',
          planned: 'true',
        }),
        text('reports.allocation', '{{allocationText}}', 60),
        hoursColumn('reports.worked', 'workedMinutes', 12, NEGATIVE_CHANGE),
        hoursColumn('reports.paid', 'paidMinutes', 12, NEGATIVE_CHANGE),
        text('reports.establishment', '{{establishment.name}}', 34),
        text('reports.zone', '{{zone}}', 34),
      ],
    },
  });
}

const NEGATIVE_EDGE =
  'count(period-edges where workedMinutes < 0 or insideMinutes < 0 or outsideMinutes < 0) > 0';

/** Work across the period's edge, and the minutes counted inside. */
export function drawPeriodEdges(book: Workbook): void {
  const rows = 'count(period-edges)';
  drawTableSheet(book, {
    tab: say('reports.periodEdge'),
    title: say('reports.periodEdgeTitle'),
    note: unlessPrinted(rows),
    empty: say('reports.noPeriodEdge'),
    print: printed(rows),
    frozenColumns: 2,
    table: {
      name: 'PeriodEdges',
      each: `period-edges ${BY_NAME}`,
      some: `${rows} > 0`,
      none: `${rows} = 0`,
      columns: [
        ...NUMBERED_PERSON,
        ...STAMPS,
        hoursColumn('reports.worked', 'workedMinutes', 12, NEGATIVE_EDGE),
        hoursColumn('reports.inside', 'insideMinutes', 12, NEGATIVE_EDGE),
        hoursColumn('reports.outside', 'outsideMinutes', 12, NEGATIVE_EDGE),
        text('reports.allocation', '{{allocationText}}', 60),
      ],
    },
  });
}

const NEGATIVE_PERSON =
  'count(employees where workedMinutes < 0 or paidMinutes < 0) > 0 or count(employee-codes where minutes < 0) > 0';

/** The worked time, and what is the same as it for everyone: `Worked = Paid = NORMAL`. */
const SAME_PAID = 'count(employees where paidMinutes != workedMinutes) = 0';
const SAME_CODES = 'count(pay-codes where equalsWorked) > 0';
const WORKED =
  `{{say("reports.worked")}}{{if ${SAME_PAID} then " = " & say("reports.paid")}}` +
  `{{if ${SAME_CODES} then " = " & list(pay-codes.payCodeLabel, " = " where equalsWorked)}}` +
  unitOfHours('run.hours', NEGATIVE_PERSON);

const CODE_COLUMNS =
  '{{#each pay-codes where not equalsWorked group by payCode, payCodeLabel, unit sort by min(columnOrder) columns 3}}';

/** Pay codes across, premiums last: a column in the unit of the amounts. */
const CODES: readonly DrawnColumn[] = [
  {
    ...hoursColumn('', 'first(employee-codes.minutes)', 12),
    most: 16,
    heading: `{{payCodeLabel}}${unitOfHours('run.hours', NEGATIVE_PERSON)}`,
    isSummed: true,
    note: `${CODE_COLUMNS}\n{{#if unit = "minutes" columns}}`,
  },
  {
    heading: '{{ payCodeLabel }}',
    value: '{{first(employee-codes.amount)}}',
    look: 'times',
    width: 12,
    most: 16,
    isSummed: true,
    note: '{{#if unit = "times" columns}}',
  },
  {
    heading: '{{  payCodeLabel  }}',
    value: '{{first(employee-codes.amount)}}',
    look: 'days',
    width: 12,
    most: 16,
    isSummed: true,
    note: '{{#if unit = "days" columns}}',
  },
];

/** Balances may be negative: that does not concern the columns next to them. */
function accountColumn(key: string, balance: string): DrawnColumn {
  return {
    ...hoursColumn(key, balance, 13, NEGATIVE_PERSON),
    value: `{{${balance} | notation:"alone"}}`,
    onlyIf: 'count(accounts) > 0',
  };
}

/** One row per employee: days, planned, worked, paid, and a column for each pay code. */
export function drawSummary(book: Workbook): void {
  const number: DrawnColumn = {
    ...text('reports.number', '{{if numbers != null then numbers else employee.number}}', 18),
  };
  const columns: DrawnColumn[] = [
    number,
    ...PERSON.slice(1),
    { ...count('reports.daysWorked', '{{days}}'), isSummed: true },
    { ...entryCount(), isSummed: true },
    plannedColumn('employees', NEGATIVE_PERSON),
    { ...summedHours('reports.worked', 'workedMinutes'), heading: WORKED, width: 14, most: 18 },
    ...differenceColumns('employees', NEGATIVE_PERSON),
    {
      ...summedHours('reports.paid', 'paidMinutes', NEGATIVE_PERSON),
      onlyIf: 'count(employees where paidMinutes != workedMinutes) > 0',
    },
    accountColumn('reports.accountBefore', 'first(accounts.beforeMinutes)'),
    accountColumn('reports.accountAfter', 'first(accounts.balanceMinutes)'),
    ...CODES,
  ];
  const sheet = drawTableSheet(book, {
    tab: say('reports.summary'),
    title: say('reports.monthlyHours'),
    empty: say('reports.nothingWorked'),
    print:
      'if count(employees) > 0 tall if count(employees) < 46 then 1 else 0 titles if count(employees) > 30',
    frozenColumns: 3,
    headingHeight: 42,
    table: {
      name: 'Summary',
      each: `employees group by employee.id ${BY_NAME}`,
      some: 'count(employees) > 0',
      none: 'count(employees) = 0',
      totalLabel: say('reports.total'),
      columns,
    },
  });
  drawPremiumHeading(sheet, columns.length - CODES.length + 1);
}

/** Above the first premium, so that premiums are not added to the base hours. */
function drawPremiumHeading(sheet: Worksheet, firstColumn: number): void {
  sheet.getRow(3).height = 16;
  for (let column = firstColumn; column < firstColumn + CODES.length; column += 1) {
    const cell = sheet.getCell(3, column);
    cell.value = '{{if count(payCode where startsPremiums) > 0 then say("reports.paidOnTop")}}';
    cell.style = lookOf('note');
  }
}
