import type { Establishment } from '../domain/records.js';
import { listReading } from './listReading.js';
import type { EmployerAccess, ReadEffects } from './readEmployerOptions.js';
import { readList } from './readList.js';
import { type Finding, resolveEstablishments } from './resolve.js';
import { ESTABLISHMENTS } from './wire/lists.js';
import { withSession } from './withSession.js';

/**
 * Reads the establishments alone: what a relative period needs before anybody knows which days it is.
 * @throws PaytallyError as readEmployer does; SCOPE_MISSING without `establishments:read`.
 */
export async function readEstablishments(
  access: EmployerAccess,
  effects: ReadEffects,
  finding: Finding,
): Promise<readonly Establishment[]> {
  return withSession(effects, async (session) => {
    const reading = listReading(session, access, 'establishments:read', 'once');
    return resolveEstablishments(await readList(reading, ESTABLISHMENTS, 'all'), finding).records;
  });
}
