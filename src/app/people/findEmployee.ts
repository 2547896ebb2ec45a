import type { Config } from '../../config/config.js';
import { nearestNames } from '../../config/input/nearestName.js';
import { readMapping } from '../../config/inputFiles.js';
import { groupBy } from '../../domain/collections.js';
import { employeesMeant, isIdOrNumber } from '../../domain/mapping/employeesMeant.js';
import { createNameDirectory, fullName, type Person } from '../../domain/people/peopleDirectory.js';
import type { Employee } from '../../domain/records/records.js';
import { PaytallyError } from '../../errors.js';
import { englishText } from '../../i18n/formatMessage.js';
import { joined, message, type Text } from '../../i18n/message.js';

const MOST_LISTED = 10;
const SHORTEST_ID_PART = 6;
const SHORTEST_WORD = 3;
/** How many people with similar names to list if no person has the name. */
const MOST_NEAR = 3;

/**
 * Finds the person that the user means: by id or payroll ID, by the beginning of the id, or by name or parts of it,
 * ignoring case and accents. An exact match takes precedence over a partial one.
 * @param placesOf labels of the establishments where a person works: they distinguish people of the same name
 * @throws PaytallyError EMPLOYEE_UNKNOWN with the nearest names, EMPLOYEE_AMBIGUOUS with all matches
 */
export function findEmployee(
  who: string,
  people: readonly Person[],
  placesOf: (id: string) => readonly string[] = () => [],
): Person {
  const wanted = plain(who);
  const partial: readonly Way[] = [
    ({ id }) => wanted.length >= SHORTEST_ID_PART && plain(id).startsWith(wanted),
    (person) => holdsWords(person, wanted),
  ];
  return findBy([...exactWays(who), ...partial], who, people, placesOf);
}

/**
 * Finds the person with exactly this id, payroll ID or whole name, ignoring case and accents: for what cannot be undone.
 * @throws PaytallyError EMPLOYEE_UNKNOWN with the nearest names, EMPLOYEE_AMBIGUOUS with all matches
 */
export function findExactEmployee(who: string, people: readonly Person[]): Person {
  return findBy(exactWays(who), who, people, () => []);
}

type Way = (person: Person) => boolean;

function exactWays(who: string): readonly Way[] {
  const wanted = plain(who);
  return [(person) => namesOf(person).includes(wanted)];
}

/** Those with this ID or payroll ID, which can be the ID of one and the payroll ID of another. */
function meantBy(who: string, people: readonly Person[]) {
  const idsOf = (isMeant: Way) => people.filter(isMeant).map(({ id }) => id);
  return employeesMeant(who.trim(), {
    byId: (text) => idsOf(({ id }) => plain(id) === plain(text)),
    byNumber: (number) => idsOf(({ numbers }) => numbers.includes(number)),
  });
}

function findBy(
  ways: readonly Way[],
  who: string,
  people: readonly Person[],
  placesOf: (id: string) => readonly string[],
): Person {
  const wanted = plain(who);
  if (wanted === '') throw unknown(who, wanted, people);
  const meant = meantBy(who, people);
  for (const way of [({ id }: Person) => meant.all.includes(id), ...ways]) {
    const [found, ...others] = people.filter(way);
    if (found === undefined) continue;
    if (others.length > 0) throw ambiguous(who, [found, ...others], placesOf, isIdOrNumber(meant));
    return found;
  }
  throw unknown(who, wanted, people);
}

/** `Peeters, Zoë (number 007, id 4711)`: enough to distinguish people of the same name. */
function personLabel(person: FoundPerson['person']): Text {
  const name = fullName(person);
  const { id, numbers } = person;
  if (numbers.length === 0 && name === id) return name;
  const kind = numbers.length === 0 ? 'id' : name === id ? 'number' : 'both';
  return message('people.label', { name, kind, number: numbers.join(', '), id });
}

function namesOf({ firstName, lastName }: FoundPerson['person']): string[] {
  const [first, last] = [plain(firstName ?? ''), plain(lastName ?? '')];
  return [`${first} ${last}`.trim(), `${last} ${first}`.trim()];
}

function holdsWords(person: Person, wanted: string): boolean {
  const [name = ''] = namesOf(person);
  return wanted.split(' ').every((word) => name.includes(word));
}

/** Lower case, no accents, no commas, single spaces. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s,]+/g, ' ')
    .trim();
}

function ambiguous(
  who: string,
  people: readonly Person[],
  placesOf: (id: string) => readonly string[],
  isEither: boolean,
): PaytallyError {
  const labels = people
    .map((person) =>
      joined(['  ', personLabel(person), ...placesOf(person.id).map((place) => `, ${place}`)], ''),
    )
    .sort((a, b) => (englishText(a) < englishText(b) ? -1 : 1));
  const more = people.length - MOST_LISTED;
  const rest = more > 0 ? [joined(['  ', message('run.more', { count: more })], '')] : [];
  const lines = joined(['', ...labels.slice(0, MOST_LISTED), ...rest]);
  const text = message('people.ambiguous', { who, count: people.length, lines });
  const remedy = isEither ? { remedy: message('people.sayWhich', { text: who.trim() }) } : {};
  return new PaytallyError('EMPLOYEE_AMBIGUOUS', text, { record: who, ...remedy });
}

function unknown(who: string, wanted: string, people: readonly Person[]): PaytallyError {
  const byText = groupBy(
    people.flatMap((person) => textsOf(person).map((text) => ({ text, person }))),
    ({ text }) => text,
  );
  const near = nearestNames(wanted, [...byText.keys()], MOST_NEAR).flatMap((text) => byText.get(text) ?? []);
  const labels = [...new Set(near.map(({ person }) => person))].slice(0, MOST_NEAR).map(personLabel);
  const text = message('people.unknown', { who, count: labels.length, near: joined(labels, '; ') });
  return new PaytallyError('EMPLOYEE_UNKNOWN', text, { record: who });
}

/** Whole names, each of their words, and payroll IDs with and without leading zeros. */
function textsOf(person: Person): string[] {
  const names = namesOf(person);
  const numbers = person.numbers.map(plain);
  const words = (names[0] ?? '').split(' ').filter((word) => word.length >= SHORTEST_WORD);
  return [...names, ...words, ...numbers, ...numbers.map((number) => number.replace(/^0+/, ''))].filter(
    (text) => text !== '',
  );
}

/**
 * The results of the employers with a matching employee, in order.
 * @throws PaytallyError EMPLOYEE_UNKNOWN if there is none; other errors of `resultOf`
 */
export async function fromEmployersThatKnow<Result>(
  employers: readonly string[],
  resultOf: (employer: string) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let unknown: PaytallyError | undefined;
  for (const employer of employers) {
    try {
      results.push(await resultOf(employer));
    } catch (failure) {
      if (!(failure instanceof PaytallyError) || failure.code !== 'EMPLOYEE_UNKNOWN') throw failure;
      unknown ??= failure;
    }
  }
  if (results.length === 0 && unknown !== undefined) throw unknown;
  return results;
}

/** A match, at one of several employers. */
export interface FoundPerson {
  readonly employer: string;
  readonly person: Pick<Person, 'id' | 'numbers' | 'firstName' | 'lastName'>;
}

/**
 * Refuses matches at several employers that are not the same person: with other names, unless only IDs count.
 * @throws PaytallyError EMPLOYEE_AMBIGUOUS with all matches
 */
export function refuseStrangers(who: string, found: readonly FoundPerson[], by: 'name' | 'id'): void {
  const identity = ({ person }: FoundPerson) => {
    const name = by === 'name' ? namesOf(person)[0] : '';
    return name ? name : person.id;
  };
  if (new Set(found.map(identity)).size < 2) return;
  const lines = found.map(({ employer, person }) => joined(['  ', employer, ': ', personLabel(person)], ''));
  const employers = new Set(found.map(({ employer }) => employer)).size;
  const text = message('people.strangers', { who, count: employers, lines: joined(['', ...lines]) });
  throw new PaytallyError('EMPLOYEE_AMBIGUOUS', text, { record: who });
}

export type NameOf = (employeeId: string) => string;

/** Names as last seen, with the payroll IDs of namesakes; a mapping file that cannot be read has none. */
export async function knownNames(
  known: readonly Omit<Employee, 'isActive'>[],
  { employer }: Pick<Config, 'employer'>,
  folder: string,
): Promise<NameOf> {
  const mapping = await readMapping(employer.employees, folder).catch(() => readMapping(undefined, folder));
  const rememberedEmployees = known.map((employee) => ({ ...employee, isActive: false }));
  return createNameDirectory({ employees: null, rememberedEmployees }, mapping.employees, undefined);
}
