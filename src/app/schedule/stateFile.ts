import { formatInstant } from '../../domain/time/stamp.js';
import { replaceFile } from '../../store/replaceFile.js';
import type { Store } from '../../store/store.js';
import type { ConfiguredSchedule } from './employerSchedules.js';

interface ScheduleStatus {
  readonly store: Store;
  readonly schedules: readonly ConfiguredSchedule[];
  readonly nowMs: number;
  /** Epoch seconds. */
  readonly next: number | undefined;
}

/** The status for monitoring: the last check (`lookedAt`), each schedule's last result, and the next due time. */
export async function writeState(
  path: string,
  { store, schedules, nowMs, next }: ScheduleStatus,
): Promise<void> {
  const state = {
    lookedAt: new Date(nowMs).toISOString(),
    next: instantOf(next),
    schedules: schedules.map(({ employer, name, zone }) => {
      const last = store.scheduleState.marks(employer, name).findLast(({ state: end }) => end !== 'covered');
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

export function instantOf(epoch: number | undefined): string | null {
  return epoch === undefined ? null : new Date(epoch * 1000).toISOString();
}
