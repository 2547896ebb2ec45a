import { compareText } from '../inOrder.js';
import { isInside, type Period } from '../period/period.js';
import type { Shift } from '../records/records.js';
import type { LocalDate } from '../time/localDate.js';
import type { PersonDay, WorkedEntry } from './timesheet.js';

interface DraftDay {
  readonly personId: string | null;
  readonly date: LocalDate;
  readonly establishments: Set<string>;
  plannedMinutes: number;
  workedMinutes: number;
  entryCount: number;
  estimatedMinutes: number;
}

export interface PersonDaysInput {
  readonly period: Period;
  readonly worked: readonly WorkedEntry[];
  /** Shifts that stand in for entries. */
  readonly estimates: readonly WorkedEntry[];
  /** Published shifts; null where planning cannot be read. */
  readonly shifts: readonly Shift[] | null;
  readonly personOf: (record: { employeeId: string | null; agencyWorkerId: string | null }) => string | null;
  /** Whether a shift belongs in this table at all. */
  readonly includes: (shift: Shift) => boolean;
  readonly labelOf: (establishmentId: string | null) => string | undefined;
}

/** Sums worked and planned minutes by person and local day; days with neither are left out. Sorted by person, date. */
export function personDays(input: PersonDaysInput): PersonDay[] {
  const drafts = new Map<string, DraftDay>();
  for (const worked of input.worked) addWorked(drafts, worked, input);
  for (const { entry, inside } of input.estimates) {
    for (const { date, minutes } of inside)
      draftOf(drafts, input.personOf(entry), date).estimatedMinutes += minutes;
  }
  for (const shift of input.shifts ?? []) {
    if (input.includes(shift) && isInside(shift.date, input.period)) {
      draftOf(drafts, input.personOf(shift), shift.date).plannedMinutes += shift.plannedMinutes;
    }
  }
  return [...drafts.values()]
    .filter(
      (draft) => draft.workedMinutes !== 0 || draft.plannedMinutes !== 0 || draft.estimatedMinutes !== 0,
    )
    .sort(byPersonAndDate)
    .map((draft) => finish(draft, input.shifts !== null));
}

function addWorked(drafts: Map<string, DraftDay>, worked: WorkedEntry, input: PersonDaysInput): void {
  const minutesByDate = new Map<LocalDate, number>();
  for (const { date, minutes } of worked.inside)
    minutesByDate.set(date, (minutesByDate.get(date) ?? 0) + minutes);
  for (const [date, minutes] of minutesByDate) {
    if (minutes === 0) continue;
    const draft = draftOf(drafts, input.personOf(worked.entry), date);
    draft.workedMinutes += minutes;
    draft.entryCount += 1;
    const label = input.labelOf(worked.entry.establishmentId);
    if (label !== undefined) draft.establishments.add(label);
  }
}

function draftOf(drafts: Map<string, DraftDay>, personId: string | null, date: LocalDate): DraftDay {
  const key = `${date} ${personId ?? ''}`;
  const known = drafts.get(key);
  if (known) return known;
  const draft = {
    personId,
    date,
    establishments: new Set<string>(),
    plannedMinutes: 0,
    workedMinutes: 0,
    entryCount: 0,
    estimatedMinutes: 0,
  };
  drafts.set(key, draft);
  return draft;
}

function finish({ estimatedMinutes, ...draft }: DraftDay, planningRead: boolean): PersonDay {
  return {
    ...draft,
    ...(estimatedMinutes === 0 ? {} : { estimatedMinutes }),
    establishments: [...draft.establishments].sort(),
    plannedMinutes: planningRead ? draft.plannedMinutes : null,
  };
}

function byPersonAndDate(a: DraftDay, b: DraftDay): number {
  return compareText(a.personId ?? '', b.personId ?? '') || compareText(a.date, b.date);
}
