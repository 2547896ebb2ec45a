import { writeWorkbook } from '../../workbook/index.js';
import type { DataRow } from '../dataSet.js';
import type { OutputFile } from '../outputFile.js';
import type { ReportModel } from '../reportModel.js';
import { piecesOfWorkbook } from '../workbookErrors.js';
import { type NamedSheet, planSheets } from './namedSheet.js';
import { outputName, type ReportContext, type ReportOptions, reportContext } from './reportContext.js';
import { reportStyles } from './reportStyles.js';
import { textOf } from './rowAccess.js';
import { emptyTimesheet, timesheetSheet } from './sheets/timesheetSheet.js';
import type { PersonRows } from './timesheet/timesheetPage.js';
import { timesheetRows } from './timesheet/timesheetRows.js';
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
  const people = [...timesheetRows(context)];
  const perFile = options.sheetsPerFile ?? 500;
  const files: OutputFile[] = [];
  for (let at = 0; at === 0 || at < people.length; at += perFile) {
    const suffix = at === 0 ? '' : `-${at / perFile + 1}`;
    files.push(fileOf(context, people.slice(at, at + perFile), suffix));
  }
  return files;
}

function fileOf(context: ReportContext, people: readonly PersonRows[], suffix: string): OutputFile {
  const sheets = people.map(
    (person): NamedSheet => ({
      wantedName: sheetNameOf(person.employee),
      plan: (name) => timesheetSheet(context, name, person),
    }),
  );
  const none: NamedSheet = {
    wantedName: context.t('timesheets'),
    plan: (name) => emptyTimesheet(context, name),
  };
  const plan = {
    properties: workbookProperties(context, 'timesheets'),
    styles: reportStyles(context.language),
    sheets: planSheets(sheets.length === 0 ? [none] : sheets),
  };
  return {
    name: outputName(context, `timesheets${suffix}`),
    rows: people.reduce((sum, { days }) => sum + days.length, 0),
    content: piecesOfWorkbook(writeWorkbook(plan)),
  };
}

function sheetNameOf(employee: DataRow): string {
  const name = `${textOf(employee, 'employee.lastName')} ${textOf(employee, 'employee.firstName')}`.trim();
  return name === '' ? textOf(employee, 'employee.name') : name;
}
