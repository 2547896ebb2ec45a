import type { DataRow } from '../dataSet.js';
import type { OutputFile } from '../outputFile.js';
import type { ReportModel } from '../reportModel.js';
import {
  outputName,
  type ReportContext,
  type ReportOptions,
  reportContext,
} from '../reports/reportContext.js';
import { eachRow, rowsOf, textOf } from '../reports/rowAccess.js';
import { type TimesheetPage, timesheetPage } from '../timesheet/timesheetPage.js';
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
      content: timesheetPdf(context, timesheetPages(context)),
    },
  ];
}

/** Of each data set only the fields that a timesheet shows are kept: a period of thousands has to fit. */
const FIELDS = {
  calendar: ['date', 'weekday', 'holiday', 'absence', 'plannedMinutes', 'workedMinutes'],
  entries: [
    'date',
    'entry.id',
    'entry.startsAt',
    'entry.endsAt',
    'entry.startTime',
    'entry.endTime',
    'entry.startOffset',
    'entry.endOffset',
    'elapsedMinutes',
    'workedMinutes',
  ],
  'pay-lines': ['date', 'payCode', 'payCodeLabel', 'kind', 'minutes'],
  exceptions: ['date', 'code', 'title'],
} as const;

function* timesheetPages(context: ReportContext): Generator<TimesheetPage> {
  const [days, entries, payLines, exceptions] = [
    rowsByPerson(context, 'calendar'),
    rowsByPerson(context, 'entries'),
    rowsByPerson(context, 'pay-lines'),
    rowsByPerson(context, 'exceptions'),
  ];
  for (const employee of rowsOf(context.model, 'employees')) {
    const id = textOf(employee, 'employee.id');
    yield timesheetPage(context, {
      employee,
      days: days.get(id) ?? [],
      entries: entries.get(id) ?? [],
      payLines: payLines.get(id) ?? [],
      exceptions: exceptions.get(id) ?? [],
    });
  }
}

function rowsByPerson({ model }: ReportContext, dataSet: keyof typeof FIELDS): Map<string, DataRow[]> {
  const byPerson = new Map<string, DataRow[]>();
  for (const row of eachRow(model, dataSet)) {
    const id = textOf(row, 'employee.id');
    const rows = byPerson.get(id) ?? [];
    rows.push(Object.fromEntries(FIELDS[dataSet].map((field) => [field, row[field] ?? null])));
    byPerson.set(id, rows);
  }
  return byPerson;
}
