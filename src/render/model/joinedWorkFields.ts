import type { Work } from '../../domain/computed/computedPeriod.js';
import { type FieldOf, field } from './fieldOf.js';
import type { Lookups } from './modelLookups.js';
import { rememberLast } from './workFields.js';

/**
 * The fields about the work of a row that adds up several entries: distinct values, sorted and joined by `; `. They have
 * names of their own, so that nobody takes `Cairo; Ghent` for an establishment; bands of workbooks that are grouped by
 * `establishment.name` must not look for such a row.
 */
export function joinedWorkFields<Item>(
  workOf: (item: Item) => readonly Work[],
  find: Lookups,
): FieldOf<Item>[] {
  const work = rememberLast(workOf);
  const joined = (item: Item, textOf: (each: Work) => string | null): string | null => {
    const works = work(item);
    const [only] = works;
    // Nearly every day has one entry.
    if (only !== undefined && works.length === 1) return textOf(only);
    const texts = new Set(works.flatMap((each) => textOf(each) ?? []));
    return texts.size === 0 ? null : find.list([...texts].sort());
  };
  return [
    field('establishmentIds', 'text', 'Ids of the establishments worked in', (item) => {
      return joined(item, ({ establishmentId }) => establishmentId);
    }),
    field('teams', 'text', 'Names of the teams', (item) => {
      return joined(item, ({ teamId }) => find.team(teamId));
    }),
    field('teamIds', 'text', 'Ids of the teams', (item) => joined(item, ({ teamId }) => teamId)),
    field('tasks', 'text', 'Names of the tasks', (item) => {
      return joined(item, ({ taskId }) => find.task(taskId));
    }),
    field('taskIds', 'text', 'Ids of the tasks', (item) => joined(item, ({ taskId }) => taskId)),
    field('reviewed', 'boolean', 'Whether all entries are reviewed; empty without entries', (item) => {
      return work(item).length === 0 ? null : work(item).every(({ isReviewed }) => isReviewed === true);
    }),
  ];
}

/** Names of the establishments worked in; null where nobody worked. */
export function establishmentNames<Item>(
  workOf: (item: Item) => readonly Work[],
  find: Lookups,
): FieldOf<Item> {
  return field('establishments', 'text', 'Names of the establishments worked in', (item) => {
    const names = new Set(
      workOf(item).flatMap(({ establishmentId }) => find.establishment(establishmentId) ?? []),
    );
    return names.size === 0 ? null : find.list([...names].sort());
  });
}
