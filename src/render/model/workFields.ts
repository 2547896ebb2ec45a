import type { References } from '../../domain/records.js';
import { type FieldOf, field } from './fieldOf.js';
import type { Lookups } from './lookups.js';

/** Where somebody worked, with whom, on what, and whether it has been reviewed. */
export interface Work extends Pick<References, 'establishmentId' | 'teamId' | 'taskId'> {
  /** null where there is nothing to review. */
  readonly isReviewed: boolean | null;
}

/**
 * The fields about the work that a row stands for. A row for several entries has the distinct values, joined by `; `,
 * and is reviewed where all of its entries are.
 */
export function workFields<Item>(workOf: (item: Item) => readonly Work[], find: Lookups): FieldOf<Item>[] {
  const work = rememberLast(workOf);
  const joined = (item: Item, textOf: (each: Work) => string | null): string | null => {
    const [first, ...others] = work(item);
    if (first === undefined) return null;
    if (others.length === 0) return textOf(first);
    const values = new Set([first, ...others].flatMap((each) => textOf(each) ?? []));
    return values.size === 0 ? null : find.list([...values].sort());
  };
  return [
    field('establishment.id', 'text', 'Id of the establishment; several are joined', (item) =>
      joined(item, ({ establishmentId }) => establishmentId),
    ),
    field('establishment.name', 'text', 'Name of the establishment; several are joined', (item) =>
      joined(item, ({ establishmentId }) => find.establishment(establishmentId)),
    ),
    field('team.id', 'text', 'Id of the team; several are joined', (item) =>
      joined(item, ({ teamId }) => teamId),
    ),
    field('team.name', 'text', 'Name of the team; several are joined', (item) =>
      joined(item, ({ teamId }) => find.team(teamId)),
    ),
    field('task.id', 'text', 'Id of the task; several are joined', (item) =>
      joined(item, ({ taskId }) => taskId),
    ),
    field('task.name', 'text', 'Name of the task; several are joined', (item) =>
      joined(item, ({ taskId }) => find.task(taskId)),
    ),
    field('entry.reviewed', 'boolean', 'Reviewed by the employer; of several entries, all of them', (item) =>
      allReviewed(work(item)),
    ),
  ];
}

export function allReviewed(works: readonly Pick<Work, 'isReviewed'>[]): boolean | null {
  const known = works.flatMap(({ isReviewed }) => isReviewed ?? []);
  return known.length === 0 ? null : known.every(Boolean);
}

/** The fields of one row are asked for one after the other. */
function rememberLast<Item, Value>(of: (item: Item) => Value): (item: Item) => Value {
  let last: { readonly item: Item; readonly value: Value } | undefined;
  return (item) => {
    if (last === undefined || last.item !== item) last = { item, value: of(item) };
    return last.value;
  };
}
