import { toLocalDate } from '../../domain/time/localDate.js';
import { SheetNames } from '../../workbook/index.js';
import type { DataRow, DataSet, Field } from '../dataSet.js';
import { type FieldDefinition, field, makeDataSet } from '../model/fieldDefinition.js';
import { dateFields } from '../model/sharedFields.js';
import { type ReportContext, type ReportOptions, reportContext } from '../reports/reportContext.js';
import { distinctEmployee, textField } from '../reports/rowAccess.js';
import type { TemplateModel } from '../templateModel.js';
import { timesheetRows } from './personRows.js';
import {
  type TimesheetCode,
  type TimesheetLine,
  type TimesheetPage,
  timesheetPage,
} from './timesheetPage.js';

/** The sets that timesheets are computed from. */
export const SETS_OF_TIMESHEETS = ['employees', 'calendar', 'entries', 'pay-lines', 'accounts'] as const;

export const TIMESHEET_SETS: readonly string[] = ['timesheets', 'timesheet-lines', 'timesheet-codes'];

/** An employee's timesheet. */
export interface SheetOfEmployee {
  /** The row of `employees`. */
  readonly employee: DataRow;
  readonly page: TimesheetPage;
}

/** The timesheets of all employees in the order of their names; computes one at a time. */
export function* employeeTimesheets(
  context: ReportContext,
  people?: ReportContext['people'],
): Generator<SheetOfEmployee> {
  for (const person of timesheetRows(context, people))
    yield { employee: person.employee, page: timesheetPage(context, person) };
}

/** The data sets of the timesheets of a run, which are computed when they are read. */
export function timesheetSetsOf(model: TemplateModel, options: ReportOptions): DataSet[] {
  const context = reportContext(model, options);
  return timesheetSets(context, { [Symbol.iterator]: () => employeeTimesheets(context) });
}

/** The data sets of some timesheets. */
export function timesheetSets(context: ReportContext, sheets: Iterable<SheetOfEmployee>): DataSet[] {
  const known = context.model.dataSets.get('employees')?.fields ?? [];
  const employee = known.filter(({ name }) => name.startsWith('employee.'));
  return [
    makeDataSet(
      'timesheets',
      [...ofEmployee<SheetOfEmployee>(employee, (sheet) => sheet), ...sheetFields(context)],
      sheets,
      'employee.id',
    ),
    makeDataSet('timesheet-lines', [...ofEmployee<LineOfSheet>(employee, sheetOf), ...lineFields(context)], {
      [Symbol.iterator]: () => linesOf(sheets),
    }),
    makeDataSet('timesheet-codes', [...ofEmployee<CodeOfSheet>(employee, sheetOf), ...CODE_FIELDS], {
      [Symbol.iterator]: () => codesOf(sheets),
    }),
  ];
}

interface OfSheet {
  readonly sheet: SheetOfEmployee;
}
const sheetOf = ({ sheet }: OfSheet): SheetOfEmployee => sheet;

function ofEmployee<Item>(
  fields: readonly Field[],
  sheetOfItem: (item: Item) => SheetOfEmployee,
): FieldDefinition<Item>[] {
  return fields.map((each) => ({
    ...each,
    describes: undefined,
    of: (item) => sheetOfItem(item).employee[each.name] ?? null,
  }));
}

function sheetFields({ model, hours }: ReportContext): FieldDefinition<SheetOfEmployee>[] {
  return [
    field('tab', 'text', 'sheetTab', (sheet) => tabOf(sheet, model)),
    field('hours', 'text', 'sheetHours', ({ page }) => (isNegative(page) ? 'decimal' : hours)),
    field('shownName', 'text', 'sheetName', ({ page }) => page.name),
    field('numbers', 'text', 'employeeNumbers', ({ page }) => page.numbers || null),
    field('plannedMinutes', 'minutes', 'planned', ({ page }) => page.plannedMinutes),
    field('workedMinutes', 'minutes', 'worked', ({ page }) => page.workedMinutes),
    field('paidMinutes', 'minutes', 'paid', ({ page }) => page.paidMinutes),
    field('showsPaid', 'boolean', 'sheetShowsPaid', ({ page }) => page.showsPaid),
    field('account', 'text', 'sheetAccount', ({ page }) => page.account || null),
    field('legend', 'text', 'sheetLegend', ({ page }) => page.legend || null),
  ];
}

/** All times of a sheet have one notation: spreadsheet programs show negative durations as ####. */
function isNegative({ codes, lines }: TimesheetPage): boolean {
  const ofCodes = codes.map(({ unit, amount }) => (unit === 'minutes' ? amount : 0));
  const ofLines = lines.flatMap((line) => [
    line.netMinutes,
    line.plannedMinutes,
    line.workedMinutes,
    line.paidMinutes,
  ]);
  return [...ofCodes, ...ofLines].some((minutes) => (minutes ?? 0) < 0);
}

/** Last name, first name, and what tells namesakes apart, as the name of a sheet. */
function tabOf({ employee }: SheetOfEmployee, model: Pick<TemplateModel, 'tell'>): string {
  const names = ['employee.lastName', 'employee.firstName'].map((name) => textField(employee, name));
  const wanted = names.join(' ').trim() || textField(employee, 'employee.name');
  return new SheetNames().add(wanted, distinctEmployee(model, employee).distinction);
}

interface LineOfSheet extends OfSheet {
  readonly line: TimesheetLine;
  /** Weeks of the sheet, from 1. */
  readonly week: number;
  readonly isFirst: boolean;
}

/** The lines of entries and days; the total of a week is that of its lines. */
function* linesOf(sheets: Iterable<SheetOfEmployee>): Generator<LineOfSheet> {
  for (const sheet of sheets) {
    let week = 1;
    for (const line of sheet.page.lines) {
      if (line.kind === 'week') week += 1;
      else yield { sheet, line, week, isFirst: line.date !== '' };
    }
  }
}

function lineFields({ run }: ReportContext): FieldDefinition<LineOfSheet>[] {
  const [from, to] = [toLocalDate(run('from')), toLocalDate(run('to'))];
  const dateOf = ({ line }: LineOfSheet) => toLocalDate(line.isoDate);
  return [...dateFields('lineDate', dateOf, { from, to, label: run('periodLabel') }), ...LINE_FIELDS];
}

const LINE_FIELDS: readonly FieldDefinition<LineOfSheet>[] = [
  field('week', 'integer', 'lineWeek', ({ week }) => week),
  field('weekdayShort', 'text', 'lineWeekday', ({ line }) => line.weekday || null),
  field('isFirst', 'boolean', 'lineIsFirst', ({ isFirst }) => isFirst),
  field('isFree', 'boolean', 'lineIsFree', ({ line }) => line.isFree),
  field('isHoliday', 'boolean', 'lineIsHoliday', ({ line }) => line.isHoliday),
  field('startText', 'text', 'lineStart', ({ line }) => line.start || null),
  field('endText', 'text', 'lineEnd', ({ line }) => line.end || null),
  field('establishment.name', 'text', 'establishmentName', ({ line }) => line.establishment || null),
  field('breakMinutes', 'minutes', 'lineBreak', ({ line }) => line.breakMinutes),
  field('netMinutes', 'minutes', 'lineNet', ({ line }) => line.netMinutes),
  field('plannedMinutes', 'minutes', 'linePlanned', ({ line }) => line.plannedMinutes),
  field('workedMinutes', 'minutes', 'lineWorked', ({ line }) => line.workedMinutes),
  field('paidMinutes', 'minutes', 'linePaid', ({ line }) => line.paidMinutes),
  field('remark', 'text', 'lineRemark', ({ line }) => line.remark || null),
];

interface CodeOfSheet extends OfSheet {
  readonly code: TimesheetCode;
}

function* codesOf(sheets: Iterable<SheetOfEmployee>): Generator<CodeOfSheet> {
  for (const sheet of sheets) for (const code of sheet.page.codes) yield { sheet, code };
}

const CODE_FIELDS: readonly FieldDefinition<CodeOfSheet>[] = [
  field('payCodeLabel', 'text', 'codeLabel', ({ code }) => code.label),
  field('kind', 'text', 'kind', ({ code }) => code.kind),
  field('unit', 'text', 'codeUnit', ({ code }) => code.unit),
  field('minutes', 'minutes', 'codeMinutes', ({ code }) => (code.unit === 'minutes' ? code.amount : null)),
  field('amount', 'number', 'codeAmount', ({ code }) => (code.unit === 'minutes' ? null : code.amount)),
];
