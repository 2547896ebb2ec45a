import type { Establishment } from '../../domain/records/records.js';
import { ESTABLISHMENTS } from '../wire/lists.js';
import { listReading } from './listReading.js';
import type { EmployerAccess, ReadEffects } from './readEmployerOptions.js';
import { readList } from './readList.js';
import { type DiscoveryFacts, resolveEstablishments } from './resolve.js';
import { withSession } from './withSession.js';

export interface EstablishmentsRead {
  readonly establishments: readonly Establishment[];
  readonly dataRequests: number;
}

/**
 * Reads the establishments alone: what a relative period needs before anybody knows which days it is.
 * @throws PaytallyError as readEmployer does; SCOPE_MISSING without `establishments:read`.
 */
export async function readEstablishments(
  access: EmployerAccess,
  effects: ReadEffects,
  finding: DiscoveryFacts,
): Promise<EstablishmentsRead> {
  return withSession(effects, async (session) => {
    const reading = listReading(session, access, 'establishments:read', 'once');
    const ledger = await readList(reading, ESTABLISHMENTS, 'all');
    const establishments = resolveEstablishments(ledger, finding).records;
    return { establishments, dataRequests: session.counts.dataRequests };
  });
}
