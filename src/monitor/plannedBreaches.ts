import { createHash } from 'node:crypto';
import type { Config } from '../config/config.js';
import type { ComputedPeriod, ComputedWork } from '../domain/computed/computedPeriod.js';
import type { RatedFinding } from '../domain/exceptions/finding.js';
import { rateFindings } from '../domain/exceptions/ratedFindings.js';
import type { Days } from '../domain/period/repeatingPeriod.js';
import type { Shift } from '../domain/records/records.js';
import { breachesAhead } from '../domain/workingTime/breaches.js';
import type { NewMonitorItem } from '../store/mirror.js';
import type { Store } from '../store/store.js';

/** A breach of a working-time limit that the published plan would make. */
export interface PlannedBreach {
  readonly code: string;
  readonly employeeId: string;
  readonly date: string;
}

/** A planned breach that the monitor keeps. */
export interface KeptPlannedBreach extends PlannedBreach {
  readonly itemId: string;
  readonly printed: boolean;
  readonly notified: boolean;
}

/** The breaches that published shifts would make from today on, after the work so far. */
export function findPlannedBreaches(
  { people }: Pick<ComputedPeriod, 'people'>,
  { exceptions }: Pick<Config, 'exceptions'>,
  days: Days,
  nowSeconds: number,
): readonly RatedFinding[] {
  const found = people.ids.flatMap((id) => {
    const work: ComputedWork = people.of(id);
    const shifts = unworkedShifts(work, id, nowSeconds);
    if (work.workingTime === undefined || shifts.length === 0) return [];
    return breachesAhead(work.workingTime, shifts, days);
  });
  return rateFindings(found, { severities: exceptions, accepted: new Map() });
}

/** Shifts of the employee that are still to begin, and that no entry names. */
function unworkedShifts({ data }: ComputedWork, id: string, nowSeconds: number): Shift[] {
  const worked = new Set(data.entries.map(({ shiftId }) => shiftId));
  return (data.shifts ?? []).filter(
    (shift) => shift.employeeId === id && shift.start.epochSeconds > nowSeconds && !worked.has(shift.id),
  );
}

/** The same for as long as the plan remains unchanged. */
export function plannedId({ code, employeeId, date }: RatedFinding): string {
  const text = JSON.stringify(['planned', code, employeeId, date]);
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

export function plannedItem(finding: RatedFinding): NewMonitorItem {
  const { code, employeeId, date, severity } = finding;
  return { itemId: plannedId(finding), person: employeeId, day: date, content: { code, severity } };
}

/** The findings of the newest pass over the window, by day. */
export function keptPlannedBreaches(store: Store, employerId: string): readonly KeptPlannedBreach[] {
  const items = store.mirror.items(employerId, 'planned');
  return items
    .map(({ itemId, person, day, content, printed, notified }) => ({
      ...{ itemId, printed, notified },
      ...{ code: String(content.code), employeeId: person ?? '', date: day ?? '' },
    }))
    .sort((a, b) => (`${a.date} ${a.employeeId} ${a.code}` < `${b.date} ${b.employeeId} ${b.code}` ? -1 : 1));
}

/** A planned breach in the JSON output of commands. */
export function plannedBreachJson({ code, employeeId, date }: KeptPlannedBreach): PlannedBreach {
  return { code, employeeId, date };
}
