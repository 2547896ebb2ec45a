import type { Config } from '../../../config/config.js';
import { resolveEmployerPeriod } from '../../../config/employerPeriod.js';
import type { MappingFile } from '../../../config/inputFiles.js';
import { payRulesOf } from '../../../config/schema/paySchema.js';
import { recordWindow } from '../../../domain/absences/absenceDates.js';
import { NO_MAPPING } from '../../../domain/mapping/employeeRows.js';
import type { Period } from '../../../domain/period/period.js';
import { type Employee, LIST_NAMES, type ListName } from '../../../domain/records/records.js';
import { daysBetween, type LocalDate } from '../../../domain/time/localDate.js';
import { properZoneName } from '../../../domain/time/tzdata.js';
import { workingTimeWindow } from '../../../domain/workingTime/workingTime.js';
import { type ErrorCode, PaytallyError } from '../../../errors.js';
import { message } from '../../../i18n/message.js';
import type { Secret } from '../../../runtime/secrets/secret.js';
import type { ReadHeader, Store, StoredRead } from '../../../store/store.js';
import type { EmployerAccess } from '../auth/credentials.js';
import { type FoundField, vanishedFields } from '../discovery/foundFields.js';
import type { DiscoveryOptions } from '../reading/assemble.js';
import { type EmployerRead, type ReadEmployerOptions, readEmployer } from '../reading/readEmployer.js';
import { type EstablishmentsRead, readEstablishments } from '../reading/readSingleList.js';
import { PAGE_SIZE, paddedWindow } from '../reading/readWindows.js';
import { earlierDigests } from './mirroredRead.js';
import { type ReadHost, readEffects } from './readObserver.js';
import { buildStoredFacts, parseStoredDigests, parseStoredFields } from './storedFacts.js';

/** The employer to read, from the configuration. */
export interface EmployerToRead {
  readonly employerKey: string;
  readonly config: Config;
  readonly clientSecret: Secret;
  /** undefined if the days of the period depend on the establishments' zones. */
  readonly period: Period | undefined;
  /** Its columns can set working-time limits. */
  readonly mapping?: MappingFile;
}

export interface FetchRequest {
  readonly prepared: EmployerToRead;
  readonly periodText: string;
  readonly marginDays: number;
  readonly read: 'once' | 'twice';
  /** Whether an equal stored read may count as one of a draft's passes; a final run makes all passes itself. */
  readonly mayUseStoredRead: boolean;
}

/** A complete read in the store. */
export interface FetchedPeriod {
  readonly period: Period;
  readonly read: StoredRead;
  /** Data requests, including those for the establishments. */
  readonly requests: number;
}

/** Reads a period with its margin into the store. An incomplete read leaves no data there. */
export async function fetchPeriod(
  host: ReadHost,
  { prepared, periodText, marginDays, read, mayUseStoredRead }: FetchRequest,
  store: Store,
): Promise<FetchedPeriod> {
  const { config, clientSecret } = prepared;
  const access = employerAccess(config, clientSecret);
  const nowMs = host.context.clock.nowMs();
  const first = prepared.period ? NOT_READ : await readEstablishmentsFirst(host, access, config, store);
  const period =
    prepared.period ?? resolveEmployerPeriod({ periodText, config, nowMs }, first.establishments);
  const days = recordWindow(period, payRulesOf(config), config.absences);
  const counted = paddedWindow(days, marginDays);
  const window = workingTimeWindow(
    period,
    counted,
    config.workingTime,
    prepared.mapping?.employees ?? NO_MAPPING,
  );
  const expected = expectedRequests(store, access.employerId, window, read === 'twice' ? 2 : 1);
  const header = { employerId: access.employerId, ...window };
  const earlier = mayUseStoredRead ? earlierDigests(store, header, read) : {};
  const staged = await readIntoStore(
    host,
    {
      access,
      config,
      header: { ...header, startedAt: new Date(nowMs) },
      expected,
      counted: isSame(window, counted) ? undefined : counted,
    },
    { period: window, marginDays: 0, counted, read, earlier },
    store,
  );
  return { period, read: staged.read, requests: first.dataRequests + staged.requests };
}

/** The employer of a read, and its days in the store. */
interface ReadToStore {
  readonly access: EmployerAccess;
  readonly config: Config;
  readonly header: ReadHeader;
  /** The number of requests, if known. */
  readonly expected?: number | undefined;
  /** The days whose records count, if more were read. */
  readonly counted?: Days | undefined;
}

/** Reads an employer into the store. An incomplete read leaves no data there. */
export async function readIntoStore(
  host: ReadHost,
  { access, config, header, expected, counted }: ReadToStore,
  days: Pick<
    ReadEmployerOptions,
    'period' | 'marginDays' | 'read' | 'earlier' | 'counted' | 'windows' | 'holidays' | 'retained'
  >,
  store: Store,
): Promise<Omit<FetchedPeriod, 'period'>> {
  const { employerId, employerKey } = access;
  const readId = store.beginRead(header);
  try {
    const result = await readEmployer(
      {
        ...access,
        ...days,
        discovery: discoveryOptions(config, knownFields(store, employerId)),
        staging: store.staging(readId),
      },
      readEffects(host, expected),
    );
    host.terminal.progress(undefined);
    for (const { target, path } of vanishedFields(result.fields)) {
      host.terminal.alert(message('read.vanishedField', { employer: employerKey, path, target }));
    }
    const known = knownFromEarlierRuns(store, employerId, result);
    const stored = store.completeRead(readId, buildStoredFacts(result, known, counted));
    return { read: stored, requests: result.counts.dataRequests };
  } catch (failure) {
    store.dropRead(readId);
    throw failure;
  }
}

/** The address and credentials for reading an employer. */
export function employerAccess(
  { baseUrl, employerKey, employer }: Config,
  clientSecret: Secret,
): EmployerAccess {
  const { employerId, clientId, credentials } = employer;
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

/** Paths of undocumented fields in earlier reads. */
export function knownFields(store: Pick<Store, 'known'>, employerId: string): readonly FoundField[] {
  return parseStoredFields(store.known.fieldEvidence(employerId));
}

function isSame(a: Days, b: Days): boolean {
  return a.from === b.from && a.to === b.to;
}

const NOT_READ: EstablishmentsRead = { establishments: [], dataRequests: 0 };

/** The integration may not read the establishments. */
const FORBIDDEN: readonly ErrorCode[] = ['SCOPE_MISSING', 'PERMISSION_DENIED'];

/**
 * The establishments, which are read first because their zones determine the days of `last-month`. Empty if the
 * integration may not read them and the configuration sets the zones.
 */
export async function readEstablishmentsFirst(
  host: ReadHost,
  access: EmployerAccess,
  config: Config,
  store: Store,
): Promise<EstablishmentsRead> {
  const discovery = discoveryOptions(config, knownFields(store, access.employerId));
  try {
    return await readEstablishments(access, readEffects(host), discovery);
  } catch (error) {
    const isForbidden = error instanceof PaytallyError && FORBIDDEN.includes(error.code);
    if (isForbidden && Object.keys(config.zones).length > 0) return NOT_READ;
    throw error;
  }
}

/** Lists whose length depends on the number of days. */
const DATED_LISTS: readonly ListName[] = ['shifts', 'time-entries'];

interface Days {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

/** The estimated number of requests of a read, from the employer's last one; undefined if there was none. */
function expectedRequests(store: Store, employerId: string, days: Days, passes: number): number | undefined {
  const last = store.runs({ employerId }).find(({ readId }) => readId !== null);
  const digests = parseStoredDigests(last?.readId ? store.read(last.readId) : undefined);
  if (last === undefined || Object.keys(digests).length === 0) return undefined;
  const share = countDays(days) / countDays(last.period);
  const pages = LIST_NAMES.map((list) => {
    const records = (digests[list]?.records ?? 0) * (DATED_LISTS.includes(list) ? share : 1);
    return Math.max(1, Math.ceil(records / PAGE_SIZE));
  });
  return pages.reduce((sum, count) => sum + count, 0) * passes;
}

function countDays({ from, to }: Days): number {
  return daysBetween(from, to) + 1;
}

/** Employees and establishments of earlier runs that the service no longer lists. */
function knownFromEarlierRuns(store: Store, employerId: string, read: EmployerRead) {
  const { employees, establishments, unavailable } = read;
  const isUnreadable = (wanted: string): boolean => unavailable.some(({ list }) => list === wanted);
  const listed = new Set(establishments.map(({ id }) => id));
  const earlier = isUnreadable('establishments') ? [] : store.known.establishments(employerId);
  return {
    rememberedEmployees: rememberedEmployees(store, employerId, isUnreadable('employees') ? [] : employees),
    goneEstablishments: earlier.map(({ id }) => id).filter((id) => !listed.has(id)),
  };
}

/** Employees of earlier runs who are not listed. */
export function rememberedEmployees(
  store: Pick<Store, 'known'>,
  employerId: string,
  listed: readonly Employee[],
): Employee[] {
  const ids = new Set(listed.map(({ id }) => id));
  return store.known
    .employees(employerId)
    .filter(({ id }) => !ids.has(id))
    .map(({ id, firstName, lastName }) => ({ id, firstName, lastName, isActive: false }));
}
