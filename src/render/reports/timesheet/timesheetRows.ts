import type { DataRow } from '../../dataSet.js';
import type { ReportContext } from '../reportContext.js';
import { eachRow, textOf } from '../rowAccess.js';
import type { PersonRows } from './timesheetPage.js';

/** Everybody's timesheet in the order of their names: computed person by person, and nobody's held. */
export function* timesheetRows(context: ReportContext): Generator<PersonRows> {
  const exceptions = exceptionsByPerson(context);
  for (const { rowsOf } of context.people) {
    const [employee] = rowsOf('employees');
    if (employee === undefined) continue;
    yield {
      employee,
      days: [...rowsOf('calendar')],
      entries: [...rowsOf('entries')],
      payLines: [...rowsOf('pay-lines')],
      exceptions: exceptions.get(textOf(employee, 'employee.id')) ?? [],
    };
  }
}

/** What is found crosses people, so it is at hand anyway: of each only what a timesheet says is kept. */
function exceptionsByPerson({ model }: ReportContext): Map<string, DataRow[]> {
  const byPerson = new Map<string, DataRow[]>();
  for (const row of eachRow(model, 'exceptions')) {
    const id = textOf(row, 'employee.id');
    const { date = null, code = null, title = null } = row;
    const rows = byPerson.get(id);
    if (rows === undefined) byPerson.set(id, [{ date, code, title }]);
    else rows.push({ date, code, title });
  }
  return byPerson;
}
