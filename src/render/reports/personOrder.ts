import type { DataRow, DataSet } from '../dataSet.js';
import { nameSortKey } from '../sortKey.js';
import type { PersonOfModel, RowsByPerson, TemplateModel } from '../templateModel.js';
import { textField } from './rowAccess.js';

/** Data sets about people, which people look up by name. */
const BY_PERSON = [
  'employee-days',
  'calendar',
  'planned-worked',
  'clock-changes',
  'period-edges',
  'employees',
  'weeks',
] as const;

/** Further sets whose rows each belong to one person. */
const OF_PERSONS = [...BY_PERSON, 'entries', 'pay-lines'] as const;

/** The rows of one person, set by set. */
export interface RowsOfPerson {
  /** null for rows without an employee. */
  readonly id: string | null;
  readonly rowsOf: (dataSet: (typeof OF_PERSONS)[number]) => Iterable<DataRow>;
}

/** All employees in the order of their last and first names; those without a name come last, by id. */
export class SortedPeople {
  readonly #byPerson: RowsByPerson;
  #ids: readonly (string | null)[] | undefined;

  constructor(model: TemplateModel) {
    this.#byPerson = model.byPerson ?? groupRowsByPerson(model);
  }

  /** Computes each person's work once for all data sets, and releases it before the next person. */
  *[Symbol.iterator](): Generator<RowsOfPerson> {
    this.#ids ??= sortPeople(this.#byPerson.people);
    for (const id of this.#ids) yield { id, rowsOf: this.#byPerson.rowsOf(id) };
  }
}

/** The model with the rows of sets about people in the order of names; the rows of a person stay in their order. */
export function sortModelByPerson(model: TemplateModel, people = new SortedPeople(model)): TemplateModel {
  const dataSets = new Map<string, DataSet>(model.dataSets);
  for (const name of BY_PERSON) {
    const dataSet = dataSets.get(name);
    if (dataSet === undefined) continue;
    function* rows(): Generator<DataRow> {
      for (const person of people) yield* person.rowsOf(name);
    }
    dataSets.set(name, { ...dataSet, rows: { [Symbol.iterator]: rows } });
  }
  return { ...model, dataSets };
}

function sortPeople(people: readonly PersonOfModel[]): (string | null)[] {
  const keyed = people.map((person) => ({ id: person.id, key: personSortKey(person) }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ id }) => id);
}

/** Last name, first name; if these sort alike, by their exact characters, then by id. */
function personSortKey({ id, lastName, firstName }: PersonOfModel): string {
  const names = [lastName, firstName];
  return [...names.map(nameSortKey), ...names, id ?? ''].join('\u0000');
}

/** For a model whose rows are all at hand. */
function groupRowsByPerson({ dataSets }: TemplateModel): RowsByPerson {
  const rows = new Map<string | null, Map<string, DataRow[]>>();
  const people = new Map<string | null, PersonOfModel>();
  for (const name of OF_PERSONS) {
    for (const row of dataSets.get(name)?.rows ?? []) {
      const id = textField(row, 'employee.id') || null;
      const sets = rows.get(id) ?? new Map<string, DataRow[]>();
      rows.set(id, sets.set(name, [...(sets.get(name) ?? []), row]));
      const [lastName, firstName] = [
        textField(row, 'employee.lastName'),
        textField(row, 'employee.firstName'),
      ];
      if (!people.has(id) || name === 'employees') people.set(id, { id, lastName, firstName });
    }
  }
  return {
    people: [...people.values()],
    rowsOf: (id) => (dataSet) => rows.get(id)?.get(dataSet) ?? [],
  };
}
