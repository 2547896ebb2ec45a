import type { Config } from '../../config/config.js';
import { resolveEmployerPeriod } from '../../config/employerPeriod.js';
import type { MappingFile } from '../../config/inputFiles.js';
import { payRulesOf } from '../../config/schema/paySchema.js';
import { recordWindow } from '../../domain/absences/absenceDates.js';
import { NO_MAPPING } from '../../domain/mapping/employeeRows.js';
import type { Period } from '../../domain/period/period.js';
import { type Employee, LIST_NAMES, type ListName } from '../../domain/records/records.js';
import { daysBetween, type LocalDate } from '../../domain/time/localDate.js';
import { workingTimeWindow } from '../../domain/workingTime/workingTime.js';
import { message } from '../../i18n/message.js';
import type { Secret } from '../../runtime/secrets/secret.js';
import type { ReadHeader, Store, StoredRead } from '../../store/store.js';
import { type FoundField, vanishedFields } from '../records/foundFields.js';
import { paddedWindow } from '../records/readWindows.js';
import type { EstablishmentsRead, Source, SourceRead, SourceRequest } from '../source.js';
import { knownGaps } from './knownGaps.js';
import { earlierDigests } from './mirroredRead.js';
import { openSource } from './openSource.js';
import type { ReadHost } from './readObserver.js';
import { buildStoredFacts, parseStoredDigests, parseStoredFields } from './storedFacts.js';

/** The employer to read, from the configuration. */
export interface EmployerToRead {
  readonly employerKey: string;
  readonly config: Config;
  /** The folder of the configuration, absolute. */
  readonly folder: string;
  /** The secret of the source, if it has one. */
  readonly secret: Secret | undefined;
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
  const { config } = prepared;
  const { employerId } = config.employer;
  const source = openSource(host, prepared, knownFields(store, employerId));
  const nowMs = host.context.clock.nowMs();
  const first = prepared.period ? NOT_READ : await source.readEstablishments();
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
  const expected = expectedRecords(store, employerId, window);
  const header = { employerId, ...window };
  const earlier = mayUseStoredRead ? earlierDigests(store, header, read) : {};
  const staged = await readIntoStore(
    host,
    {
      source,
      config,
      header: { ...header, startedAt: new Date(nowMs) },
      counted: isSame(window, counted) ? undefined : counted,
      // Where all minutes count on the work date, the margin decides no minute.
      needed: config.attribution === 'start' ? days : counted,
      mapping: prepared.mapping,
    },
    { windows: [window], counted, read, earlier, expected },
    store,
  );
  return { period, read: staged.read, requests: first.dataRequests + staged.requests };
}

/** The employer of a read, and its days in the store. */
interface ReadToStore {
  readonly source: Source;
  readonly config: Config;
  readonly header: ReadHeader;
  /** The days whose records count, if more were read. */
  readonly counted?: Days | undefined;
  /** The days whose entries decide pay; undefined if no final comes from the read. */
  readonly needed?: Days | undefined;
  readonly mapping?: MappingFile | undefined;
}

/** Reads an employer into the store. An incomplete read leaves no data there. */
export async function readIntoStore(
  host: ReadHost,
  { source, config, header, counted, needed, mapping }: ReadToStore,
  days: Omit<SourceRequest, 'staging'>,
  store: Store,
): Promise<Omit<FetchedPeriod, 'period'>> {
  const { employerId } = header;
  const readId = store.beginRead(header);
  try {
    const result = await source.read({ ...days, staging: store.staging(readId) });
    host.terminal.progress(undefined);
    for (const { target, path } of vanishedFields(result.fields)) {
      host.terminal.alert(message('read.vanishedField', { employer: config.employerKey, path, target }));
    }
    for (const notice of result.notices ?? []) host.terminal.alert(notice);
    const gaps = knownGaps(store, { employerId, needed, mapping }, result);
    const known = { ...knownFromEarlierRuns(store, employerId, result), ...gaps };
    const stored = store.completeRead(readId, buildStoredFacts(result, known, counted));
    return { read: stored, requests: result.counts.dataRequests };
  } catch (failure) {
    store.dropRead(readId);
    throw failure;
  }
}

/** Paths of undocumented fields in earlier reads. */
export function knownFields(store: Pick<Store, 'known'>, employerId: string): readonly FoundField[] {
  return parseStoredFields(store.known.fieldEvidence(employerId));
}

function isSame(a: Days, b: Days): boolean {
  return a.from === b.from && a.to === b.to;
}

const NOT_READ: EstablishmentsRead = { establishments: [], dataRequests: 0 };

/** Lists whose length depends on the number of days. */
const DATED_LISTS: readonly ListName[] = ['shifts', 'time-entries'];

interface Days {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

/** The estimated number of records of each list, from the employer's last read; undefined if there was none. */
function expectedRecords(store: Store, employerId: string, days: Days): SourceRequest['expected'] {
  const last = store.runs({ employerId }).find(({ readId }) => readId !== null);
  const digests = parseStoredDigests(last?.readId ? store.read(last.readId) : undefined);
  if (last === undefined || Object.keys(digests).length === 0) return undefined;
  const share = countDays(days) / countDays(last.period);
  return Object.fromEntries(
    LIST_NAMES.map((list) => [
      list,
      (digests[list]?.records ?? 0) * (DATED_LISTS.includes(list) ? share : 1),
    ]),
  );
}

function countDays({ from, to }: Days): number {
  return daysBetween(from, to) + 1;
}

/** Employees and establishments of earlier runs that the service no longer lists. */
function knownFromEarlierRuns(store: Store, employerId: string, read: SourceRead) {
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
