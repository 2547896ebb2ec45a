import { formatInstant } from '../domain/time/stamp.js';
import { replaceFile } from '../store/replaceFile.js';
import type { Store } from '../store/store.js';
import type { ConfiguredSchedule } from './employerSchedules.js';

export interface ScheduleStanding {
  readonly store: Store;
  readonly schedules: readonly ConfiguredSchedule[];
  readonly nowMs: number;
  /** Epoch seconds. */
  readonly next: number | undefined;
}

/** What a monitor reads: that the process lives (`lookedAt`), what each schedule did last, and when there is more to do. */
export async function writeState(
  path: string,
  { store, schedules, nowMs, next }: ScheduleStanding,
): Promise<void> {
  const state = {
    lookedAt: new Date(nowMs).toISOString(),
    next: next === undefined ? null : new Date(next * 1000).toISOString(),
    schedules: schedules.map(({ employer, name, zone }) => {
      const last = store.agenda.marks(employer, name).findLast(({ state: end }) => end !== 'covered');
      return {
        employer,
        name,
        last:
          last === undefined
            ? null
            : {
                due: formatInstant(last.due, zone),
                state: last.state,
                runId: last.runId ?? null,
                problem: last.problem ?? null,
              },
      };
    }),
  };
  const text = `${JSON.stringify(state, null, 2)}\n`;
  await replaceFile(path, new TextEncoder().encode(text), store.journal);
}
