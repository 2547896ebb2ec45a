import { distance } from 'fastest-levenshtein';
import { compareText, groupBy } from '../collections.js';
import { type EmployeeRow, numbersOf } from '../mapping/employeeRows.js';

/** An employee of the service, with the payroll ID of the mapping file. */
export interface EmployeeToMatch {
  readonly id: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly number: string | null;
}

/** A line of the payroll's own list, with last and first name in two columns or one. */
export interface PayrollListRow {
  readonly line: number;
  readonly number: string;
  readonly lastName: string;
  readonly firstName: string;
  readonly name: string;
  /** Of a further column that was requested. */
  readonly value?: string;
}

/**
 * The certainty of a match. `number`: the mapping file has this payroll ID for the person already. `exact`: the same
 * name. `folded`: without accents, case, punctuation and order. `near`: a few letters or a part of the name differ.
 */
export type MatchBasis = 'number' | 'exact' | 'folded' | 'near';

/** Why the user must decide. */
export type MatchDoubt = 'near' | 'another-like-it' | 'other-number' | 'other-name' | 'taken';

/** A person of the mapping file, perhaps one who left. */
export interface MappedOwner {
  readonly id: string;
  readonly name: string;
}

/** Who has a payroll ID in the mapping file on any day, also if the service lists them no longer. */
export type OwnersOfNumber = (number: string) => readonly MappedOwner[];

export interface PayrollMatch {
  readonly employee: EmployeeToMatch;
  readonly row: PayrollListRow;
  readonly basis: MatchBasis;
  readonly doubt: MatchDoubt | null;
  /** Another person who has the payroll ID of the line in the mapping file: the doubt is `taken`. */
  readonly takenBy: MappedOwner | null;
}

/** A line without a matching employee. */
export interface UnmatchedRow {
  readonly row: PayrollListRow;
  /** The candidates. */
  readonly candidates: readonly EmployeeToMatch[];
  /** The first candidates, if several have exactly this name, so that the name alone cannot decide. */
  readonly namesakes: readonly EmployeeToMatch[];
}

export interface PayrollListMatches {
  /** Each line has at most one employee, and each employee at most one line. */
  readonly matches: readonly PayrollMatch[];
  readonly employees: readonly EmployeeToMatch[];
  readonly rows: readonly UnmatchedRow[];
}

/**
 * Proposes an employee for each line of the payroll's list: by payroll ID, then exact, then folded, then near matches.
 * A name alone never takes a payroll ID that the mapping file has for another person.
 */
export function matchPayrollList(
  employees: readonly EmployeeToMatch[],
  rows: readonly PayrollListRow[],
  ownersOf: OwnersOfNumber,
): PayrollListMatches {
  const left = {
    employees: new Map(employees.map((employee) => [employee, keysOf(employeeNames(employee))])),
    rows: new Map(rows.map((row) => [row, keysOf(rowNames(row))])),
  };
  const matches: ProposedMatch[] = [];
  const take = (basis: MatchBasis, pairs: readonly (readonly [EmployeeToMatch, PayrollListRow])[]) => {
    for (const [employee, row] of pairs) {
      matches.push({ employee, row, basis });
      left.employees.delete(employee);
      left.rows.delete(row);
    }
  };
  const own = [...left.employees].filter(([{ number }]) => number !== null);
  take(
    'number',
    uniquePairs(
      own.map(([employee]) => [employee, [employee.number ?? '']]),
      [...left.rows.keys()].map((row) => [row, [row.number]]),
    ),
  );
  for (const basis of ['exact', 'folded'] as const)
    take(basis, uniquePairs(keyed(left.employees, basis), keyed(left.rows, basis)));
  const known = new Map([...left.employees].map(([employee, keys]) => [employee, keys]));
  const open = new Map([...left.rows].map(([row, keys]) => [row, keys]));
  take('near', nearestPairs(left.employees, left.rows));
  return {
    matches: matches
      .map((match): PayrollMatch => {
        const takenBy = otherOwner(match, ownersOf);
        return { ...match, doubt: takenBy === null ? doubtOf(match, known, open) : 'taken', takenBy };
      })
      .sort(byLine),
    employees: [...left.employees.keys()],
    rows: [...left.rows].map(([row, keys]) => ({ row, ...candidatesOf(keys, left.employees) })),
  };
}

type ProposedMatch = Pick<PayrollMatch, 'employee' | 'row' | 'basis'>;

function otherOwner({ employee, row, basis }: ProposedMatch, ownersOf: OwnersOfNumber): MappedOwner | null {
  const others = basis === 'number' ? [] : ownersOf(row.number);
  return others.find(({ id }) => id !== employee.id) ?? null;
}

/** The owners of payroll IDs, with or without leading zeros. */
export function mappedOwners(byId: ReadonlyMap<string, readonly EmployeeRow[]>): OwnersOfNumber {
  const owners = [...byId].flatMap(([id, rows]) =>
    numbersOf(rows).map((number) => ({ number: withoutZeros(number), owner: mappedOwner(id, rows) })),
  );
  const byNumber = groupBy(owners, ({ number }) => number);
  return (number) => (byNumber.get(withoutZeros(number)) ?? []).map(({ owner }) => owner);
}

export function mappedOwner(id: string, rows: readonly EmployeeRow[]): MappedOwner {
  const { lastName = null, firstName = null } = rows.at(-1) ?? {};
  return { id, name: [lastName, firstName].filter(Boolean).join(', ') || id };
}

function byLine(a: PayrollMatch, b: PayrollMatch): number {
  return a.row.line - b.row.line;
}

/** A name as it may be written: last name first, and first name first. */
type Names = readonly string[];

function employeeNames({ firstName, lastName }: EmployeeToMatch): Names {
  return [`${lastName ?? ''} ${firstName ?? ''}`, `${firstName ?? ''} ${lastName ?? ''}`];
}

function rowNames({ firstName, lastName, name }: PayrollListRow): Names {
  if (name === '') return [`${lastName} ${firstName}`, `${firstName} ${lastName}`];
  return [name.replace(',', ' ')];
}

interface NameKeys {
  readonly exact: readonly string[];
  /** All words sorted, with `ä` as `a`, and as `ae`. */
  readonly folded: readonly string[];
  readonly words: readonly string[];
  /** Without spaces: as written, and with the last word first. */
  readonly joined: string;
  readonly turned: string;
  /** A bit for each letter in it: much faster than an edit distance. */
  readonly letters: number;
}

function keysOf(names: Names): NameKeys {
  const [first = ''] = names;
  const words = wordsOf(first, 'short');
  const sorted = (list: readonly string[]) => [...list].sort().join('');
  return {
    exact: [...new Set(names.map((name) => name.normalize('NFC').replace(/\s+/g, ' ').trim()))],
    folded: words.length === 0 ? [] : [...new Set([sorted(words), sorted(wordsOf(first, 'long'))])],
    words,
    joined: words.join(''),
    turned: [...words.slice(-1), ...words.slice(0, -1)].join(''),
    letters: lettersIn(words),
  };
}

function lettersIn(words: readonly string[]): number {
  let letters = 0;
  for (const letter of words.join('')) letters |= 1 << (letter.charCodeAt(0) % 31);
  return letters;
}

const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ĸ: 'k',
  ŋ: 'n',
};
const LONG: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };

/** The words of a name without accents, case and punctuation. @param style `ä` as `a`, or as `ae` */
function wordsOf(name: string, style: 'short' | 'long'): string[] {
  const lower = name.normalize('NFC').toLowerCase();
  const spelt = style === 'short' ? lower : lower.replace(/[äöüøå]/g, (letter) => LONG[letter] ?? letter);
  const plain = spelt
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßøæœłđðþıħĸŋ]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/['’‘`´ʼ.]/g, '');
  return plain.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}

/** A name without the order of its words, accents, case and punctuation. */
export function foldedName(name: string): string {
  return wordsOf(name, 'short').sort().join(' ');
}

function keyed<Item>(
  items: ReadonlyMap<Item, NameKeys>,
  basis: 'exact' | 'folded',
): [Item, readonly string[]][] {
  return [...items].map(([item, keys]) => [item, keys[basis]]);
}

/** Pairs that share a key that is unique on both sides. */
function uniquePairs<A, B>(
  ones: readonly (readonly [A, readonly string[]])[],
  others: readonly (readonly [B, readonly string[]])[],
): (readonly [A, B])[] {
  const index = <Item>(items: readonly (readonly [Item, readonly string[]])[]) =>
    groupBy(
      items.flatMap(([item, keys]) => keys.map((key) => ({ item, key }))),
      ({ key }) => key,
    );
  const [left, right] = [index(ones), index(others)];
  const pairs: (readonly [A, B])[] = [];
  const taken = new Set<A | B>();
  const crowded = new Set<A | B>();
  for (const [key, own] of left) {
    const there = right.get(key) ?? [];
    if (own.length === 1 && there.length === 1) continue;
    if (there.length > 0) for (const { item } of [...own, ...there]) crowded.add(item);
  }
  for (const [key, [one, ...more]] of left) {
    const [other, ...further] = right.get(key) ?? [];
    if (one === undefined || other === undefined || more.length + further.length > 0) continue;
    if ([one.item, other.item].some((item) => taken.has(item) || crowded.has(item)) || key === '') continue;
    taken.add(one.item).add(other.item);
    pairs.push([one.item, other.item]);
  }
  return pairs;
}

/** Larger than any distance that matters. */
const FAR = 99;
const MOST_LETTERS = 3;

/** The number of letters by which two names differ, in either order; a missing middle or second name counts as two. */
function nameDistance(a: NameKeys, b: NameKeys): number {
  const [one, other] = [a.folded[0] ?? '', b.folded[0] ?? ''];
  if (one === '' || other === '') return FAR;
  // A changed letter takes one bit and sets another.
  if (
    Math.abs(one.length - other.length) <= MOST_LETTERS &&
    bitsOf(a.letters ^ b.letters) <= 2 * MOST_LETTERS
  ) {
    const letters = Math.min(
      distance(one, other),
      distance(a.joined, b.joined),
      distance(a.turned, b.joined),
    );
    if (letters <= limitFor(one)) return letters;
  }
  return isPart(a.words, b.words) || isPart(b.words, a.words) ? 2 : FAR;
}

function bitsOf(bits: number): number {
  let count = 0;
  for (let rest = bits >>> 0; rest !== 0; rest &= rest - 1) count++;
  return count;
}

function limitFor(name: string): number {
  return Math.min(MOST_LETTERS, Math.max(1, Math.floor(name.length / 5)));
}

/** Whether two or more words of a name are all of the other's words, or begin them: `J. Peeters`. */
function isPart(few: readonly string[], many: readonly string[]): boolean {
  if (few.length < 2 || few.length > many.length) return false;
  const long = few.filter((word) => word.length > 1);
  if (!long.every((word) => many.includes(word))) return false;
  const rest = [...many];
  for (const word of [...few].sort((a, b) => b.length - a.length)) {
    const at = rest.findIndex((other) => (word.length === 1 ? other.startsWith(word) : other === word));
    if (at < 0) return false;
    rest.splice(at, 1);
  }
  return long.length > 0;
}

/** Pairs of nearest names, if no other name is as near. */
function nearestPairs(
  employees: ReadonlyMap<EmployeeToMatch, NameKeys>,
  rows: ReadonlyMap<PayrollListRow, NameKeys>,
): (readonly [EmployeeToMatch, PayrollListRow])[] {
  const pairs = [...employees].flatMap(([employee, own]) =>
    [...rows].flatMap(([row, keys]) => {
      const distance = nameDistance(own, keys);
      return distance < FAR ? [{ employee, row, distance }] : [];
    }),
  );
  const ofEmployee = groupBy(pairs, ({ employee }) => employee.id);
  const ofRow = groupBy(pairs, ({ row }) => String(row.line));
  const isNearest = (all: readonly { readonly distance: number }[], distance: number) =>
    all.filter((other) => other.distance <= distance).length === 1;
  return pairs
    .filter(
      ({ employee, row, distance }) =>
        isNearest(ofEmployee.get(employee.id) ?? [], distance) &&
        isNearest(ofRow.get(String(row.line)) ?? [], distance),
    )
    .map(({ employee, row }) => [employee, row] as const);
}

const MOST_CANDIDATES = 3;

function candidatesOf(
  keys: NameKeys,
  employees: ReadonlyMap<EmployeeToMatch, NameKeys>,
): Omit<UnmatchedRow, 'row'> {
  const near = [...employees]
    .map(([employee, own]) => ({ employee, distance: nameDistance(own, keys) }))
    .filter(({ distance }) => distance < FAR)
    .sort((a, b) => a.distance - b.distance || compareText(a.employee.id, b.employee.id));
  const same = near.filter(({ distance }) => distance === 0).map(({ employee }) => employee);
  return {
    candidates: near.slice(0, Math.max(MOST_CANDIDATES, same.length)).map(({ employee }) => employee),
    namesakes: same.length > 1 ? same : [],
  };
}

function withoutZeros(number: string): string {
  return number.replace(/^0+(?=.)/, '');
}

/** Even an equal name may belong to another person if a very similar name has no match. */
function doubtOf(
  { employee, row, basis }: ProposedMatch,
  employees: ReadonlyMap<EmployeeToMatch, NameKeys>,
  rows: ReadonlyMap<PayrollListRow, NameKeys>,
): MatchDoubt | null {
  if (basis === 'near') return 'near';
  const own = keysOf(employeeNames(employee));
  const listed = keysOf(rowNames(row));
  if (basis === 'number')
    return listed.words.length === 0 || nameDistance(own, listed) < FAR ? null : 'other-name';
  if (employee.number !== null && withoutZeros(employee.number) !== withoutZeros(row.number))
    return 'other-number';
  const isLike = (keys: NameKeys, other: NameKeys) => nameDistance(keys, other) < FAR;
  const hasTwin =
    [...employees].some(([other, keys]) => other !== employee && isLike(keys, listed)) ||
    [...rows].some(([other, keys]) => other !== row && isLike(keys, own));
  return hasTwin ? 'another-like-it' : null;
}
