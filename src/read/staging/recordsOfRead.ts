import type { Config } from '../../config/config.js';
import { employerZone } from '../../config/employerPeriod.js';
import type { PeriodRecords, PersonRecords } from '../../domain/records/periodData.js';
import type { Shift, TimeEntry } from '../../domain/records/records.js';
import { PaytallyError } from '../../errors.js';
import { refuseFullMemory } from '../../runtime/memoryGuard.js';
import type { Store } from '../../store/store.js';
import { recordReader } from '../reading/recordReader.js';
import { factsOf } from './storedFacts.js';
import { withConfiguredZones } from './withConfiguredZones.js';

/**
 * A read as the store has it, person by person: of today or of last year, what follows is the same. The zones are those
 * of the configuration as it is now.
 * @throws PaytallyError STORE_UNUSABLE for a read that is not there any more
 */
export function recordsOfRead(store: Store, readId: string, config: Config): PeriodRecords {
  const read = store.read(readId);
  if (read === undefined) {
    throw new PaytallyError('STORE_UNUSABLE', `The records of read ${readId} are no longer in the store.`, {
      record: store.path,
    });
  }
  const { fields, digests: _, ...facts } = factsOf(read);
  const reader = recordReader({ fields, invalid: facts.invalid });
  return {
    facts: {
      ...facts,
      establishments: withConfiguredZones(facts.establishments, config.zones),
      readBeganEpoch: Math.floor(read.startedAt.getTime() / 1000),
      employerZone: employerZone(config, facts.establishments),
    },
    personIds: store.peopleOf(readId),
    of: (personId) => personRecords(store, readId, personId, reader),
  };
}

/** The records of one person in a read, as the service has them. */
export function personRecords(
  store: Store,
  readId: string,
  personId: string | null,
  reader: ReturnType<typeof recordReader>,
): PersonRecords {
  refuseFullMemory();
  const shifts = { own: [] as Shift[], related: [] as Shift[] };
  const entries = { own: [] as TimeEntry[], related: [] as TimeEntry[] };
  for (const record of store.recordsOf(readId, personId)) {
    const { list, relation } = record;
    if (list === 'shifts') addTo(shifts[relation], reader.shift(record));
    if (list === 'time-entries') addTo(entries[relation], reader.entry(record));
  }
  return {
    personId,
    shifts: shifts.own,
    entries: entries.own,
    relatedShifts: shifts.related,
    relatedEntries: entries.related,
  };
}

/** A record that breaks a documented rule stands among the facts. */
function addTo<Item>(items: Item[], item: Item | undefined): void {
  if (item !== undefined) items.push(item);
}
