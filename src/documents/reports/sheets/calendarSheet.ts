import { shortWeekdayName } from '../../../i18n/dateText.js';
import type { HourNotation } from '../../../i18n/hoursText.js';
import {
  areaName,
  type Cell,
  cellName,
  linesInColumn,
  type SheetPlan,
  type SheetRow,
  serialDateOf,
  textWidth,
} from '../../../workbook/index.js';
import type { DataRow } from '../../dataSet.js';
import type { HoursOfPeriod, PersonHours } from '../hoursOfPeriod.js';
import type { CalendarDay, DaySums } from '../periodSums.js';
import { personColumn, type ReportColumn, surveyTable, textColumn } from '../reportColumns.js';
import type { ReportContext } from '../reportContext.js';
import { noticeSheet, printPlan, sheetSettings, titleRows } from '../reportSheet.js';
import { MATRIX_SIGNS, type StylePlace } from '../reportStyles.js';
import { numberField, textField } from '../rowAccess.js';
import { LINE_HEIGHT } from '../tableBlock.js';
import { convertMinutes, type TimeUnit } from '../timeUnit.js';

const LABEL_COLUMNS = 2;
const WIDEST_NAME = 24;
const TOTAL_WIDTH = 9.5;

interface CalendarPlan {
  readonly context: ReportContext;
  readonly days: readonly CalendarDay[];
  /** The number of rows. */
  readonly employees: number;
  readonly matrix: CalendarMatrix;
  readonly labels: readonly ReportColumn[];
  readonly firstRow: number;
}

/** The matrix: a row per employee, a column per day, shaded weekends, holidays and differences from the plan. */
export function calendarSheet(
  context: ReportContext,
  name: string,
  hours: HoursOfPeriod,
  days: readonly CalendarDay[],
): SheetPlan {
  const { say } = context;
  const { employees } = hours;
  if (employees === 0) {
    return noticeSheet(context, name, {
      title: say('reports.calendar'),
      empty: say('reports.nothingWorked'),
      printed: 'rows',
    });
  }
  const matrix = new CalendarMatrix(context.hours, days, hours.byDay);
  const labels = labelColumns(context, hours);
  const columnWidth = dayWidth(matrix, days);
  const above = [
    ...titleRows(context, say('reports.calendar')),
    ...calendarLegend(context, {
      firstColumn: LABEL_COLUMNS,
      columns: days.length + 1,
      columnWidth,
      absences: hours.hasAbsences,
    }),
    { cells: [], heightPoints: 6 },
    ...headingRows(context, days),
  ];
  const plan: CalendarPlan = { context, days, employees, matrix, labels, firstRow: above.length + 1 };
  const lastRow = above.length + employees + 1;
  const widths = [...labels.map(({ width }) => width), ...days.map(() => columnWidth), TOTAL_WIDTH];
  const frameOptions = {
    widths,
    orientation: 'landscape',
    frozenRows: above.length,
    frozenColumns: LABEL_COLUMNS,
    headingRows: 2,
    heightPoints: (lastRow + 3) * LINE_HEIGHT,
  } as const;
  return {
    name,
    settings: sheetSettings(context, frameOptions),
    print: printPlan(frameOptions, lastRow),
    area: areaName(0, 1, widths.length - 1, lastRow),
    *rows() {
      yield* above;
      let rowNumber = plan.firstRow;
      for (const person of hours.people) {
        yield employeeRow(plan, person, rowNumber);
        rowNumber += 1;
      }
      yield totalsRow(plan);
    },
  };
}

function labelColumns(context: ReportContext, { people }: HoursOfPeriod): readonly ReportColumn[] {
  const employees: Iterable<DataRow> = {
    *[Symbol.iterator]() {
      for (const { employee } of people) yield employee;
    },
  };
  return surveyTable(employees, [
    textColumn(context.say('reports.number'), 'employee.number', 12),
    personColumn(context, WIDEST_NAME),
  ]).columns;
}

/** Wide enough for a time and its arrow, and for the largest total of a day. */
function dayWidth(matrix: CalendarMatrix, days: readonly CalendarDay[]): number {
  const hours = days.map(({ date }) => Math.trunc(Math.abs(matrix.totalOn(date)) / 60));
  const digits = String(Math.max(0, ...hours)).length + 3;
  return Math.max(6, digits * 0.88 + 0.9);
}

function headingRows({ say, language }: ReportContext, days: readonly CalendarDay[]): SheetRow[] {
  const left = (value: string | null): Cell => ({ style: 'heading', value });
  const right = (value: string | null): Cell => ({ style: 'matrix.heading', value });
  const style = (day: CalendarDay) => `matrix.heading${dayPlace(day.weekday, day.holiday !== '')}`;
  const weekdays = days.map(
    (day): Cell => ({ style: style(day), value: shortWeekdayName(language, day.weekday) }),
  );
  const dates = days.map((day): Cell => ({ style: style(day), value: serialDateOf(day.date) }));
  return [
    { cells: [left(null), left(null), ...weekdays, right(null)] },
    {
      cells: [
        left(say('reports.number')),
        left(say('reports.employee')),
        ...dates,
        right(say('reports.total')),
      ],
    },
  ];
}

function employeeRow(
  { days, matrix, labels }: CalendarPlan,
  person: PersonHours,
  rowNumber: number,
): SheetRow {
  const { employee } = person;
  const row = new MatrixRow(person);
  const cells = days.map((day): Cell => {
    const place = row.placeOf(day);
    const minutes = row.minutesOn(day.date);
    const style = `matrix.${matrix.unit}${place}`;
    if (minutes === 0 && place === '.absence') return { style, value: MATRIX_SIGNS.get(place) ?? null };
    const shown = minutes !== 0 || place === '.less';
    return { style, value: shown ? matrix.valueOf(minutes) : null };
  });
  const sum = days.reduce((total, { date }) => total + row.minutesOn(date), 0);
  const area = areaName(LABEL_COLUMNS, rowNumber, LABEL_COLUMNS + days.length - 1, rowNumber);
  const lines = Math.max(
    ...labels.map(({ value, width }) => linesInColumn(String(value(employee) ?? ''), width)),
  );
  return {
    cells: [
      ...labels.map((label): Cell => ({ style: label.kind, value: label.value(employee) })),
      ...cells,
      { style: `matrix.${matrix.unit}.sum`, value: { formula: `SUM(${area})`, value: matrix.valueOf(sum) } },
    ],
    ...(lines > 1 && { heightPoints: lines * LINE_HEIGHT + 2 }),
  };
}

function totalsRow({ context, days, employees, matrix, firstRow }: CalendarPlan): SheetRow {
  const style = `matrix.${matrix.unit}.total`;
  const last = firstRow + employees - 1;
  const sum = (column: number, minutes: number): Cell => {
    const area = `${cellName(column, firstRow)}:${cellName(column, last)}`;
    return { style, value: { formula: `SUM(${area})`, value: matrix.valueOf(minutes) } };
  };
  const minutes = days.map(({ date }) => matrix.totalOn(date));
  const all = minutes.reduce((total, value) => total + value, 0);
  return {
    cells: [
      { style: 'text.total', value: context.say('reports.total') },
      { style: 'text.total', value: null },
      ...minutes.map((value, index) => sum(LABEL_COLUMNS + index, value)),
      sum(LABEL_COLUMNS + days.length, all),
    ],
    heightPoints: 18,
  };
}

/** The minimum difference from the plan, in minutes, that is shaded. */
const NOTABLE_MINUTES = 15;

/** Worked minutes of all employees on some days, and their notation. */
class CalendarMatrix {
  readonly #sums: DaySums;
  readonly unit: TimeUnit;

  constructor(hours: HourNotation, days: readonly CalendarDay[], sums: DaySums) {
    this.#sums = sums;
    const isDecimal = hours === 'decimal' || sums.isNegativeOn(days.map(({ date }) => date));
    this.unit = isDecimal ? 'decimal' : 'duration';
  }

  totalOn(date: string): number {
    return this.#sums.workedOn(date);
  }

  /** In the unit of the cells. */
  valueOf(minutes: number): number {
    return convertMinutes(this.unit, minutes);
  }
}

/** One person's row of the matrix. */
class MatrixRow {
  readonly #byDate: ReadonlyMap<string, DataRow>;
  readonly #absentOn: ReadonlySet<string>;
  readonly #holidays: ReadonlySet<string>;

  constructor({ days, absentOn, holidays }: PersonHours) {
    this.#absentOn = new Set(absentOn);
    this.#holidays = new Set(holidays);
    this.#byDate = new Map(days.map((row) => [textField(row, 'date'), row]));
  }

  minutesOn(date: string): number {
    const row = this.#byDate.get(date);
    return row === undefined ? 0 : (numberField(row, 'workedMinutes') ?? 0);
  }

  /**
   * The shade: an absence has priority over the difference from the plan that it causes, a notable difference over a
   * holiday, and a holiday over a weekend.
   */
  placeOf(day: CalendarDay): StylePlace {
    if (this.#absentOn.has(day.date)) return '.absence';
    const row = this.#byDate.get(day.date);
    const difference = row === undefined ? null : numberField(row, 'differenceMinutes');
    if (difference !== null && difference >= NOTABLE_MINUTES) return '.more';
    if (difference !== null && difference <= -NOTABLE_MINUTES) return '.less';
    return dayPlace(day.weekday, this.#holidays.has(day.date));
  }
}

function dayPlace(weekday: number, isHoliday: boolean): StylePlace {
  if (isHoliday) return '.holiday';
  return weekday >= 6 ? '.weekend' : '';
}

const MARKS = [
  ['.weekend', 'reports.legendWeekend'],
  ['.holiday', 'reports.legendHoliday'],
  ['.more', 'reports.legendMore'],
  ['.less', 'reports.legendLess'],
  ['.absence', 'reports.legendAbsence'],
] as const;

interface LegendPlace {
  readonly firstColumn: number;
  /** The maximum number of columns of the legend. */
  readonly columns: number;
  /** The width of each column, in digits. */
  readonly columnWidth: number;
  /** Whether any employee is absent. @default false */
  readonly absences?: boolean;
}

/**
 * The legend of the shades, in one row, or in more rows if the period has too few columns. The introductory sentence is
 * in the first column.
 */
export function calendarLegend({ say }: ReportContext, place: LegendPlace): SheetRow[] {
  const rows: (Cell | undefined)[][] = [[{ style: 'label', value: say('reports.calendarNote') }]];
  let at = 0;
  for (const [mark, id] of MARKS) {
    if (mark === '.absence' && place.absences !== true) continue;
    const meaning = say(id);
    const columns = 1 + Math.ceil((textWidth(meaning) * 0.9 + 2) / place.columnWidth);
    if (at > 0 && at + columns > place.columns) {
      rows.push([]);
      at = 0;
    }
    const row = rows.at(-1) ?? [];
    row[place.firstColumn + at] = { style: `matrix.legend${mark}`, value: MATRIX_SIGNS.get(mark) ?? null };
    row[place.firstColumn + at + 1] = { style: 'label', value: ` ${meaning}` };
    at += columns;
  }
  return rows.map((cells) => ({ cells: Array.from(cells), heightPoints: 14 }));
}
