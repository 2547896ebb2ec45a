import type { DataRow } from '../../dataSet.js';
import type { SampleEntry } from './sampleWork.js';

/** The fields about the work behind a row; nothing where nobody worked. */
export function sampleWorkFields(entry: Pick<SampleEntry, 'place'> | undefined): DataRow {
  return {
    'establishment.id': entry === undefined ? null : `place-${entry.place.toLowerCase()}`,
    'establishment.name': entry?.place ?? null,
    'team.id': entry === undefined ? null : 'team-1',
    'team.name': entry === undefined ? null : 'Bakery',
    'task.id': null,
    'task.name': null,
    'entry.reviewed': entry === undefined ? null : true,
  };
}
