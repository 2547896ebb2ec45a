import type { OutputFile } from '../outputFile.js';
import type { ReportModel } from '../reportModel.js';
import {
  outputName,
  type ReportContext,
  type ReportOptions,
  reportContext,
} from '../reports/reportContext.js';
import { rowsBy, rowsOf, textOf } from '../reports/rowAccess.js';
import { type TimesheetPage, timesheetPage } from '../timesheet/timesheetPage.js';
import { timesheetPdf } from './timesheetPdf.js';

/** The PDF `timesheets-pdf`: a page per person to print and sign. The same model gives the same bytes. */
export async function renderTimesheetPdf(
  model: ReportModel,
  options: ReportOptions = {},
): Promise<OutputFile[]> {
  const context = reportContext(model, options);
  const people = timesheetPages(context);
  const rows = people.reduce((sum, { lines }) => sum + lines.filter(({ kind }) => kind !== 'week').length, 0);
  return [
    { name: outputName(context, 'timesheets-pdf', 'pdf'), rows, content: timesheetPdf(context, people) },
  ];
}

function timesheetPages(context: ReportContext): TimesheetPage[] {
  const of = (name: string) => rowsBy(rowsOf(context.model, name), 'employee.id');
  const [days, entries, payLines, exceptions] = ['calendar', 'entries', 'pay-lines', 'exceptions'].map(of);
  return rowsOf(context.model, 'employees').map((employee) => {
    const id = textOf(employee, 'employee.id');
    return timesheetPage(context, {
      employee,
      days: days?.get(id) ?? [],
      entries: entries?.get(id) ?? [],
      payLines: payLines?.get(id) ?? [],
      exceptions: exceptions?.get(id) ?? [],
    });
  });
}
