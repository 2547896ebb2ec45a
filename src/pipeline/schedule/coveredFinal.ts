import type { Store } from '../../store/store.js';
import { activeFinals, overlaps } from '../ledger/finals.js';
import type { ScheduledRun } from './dueWork.js';
import { periodDue } from './employerSchedules.js';

/** Whether one final has exactly the days that are due: made before a process died, or by hand. */
export function isCoveredFinal(store: Store, time: ScheduledRun): boolean {
  const period = periodDue(time);
  const links = store.ledger.links(time.schedule.config.employer.employerId);
  return activeFinals(links).some(
    ({ link }) =>
      overlaps(link.period, period) && link.period.from === period.from && link.period.to === period.to,
  );
}
