import type { Config } from '../../config/config.js';
import { resolveEmployerPeriod } from '../../config/employerPeriod.js';
import { payRulesOf } from '../../config/schema/paySchema.js';
import type { Secret } from '../../config/secrets/secret.js';
import { payWindow } from '../../domain/pay/payWindow.js';
import type { Period } from '../../domain/period/period.js';
import type { Employee, Establishment } from '../../domain/records/records.js';
import { properZoneName } from '../../domain/time/tzdata.js';
import { refuseFullMemory } from '../../runtime/memoryGuard.js';
import type { Store, StoredRead } from '../../store/store.js';
import { vanishedFields } from '../discovery/hints.js';
import { employerAccess } from '../reading/employerAccess.js';
import { type EmployerRead, readEmployer } from '../reading/readEmployer.js';
import { paddedWindow } from '../reading/readWindows.js';
import type { RecordSink } from '../reading/recordSink.js';
import { establishmentsAhead, NOT_READ } from './establishmentsAhead.js';
import { expectedRequests } from './expectedRequests.js';
import { type ReadHost, readEffects } from './readEffects.js';
import { digestsOf, factsToStore, fieldsOf } from './storedFacts.js';

/** Who is read, as the configuration says. */
export interface EmployerToRead {
  readonly employerKey: string;
  readonly config: Config;
  readonly clientSecret: Secret;
  /** undefined where only the establishments' zones can tell which days the period is. */
  readonly period: Period | undefined;
}

export interface FetchRequest {
  readonly prepared: EmployerToRead;
  readonly periodText: string;
  readonly marginDays: number;
  readonly read: 'once' | 'twice';
  /** A stored equal read may count as one of a draft's passes; a final run makes them all itself. */
  readonly mayUseStoredRead: boolean;
}

/** A complete read that the store has. */
export interface Fetched {
  readonly period: Period;
  readonly read: StoredRead;
  /** Data requests of all that. */
  readonly requests: number;
}

/** Reads a period with its margin into the store. What is not complete leaves nothing there. */
export async function fetchPeriod(host: ReadHost, request: FetchRequest, store: Store): Promise<Fetched> {
  const { prepared } = request;
  const { config, clientSecret } = prepared;
  const access = employerAccess(config, clientSecret);
  const nowMs = host.context.clock.nowMs();
  const question = { periodText: request.periodText, config, nowMs };
  const ahead = prepared.period ? NOT_READ : await establishmentsAhead(host, access, config, store);
  const period = prepared.period ?? resolveEmployerPeriod(question, ahead.establishments);
  // Weekly overtime needs every week that the period touches, whole.
  const days = payWindow(period, payRulesOf(config));
  const passes = request.read === 'twice' ? 2 : 1;
  const expected = expectedRequests(store, { employerId: access.employerId, days, passes });
  const header = { employerId: access.employerId, ...paddedWindow(days, request.marginDays) };
  const readId = store.beginRead({ ...header, startedAt: new Date(nowMs) });
  try {
    const read = await readEmployer(
      {
        ...access,
        period: days,
        marginDays: request.marginDays,
        read: request.read,
        hasConfiguredZones: Object.keys(config.zones).length > 0,
        configuredEstablishments: Object.keys(config.zones),
        pins: config.fields,
        knownFields: fieldsOf(store.fieldEvidence(access.employerId)),
        language: config.language,
        isZone: (name) => properZoneName(name) !== undefined,
        earlier: request.mayUseStoredRead ? digestsOf(store.latestRead(header)) : {},
        sink: sinkOf(store, readId),
      },
      readEffects(host, expected),
    );
    host.terminal.progress(undefined);
    for (const { target, path } of vanishedFields(read.fields)) {
      const was = `Every record used to name "${path}" (${target}), and none of this read does`;
      host.terminal.alert(`Warning: ${prepared.employerKey}: ${was}.`);
    }
    const stored = store.completeRead(readId, factsToStore(read, remembered(store, access.employerId, read)));
    return { period, read: stored, requests: ahead.dataRequests + read.counts.dataRequests };
  } catch (failure) {
    store.dropRead(readId);
    throw failure;
  }
}

/** Records go to a read of the store, page by page. */
export function sinkOf(store: Store, readId: string): RecordSink {
  return {
    stage: (list, records) => {
      refuseFullMemory();
      store.stagePage(readId, list, records);
    },
    unstage: (list, places) => store.unstage(readId, list, places),
    staged: (list, place) => store.stagedRecord(readId, list, place),
  };
}

function remembered(store: Store, employerId: string, { unavailable, ...read }: EmployerRead) {
  const isUnreadable = (wanted: string): boolean => unavailable.some(({ list }) => list === wanted);
  const employees = isUnreadable('employees') ? [] : read.employees;
  return {
    rememberedEmployees: rememberedEmployees(store, employerId, employees),
    goneEstablishments: isUnreadable('establishments') ? [] : gone(store, employerId, read.establishments),
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
    .knownEmployees(employerId)
    .filter(({ id }) => !ids.has(id))
    .map(({ id, firstName, lastName }) => ({ id, firstName, lastName, isActive: false }));
}

function gone(store: Store, employerId: string, listed: readonly Establishment[]): string[] {
  const ids = new Set(listed.map(({ id }) => id));
  return store
    .knownEstablishments(employerId)
    .map(({ id }) => id)
    .filter((id) => !ids.has(id));
}
