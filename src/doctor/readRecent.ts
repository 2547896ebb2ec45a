import type { Config } from '../config/config.js';
import { inheritShiftTeams } from '../domain/records/periodData.js';
import { addDays } from '../domain/time/localDate.js';
import { zoneByName } from '../domain/time/tzdata.js';
import { localDateAt } from '../domain/time/zone.js';
import type { EmployerAccess } from '../read/auth/credentials.js';
import type { FoundField } from '../read/discovery/foundFields.js';
import { type EmployerRead, readEmployer } from '../read/reading/readEmployer.js';
import { discoveryOptions, storeSink } from '../read/staging/fetchPeriod.js';
import { readEffects } from '../read/staging/readObserver.js';
import { personRecords, recordReader } from '../read/staging/storedRecords.js';
import type { RunHost } from '../run.js';
import { openTemporaryStore } from '../store/openStore.js';
import type { Store } from '../store/store.js';
import { Beliefs } from './checkBeliefs.js';

/** A whole month and a bit, whatever the day is. */
const RECENT_DAYS = 35;

/** A read of the last weeks, and who has worked in them: with a time entry that is not cancelled. */
export interface RecentRead extends EmployerRead, RecentWork {}

interface RecentWork {
  /** Ids of employees. */
  readonly workers: ReadonlySet<string>;
  /** Ids of establishments. */
  readonly workedAt: ReadonlySet<string>;
  /** Ids of teams. */
  readonly workedFor: ReadonlySet<string>;
  readonly beliefs: Beliefs;
}

/** Reads every list as an export does: the dated ones over the days until today. @throws what readEmployer throws */
export async function readRecent(
  host: RunHost,
  access: EmployerAccess,
  config: Config,
  knownFields: readonly FoundField[],
): Promise<RecentRead> {
  const nowMs = host.context.clock.nowMs();
  const today = localDateAt(Math.floor(nowMs / 1000), zoneByName('Etc/UTC'));
  const period = { from: addDays(today, 1 - RECENT_DAYS), to: today };
  // Who looks needs as little memory as who exports.
  const store = openTemporaryStore(() => new Date(nowMs));
  try {
    const readId = store.beginRead({ employerId: access.employerId, ...period, startedAt: new Date(nowMs) });
    const read = await readEmployer(
      {
        ...access,
        period,
        marginDays: 0,
        read: 'once',
        discovery: discoveryOptions(config, knownFields),
        sink: storeSink(store, readId),
      },
      readEffects(host),
    );
    host.terminal.progress(undefined);
    store.completeRead(readId, {});
    return { ...read, ...workIn(store, readId, read, config) };
  } finally {
    store.close();
  }
}

/** Goes over everybody once, and over the work that names no employee; teams are those that a run would see. */
function workIn(store: Store, readId: string, read: EmployerRead, config: Config): RecentWork {
  const reader = recordReader(read);
  const beliefs = new Beliefs(read.window, config);
  const [workers, workedAt, workedFor] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const person of [...store.peopleOf(readId), null]) {
    const records = personRecords(store, readId, person, reader);
    beliefs.add(records);
    if (person === null) continue;
    for (const { status, establishmentId, teamId } of inheritShiftTeams(records).entries) {
      if (status === 'Cancelled') continue;
      workers.add(person);
      if (establishmentId !== null) workedAt.add(establishmentId);
      if (teamId !== null) workedFor.add(teamId);
    }
  }
  return { workers, workedAt, workedFor, beliefs };
}
