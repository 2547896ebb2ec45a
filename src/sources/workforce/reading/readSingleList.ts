import pLimit from 'p-limit';
import type { LocalDate } from '../../../domain/time/localDate.js';
import { ReadStaging } from '../../../store/readStaging.js';
import { TEMPORARY_FILE } from '../../../store/storeFailure.js';
import type { EmployeesRead, EstablishmentsRead } from '../../source.js';
import { type ReadEffects, withSession } from '../../transport/session.js';
import type { EmployerAccess } from '../auth/credentials.js';
import type { Scope } from '../auth/scopes.js';
import { TokenSource } from '../auth/tokenSource.js';
import { EMPLOYEES, ESTABLISHMENTS } from '../wire/serviceLists.js';
import { type DiscoveryOptions, resolveEstablishments, resolveHolidays } from './assemble.js';
import { DataClient } from './dataClient.js';
import { type ListReading, readHolidays, readList } from './readList.js';

/**
 * Reads the list of employees and nothing else, with only its own scope.
 * @throws PaytallyError like readEmployer; SCOPE_MISSING without `employees:read`.
 */
export async function readEmployees(
  access: EmployerAccess,
  effects: ReadEffects,
  read: 'once' | 'twice',
): Promise<EmployeesRead> {
  return withReading({ access, effects, scope: 'employees:read', read }, async (reading) => {
    const list = await readList(reading, EMPLOYEES);
    return { employees: list.rows().map(({ value }) => value), invalid: list.invalid() };
  });
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
  return withReading({ access, effects, scope: 'establishments:read', read: 'once' }, async (reading) => {
    const list = await readList(reading, ESTABLISHMENTS);
    const establishments = resolveEstablishments(list, discovery).records;
    return { establishments, dataRequests: reading.session.counts.dataRequests };
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
  return withReading({ access, effects, scope: 'establishments:read', read: 'once' }, async (reading) => {
    const { list } = await readHolidays(reading, years, discovery.hints);
    return resolveHolidays(list, discovery)
      .records.map(({ date }) => date)
      .sort();
  });
}

interface SingleRead {
  readonly access: EmployerAccess;
  readonly effects: ReadEffects;
  /** All that the list needs. */
  readonly scope: Scope;
  readonly read: 'once' | 'twice';
}

async function withReading<Result>(
  { access, effects, scope, read }: SingleRead,
  work: (reading: ListReading) => Promise<Result>,
): Promise<Result> {
  const staging = new ReadStaging(TEMPORARY_FILE);
  try {
    return await withSession(effects, (session) => {
      const tokens = new TokenSource(session, access, [scope], [scope]);
      const client = new DataClient(session, tokens, access);
      return work({ session, client, inStream: pLimit(1), read, staging });
    });
  } finally {
    staging.close();
  }
}
