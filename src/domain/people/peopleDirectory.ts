import { groupBy } from '../collections.js';
import {
  type ExtraColumns,
  lastRowIn,
  type MappedEmployees,
  numbersOf,
  rowFor,
} from '../mapping/employeeRows.js';
import type { Days } from '../period/repeatingPeriod.js';
import type { PeriodFacts } from '../records/periodData.js';
import type { LocalDate } from '../time/localDate.js';

/** All known data of an employee. */
export interface Person {
  readonly id: string;
  /** The payroll ID of the mapping file. */
  readonly number: string | null;
  /** All payroll IDs of the person in the mapping file, in the order of their days. */
  readonly numbers: readonly string[];
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** null if the employee is not listed. */
  readonly isActive: boolean | null;
  /** Further columns of the mapping file. */
  readonly extra: ExtraColumns;
}

/**
 * Finds people by id. With a day, a person has the number and columns of the row of that day, and with several days
 * those of the last one that has a row; without, those of the row by which the person is named in the period.
 */
export type PeopleDirectory = (id: string, on?: LocalDate | Days) => Person;

type Names = Pick<Person, 'firstName' | 'lastName'>;

/**
 * Finds people by id: listed by the service, or else with the names of the mapping file, remembered from earlier runs,
 * or known by their id only.
 */
export function createPeopleDirectory(
  { employees, rememberedEmployees }: Pick<PeriodFacts, 'employees' | 'rememberedEmployees'>,
  mapping: MappedEmployees,
  period: Pick<Days, 'to'> | undefined,
): PeopleDirectory {
  const listed = new Map((employees ?? []).map((employee) => [employee.id, employee]));
  const remembered = new Map(rememberedEmployees.map((employee) => [employee.id, employee]));
  return (id, on) => {
    const employee = listed.get(id);
    const rows = mapping.byId.get(id);
    const named = rowFor(rows, period);
    const row =
      on === undefined ? named : lastRowIn(rows, typeof on === 'string' ? { from: on, to: on } : on);
    const { firstName, lastName } = [employee, named, remembered.get(id)].find(hasName) ?? NO_NAME;
    return {
      id,
      number: row?.number ?? null,
      numbers: numbersOf(rows),
      firstName: firstName ?? null,
      lastName: lastName ?? null,
      isActive: employee?.isActive ?? null,
      extra: row?.extra ?? {},
    };
  };
}

const NO_NAME: Names = { firstName: null, lastName: null };

function hasName(names: Partial<Names> | undefined): names is Partial<Names> {
  return Boolean(names?.firstName ?? '') || Boolean(names?.lastName ?? '');
}

/** `Last, First`; the ID if the name is unknown. */
export function fullName({ id, firstName, lastName }: Pick<Person, 'id' | 'firstName' | 'lastName'>): string {
  return [lastName, firstName].filter(Boolean).join(', ') || id;
}

/**
 * Names of all known people: namesakes have their payroll IDs or establishments beside the name even where only one of
 * them is listed, because a reader has to know which of them it is.
 */
export function createNameDirectory(
  ...known: Parameters<typeof createDistinctNames>
): (id: string) => string {
  const tell = createDistinctNames(...known);
  return (id) => shownName(tell(id));
}

/** The same names with what tells namesakes apart as a part of its own, for names of limited length. */
export function createDistinctNames(
  facts: Parameters<typeof createPeopleDirectory>[0] & Pick<PeriodFacts, 'placesOf'>,
  mapping: MappedEmployees,
  period: Pick<Days, 'to'> | undefined,
): (id: string) => DistinctName {
  const person = createPeopleDirectory(facts, mapping, period);
  const listed = [...(facts.employees ?? []), ...facts.rememberedEmployees].map(({ id }) => id);
  const people = [...new Set([...listed, ...mapping.byId.keys()])].map((id) => person(id));
  return tellApart(
    people.map((each) => ({ ...each, name: fullName(each) })),
    facts.placesOf,
  );
}

/** A person in a list. */
interface NamedPerson {
  readonly id: string;
  readonly name: string;
  readonly number?: string | null;
}

/** A name, and what tells the person from namesakes: the payroll ID, else the establishments, else the ID. */
export interface DistinctName {
  readonly name: string;
  /** undefined for a unique name. */
  readonly distinction?: string | undefined;
}

/** `Twin, Sam (00101)`. */
export function shownName({ name, distinction }: DistinctName): string {
  return distinction === undefined ? name : `${name} (${distinction})`;
}

/** Names of people as a list shows them: two of the same name have their payroll IDs, or else their IDs, beside it. */
export function distinctNames(people: Iterable<NamedPerson>): (id: string) => string {
  const tell = tellApart(people);
  return (id) => shownName(tell(id));
}

type PlacesOf = NonNullable<PeriodFacts['placesOf']>;

/** Decided at once: the places come from a store that is closed later. */
function tellApart(
  people: Iterable<NamedPerson>,
  placesOf: PlacesOf = () => [],
): (id: string) => DistinctName {
  const known = new Map<string, NamedPerson>();
  for (const person of people) known.set(person.id, person);
  const told = new Map<string, DistinctName>();
  for (const [name, same] of groupBy([...known.values()], (person) => person.name)) {
    const ways = same.length < 2 ? undefined : distinctions(same, placesOf);
    for (const { id } of same) told.set(id, { name, distinction: name === id ? undefined : ways?.get(id) });
  }
  return (id) => told.get(id) ?? { name: id };
}

/** A payroll ID tells a person from namesakes if it is unique, and an establishment if no other without an ID works there. */
function distinctions(same: readonly NamedPerson[], placesOf: PlacesOf): ReadonlyMap<string, string> {
  const owners = groupBy(same, ({ number }) => number ?? '');
  const isNumbered = ({ number }: NamedPerson) => Boolean(number) && owners.get(number ?? '')?.length === 1;
  const others = same.filter((person) => !isNumbered(person));
  const places = new Map(others.map(({ id }) => [id, placesOf(id)]));
  const workers = groupBy([...places.values()].flat(), (place) => place);
  return new Map(
    same.map((person) => {
      const { id, number } = person;
      const own = places.get(id) ?? [];
      if (isNumbered(person)) return [id, number ?? id];
      const isAlone = own.length > 0 && own.every((place) => workers.get(place)?.length === 1);
      return [id, isAlone ? own.join('; ') : id];
    }),
  );
}
