import type { References, Shift, TimeEntry } from '../../domain/records/records.js';
import type { FoundField } from '../discovery/targets.js';
import { textReader, UndocumentedFields } from '../discovery/undocumentedFields.js';
import { type ListShape, SHIFTS, TIME_ENTRIES } from '../wire/lists.js';
import { isWireRecord } from '../wire/parsed.js';

/** Makes domain records of the texts that a read has stored. Undefined: a record that breaks a documented rule. */
export interface RecordReader {
  readonly shift: (json: string) => Shift | undefined;
  readonly entry: (json: string) => TimeEntry | undefined;
}

/** @param fields where the same read found what the service leaves open */
export function recordReader(fields: readonly FoundField[]): RecordReader {
  return {
    shift: readerOf(SHIFTS, 'shift', fields),
    entry: readerOf(TIME_ENTRIES, 'timeEntry', fields),
  };
}

function readerOf<T extends object>(
  shape: ListShape<T>,
  owner: 'timeEntry' | 'shift',
  fields: readonly FoundField[],
): (json: string) => (T & References) | undefined {
  const undocumented = new UndocumentedFields(shape.documented, shape.keep);
  const at = (kind: keyof References) => {
    const path = fields.find(({ target }) => target === `${owner}.${kind}`)?.path;
    return textReader(undocumented, path);
  };
  const [establishmentOf, teamOf, taskOf] = [at('establishmentId'), at('teamId'), at('taskId')];
  const [agencyOf, agencyWorkerOf] = [at('agencyId'), at('agencyWorkerId')];
  return (json) => {
    const record: unknown = JSON.parse(json);
    const parsed = isWireRecord(record) ? shape.parse(record) : undefined;
    if (!isWireRecord(record) || !parsed?.ok) return undefined;
    const values = undocumented.read(record);
    return {
      ...parsed.value,
      establishmentId: establishmentOf(values),
      teamId: teamOf(values),
      taskId: taskOf(values),
      agencyId: agencyOf(values),
      agencyWorkerId: agencyWorkerOf(values),
    };
  };
}
