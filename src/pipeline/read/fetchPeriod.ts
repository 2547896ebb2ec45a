import { type EmployerRead, readEmployer } from '../../api/reading/readEmployer.js';
import type { Config } from '../../config/config.js';
import { payRulesOf } from '../../config/payRules.js';
import { payWindow } from '../../domain/pay/payWindow.js';
import type { Period } from '../../domain/period/period.js';
import type { PeriodData } from '../../domain/records/periodData.js';
import type { Employee, Establishment, ListName } from '../../domain/records/records.js';
import { properZoneName } from '../../domain/time/tzdata.js';
import type { Store } from '../../store/store.js';
import { employerAccess } from '../prepare/employerAccess.js';
import type { PreparedRun } from '../prepare/prepareRun.js';
import { employerZone, resolveEmployerPeriod } from '../prepare/resolveEmployerPeriod.js';
import type { RunHost } from '../runHost.js';
import { establishmentsAhead, NOT_READ } from './establishmentsAhead.js';
import { knownFields, recentDigests } from './ledgerMemory.js';
import { readEffects } from './readEffects.js';
import { withConfiguredZones } from './withConfiguredZones.js';

export interface FetchRequest {
  readonly prepared: PreparedRun;
  readonly periodText: string;
  readonly marginDays: number;
  readonly read: 'once' | 'twice';
  /** A stored equal read may count as one of a draft's passes; a final run makes them all itself. */
  readonly mayUseStoredRead: boolean;
  readonly keepRaw: boolean;
}

/** A complete read, and what the rest of the pipeline makes of it. */
export interface Fetched {
  readonly period: Period;
  readonly read: EmployerRead;
  /** Data requests of all that. */
  readonly requests: number;
  readonly data: PeriodData;
}

/** Reads a period with its margin and adds what the configuration and earlier runs know. */
export async function fetchPeriod(host: RunHost, request: FetchRequest, store: Store): Promise<Fetched> {
  const { prepared } = request;
  const { config, employer, clientSecret } = prepared;
  const readBeganEpoch = Math.floor(host.context.clock.nowMs() / 1000);
  const access = employerAccess(config, clientSecret);
  const question = { periodText: request.periodText, config, nowMs: host.context.clock.nowMs() };
  const ahead = prepared.period ? NOT_READ : await establishmentsAhead(host, access, config, store);
  const period = prepared.period ?? resolveEmployerPeriod(question, ahead.establishments);
  // Weekly overtime needs every week that the period touches, whole.
  const window = payWindow(period, payRulesOf(config));
  const read = await readEmployer(
    {
      ...access,
      period: window,
      marginDays: request.marginDays,
      read: request.read,
      hasConfiguredZones: Object.keys(config.zones).length > 0,
      configuredEstablishments: Object.keys(config.zones),
      pins: config.fields,
      knownFields: knownFields(store, employer.employerId),
      language: config.language,
      isZone: (name) => properZoneName(name) !== undefined,
      earlier: request.mayUseStoredRead
        ? recentDigests(store, employer.employerId, window, request.marginDays)
        : {},
      keepRaw: request.keepRaw,
    },
    readEffects(host),
  );
  host.terminal.progress(undefined);
  const requests = ahead.dataRequests + read.counts.dataRequests;
  const data = {
    ...listsOf(read, config, store, employer.employerId),
    readBeganEpoch,
    employerZone: employerZone(config, read.establishments),
  };
  return { period, read, requests, data };
}

function listsOf(
  read: EmployerRead,
  config: Config,
  store: Store,
  employerId: string,
): Omit<PeriodData, 'readBeganEpoch' | 'employerZone'> {
  const unreadable = new Set<ListName>(read.unavailable.map(({ list }) => list));
  const employees = unreadable.has('employees') ? null : read.employees;
  return {
    establishments: withConfiguredZones(read.establishments, config.zones),
    holidays: read.holidays,
    employees,
    rememberedEmployees: rememberedEmployees(store, employerId, employees ?? []),
    agencyWorkers: read.agencyWorkers,
    teams: read.teams,
    tasks: read.tasks,
    shifts: read.shifts,
    entries: read.entries,
    invalid: read.invalid,
    changedWhileReading: read.changedWhileReading,
    goneEstablishments: unreadable.has('establishments') ? [] : gone(store, employerId, read.establishments),
    unavailable: read.unavailable,
  };
}

/** People whom earlier runs have seen and who are not listed. */
export function rememberedEmployees(
  store: Store,
  employerId: string,
  listed: readonly Employee[],
): Employee[] {
  const ids = new Set(listed.map(({ id }) => id));
  return store
    .employeesSeen(employerId)
    .filter(({ id }) => !ids.has(id))
    .map(({ id, firstName, lastName }) => ({ id, firstName, lastName, isActive: false }));
}

function gone(store: Store, employerId: string, listed: readonly Establishment[]): string[] {
  const ids = new Set(listed.map(({ id }) => id));
  return store
    .establishmentsSeen(employerId)
    .map(({ id }) => id)
    .filter((id) => !ids.has(id));
}
