import pLimit from 'p-limit';
import { SCOPE_FACTS, SCOPES, type Scope } from '../auth/scopes.js';
import { TokenSource } from '../auth/tokenSource.js';
import { checkPins } from '../discovery/hints.js';
import { parseBaseUrl } from '../transport/baseUrl.js';
import type { Session } from '../transport/session.js';
import { assemble } from './assemble.js';
import { DataClient } from './dataClient.js';
import type { EmployerRead } from './employerRead.js';
import { fetchLists } from './fetchLists.js';
import type { ReadEffects, ReadEmployerOptions } from './readEmployerOptions.js';
import { paddedWindow } from './readWindows.js';
import { withSession } from './withSession.js';

export type { EmployerRead } from './employerRead.js';

/**
 * Reads everything that an export of one employer and period needs.
 * @throws PaytallyError of every credentials and service code, FIELD_*, PERIOD_INVALID and INTERRUPTED. No secret
 * is in its message, stack or causes.
 */
export async function readEmployer(
  options: ReadEmployerOptions,
  effects: ReadEffects,
): Promise<EmployerRead> {
  return withSession(effects, (session, stop) => read(options, session, stop));
}

async function read(options: ReadEmployerOptions, session: Session, stop: () => void): Promise<EmployerRead> {
  const {
    employerId,
    employerKey,
    credentials,
    pins = {},
    knownFields = [],
    language = 'en',
    isZone,
    configuredEstablishments = [],
  } = options;
  checkPins(pins);
  const service = parseBaseUrl(options.baseUrl);
  const window = paddedWindow(options.period, options.marginDays ?? 1);
  const indispensable = indispensableScopes(options);
  const tokens = new TokenSource(session, { service, credentials, employerKey }, SCOPES, indispensable);
  await tokens.get();
  const hints = { pins, known: knownFields };
  const lists = await fetchLists({
    reading: {
      client: new DataClient(session, tokens, { service, employerId, employerKey }),
      observer: session.observer,
      requests: () => session.counts.dataRequests,
      inStream: pLimit(options.streams ?? 8),
      read: options.read,
      sink: options.sink,
    },
    window,
    hints,
    earlier: options.earlier ?? {},
    expectedRecords: options.expectedRecords ?? {},
    missingScopes: tokens.missing,
    indispensable: indispensable.flatMap((scope) => SCOPE_FACTS[scope].lists),
    stop,
  });
  const finding = { hints, language, isZone, configuredEstablishments };
  return assemble(lists, window, finding, { ...session.counts });
}

/** Worked time is what it is all about; establishments say in which zone, unless the configuration does. */
function indispensableScopes({ hasConfiguredZones }: ReadEmployerOptions): readonly Scope[] {
  return hasConfiguredZones ? ['time-entries:read'] : ['establishments:read', 'time-entries:read'];
}
