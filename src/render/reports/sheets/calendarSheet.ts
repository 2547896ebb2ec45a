import type { DataRow } from '../../dataSet.js';
import { shortWeekdayName } from '../../language/calendarNames.js';
import type { CellValue } from '../../xlsx/rows/cellValue.js';
import { areaName, cellName } from '../../xlsx/rows/columnName.js';
import { dayFractionOf, hoursOf, serialDateOf } from '../../xlsx/rows/serialDate.js';
import type { Cell, SheetRow } from '../../xlsx/rows/sheetRow.js';
import type { SheetPlan } from '../../xlsx/workbook/sheetPlan.js';
import type { CalendarDay } from '../calendarDays.js';
import type { ReportContext } from '../reportContext.js';
import type { Place } from '../reportStyles.js';
import { groupBy, numberOf, rowsOf, textOf } from '../rowAccess.js';
import { frame, printPlan, titleRows } from '../sheetFrame.js';
import { noteRow } from '../stackedSheet.js';

/** From how many minutes on a difference from the plan is shaded. */
const NOTABLE_MINUTES = 15;

const LABEL_COLUMNS = 2;
const FIRST_DATA_ROW = 7;

/** The matrix: a row per employee, a column per day, shaded weekends, holidays and differences from the plan. */
export function calendarSheet(context: ReportContext, name: string, days: readonly CalendarDay[]): SheetPlan {
  const { t, model } = context;
  const employees = rowsOf(model, 'employees');
  const matrix = new Matrix(days, rowsOf(model, 'employee-days'));
  const lastRow = FIRST_DATA_ROW + employees.length;
  const dayColumn = dayWidth(matrix, days, employees);
  const widths = [Math.max(9, t('number').length + 3), 25, ...days.map(() => dayColumn), 11];
  const frameOptions = {
    widths,
    orientation: 'landscape',
    frozenRows: FIRST_DATA_ROW - 1,
    frozenColumns: LABEL_COLUMNS,
    headingRows: 2,
  } as const;
  return {
    name,
    settings: frame(context, frameOptions),
    print: printPlan(frameOptions, lastRow),
    area: areaName(0, 1, widths.length - 1, lastRow),
    *rows() {
      yield* titleRows(context, t('calendar'));
      yield legend(context);
      yield* dayHeadings(context, days);
      for (const [index, employee] of employees.entries()) {
        yield employeeRow(matrix, days, employee, FIRST_DATA_ROW + index);
      }
      if (employees.length > 0) yield totalsRow(context, matrix, days, employees);
      else yield noteRow(t('nothingWorked'));
    },
  };
}

/** Wide enough for the largest total of a day. */
function dayWidth(matrix: Matrix, days: readonly CalendarDay[], employees: readonly DataRow[]): number {
  const hours = Math.max(0, ...days.map(({ date }) => Math.abs(matrix.totalOf(employees, date)) / 60));
  return 6.2 + Math.max(0, String(Math.floor(hours)).length - 2) * 1.1;
}

/** Worked and planned minutes by employee and day. */
class Matrix {
  readonly #byEmployee: ReadonlyMap<string, ReadonlyMap<string, DataRow>>;
  /** Decimal hours where a value is negative: Excel shows no negative times. */
  readonly decimal: boolean;

  constructor(days: readonly CalendarDay[], rows: readonly DataRow[]) {
    const dates = new Set<string>(days.map(({ date }) => date));
    const inside = rows.filter((row) => dates.has(textOf(row, 'date')));
    this.decimal = inside.some((row) => (numberOf(row, 'workedMinutes') ?? 0) < 0);
    this.#byEmployee = new Map(
      [...groupBy(inside, 'employee.id')].map(([id, group]) => [
        id,
        new Map(group.map((row) => [textOf(row, 'date'), row])),
      ]),
    );
  }

  dayOf(employee: DataRow, date: string): DataRow | undefined {
    return this.#byEmployee.get(textOf(employee, 'employee.id'))?.get(date);
  }

  minutesOf(employee: DataRow, date: string): number {
    const row = this.dayOf(employee, date);
    return row === undefined ? 0 : (numberOf(row, 'workedMinutes') ?? 0);
  }

  totalOf(employees: readonly DataRow[], date: string): number {
    return employees.reduce((total, employee) => total + this.minutesOf(employee, date), 0);
  }

  get kind(): 'plainHours' | 'duration' {
    return this.decimal ? 'plainHours' : 'duration';
  }

  valueOf(minutes: number): number {
    return this.decimal ? hoursOf(minutes) : dayFractionOf(minutes);
  }
}

function legend({ t }: ReportContext): SheetRow {
  const sample = (style: Place): Cell => ({ style: `text${style}`, value: null });
  const label = (value: string): Cell => ({ style: 'label', value });
  const cells: (Cell | undefined)[] = [label(t('calendarNote')), undefined];
  const marks = [
    ['.weekend', t('legendWeekend'), 4],
    ['.holiday', t('legendHoliday'), 4],
    ['.more', t('legendMore'), 10],
    ['.less', t('legendLess'), 10],
  ] as const;
  let at = LABEL_COLUMNS;
  for (const [place, text, columns] of marks) {
    cells[at] = sample(place);
    cells[at + 1] = label(` ${text}`);
    at += columns;
  }
  return { cells: Array.from(cells), heightPoints: 16 };
}

function* dayHeadings({ t, language }: ReportContext, days: readonly CalendarDay[]): Generator<SheetRow> {
  const centre = (value: CellValue): Cell => ({ style: 'heading.centre', value });
  const left = (value: CellValue): Cell => ({ style: 'heading', value });
  yield {
    cells: [
      left(null),
      left(null),
      ...days.map(({ weekday }) => centre(shortWeekdayName(language, weekday))),
      centre(null),
    ],
  };
  yield {
    cells: [
      left(t('number')),
      left(t('employee')),
      ...days.map(({ date }): Cell => ({ style: 'heading.day', value: serialDateOf(date) })),
      { style: 'heading.right', value: t('total') },
    ],
  };
}

function placeOf(day: CalendarDay, row: DataRow | undefined): Place {
  const difference = row === undefined ? null : numberOf(row, 'differenceMinutes');
  if (difference !== null && difference >= NOTABLE_MINUTES) return '.more';
  if (difference !== null && difference <= -NOTABLE_MINUTES) return '.less';
  if (day.holiday !== '') return '.holiday';
  return day.weekday >= 6 ? '.weekend' : '';
}

function employeeRow(
  matrix: Matrix,
  days: readonly CalendarDay[],
  employee: DataRow,
  rowNumber: number,
): SheetRow {
  let sum = 0;
  const cells = days.map((day): Cell => {
    const row = matrix.dayOf(employee, day.date);
    const minutes = matrix.minutesOf(employee, day.date);
    sum += minutes;
    const shown = minutes !== 0 || placeOf(day, row) === '.less';
    return { style: matrix.kind + placeOf(day, row), value: shown ? matrix.valueOf(minutes) : null };
  });
  const area = areaName(LABEL_COLUMNS, rowNumber, LABEL_COLUMNS + days.length - 1, rowNumber);
  return {
    cells: [
      { style: 'text', value: textOf(employee, 'employee.number') },
      { style: 'text', value: textOf(employee, 'employee.name') },
      ...cells,
      { style: `${matrix.kind}.sum`, value: { formula: `SUM(${area})`, value: matrix.valueOf(sum) } },
    ],
  };
}

function totalsRow(
  { t }: ReportContext,
  matrix: Matrix,
  days: readonly CalendarDay[],
  employees: readonly DataRow[],
): SheetRow {
  const style = `${matrix.kind}.total`;
  const last = FIRST_DATA_ROW + employees.length - 1;
  const sum = (column: number, minutes: number): Cell => {
    const value = matrix.valueOf(minutes);
    const area = `${cellName(column, FIRST_DATA_ROW)}:${cellName(column, last)}`;
    return { style, value: { formula: `SUM(${area})`, value } };
  };
  const minutes = days.map(({ date }) => matrix.totalOf(employees, date));
  const all = minutes.reduce((total, value) => total + value, 0);
  return {
    cells: [
      { style: 'text.total', value: t('total') },
      { style: 'text.total', value: null },
      ...minutes.map((value, index) => sum(LABEL_COLUMNS + index, value)),
      sum(LABEL_COLUMNS + days.length, all),
    ],
    heightPoints: 18,
  };
}
