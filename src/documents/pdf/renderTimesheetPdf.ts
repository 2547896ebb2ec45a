import type { OutputFile } from '../outputFile.js';
import type { ReportModel } from '../reportModel.js';
import {
  outputName,
  type ReportContext,
  type ReportOptions,
  reportContext,
} from '../reports/reportContext.js';
import { eachRow } from '../reports/rowAccess.js';
import { type TimesheetPage, timesheetPage } from '../reports/timesheet/timesheetPage.js';
import { timesheetRows } from '../reports/timesheet/timesheetRows.js';
import { timesheetPdf } from './timesheetPdf.js';

/** The PDF `timesheets-pdf`: a page per person to print and sign. The same model gives the same bytes. */
export async function renderTimesheetPdf(
  model: ReportModel,
  options: ReportOptions = {},
): Promise<OutputFile[]> {
  const context = reportContext(model, options);
  const rows = [...eachRow(model, 'employees')].length;
  return [
    {
      name: outputName(context, 'timesheets-pdf', 'pdf'),
      rows,
      content: timesheetPdf(context, pages(context)),
    },
  ];
}

function* pages(context: ReportContext): Generator<TimesheetPage> {
  for (const person of timesheetRows(context)) yield timesheetPage(context, person);
}
