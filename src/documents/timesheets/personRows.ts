import type { DataRow } from '../dataSet.js';
import type { ReportContext } from '../reports/reportContext.js';
import { eachRow, textField } from '../reports/rowAccess.js';

/** The rows of one person for a timesheet. */
export interface PersonRows {
  readonly employee: DataRow;
  /** Every calendar day of the period (`calendar`). */
  readonly days: readonly DataRow[];
  readonly entries: readonly DataRow[];
  readonly payLines: readonly DataRow[];
  readonly exceptions: readonly DataRow[];
  /** A row of `accounts`; undefined without an hours account. */
  readonly account: DataRow | undefined;
}

/** The timesheets of all employees in the order of their names; computes one person at a time and releases each. */
export function* timesheetRows(
  context: ReportContext,
  people: ReportContext['people'] = context.people,
): Generator<PersonRows> {
  const exceptions = exceptionsByPerson(context);
  for (const { rowsOf } of people) {
    const [employee] = rowsOf('employees');
    if (employee === undefined) continue;
    const [account] = rowsOf('accounts');
    yield {
      employee,
      account,
      days: [...rowsOf('calendar')],
      entries: [...rowsOf('entries')],
      payLines: [...rowsOf('pay-lines')],
      exceptions: exceptions.get(textField(employee, 'employee.id')) ?? [],
    };
  }
}

const KNOWN_EXCEPTIONS = new WeakMap<ReportContext, ReadonlyMap<string, DataRow[]>>();

/** Findings are in memory for all people anyway: only the part for timesheets is kept. */
function exceptionsByPerson(context: ReportContext): ReadonlyMap<string, DataRow[]> {
  const known = KNOWN_EXCEPTIONS.get(context) ?? readExceptions(context);
  KNOWN_EXCEPTIONS.set(context, known);
  return known;
}

function readExceptions({ model }: ReportContext): Map<string, DataRow[]> {
  const byPerson = new Map<string, DataRow[]>();
  for (const row of eachRow(model, 'exceptions')) {
    const id = textField(row, 'employee.id');
    const { date = null, code = null, title = null } = row;
    const rows = byPerson.get(id);
    if (rows === undefined) byPerson.set(id, [{ date, code, title }]);
    else rows.push({ date, code, title });
  }
  return byPerson;
}
