import { writeWorkbook } from '../../workbook/index.js';
import type { DataRow } from '../dataSet.js';
import type { OutputFile } from '../outputFile.js';
import type { ReportModel } from '../reportModel.js';
import { piecesOfWorkbook } from '../workbookErrors.js';
import { type NamedSheet, planSheets } from './namedSheet.js';
import { outputName, type ReportContext, type ReportOptions, reportContext } from './reportContext.js';
import { reportStyles } from './reportStyles.js';
import { rowsBy, rowsOf, textOf } from './rowAccess.js';
import { emptyTimesheet, timesheetSheet } from './sheets/timesheetSheet.js';
import { workbookProperties } from './workbookProperties.js';

export interface TimesheetsOptions extends ReportOptions {
  /** Sheets before a further file begins: spreadsheet programs grow slow with many. @default 500 */
  readonly sheetsPerFile?: number;
}

/**
 * The workbook `timesheets`: a printable A4 page per employee with every calendar day and lines for signatures.
 * More than 500 people go into further files (`…_timesheets-2.xlsx`).
 * @throws PaytallyError RENDER_REFUSED, while the content is read, where a value does not fit a cell.
 */
export async function renderTimesheets(
  model: ReportModel,
  options: TimesheetsOptions = {},
): Promise<OutputFile[]> {
  const context = reportContext(model, options);
  const days = rowsBy(rowsOf(context.model, 'calendar'), 'employee.id');
  const lines = rowsBy(rowsOf(context.model, 'pay-lines'), 'employee.id');
  const employees = rowsOf(context.model, 'employees');
  const perFile = options.sheetsPerFile ?? 500;
  const files: OutputFile[] = [];
  for (let at = 0; at === 0 || at < employees.length; at += perFile) {
    const page = employees.slice(at, at + perFile);
    const suffix = at === 0 ? '' : `-${at / perFile + 1}`;
    files.push(fileOf(context, page, days, lines, suffix));
  }
  return files;
}

type RowsByEmployee = ReadonlyMap<string, readonly DataRow[]>;

function fileOf(
  context: ReportContext,
  employees: readonly DataRow[],
  days: RowsByEmployee,
  lines: RowsByEmployee,
  suffix: string,
): OutputFile {
  const idOf = (employee: DataRow) => textOf(employee, 'employee.id');
  const sheets = employees.map((employee): NamedSheet => {
    const content = {
      employee,
      days: days.get(idOf(employee)) ?? [],
      payLines: lines.get(idOf(employee)) ?? [],
    };
    return { wantedName: sheetNameOf(employee), plan: (name) => timesheetSheet(context, name, content) };
  });
  const none: NamedSheet = {
    wantedName: context.t('timesheets'),
    plan: (name) => emptyTimesheet(context, name),
  };
  const plan = {
    properties: workbookProperties(context, 'timesheets'),
    styles: reportStyles(context.language),
    sheets: planSheets(sheets.length === 0 ? [none] : sheets),
  };
  const rows = employees.reduce((sum, employee) => sum + (days.get(idOf(employee))?.length ?? 0), 0);
  return {
    name: outputName(context, `timesheets${suffix}`),
    rows,
    content: piecesOfWorkbook(writeWorkbook(plan)),
  };
}

function sheetNameOf(employee: DataRow): string {
  const name = `${textOf(employee, 'employee.lastName')} ${textOf(employee, 'employee.firstName')}`.trim();
  return name === '' ? textOf(employee, 'employee.name') : name;
}
