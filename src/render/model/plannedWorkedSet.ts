import { groupBy } from '../../domain/groupBy.js';
import type { LocalDate } from '../../domain/localDate.js';
import { isInside } from '../../domain/period.js';
import type { Shift } from '../../domain/records.js';
import { insideMinutes } from '../../domain/timesheet/control.js';
import type { WorkedEntry } from '../../domain/timesheet/timesheet.js';
import type { DataSet } from '../dataSet.js';
import { field, makeDataSet } from './fieldOf.js';
import type { Lookups } from './lookups.js';
import { employeeFields } from './people.js';
import type { ReportInput } from './reportInput.js';

interface Pair {
  readonly shift: Shift | undefined;
  readonly worked: WorkedEntry | undefined;
  readonly date: LocalDate;
  readonly employeeId: string | null;
  /** A shift with several entries counts its planned minutes with the first. */
  readonly plannedMinutes: number;
}

/** A row per shift and the entry worked on it, per shift without work, and per entry without shift. */
export function plannedWorkedSet(input: ReportInput, find: Lookups): DataSet {
  const items = input.data.shifts === null ? [] : pairs(input, input.data.shifts);
  const person = employeeFields<Pair>(({ employeeId }) => find.person(employeeId), input.mapping);
  return makeDataSet<Pair>(
    'planned-worked',
    [
      ...person,
      field('date', 'date', 'Day of the shift, else of the entry', ({ date }) => date),
      field('shift.id', 'text', 'Id of the shift', ({ shift }) => shift?.id ?? null),
      field('shift.startsAt', 'timestamp', 'Planned start', ({ shift }) => shift?.start.text ?? null),
      field('shift.endsAt', 'timestamp', 'Planned end', ({ shift }) => shift?.end.text ?? null),
      field('entry.id', 'text', 'Id of the entry', ({ worked }) => worked?.entry.id ?? null),
      field(
        'entry.startsAt',
        'timestamp',
        'Recorded start',
        ({ worked }) => worked?.entry.start.text ?? null,
      ),
      field('entry.endsAt', 'timestamp', 'Recorded end', ({ worked }) => worked?.entry.end?.text ?? null),
      field('establishment.name', 'text', 'Establishment', ({ shift, worked }) =>
        find.establishment((shift ?? worked?.entry)?.establishmentId ?? null),
      ),
      field('plannedMinutes', 'minutes', 'Planned minutes', ({ plannedMinutes }) => plannedMinutes),
      field('workedMinutes', 'minutes', 'Worked minutes in the period', workedMinutes),
      field(
        'differenceMinutes',
        'minutes',
        'Worked less planned',
        (pair) => workedMinutes(pair) - pair.plannedMinutes,
      ),
      field('status', 'text', 'matched, no-show or unplanned', statusOf),
    ],
    items,
  );
}

function pairs(input: ReportInput, shifts: readonly Shift[]): Pair[] {
  const workedByShift = groupBy(input.timesheet.exported, ({ entry }) => entry.shiftId);
  const shiftIds = new Set(shifts.map(({ id }) => id));
  const planned = shifts
    .filter((shift) => shift.employeeId !== null)
    .flatMap((shift) => pairsOf(shift, workedByShift.get(shift.id) ?? []))
    .filter(({ worked, date }) => worked !== undefined || isInside(date, input.timesheet.period));
  const unplanned = input.timesheet.exported
    .filter(({ entry }) => entry.shiftId === null || !shiftIds.has(entry.shiftId))
    .map((worked): Pair => {
      const { workDate: date, employeeId } = worked.entry;
      return { shift: undefined, worked, date, employeeId, plannedMinutes: 0 };
    });
  return [...planned, ...unplanned].sort(byEmployeeAndStart);
}

function pairsOf(shift: Shift, entries: readonly WorkedEntry[]): Pair[] {
  const { date, employeeId, plannedMinutes } = shift;
  if (entries.length === 0) return [{ shift, worked: undefined, date, employeeId, plannedMinutes }];
  return entries.map((worked, index) => ({
    shift,
    worked,
    date,
    employeeId: worked.entry.employeeId,
    plannedMinutes: index === 0 ? plannedMinutes : 0,
  }));
}

function byEmployeeAndStart(a: Pair, b: Pair): number {
  return compare(a.employeeId ?? '', b.employeeId ?? '') || startOf(a) - startOf(b);
}

function startOf({ shift, worked }: Pair): number {
  return (worked?.entry.start ?? shift?.start)?.epochSeconds ?? 0;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function workedMinutes({ worked }: Pair): number {
  return worked ? insideMinutes(worked) : 0;
}

function statusOf({ shift, worked }: Pair): string {
  if (shift === undefined) return 'unplanned';
  return worked === undefined ? 'no-show' : 'matched';
}
