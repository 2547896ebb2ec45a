import pLimit from 'p-limit';
import { isInside } from '../../../domain/period/period.js';
import type { ListName } from '../../../domain/records/records.js';
import { message } from '../../../i18n/message.js';
import { checkPins } from '../../records/foundFields.js';
import type { RecordStaging } from '../../records/listCollector.js';
import type { ListShape } from '../../records/lists.js';
import { holidayYears, paddedWindow, type ReadWindow, spanOfWindows } from '../../records/readWindows.js';
import type { HolidaysToRead, ListDigests, SourceRead, Unavailable } from '../../source.js';
import { type Counts, type ReadEffects, withSession } from '../../transport/session.js';
import type { EmployerAccess } from '../auth/credentials.js';
import { SCOPE_FACTS, SCOPE_OF_LIST, SCOPES, type Scope } from '../auth/scopes.js';
import { TokenSource } from '../auth/tokenSource.js';
import {
  AGENCY_WORKERS,
  EMPLOYEES,
  ESTABLISHMENTS,
  SHIFTS,
  TASKS,
  TEAMS,
  TIME_ENTRIES,
} from '../wire/serviceLists.js';
import { allCollectors, assemble, type CollectedLists, type DiscoveryOptions } from './assemble.js';
import { DataClient, ListForbidden } from './dataClient.js';
import { type HolidayRead, type ListReading, readHolidays, readList } from './readList.js';

export interface ReadEmployerOptions extends EmployerAccess {
  readonly period: ReadWindow;
  /** Days read before and after the period. */
  readonly marginDays: number;
  /** Days whose records count, if more are read; others are not reported. @default all */
  readonly counted?: ReadWindow | undefined;
  readonly read: 'once' | 'twice';
  readonly discovery: DiscoveryOptions;
  /** Digests of an earlier read of exactly this window: an equal list replaces a pass. */
  readonly earlier?: ListDigests;
  /** Where the shifts and time entries are collected. */
  readonly staging: RecordStaging;
  /** Days to read instead of the period with its margin: windows in order, without a day in common. */
  readonly windows?: readonly ReadWindow[];
  /**
   * Years to read, and known holidays of others. @default all years that can grant a holiday in the days that are read
   */
  readonly holidays?: HolidaysToRead | undefined;
  /** See `ListReading`. */
  readonly retained?: ListReading['retained'];
  /** Concurrent requests. @default 8 */
  readonly streams?: number;
}

/** One complete read. Its shifts and time entries are in the staging, in their original order. */
export interface EmployerRead extends SourceRead {
  readonly unavailable: readonly UnavailableByScope[];
  /** The number of complete passes per list. */
  readonly passes: Readonly<Partial<Record<ListName, number>>>;
  readonly counts: Readonly<Counts>;
}

interface UnavailableByScope extends Unavailable {
  readonly scope: Scope;
}

/**
 * Reads all data for an export of one employer and period.
 * @throws PaytallyError of every credentials and service code, FIELD_*, PERIOD_INVALID and INTERRUPTED. No secret is in
 * its message, stack or causes.
 */
export async function readEmployer(
  options: ReadEmployerOptions,
  effects: ReadEffects,
): Promise<EmployerRead> {
  return withSession(effects, async (session, stop) => {
    const { discovery } = options;
    checkPins(discovery.hints.pins);
    const { windows = [paddedWindow(options.period, options.marginDays)] } = options;
    const window = spanOfWindows(windows);
    const required = requiredScopes(discovery);
    const tokens = new TokenSource(session, options, SCOPES, required);
    await tokens.get();
    const client = new DataClient(session, tokens, options);
    const { read, staging, retained, streams = 8 } = options;
    const { lists, holidays, unavailable } = await readLists(
      { session, client, inStream: pLimit(streams), read, staging, retained },
      { ...options, windows, required, missing: tokens.missing, stop },
    );
    const collectors = allCollectors(lists);
    const { counted = window } = options;
    const assembled = assemble(lists, holidays?.envelope, discovery);
    return {
      ...assembled,
      holidays: [...assembled.holidays, ...(holidays === undefined ? [] : (options.holidays?.known ?? []))],
      invalid: assembled.invalid.filter(({ day }) => day === undefined || isInside(day, counted)),
      window,
      hasPlanning: lists.shifts !== undefined,
      unavailable,
      changedWhileReading: [...new Set(collectors.flatMap((list) => list.changedIds(counted)))],
      digests: Object.fromEntries(collectors.map((list) => [list.shape.list, list.digest()])),
      passes: Object.fromEntries(collectors.map((list) => [list.shape.list, list.passes])),
      counts: { ...session.counts },
    };
  });
}

/** Without time entries there is nothing to export; establishments give the zones, unless the configuration does. */
function requiredScopes({ configuredEstablishments = [] }: DiscoveryOptions): readonly Scope[] {
  return configuredEstablishments.length > 0
    ? ['time-entries:read']
    : ['establishments:read', 'time-entries:read'];
}

interface ListsPlan extends Pick<ReadEmployerOptions, 'discovery' | 'earlier' | 'holidays'> {
  readonly windows: readonly ReadWindow[];
  readonly required: readonly Scope[];
  /** Scopes that the integration lacks. */
  readonly missing: readonly Scope[];
  /** Stops the other lists if one fails. */
  readonly stop: () => void;
}

interface ReadLists {
  readonly lists: CollectedLists;
  readonly holidays: HolidayRead | undefined;
  readonly unavailable: readonly UnavailableByScope[];
}

/**
 * Reads all lists. Establishments are read first and alone, to distinguish a wrong employer ID from a missing module.
 */
async function readLists(reading: ListReading, plan: ListsPlan): Promise<ReadLists> {
  const { windows, earlier = {}, discovery, required, missing, stop } = plan;
  const lacking = missing.flatMap(unavailableByScope);
  const unavailable = new Map(lacking.map((entry) => [entry.list, entry]));
  const ifAllowed = async <T>(list: ListName, read: () => Promise<T>): Promise<T | undefined> => {
    if (unavailable.has(list)) return undefined;
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof ListForbidden) || required.includes(SCOPE_OF_LIST[list])) throw error;
      unavailable.set(list, unavailableByModule(list, error));
      return undefined;
    }
  };
  const years = plan.holidays?.years ?? holidayYears(spanOfWindows(windows));
  const list = <T>(shape: ListShape<T>, days?: readonly ReadWindow[]) =>
    ifAllowed(shape.list, () => readList(reading, shape, days, earlier[shape.list]));
  const establishments = await list(ESTABLISHMENTS);
  const [entries, shifts, employees, holidays, agencyWorkers, teams, tasks] = await allOrStop(stop, [
    list(TIME_ENTRIES, windows),
    list(SHIFTS, windows),
    list(EMPLOYEES),
    ifAllowed('public-holidays', () => readHolidays(reading, years, discovery.hints)),
    list(AGENCY_WORKERS),
    list(TEAMS),
    list(TASKS),
  ]);
  const others = { employees, agencyWorkers, teams, tasks, shifts, entries };
  const lists = { establishments, holidays: holidays?.list, ...others };
  return { lists, holidays, unavailable: [...unavailable.values()] };
}

/** Waits for all of them; if one fails, stops the others before it throws the error. */
async function allOrStop<T extends readonly unknown[]>(
  stop: () => void,
  reads: readonly [...{ [K in keyof T]: Promise<T[K]> }],
): Promise<T> {
  try {
    return (await Promise.all(reads)) as unknown as T;
  } catch (error) {
    stop();
    await Promise.allSettled(reads);
    throw error;
  }
}

/**
 * The lists of a scope. The token endpoint does not distinguish a missing scope from a missing module (docs/service.md,
 * "Refusals of a token").
 */
function unavailableByScope(scope: Scope): readonly UnavailableByScope[] {
  const { permission, module, lists, cost } = SCOPE_FACTS[scope];
  const lack = module === undefined ? 'permission' : 'permission-or-module';
  const reason = message('service.lacksPermission', { permission, scope, module: module ?? 'none', cost });
  return lists.map((list) => ({ list, lack, permission, scope, module: module ?? '', reason }));
}

/** A list that answered 403 although the token has its scope. */
function unavailableByModule(list: ListName, { lack, text }: ListForbidden): UnavailableByScope {
  const scope = SCOPE_OF_LIST[list];
  const { permission, module = '', cost } = SCOPE_FACTS[scope];
  return {
    list,
    lack,
    permission,
    scope,
    module,
    reason: message('service.listForbidden', { refusal: text, cost }),
  };
}
