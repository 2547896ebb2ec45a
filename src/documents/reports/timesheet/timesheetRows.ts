import type { DataRow } from '../../dataSet.js';
import type { ReportContext } from '../reportContext.js';
import { eachRow, rowsOf, textOf } from '../rowAccess.js';
import type { PersonRows } from './timesheetPage.js';

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

/** The rows of everybody's timesheet, in the order of their names. */
export function* timesheetRows(context: ReportContext): Generator<PersonRows> {
  const days = rowsByPerson(context, 'calendar');
  const entries = rowsByPerson(context, 'entries');
  const payLines = rowsByPerson(context, 'pay-lines');
  const exceptions = rowsByPerson(context, 'exceptions');
  for (const employee of rowsOf(context.model, 'employees')) {
    const id = textOf(employee, 'employee.id');
    yield {
      employee,
      days: days.get(id) ?? [],
      entries: entries.get(id) ?? [],
      payLines: payLines.get(id) ?? [],
      exceptions: exceptions.get(id) ?? [],
    };
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
