import type { Work } from '../../domain/computed/computedPeriod.js';
import { type FieldOf, field } from './fieldOf.js';
import type { Lookups } from './modelLookups.js';

/** The fields about the one piece of work that a row stands for; undefined for a row about something else. */
export function workFields<Item>(workOf: (item: Item) => Work | undefined, find: Lookups): FieldOf<Item>[] {
  const work = rememberLast(workOf);
  return [
    field('establishment.id', 'text', 'Id of the establishment', (item) => {
      return work(item)?.establishmentId ?? null;
    }),
    field('establishment.name', 'text', 'Name of the establishment', (item) => {
      return find.establishment(work(item)?.establishmentId ?? null);
    }),
    field('team.id', 'text', 'Id of the team', (item) => work(item)?.teamId ?? null),
    field('team.name', 'text', 'Name of the team', (item) => find.team(work(item)?.teamId ?? null)),
    field('task.id', 'text', 'Id of the task', (item) => work(item)?.taskId ?? null),
    field('task.name', 'text', 'Name of the task', (item) => find.task(work(item)?.taskId ?? null)),
    field('entry.reviewed', 'boolean', 'Reviewed by the employer', (item) => work(item)?.isReviewed ?? null),
  ];
}

/** The fields of one row are asked for one after the other. */
export function rememberLast<Item, Value>(of: (item: Item) => Value): (item: Item) => Value {
  let last: { readonly item: Item; readonly value: Value } | undefined;
  return (item) => {
    if (last === undefined || last.item !== item) last = { item, value: of(item) };
    return last.value;
  };
}
