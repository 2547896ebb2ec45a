import type { Config } from '../config/config.js';
import type { MappingFile } from '../config/inputFiles.js';
import type { AbsenceRow } from '../domain/absences/parseAbsences.js';
import type { RecordsWithEarlierPay } from '../domain/pay/payLine.js';
import type { Days } from '../domain/period/repeatingPeriod.js';
import type { PersonRecords } from '../domain/records/periodData.js';
import { addDays, type LocalDate } from '../domain/time/localDate.js';
import { createZoneLookup } from '../domain/timesheet/buildTimesheet.js';
import {
  checksWorkingTime,
  type LimitsOfPerson,
  limitBook,
  limitColumns,
} from '../domain/workingTime/limits.js';
import type { PersonWorkingTime } from '../domain/workingTime/workingTime.js';
import { PaytallyError } from '../errors.js';
import { joined, message } from '../i18n/message.js';
import type { PreparedRun } from '../run.js';

type Settings = Pick<PreparedRun, 'config' | 'mapping' | 'absences'>;

/** The limits of all people, and the work of those whose working time is checked. */
export interface WorkingTimeOfPeople {
  readonly limitsOf: (personId: string | null) => LimitsOfPerson;
  /** Undefined if no limit is set, or for work without an employee. */
  readonly of: (records: PersonRecords) => PersonWorkingTime | undefined;
}

/** The configured limits; none in a run of a version that did not support them. */
export function workingTimeSettings({ workingTime }: Pick<Config, 'workingTime'>): Config['workingTime'] {
  return workingTime ?? {};
}

export function workingTimeOfPeople(
  { facts, known, history }: RecordsWithEarlierPay,
  period: Days,
  { config, mapping, absences }: Settings,
): WorkingTimeOfPeople {
  const settings = workingTimeSettings(config);
  const { byId } = mapping.employees;
  const limitsOf = limitBook(settings, (id) => byId.get(id)?.extra);
  const zoneOf = createZoneLookup(facts.establishments);
  const isChecked = checksWorkingTime(settings, mapping.employees.extraColumns);
  const absentDays = absentDaysByPerson(absences, mapping);
  return {
    limitsOf,
    of: ({ personId, entries, entriesAround = [] }) =>
      personId === null || !isChecked
        ? undefined
        : {
            employeeId: personId,
            entries: [...entries, ...entriesAround],
            limitsOf: limitsOf(personId),
            clockOf: (entry) => zoneOf(entry)?.clock,
            known: known ?? period,
            history: history ?? { knows: () => false, minutesOf: () => new Map() },
            absentDays: absences.path === undefined ? undefined : absentDays(personId),
          },
  };
}

/** Calendar days of the absence file, whatever the code. A row names an employee by id or by payroll ID. */
function absentDaysByPerson(
  { rows }: Settings['absences'],
  mapping: Settings['mapping'],
): (personId: string) => ReadonlySet<LocalDate> {
  const byEmployee = new Map<string, AbsenceRow[]>();
  for (const row of rows) byEmployee.set(row.employee, [...(byEmployee.get(row.employee) ?? []), row]);
  return (personId) => {
    const number = mapping.employees.byId.get(personId)?.number ?? '';
    const own = [...(byEmployee.get(personId) ?? []), ...(byEmployee.get(number) ?? [])];
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
  const problems = [...rows].flatMap(([employee, { extra }]) =>
    limitColumns(extra).problems.map(({ column, text: problem }) => ({
      employee,
      line: message('workingTime.columnInvalid', { column, employee, problem }),
    })),
  );
  const [first] = problems;
  if (first === undefined) return undefined;
  return new PaytallyError('MAPPING_INVALID', joined(problems.map(({ line }) => line)), {
    record: first.employee,
    remedy: message('workingTime.correctCells', { path: path ?? message('people.theMappingFile') }),
  });
}
