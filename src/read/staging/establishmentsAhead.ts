import type { Config } from '../../config/config.js';
import { properZoneName } from '../../domain/time/tzdata.js';
import { type ErrorCode, PaytallyError } from '../../errors.js';
import type { Store } from '../../store/store.js';
import type { EmployerAccess } from '../reading/readEmployerOptions.js';
import { type EstablishmentsRead, readEstablishments } from '../reading/readEstablishments.js';
import { type ReadHost, readEffects } from './readEffects.js';
import { fieldsOf } from './storedFacts.js';

/** The establishments may not be read; where the configuration names zones, nobody needs them. */
const FORBIDDEN: readonly ErrorCode[] = ['SCOPE_MISSING', 'PERMISSION_DENIED'];

export const NOT_READ: EstablishmentsRead = { establishments: [], dataRequests: 0 };

/**
 * The establishments, read ahead of everything else: only their zones can tell which days `last-month` is. None where
 * the integration may not read them and the configuration names the zones.
 */
export async function establishmentsAhead(
  host: ReadHost,
  access: EmployerAccess,
  config: Config,
  store: Store,
): Promise<EstablishmentsRead> {
  const finding = {
    hints: { pins: config.fields, known: fieldsOf(store.fieldEvidence(access.employerId)) },
    language: config.language,
    isZone: (name: string) => properZoneName(name) !== undefined,
  };
  try {
    return await readEstablishments(access, readEffects(host), finding);
  } catch (error) {
    const isForbidden = error instanceof PaytallyError && FORBIDDEN.includes(error.code);
    if (isForbidden && Object.keys(config.zones).length > 0) return NOT_READ;
    throw error;
  }
}
