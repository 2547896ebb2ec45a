import type { Config } from '../../../config/config.js';
import { LIST_NAMES } from '../../../domain/records/records.js';
import { properZoneName } from '../../../domain/time/tzdata.js';
import { type ErrorCode, PaytallyError } from '../../../errors.js';
import { message } from '../../../i18n/message.js';
import { Secret } from '../../../runtime/secrets/secret.js';
import type { FoundField } from '../../records/foundFields.js';
import { spanOfWindows } from '../../records/readWindows.js';
import type { AccessCheck, EstablishmentsRead, Source, SourceRequest } from '../../source.js';
import type { ReadEffects } from '../../transport/session.js';
import type { EmployerAccess } from '../auth/credentials.js';
import { SCOPE_FACTS, SCOPES, type Scope } from '../auth/scopes.js';
import { scopesMissing } from '../auth/tokenRequest.js';
import type { DiscoveryOptions } from './assemble.js';
import { probeEmployerScopes } from './probeService.js';
import { readEmployer } from './readEmployer.js';
import { readEmployees, readEstablishments, readGrantedHolidays } from './readSingleList.js';
import { PAGE_SIZE } from './splitWindow.js';

interface WorkforceOptions {
  readonly config: Config;
  /** undefined if the configuration names none, which its validation refuses. */
  readonly clientSecret: Secret | undefined;
  /** Paths of undocumented fields in earlier reads. */
  readonly known: readonly FoundField[];
  /** @param expectedRequests of a whole read, if known */
  readonly effects: (expectedRequests?: number) => ReadEffects;
}

/** An employer of the Workforce API. */
export function createWorkforceSource({ config, clientSecret, known, effects }: WorkforceOptions): Source {
  const access = employerAccess(config, clientSecret);
  const discovery = discoveryOptions(config, known);
  const hasZones = Object.keys(config.zones).length > 0;
  return {
    read: ({ expected, ...request }) =>
      readEmployer(
        { ...access, ...request, period: spanOfWindows(request.windows), marginDays: 0, discovery },
        effects(expectedRequests({ ...request, expected })),
      ),
    readEstablishments: () => readEstablishmentsIfAllowed(access, effects(), discovery, hasZones),
    readEmployees: (read) => readEmployees(access, effects(), read),
    readGrantedHolidays: (years) => readGrantedHolidays(access, effects(), discovery, years),
    checkAccess: () => checkScopes(access, effects(), hasZones),
  };
}

/** The address and credentials for reading an employer. */
export function employerAccess(
  { baseUrl = '', employerKey, employer }: Config,
  clientSecret = new Secret(''),
): EmployerAccess {
  const { employerId, clientId = '', credentials } = employer;
  return { baseUrl, employerKey, employerId, credentials: { clientId, clientSecret, sendAs: credentials } };
}

/** The input for finding undocumented fields. @param known their paths in earlier reads */
export function discoveryOptions(config: Config, known: readonly FoundField[]): DiscoveryOptions {
  return {
    hints: { pins: config.fields, known },
    language: config.language,
    isZone: (name) => properZoneName(name) !== undefined,
    configuredEstablishments: Object.keys(config.zones),
  };
}

/** The integration may not read the establishments. */
const FORBIDDEN: readonly ErrorCode[] = ['SCOPE_MISSING', 'PERMISSION_DENIED'];

/** Empty if the integration may not read them and the configuration sets the zones. */
async function readEstablishmentsIfAllowed(
  access: EmployerAccess,
  effects: ReadEffects,
  discovery: DiscoveryOptions,
  hasZones: boolean,
): Promise<EstablishmentsRead> {
  try {
    return await readEstablishments(access, effects, discovery);
  } catch (error) {
    const isForbidden = error instanceof PaytallyError && FORBIDDEN.includes(error.code);
    if (isForbidden && hasZones) return { establishments: [], dataRequests: 0 };
    throw error;
  }
}

/** The estimated number of requests of a read. */
function expectedRequests({ expected, read }: Pick<SourceRequest, 'expected' | 'read'>): number | undefined {
  if (expected === undefined) return undefined;
  const pages = LIST_NAMES.map((list) => Math.max(1, Math.ceil((expected[list] ?? 0) / PAGE_SIZE)));
  return pages.reduce((sum, count) => sum + count, 0) * (read === 'twice' ? 2 : 1);
}

/**
 * Checks whether the client gets a token, and each scope separately.
 * @throws PaytallyError for every refusal of a token except that of a scope
 */
async function checkScopes(
  access: EmployerAccess,
  effects: ReadEffects,
  hasZones: boolean,
): Promise<readonly AccessCheck[]> {
  const { granted } = await probeEmployerScopes(access, effects);
  const token = message('doctor.token', { place: access.credentials.sendAs });
  return [
    { check: 'token', status: 'ok', text: token },
    ...SCOPES.map((scope): AccessCheck => {
      if (!granted.includes(scope)) return missing(scope, access.employerKey, hasZones);
      const { permission } = SCOPE_FACTS[scope];
      const text = message('doctor.scope.granted', { permission, scope });
      return { check: 'scopes', status: 'ok', text };
    }),
  ];
}

/** Every command computes worked time, so the configuration must set a zone. */
function missing(scope: Scope, employer: string, hasZones: boolean): AccessCheck {
  const isIndispensable = scope === 'time-entries:read' || (scope === 'establishments:read' && !hasZones);
  const error = scopesMissing([scope], employer);
  if (isIndispensable) return { check: 'scopes', status: 'problem', error };
  const { cost, permission } = SCOPE_FACTS[scope];
  const text = message('doctor.scope.missing', { permission, scope, cost });
  return { check: 'scopes', status: 'warning', text, remedy: error.remedyText };
}
