import type { FoundField } from '../../api/discovery/targets.js';
import { type EmployerRead, readEmployer } from '../../api/reading/readEmployer.js';
import type { EmployerAccess } from '../../api/reading/readEmployerOptions.js';
import type { Config } from '../../config/config.js';
import { dayOf } from '../../domain/time/dayOf.js';
import { addDays } from '../../domain/time/localDate.js';
import { properZoneName } from '../../domain/time/tzdata.js';
import { zoneNamed } from '../../domain/time/zoneNamed.js';
import { readEffects } from '../read/readEffects.js';
import type { RunHost } from '../runHost.js';

/** A whole month and a bit, whatever the day is. */
const RECENT_DAYS = 35;

/** Reads every list as an export does: the dated ones over the days until today. @throws what readEmployer throws */
export async function readRecent(
  host: RunHost,
  access: EmployerAccess,
  config: Config,
  knownFields: readonly FoundField[],
): Promise<EmployerRead> {
  const today = dayOf(Math.floor(host.context.clock.nowMs() / 1000), zoneNamed('Etc/UTC'));
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
    },
    readEffects(host),
  );
  host.terminal.progress(undefined);
  return read;
}
