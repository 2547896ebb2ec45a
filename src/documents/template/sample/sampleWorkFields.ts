import type { DataRow } from '../../dataSet.js';
import type { SampleEntry } from './sampleWork.js';

/** The fields about the work behind a row. */
export function sampleWorkFields({ place }: Pick<SampleEntry, 'place'>): DataRow {
  return {
    'establishment.id': `place-${place.toLowerCase()}`,
    'establishment.name': place,
    'team.id': 'team-1',
    'team.name': 'Bakery',
    'task.id': null,
    'task.name': null,
    'entry.reviewed': true,
  };
}

/** Of a row that adds up several entries. */
export function sampleJoinedFields(entries: readonly Pick<SampleEntry, 'place'>[]): DataRow {
  const places = [...new Set(entries.map(({ place }) => place))].sort();
  const hasWork = places.length > 0;
  return {
    establishmentIds: hasWork ? places.map((place) => `place-${place.toLowerCase()}`).join('; ') : null,
    teams: hasWork ? 'Bakery' : null,
    teamIds: hasWork ? 'team-1' : null,
    tasks: null,
    taskIds: null,
    reviewed: hasWork ? true : null,
  };
}
