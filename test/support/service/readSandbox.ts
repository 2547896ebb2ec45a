import {
  LIST_NAMES,
  type ListName,
  type Shift,
  type TimeEntry,
} from '../../../src/domain/records/records.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import { properZoneName } from '../../../src/domain/time/tzdata.js';
import { Scrubber } from '../../../src/runtime/secrets/scrubber.js';
import { holidayYears } from '../../../src/sources/records/readWindows.js';
import { recordReader } from '../../../src/sources/staging/storedRecords.js';
import type { ReadEvent } from '../../../src/sources/transport/effects.js';
import { RateLimiter, type RateLimits } from '../../../src/sources/transport/rateLimiter.js';
import type { ReadEffects } from '../../../src/sources/transport/session.js';
import { createUndiciHttp, type UndiciHttpOptions } from '../../../src/sources/transport/undiciHttp.js';
import type { DiscoveryOptions } from '../../../src/sources/workforce/reading/assemble.js';
import {
  type EmployerRead,
  type ReadEmployerOptions,
  readEmployer,
} from '../../../src/sources/workforce/reading/readEmployer.js';
import { PAGE_SIZE, splitWindow } from '../../../src/sources/workforce/reading/splitWindow.js';
import type { ReadStaging } from '../../../src/store/readStaging.js';
import type { StagedRecord } from '../../../src/store/recordParts.js';
import { InstantClock } from './instantClock.js';
import { memoryStaging, stagedRecords } from './memoryStaging.js';

export const OCTOBER = { from: toLocalDate('2026-10-01'), to: toLocalDate('2026-10-31') };

export const isZone = (name: string) => properZoneName(name) !== undefined;

export const PLAIN_DISCOVERY: DiscoveryOptions = { hints: { pins: {}, known: [] }, language: 'en', isZone };

/** A read with the records that it returned. */
export interface WholeRead extends EmployerRead {
  readonly entries: readonly TimeEntry[];
  readonly shifts: readonly Shift[] | null;
  readonly raw: (list: ListName) => readonly Pick<StagedRecord, 'id' | 'day' | 'json'>[];
  /** The data requests that the same passes need if every page but the last is full. */
  readonly leastRequests: number;
}

export interface TestRead {
  readonly read: WholeRead;
  readonly events: readonly ReadEvent[];
}

/** Address and identity; everything else has a default that suits most tests. */
export type TestTarget = Pick<ReadEmployerOptions, 'baseUrl' | 'employerId' | 'credentials'> &
  Partial<Omit<ReadEmployerOptions, 'discovery'>> & { readonly discovery?: Partial<DiscoveryOptions> };

/** `readEmployer` over a real socket, with a clock that does not wait. */
export async function readOverSocket(
  target: TestTarget,
  effects: Partial<ReadEffects> & {
    readonly wire?: Partial<UndiciHttpOptions>;
    readonly limits?: Partial<RateLimits>;
  } = {},
): Promise<TestRead> {
  const { wire, limits, ...others } = effects;
  const staging = memoryStaging();
  const clock = effects.clock ?? new InstantClock();
  const events: ReadEvent[] = [];
  const http = createUndiciHttp({ env: {}, ...wire });
  const limiter = new RateLimiter(clock, {
    perAddress: 500,
    perEmployer: 600,
    tokens: 30,
    windowMs: 61_000,
    ...limits,
  });
  try {
    const read = await readEmployer(
      {
        employerKey: 'bakery',
        period: OCTOBER,
        read: 'once',
        marginDays: 1,
        staging,
        ...target,
        discovery: { ...PLAIN_DISCOVERY, ...target.discovery },
      },
      {
        http,
        clock,
        random: () => 0.5,
        signal: new AbortController().signal,
        observer: (event) => events.push(event),
        limiter,
        scrubber: new Scrubber(),
        ...others,
      },
    );
    return { read: wholeRead(read, staging), events };
  } finally {
    await http.close();
  }
}

function wholeRead(read: EmployerRead, staging: ReadStaging): WholeRead {
  const reader = recordReader(read);
  const recordsOf = (list: ListName) => stagedRecords(staging, list, read.digests[list]?.records ?? 0);
  return {
    ...read,
    entries: recordsOf('time-entries').flatMap((record) => reader.entry(record) ?? []),
    shifts: read.hasPlanning ? recordsOf('shifts').flatMap((record) => reader.shift(record) ?? []) : null,
    raw: recordsOf,
    leastRequests: LIST_NAMES.reduce((sum, list) => sum + leastRequests(read, list), 0),
  };
}

/** Windows share the records evenly here; they rarely do, so this is a lower bound. */
function leastRequests({ window, digests, passes }: EmployerRead, list: ListName): number {
  if (list === 'public-holidays') return passes[list] === undefined ? 0 : holidayYears(window).length;
  const windows = list === 'shifts' || list === 'time-entries' ? splitWindow(window).length : 1;
  return Math.max(windows, Math.ceil((digests[list]?.records ?? 0) / PAGE_SIZE)) * (passes[list] ?? 0);
}
