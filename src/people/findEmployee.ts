import { nearestNames } from '../config/input/nearestName.js';
import { groupBy } from '../domain/collections.js';
import { fullName, type Person } from '../domain/people/peopleDirectory.js';
import { PaytallyError } from '../errors.js';

const MOST_LISTED = 10;
const SHORTEST_ID_PART = 6;
const SHORTEST_WORD = 3;
/** How many people with similar names to list if no person has the name. */
const MOST_NEAR = 3;

/**
 * Finds the person that the user means: by id, by payroll number, by the beginning of the id, or by name or parts of
 * it, ignoring case and accents. An exact match takes precedence over a partial one.
 * @param placesOf labels of the establishments where a person works: they distinguish people of the same name
 * @throws PaytallyError EMPLOYEE_UNKNOWN with the nearest names, EMPLOYEE_AMBIGUOUS with all matches
 */
export function findEmployee(
  who: string,
  people: readonly Person[],
  placesOf: (id: string) => readonly string[] = () => [],
): Person {
  const wanted = plain(who);
  if (wanted === '') throw unknown(who, wanted, people);
  const ways: readonly ((person: Person) => boolean)[] = [
    ({ id }) => plain(id) === wanted,
    ({ number }) => number !== null && number === who.trim(),
    (person) => namesOf(person).includes(wanted),
    ({ id }) => wanted.length >= SHORTEST_ID_PART && plain(id).startsWith(wanted),
    (person) => holdsWords(person, wanted),
  ];
  for (const way of ways) {
    const [found, ...others] = people.filter(way);
    if (found === undefined) continue;
    if (others.length > 0) throw ambiguous(who, [found, ...others], placesOf);
    return found;
  }
  throw unknown(who, wanted, people);
}

/** `Peeters, Zoë (number 007, id 4711)`: enough to tell people of one name apart. */
export function personLabel(person: Person): string {
  const name = fullName(person);
  const facts = [
    ...(person.number === null ? [] : [`number ${person.number}`]),
    ...(name === person.id ? [] : [`id ${person.id}`]),
  ];
  return facts.length === 0 ? name : `${name} (${facts.join(', ')})`;
}

function namesOf({ firstName, lastName }: Person): string[] {
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
): PaytallyError {
  const labels = people
    .map((person) => `  ${[personLabel(person), ...placesOf(person.id)].join(', ')}`)
    .sort();
  const shown = labels.slice(0, MOST_LISTED);
  const more = people.length > MOST_LISTED ? [`  … and ${people.length - MOST_LISTED} more`] : [];
  const lines = [`"${who}" fits ${people.length} employees:`, ...shown, ...more];
  return new PaytallyError('EMPLOYEE_AMBIGUOUS', lines.join('\n'), { record: who });
}

function unknown(who: string, wanted: string, people: readonly Person[]): PaytallyError {
  const byText = groupBy(
    people.flatMap((person) => textsOf(person).map((text) => ({ text, person }))),
    ({ text }) => text,
  );
  const near = nearestNames(wanted, [...byText.keys()], MOST_NEAR).flatMap((text) => byText.get(text) ?? []);
  const labels = [...new Set(near.map(({ person }) => personLabel(person)))].slice(0, MOST_NEAR);
  const hint = labels.length === 0 ? ' No name or number is near it.' : ` Near it: ${labels.join('; ')}.`;
  return new PaytallyError('EMPLOYEE_UNKNOWN', `There is no employee "${who}".${hint}`, { record: who });
}

/** Whole names, each word of them, and numbers with and without their zeros in front. */
function textsOf(person: Person): string[] {
  const names = namesOf(person);
  const number = plain(person.number ?? '');
  const words = (names[0] ?? '').split(' ').filter((word) => word.length >= SHORTEST_WORD);
  return [...names, ...words, number, number.replace(/^0+/, '')].filter((text) => text !== '');
}
