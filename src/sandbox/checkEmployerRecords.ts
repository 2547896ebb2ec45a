import type { DataProblems } from './dataProblems.js';
import type { FileName } from './neutralRecords.js';
import type { EmployerRecords } from './sandboxData.js';

/** Which list a reference must be found in. Agencies need no file; shifts may have gone. */
const REFERENCES: readonly (readonly [field: string, list: FileName])[] = [
  ['establishmentId', 'establishments'],
  ['employeeId', 'employees'],
  ['agencyWorkerId', 'agency-workers'],
  ['teamId', 'teams'],
  ['taskId', 'tasks'],
];

/** Ids must be unique in their list, and references must name a record (archived and deleted ones are records). */
export function checkEmployerRecords(
  records: EmployerRecords,
  placeOf: (list: FileName, index: number) => string,
  problems: DataProblems,
): void {
  const ids = new Map<FileName, ReadonlySet<unknown>>();
  for (const [list, items] of Object.entries(records) as [FileName, readonly object[]][]) {
    ids.set(
      list,
      uniqueIds(items, (index) => placeOf(list, index), problems),
    );
  }
  for (const list of ['shifts', 'time-entries'] as const) {
    for (const [index, record] of ((records[list] ?? []) as readonly object[]).entries()) {
      const dangling = danglingReferences(list, record, (target, id) => ids.get(target)?.has(id) === true);
      for (const { field, message } of dangling) problems.add(`${placeOf(list, index)}.${field}`, message);
    }
  }
}

export interface DanglingReference {
  readonly field: string;
  readonly message: string;
}

/** The references of a record that name none: the rule for the data at the start and for every later edit. */
export function danglingReferences(
  list: FileName,
  record: object,
  isKnown: (list: FileName, id: unknown) => boolean,
): readonly DanglingReference[] {
  if (list !== 'shifts' && list !== 'time-entries') return [];
  return REFERENCES.flatMap(([field, target]) => {
    const id: unknown = Reflect.get(record, field);
    if (id === null || id === undefined || isKnown(target, id)) return [];
    return [{ field, message: `no record of ${target} has the id ${String(id)}` }];
  });
}

function uniqueIds(
  items: readonly object[],
  placeOf: (index: number) => string,
  problems: DataProblems,
): ReadonlySet<unknown> {
  const seen = new Set<unknown>();
  for (const [index, item] of items.entries()) {
    const id: unknown = Reflect.get(item, 'id');
    if (id === undefined) continue;
    if (seen.has(id)) problems.add(`${placeOf(index)}.id`, `${String(id)} is there twice`);
    seen.add(id);
  }
  return seen;
}
