import type { FoundField } from '../../api/discovery/targets.js';
import { type EmployerRead, readEmployer } from '../../api/reading/readEmployer.js';
import type { EmployerAccess } from '../../api/reading/readEmployerOptions.js';
import { recordReader } from '../../api/reading/recordReader.js';
import type { Config } from '../../config/config.js';
import { dayOf } from '../../domain/time/dayOf.js';
import { addDays } from '../../domain/time/localDate.js';
import { properZoneName } from '../../domain/time/tzdata.js';
import { zoneNamed } from '../../domain/time/zoneNamed.js';
import { openTemporaryStore } from '../../store/openStore.js';
import type { Store } from '../../store/store.js';
import { sinkOf } from '../read/fetchPeriod.js';
import { readEffects } from '../read/readEffects.js';
import type { RunHost } from '../runHost.js';

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
}

/** Reads every list as an export does: the dated ones over the days until today. @throws what readEmployer throws */
export async function readRecent(
  host: RunHost,
  access: EmployerAccess,
  config: Config,
  knownFields: readonly FoundField[],
): Promise<RecentRead> {
  const nowMs = host.context.clock.nowMs();
  const today = dayOf(Math.floor(nowMs / 1000), zoneNamed('Etc/UTC'));
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
        hasConfiguredZones: Object.keys(config.zones).length > 0,
        configuredEstablishments: Object.keys(config.zones),
        pins: config.fields,
        knownFields,
        language: config.language,
        isZone: (name) => properZoneName(name) !== undefined,
        sink: sinkOf(store, readId),
      },
      readEffects(host),
    );
    host.terminal.progress(undefined);
    store.completeRead(readId, {});
    return { ...read, ...workIn(store, readId, read) };
  } finally {
    store.close();
  }
}

function workIn(store: Store, readId: string, read: EmployerRead): RecentWork {
  const { entry } = recordReader(read);
  const [workers, workedAt, workedFor] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const person of store.peopleOf(readId)) {
    for (const record of store.recordsOf(readId, person)) {
      if (record.list !== 'time-entries' || record.relation !== 'own') continue;
      const found = entry(record);
      if (found === undefined || found.status === 'Cancelled') continue;
      workers.add(person);
      if (found.establishmentId !== null) workedAt.add(found.establishmentId);
      if (found.teamId !== null) workedFor.add(found.teamId);
    }
  }
  return { workers, workedAt, workedFor };
}
