import type { FoundField } from '../../api/discovery/targets.js';
import { type EmployerRead, readEmployer } from '../../api/reading/readEmployer.js';
import type { EmployerAccess } from '../../api/reading/readEmployerOptions.js';
import { recordReader } from '../../api/reading/recordReader.js';
import { MemorySink } from '../../api/reading/recordSink.js';
import type { Config } from '../../config/config.js';
import { dayOf } from '../../domain/time/dayOf.js';
import { addDays } from '../../domain/time/localDate.js';
import { properZoneName } from '../../domain/time/tzdata.js';
import { zoneNamed } from '../../domain/time/zoneNamed.js';
import { readEffects } from '../read/readEffects.js';
import type { RunHost } from '../runHost.js';

/** A whole month and a bit, whatever the day is. */
const RECENT_DAYS = 35;

/** A read of the last weeks, and who has worked in them. */
export interface RecentRead extends EmployerRead {
  /** Ids of the employees with a time entry that is not cancelled. */
  readonly workers: ReadonlySet<string>;
}

/** Reads every list as an export does: the dated ones over the days until today. @throws what readEmployer throws */
export async function readRecent(
  host: RunHost,
  access: EmployerAccess,
  config: Config,
  knownFields: readonly FoundField[],
): Promise<RecentRead> {
  const today = dayOf(Math.floor(host.context.clock.nowMs() / 1000), zoneNamed('Etc/UTC'));
  const sink = new MemorySink();
  const read = await readEmployer(
    {
      ...access,
      period: { from: addDays(today, 1 - RECENT_DAYS), to: today },
      marginDays: 0,
      read: 'once',
      hasConfiguredZones: Object.keys(config.zones).length > 0,
      configuredEstablishments: Object.keys(config.zones),
      pins: config.fields,
      knownFields,
      language: config.language,
      isZone: (name) => properZoneName(name) !== undefined,
      sink,
    },
    readEffects(host),
  );
  host.terminal.progress(undefined);
  const { entry } = recordReader(read.fields);
  const entries = sink.records('time-entries').flatMap(({ json }) => entry(json) ?? []);
  const worked = entries.filter(({ status }) => status !== 'Cancelled');
  return { ...read, workers: new Set(worked.flatMap(({ employeeId }) => employeeId ?? [])) };
}
