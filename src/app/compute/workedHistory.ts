import { groupBy } from '../../domain/collections.js';
import { isInside } from '../../domain/period/period.js';
import { type Days, subtractDays } from '../../domain/period/repeatingPeriod.js';
import type { LocalDate } from '../../domain/time/localDate.js';
import type { WorkedHistory } from '../../domain/workingTime/workingTime.js';
import type { Store } from '../../store/store.js';

/** Days for which one stored read is the newest. */
interface ReadSpan extends Days {
  readonly readId: string;
}

/**
 * Worked minutes by day from the reads of earlier runs, each day from the newest read that has it. Drafts are deleted
 * after a while, so a final run uses only finals and corrections, and a rerun finds the same data.
 * @param readId of the period's own read
 */
export function readWorkedHistory(store: Store, readId: string, state: 'draft' | 'final'): WorkedHistory {
  let spans: readonly ReadSpan[] | undefined;
  let last: { readonly id: string; readonly minutes: ReadonlyMap<LocalDate, number> } | undefined;
  const found = (): readonly ReadSpan[] => {
    spans ??= newestReads(store, readId, state);
    return spans;
  };
  const answers = new Map<string, boolean>();
  return {
    knows: (days) => {
      const key = `${days.from} ${days.to}`;
      const isKnown = answers.get(key) ?? subtractDays(days, found()).length === 0;
      answers.set(key, isKnown);
      return isKnown;
    },
    minutesOf: (employeeId) => {
      if (last?.id !== employeeId)
        last = { id: employeeId, minutes: minutesIn(store, readId, found(), employeeId) };
      return last.minutes;
    },
  };
}

/** The period's own read first; reads of later runs are left out. */
function newestReads(store: Store, readId: string, state: 'draft' | 'final'): ReadSpan[] {
  const own = store.read(readId);
  if (own === undefined) return [];
  const spans: ReadSpan[] = [{ readId, from: own.from, to: own.to }];
  for (const run of store.runs({ employerId: own.employerId })) {
    const isUsable = run.startedAt <= own.startedAt && (state === 'draft' || run.state !== 'draft');
    const read = run.readId === null || !isUsable ? undefined : store.read(run.readId);
    if (read === undefined) continue;
    const days = subtractDays({ from: read.from, to: read.to }, spans);
    spans.push(...days.map((each) => ({ ...each, readId: read.readId })));
  }
  return spans;
}

/** Skips the period's own read, whose minutes are already in memory. */
function minutesIn(
  store: Store,
  ownReadId: string,
  spans: readonly ReadSpan[],
  employeeId: string,
): Map<LocalDate, number> {
  const minutes = new Map<LocalDate, number>();
  for (const [readId, days] of groupBy(spans, (span) => span.readId)) {
    if (readId === ownReadId) continue;
    for (const { list, relation, day, json } of store.recordsOf(readId, employeeId)) {
      if (list !== 'time-entries' || relation !== 'own' || day === null) continue;
      if (!days.some((span) => isInside(day, span))) continue;
      const { status, workedMinutes }: { status?: unknown; workedMinutes?: unknown } = JSON.parse(json);
      if (status !== 'Completed' || typeof workedMinutes !== 'number') continue;
      minutes.set(day, (minutes.get(day) ?? 0) + workedMinutes);
    }
  }
  return minutes;
}
