import { Scrubber } from '../../../src/config/secrets/scrubber.js';
import type { ListName, Shift, TimeEntry } from '../../../src/domain/records/records.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import { properZoneName } from '../../../src/domain/time/tzdata.js';
import type { EmployerRead } from '../../../src/read/reading/employerRead.js';
import { readEmployer } from '../../../src/read/reading/readEmployer.js';
import type { ReadEffects, ReadEmployerOptions } from '../../../src/read/reading/readEmployerOptions.js';
import { recordReader } from '../../../src/read/reading/recordReader.js';
import { MemorySink, type ReceivedRecord } from '../../../src/read/reading/recordSink.js';
import type { ReadEvent } from '../../../src/read/transport/effects.js';
import { RateLimiter, type RateLimits } from '../../../src/read/transport/rateLimiter.js';
import { createUndiciHttp, type UndiciHttpOptions } from '../../../src/read/transport/undiciHttp.js';
import { InstantClock } from './instantClock.js';

export const OCTOBER = { from: toLocalDate('2026-10-01'), to: toLocalDate('2026-10-31') };

export const isZone = (name: string) => properZoneName(name) !== undefined;

/** A read with the records that it handed over. */
export interface WholeRead extends EmployerRead {
  readonly entries: readonly TimeEntry[];
  readonly shifts: readonly Shift[] | null;
  readonly raw: (list: ListName) => readonly ReceivedRecord[];
}

export interface TestRead {
  readonly read: WholeRead;
  readonly events: readonly ReadEvent[];
}

/** Where and as whom; everything else has a default that suits most tests. */
export type TestTarget = Pick<ReadEmployerOptions, 'baseUrl' | 'employerId' | 'credentials'> &
  Partial<ReadEmployerOptions>;

/** `readEmployer` over a real socket, with a clock that does not wait. */
export async function readOverSocket(
  target: TestTarget,
  effects: Partial<ReadEffects> & {
    readonly wire?: Partial<UndiciHttpOptions>;
    readonly limits?: Partial<RateLimits>;
  } = {},
): Promise<TestRead> {
  const { wire, limits, ...others } = effects;
  const sink = new MemorySink();
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
        hasConfiguredZones: false,
        isZone,
        sink,
        ...target,
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
    return { read: wholeRead(read, sink), events };
  } finally {
    await http.close();
  }
}

function wholeRead(read: EmployerRead, sink: MemorySink): WholeRead {
  const reader = recordReader(read);
  return {
    ...read,
    entries: sink.records('time-entries').flatMap((record) => reader.entry(record) ?? []),
    shifts: read.hasPlanning ? sink.records('shifts').flatMap((record) => reader.shift(record) ?? []) : null,
    raw: (list) => sink.records(list),
  };
}
