import type { LocalDate } from '../../domain/time/localDate.js';
import { listReading } from './listReading.js';
import type { EmployerAccess, ReadEffects } from './readEmployerOptions.js';
import { readHolidays } from './readHolidays.js';
import type { DiscoveryFacts } from './resolve.js';
import { resolveHolidays } from './resolveHolidays.js';
import { withSession } from './withSession.js';

/**
 * The dates on which an employer grants the public holidays of these years: what counting working days needs.
 * @throws PaytallyError as readEmployer does; SCOPE_MISSING without `establishments:read`.
 */
export async function readGrantedHolidays(
  access: EmployerAccess,
  effects: ReadEffects,
  finding: DiscoveryFacts,
  years: readonly number[],
): Promise<readonly LocalDate[]> {
  return withSession(effects, async (session) => {
    const reading = listReading(session, access, 'establishments:read', 'once');
    const read = await readHolidays(reading, years, finding.hints);
    return resolveHolidays(read, finding)
      .records.map(({ date }) => date)
      .sort();
  });
}
