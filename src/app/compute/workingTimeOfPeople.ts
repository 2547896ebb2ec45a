import type { Config } from '../../config/config.js';
import type { MappingFile } from '../../config/inputFiles.js';
import { absenceOwner } from '../../domain/absences/parseAbsences.js';
import { groupBy } from '../../domain/collections.js';
import type { RecordsWithEarlierPay } from '../../domain/pay/payLine.js';
import type { Days } from '../../domain/period/repeatingPeriod.js';
import type { PersonRecords } from '../../domain/records/periodData.js';
import { addDays, type LocalDate } from '../../domain/time/localDate.js';
import { createZoneLookup } from '../../domain/timesheet/buildTimesheet.js';
import { checksWorkingTime, limitBook, limitColumns } from '../../domain/workingTime/limits.js';
import type { PersonWorkingTime, WorkedHistory } from '../../domain/workingTime/workingTime.js';
import { PaytallyError } from '../../errors.js';
import { joined, message } from '../../i18n/message.js';
import type { EmployerInputs } from './employerInputs.js';

type Settings = Pick<EmployerInputs, 'config' | 'mapping' | 'absences'>;

/** The configured limits; none in a run of a version that did not support them. */
export function workingTimeSettings({ workingTime }: Pick<Config, 'workingTime'>): Config['workingTime'] {
  return workingTime ?? {};
}

/** The limits of all people, and the work of those whose working time is checked. */
export function workingTimeOfPeople(
  { facts, known, history = NO_HISTORY }: RecordsWithEarlierPay,
  period: Days,
  { config, mapping, absences }: Settings,
) {
  const settings = workingTimeSettings(config);
  const limitsOf = limitBook(settings, mapping.employees);
  const zoneOf = createZoneLookup(facts.establishments);
  const isChecked = checksWorkingTime(settings, mapping.employees.extraColumns);
  const absentDays = absentDaysByPerson(absences, mapping);
  return {
    limitsOf,
    /** undefined if no limit is set, or for work without an employee. */
    of: ({ personId, entries, entriesAround = [] }: PersonRecords): PersonWorkingTime | undefined => {
      if (personId === null || !isChecked) return undefined;
      return {
        employeeId: personId,
        entries: [...entries, ...entriesAround],
        history,
        known: known ?? period,
        limitsOf: limitsOf(personId),
        absentDays: absentDays(personId),
        clockOf: (entry) => zoneOf(entry)?.clock,
      };
    },
  };
}

const NO_HISTORY: WorkedHistory = { knows: () => false, minutesOf: () => new Map() };

/**
 * Calendar days of the absence file, whatever the code; undefined without a file. A row names an employee by id or by
 * payroll ID.
 */
function absentDaysByPerson(
  { rows, path }: Settings['absences'],
  { employees }: Settings['mapping'],
): (personId: string) => ReadonlySet<LocalDate> | undefined {
  const ownerOf = absenceOwner(employees);
  const absences = rows.filter(({ adjusts }) => adjusts === undefined);
  const byEmployee = groupBy(absences, (row) => ownerOf(row) ?? row.employee);
  return (personId) => {
    if (path === undefined) return undefined;
    const own = byEmployee.get(personId) ?? [];
    return new Set(own.flatMap(({ from, to }) => daysFrom(from, to)));
  };
}

function daysFrom(from: LocalDate, to: LocalDate): LocalDate[] {
  const days: LocalDate[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/** One error with all invalid limits in the columns `workingTime.KEY`. */
export function invalidLimitCells({ employees, path }: MappingFile): PaytallyError | undefined {
  const rows = employees.extraColumns.some((column) => column.startsWith('workingTime.'))
    ? employees.byId
    : [];
  const problems = [...rows].flatMap(([employee, own]) =>
    own.flatMap(({ extra }) =>
      limitColumns(extra).problems.map(({ column, text: problem }) => ({
        employee,
        line: message('workingTime.columnInvalid', { column, employee, problem }),
      })),
    ),
  );
  const [first] = problems;
  if (first === undefined) return undefined;
  return new PaytallyError('MAPPING_INVALID', joined(problems.map(({ line }) => line)), {
    record: first.employee,
    remedy: message('workingTime.correctCells', { path: path ?? message('people.theMappingFile') }),
  });
}
