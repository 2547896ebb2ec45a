import pLimit from 'p-limit';
import type { Employee, Establishment, InvalidRecord } from '../../../domain/records/records.js';
import type { LocalDate } from '../../../domain/time/localDate.js';
import type { EmployerAccess } from '../auth/credentials.js';
import type { Scope } from '../auth/scopes.js';
import { TokenSource } from '../auth/tokenSource.js';
import { type ReadEffects, type Session, withSession } from '../transport/session.js';
import { EMPLOYEES, ESTABLISHMENTS } from '../wire/lists.js';
import { type DiscoveryOptions, resolveEstablishments, resolveHolidays } from './assemble.js';
import { DataClient } from './dataClient.js';
import { MemorySink } from './listCollector.js';
import { type ListReading, readHolidays, readList } from './readList.js';

export interface EmployeesRead {
  readonly employees: readonly Employee[];
  readonly invalid: readonly InvalidRecord[];
}

/**
 * Reads the list of employees and nothing else, with only its own scope.
 * @throws PaytallyError like readEmployer; SCOPE_MISSING without `employees:read`.
 */
export async function readEmployees(
  access: EmployerAccess,
  effects: ReadEffects,
  read: 'once' | 'twice',
): Promise<EmployeesRead> {
  return withSession(effects, async (session) => {
    const list = await readList(startReading(session, access, 'employees:read', read), EMPLOYEES);
    return { employees: list.rows().map(({ value }) => value), invalid: list.invalid() };
  });
}

export interface EstablishmentsRead {
  readonly establishments: readonly Establishment[];
  readonly dataRequests: number;
}

/**
 * Reads only the establishments: their zones determine the days of a relative period.
 * @throws PaytallyError like readEmployer; SCOPE_MISSING without `establishments:read`.
 */
export async function readEstablishments(
  access: EmployerAccess,
  effects: ReadEffects,
  discovery: DiscoveryOptions,
): Promise<EstablishmentsRead> {
  return withSession(effects, async (session) => {
    const list = await readList(startReading(session, access, 'establishments:read', 'once'), ESTABLISHMENTS);
    const establishments = resolveEstablishments(list, discovery).records;
    return { establishments, dataRequests: session.counts.dataRequests };
  });
}

/**
 * Reads the dates on which an employer grants the public holidays of these years, for counting working days.
 * @throws PaytallyError like readEmployer; SCOPE_MISSING without `establishments:read`.
 */
export async function readGrantedHolidays(
  access: EmployerAccess,
  effects: ReadEffects,
  discovery: DiscoveryOptions,
  years: readonly number[],
): Promise<readonly LocalDate[]> {
  return withSession(effects, async (session) => {
    const reading = startReading(session, access, 'establishments:read', 'once');
    const { list } = await readHolidays(reading, years, discovery.hints);
    return resolveHolidays(list, discovery)
      .records.map(({ date }) => date)
      .sort();
  });
}

/** The input for reading a list that needs only this scope. */
function startReading(
  session: Session,
  access: EmployerAccess,
  scope: Scope,
  read: 'once' | 'twice',
): ListReading {
  const tokens = new TokenSource(session, access, [scope], [scope]);
  const client = new DataClient(session, tokens, access);
  return { session, client, inStream: pLimit(1), read, sink: new MemorySink() };
}
