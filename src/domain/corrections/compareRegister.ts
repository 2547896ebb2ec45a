import { compareText, groupBy } from '../collections.js';
import { foldedName } from '../people/matchPayrollList.js';
import type { LocalDate } from '../time/localDate.js';

/** The ledger's amounts for an employee and an external pay code: final, corrections and settlements. */
export interface ExportedHours {
  readonly employeeId: string;
  readonly code: string;
  readonly hours: number;
  /** The final's amount alone. */
  readonly finalHours: number;
  /** The part of the amount that was settled outside files. */
  readonly settledHours: number;
  /** The tolerated difference, because no file printed this amount. */
  readonly toleranceHours: number;
  readonly payCodes: readonly string[];
  /** The days of the amount. */
  readonly days: readonly DayOfCode[];
}

export interface DayOfCode {
  readonly date: LocalDate;
  readonly payCode: string;
  readonly minutes: number;
}

/** A line of a register, and its employee. */
export interface PaidLine {
  readonly line: number;
  /** undefined if no employee matches. */
  readonly employeeId: string | undefined;
  /** The register's identifier for the employee. */
  readonly who: string;
  readonly code: string;
  readonly hours: number;
  /** The payroll ID or the code lost its leading zeros. */
  readonly hasLostZeros: boolean;
}

/** The likely cause of a difference; `hours` if unknown. */
type DifferenceKind =
  | 'unknown-person'
  | 'missing-person'
  | 'swapped-people'
  | 'wrong-code'
  | 'missing-code'
  | 'extra-code'
  | 'correction-missing'
  | 'settlement-missing'
  | 'doubled'
  | 'decimal-sign'
  | 'hours'
  | 'lost-zeros';

/** A difference between register and ledger for an employee and pay code. */
export interface RegisterDifference {
  readonly kind: DifferenceKind;
  /** null if no employee matches the register's line. */
  readonly employeeId: string | null;
  /** The name in the register. */
  readonly who: string;
  readonly code: string;
  readonly exportedHours: number;
  readonly paidHours: number;
  readonly differenceHours: number;
  readonly lines: readonly number[];
  /** undefined if nothing was exported. */
  readonly exported: ExportedHours | undefined;
  /** The other person, or the other code, that has these hours. */
  readonly other: string | undefined;
}

interface Pair {
  readonly employeeId: string | undefined;
  readonly code: string;
  readonly exported: ExportedHours | undefined;
  readonly paidHours: number;
  readonly lines: readonly PaidLine[];
}

/** All differences in hours, by employee and pay code, and payroll IDs that lost their leading zeros. */
export function compareRegister(
  exported: readonly ExportedHours[],
  paid: readonly PaidLine[],
): RegisterDifference[] {
  const pairs = pairUp(exported, paid);
  const differing = pairs.filter((pair) => !isEqual(pair));
  const paidPeople = new Set(paid.flatMap(({ employeeId }) => employeeId ?? []));
  const swapped = swappedPeople(pairs, differing);
  const found = differing.map((pair) => describe(pair, differing, paidPeople, swapped));
  const reported = new Set(found.map(({ employeeId }) => employeeId));
  const zeros = pairs.filter(
    ({ employeeId, lines }) =>
      !reported.has(employeeId ?? null) && lines.some(({ hasLostZeros }) => hasLostZeros),
  );
  return [...found, ...zeros.map((pair) => difference(pair, 'lost-zeros', undefined))].sort(
    (a, b) =>
      compareText(a.employeeId ?? '\uffff', b.employeeId ?? '\uffff') ||
      (a.employeeId === null ? compareText(a.who, b.who) : 0) ||
      compareText(a.code, b.code),
  );
}

function pairUp(exported: readonly ExportedHours[], paid: readonly PaidLine[]): Pair[] {
  const keyOf = (employeeId: string | undefined, who: string, code: string) =>
    JSON.stringify(employeeId === undefined ? [null, who, code] : [employeeId, code]);
  const lines = groupBy(paid, ({ employeeId, who, code }) => keyOf(employeeId, who, code));
  const made = new Map(exported.map((one) => [keyOf(one.employeeId, '', one.code), one]));
  return [...new Set([...made.keys(), ...lines.keys()])].flatMap((key) => {
    const [one, own] = [made.get(key), lines.get(key) ?? []];
    const named = one ?? own[0];
    if (named === undefined) return [];
    const { employeeId, code } = named;
    return { employeeId, code, exported: one, paidHours: sum(own), lines: own };
  });
}

function sum(lines: readonly PaidLine[]): number {
  return lines.reduce((total, { hours }) => total + hours, 0);
}

/** Less than any unit of a file, because sums of binary fractions are not exact. */
const NOTHING = 1e-6;

function isEqual({ exported, paidHours, lines }: Pair): boolean {
  const tolerance = (exported?.toleranceHours ?? 0) * Math.max(1, lines.length);
  return same(paidHours, exported?.hours ?? 0, tolerance);
}

function same(a: number, b: number, tolerance = 0): boolean {
  return Math.abs(a - b) <= tolerance + NOTHING;
}

/** Employees whose hours were swapped. */
function swappedPeople(pairs: readonly Pair[], differing: readonly Pair[]): ReadonlyMap<string, string> {
  // A register prints hours that no file printed with two decimals.
  const decimals = pairs.some(({ exported: one }) => (one?.toleranceHours ?? 0) > 0) ? 2 : 4;
  const table = (of: (pair: Pair) => number) => {
    const people = new Map<string, string[]>();
    for (const pair of pairs) {
      const hours = of(pair);
      if (pair.employeeId === undefined || same(hours, 0)) continue;
      const mine = people.get(pair.employeeId) ?? [];
      people.set(pair.employeeId, [...mine, JSON.stringify([pair.code, hours.toFixed(decimals)])]);
    }
    return new Map([...people].map(([id, codes]) => [id, codes.sort().join()]));
  };
  const exported = table((pair) => pair.exported?.hours ?? 0);
  const paid = table(({ paidHours }) => paidHours);
  const people = [...new Set(differing.flatMap(({ employeeId }) => employeeId ?? []))];
  const key = (of: readonly [string | undefined, string | undefined]) =>
    JSON.stringify(of.map((hours) => hours ?? ''));
  const alike = groupBy(people, (id) => key([exported.get(id), paid.get(id)]));
  return new Map(
    people.flatMap((id) => {
      const own = alike.get(key([exported.get(id), paid.get(id)])) ?? [];
      const other = alike.get(key([paid.get(id), exported.get(id)]))?.[own.indexOf(id)];
      return other !== undefined && other !== id ? [[id, other] as const] : [];
    }),
  );
}

function describe(
  pair: Pair,
  differing: readonly Pair[],
  paidPeople: ReadonlySet<string>,
  swapped: ReadonlyMap<string, string>,
): RegisterDifference {
  const { employeeId, code, exported, paidHours } = pair;
  if (employeeId === undefined) return difference(pair, 'unknown-person', undefined);
  const partner = swapped.get(employeeId);
  if (partner !== undefined) return difference(pair, 'swapped-people', partner);
  if (!paidPeople.has(employeeId)) return difference(pair, 'missing-person', undefined);
  const moved = (exported?.hours ?? 0) - paidHours;
  const other = differing.find(
    (each) =>
      each.employeeId === employeeId &&
      each.code !== code &&
      same(
        (each.exported?.hours ?? 0) - each.paidHours,
        -moved,
        (exported ?? each.exported)?.toleranceHours,
      ) &&
      (exported === undefined || each.exported === undefined),
  );
  if (other !== undefined) return difference(pair, 'wrong-code', other.code);
  if (exported === undefined) return difference(pair, 'extra-code', undefined);
  return difference(pair, kindOfAmount(exported, pair), undefined);
}

function kindOfAmount(
  { hours, finalHours, settledHours, toleranceHours }: ExportedHours,
  { paidHours, lines }: Pair,
): DifferenceKind {
  const isPaid = (amount: number, times = Math.max(1, lines.length)) =>
    same(paidHours, amount, toleranceHours * times);
  if (!same(finalHours, hours) && isPaid(finalHours)) return 'correction-missing';
  if (!same(settledHours, 0) && isPaid(hours - settledHours)) return 'settlement-missing';
  if (lines.length === 0) return 'missing-code';
  if (
    lines.length > 1 &&
    lines.some(
      (one, at) =>
        lines.some((two, place) => place > at && same(one.hours, two.hours)) && isPaid(hours + one.hours),
    )
  )
    return 'doubled';
  if (isPaid(2 * hours, 2)) return 'doubled';
  const isScaled = [10, 100, 1000].some(
    (scale) => isPaid(hours * scale, scale) || (!same(paidHours, 0) && isPaid(hours / scale)),
  );
  return isScaled ? 'decimal-sign' : 'hours';
}

function difference(pair: Pair, kind: DifferenceKind, other: string | undefined): RegisterDifference {
  const { employeeId = null, code, exported, paidHours, lines } = pair;
  const exportedHours = exported?.hours ?? 0;
  return {
    ...{ kind, employeeId, who: lines[0]?.who ?? '', code, exported, other },
    exportedHours: rounded(exportedHours),
    paidHours: rounded(paidHours),
    differenceHours: rounded(paidHours - exportedHours),
    lines: [...new Set(lines.map(({ line }) => line))],
  };
}

const FINEST = 10_000;

function rounded(hours: number): number {
  return Math.round(hours * FINEST) / FINEST + 0;
}

/** Employees, indexed by the values that a register may identify them by. */
export interface KnownPerson {
  readonly id: string;
  readonly number: string | null;
  /** All payroll IDs in the order of their days. */
  readonly numbers: readonly string[];
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly extra: Readonly<Record<string, string>>;
}

/** One register line's hours of a person and pay code, as read. */
export interface RegisterLine {
  readonly line: number;
  /** `employee.number`, `employee.lastName`, …: the line's data of the person. */
  readonly person: Readonly<Record<string, string>>;
  readonly code: string;
  readonly hours: number;
  /** Leading zeros of the payroll ID, or of the code, are not significant in this layout. */
  readonly numeric: { readonly person: boolean; readonly code: boolean };
}

/** Finds the person and the pay code of each line: by an exact match, or else without leading zeros. */
export function identifyLines(
  lines: readonly RegisterLine[],
  people: readonly KnownPerson[],
  codes: readonly string[],
): PaidLine[] {
  const findPerson = peopleFinder(people);
  const codesByDigits = uniqueBy(codes, withoutZeros);
  const known = new Set(codes);
  return lines.map(({ line, person, code, hours, numeric }) => {
    const found = findPerson(person);
    const fitting = known.has(code) ? code : (codesByDigits.get(withoutZeros(code)) ?? code);
    const hasLostZeros = (found?.isExact === false && !numeric.person) || (fitting !== code && !numeric.code);
    const who = person['employee.number'] ?? Object.values(person).join(' ');
    return { line, employeeId: found?.id, who, code: fitting, hours, hasLostZeros };
  });
}

/** undefined for values that several employees share. */
function uniqueBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, Item> {
  const found = new Map<string, Item>();
  const twice = new Set<string>();
  for (const item of items) {
    const key = keyOf(item);
    if (found.has(key)) twice.add(key);
    found.set(key, item);
  }
  for (const key of twice) found.delete(key);
  return found;
}

function withoutZeros(text: string): string {
  return text.replace(/^0+(?=.)/, '').toLowerCase();
}

type FindPerson = (
  person: Readonly<Record<string, string>>,
) => { readonly id: string; readonly isExact: boolean } | undefined;

/** By number or another column of the mapping; by name if the line has none. */
function peopleFinder(people: readonly KnownPerson[]): FindPerson {
  const cache = new Map<
    string,
    Readonly<Record<'exact' | 'loose', ReadonlyMap<string, { readonly person: KnownPerson }>>>
  >();
  const lookup = (field: string) => {
    const known = cache.get(field);
    if (known !== undefined) return known;
    const having = people.flatMap((person) => valuesOf(person, field).map((value) => ({ person, value })));
    const made = {
      exact: uniqueBy(having, ({ value }) => value),
      loose: uniqueBy(having, ({ value }) => withoutZeros(value)),
    };
    cache.set(field, made);
    return made;
  };
  return (person) => {
    const fields = Object.keys(person).filter((field) => !NAME_FIELDS.includes(field));
    for (const field of fields) {
      const { exact, loose } = lookup(field);
      const text = person[field] ?? '';
      const found = exact.get(text) ?? loose.get(withoutZeros(text));
      if (found !== undefined) return { id: found.person.id, isExact: exact.has(text) };
    }
    if (fields.length > 0) return undefined;
    const wanted = foldedName(
      person['employee.name'] ?? `${person['employee.lastName'] ?? ''} ${person['employee.firstName'] ?? ''}`,
    );
    const [found, ...others] = people.filter(
      (each) => foldedName(`${each.lastName ?? ''} ${each.firstName ?? ''}`) === wanted,
    );
    return found === undefined || others.length > 0 ? undefined : { id: found.id, isExact: true };
  };
}

const NAME_FIELDS: readonly string[] = ['employee.name', 'employee.firstName', 'employee.lastName'];

function valuesOf(person: KnownPerson, field: string): readonly string[] {
  if (field === 'employee.number') return person.numbers;
  if (field === 'employee.id') return [person.id];
  return [person.extra[field.slice('employee.'.length)] ?? ''].filter((value) => value !== '');
}
