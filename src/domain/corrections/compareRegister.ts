import { compareText, groupBy } from '../collections.js';
import { foldedName } from '../people/matchPayrollList.js';
import type { LocalDate } from '../time/localDate.js';

/** The unit of an amount; minutes are compared as hours. */
export type RegisterUnit = 'hours' | 'times' | 'days';

/** The ledger's amounts for an employee and an external pay code: final, corrections and settlements. */
export interface ExportedAmount {
  readonly employeeId: string;
  readonly code: string;
  readonly unit: RegisterUnit;
  readonly amount: number;
  /** The final's amount alone. */
  readonly finalAmount: number;
  /** The part of the amount that was settled outside files. */
  readonly settledAmount: number;
  /** The smallest difference that the files can print, such as 0.01 hours. */
  readonly step: number;
  readonly payCodes: readonly string[];
  /** The days of the amount. */
  readonly days: readonly DayOfCode[];
}

export interface DayOfCode {
  readonly date: LocalDate;
  readonly payCode: string;
  /** Minutes, times or days. */
  readonly amount: number;
}

/** A line of a register, and its employee. */
export interface PaidLine {
  readonly line: number;
  /** undefined if no employee matches. */
  readonly employeeId: string | undefined;
  /** The register's identifier for the employee. */
  readonly who: string;
  readonly code: string;
  readonly unit: RegisterUnit;
  readonly amount: number;
  /** The smallest difference that the register can print. */
  readonly step: number;
  /** The payroll ID or the code lost its leading zeros. */
  readonly hasLostZeros: boolean;
  /** The amount has no decimal sign, although others in its column have one. */
  readonly lacksDecimalSign: boolean;
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

/** A difference between register and ledger for an employee, pay code and unit. */
export interface RegisterDifference {
  readonly kind: DifferenceKind;
  /** null if no employee matches the register's line. */
  readonly employeeId: string | null;
  /** The name in the register. */
  readonly who: string;
  readonly code: string;
  readonly unit: RegisterUnit;
  readonly exportedAmount: number;
  readonly paidAmount: number;
  readonly differenceAmount: number;
  readonly lines: readonly number[];
  /** undefined if nothing was exported. */
  readonly exported: ExportedAmount | undefined;
  /** The other person, or the other code, that has these hours. */
  readonly other: string | undefined;
}

interface Pair {
  readonly employeeId: string | undefined;
  readonly code: string;
  readonly unit: RegisterUnit;
  readonly exported: ExportedAmount | undefined;
  readonly paidAmount: number;
  readonly lines: readonly PaidLine[];
  /** Amounts that differ by less are the same, printed with fewer decimals. */
  readonly tolerance: number;
}

/** All differences, by employee, pay code and unit, and payroll IDs that lost their leading zeros. */
export function compareRegister(
  exported: readonly ExportedAmount[],
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
      compareText(a.code, b.code) ||
      compareText(a.unit, b.unit),
  );
}

function pairUp(exported: readonly ExportedAmount[], paid: readonly PaidLine[]): Pair[] {
  const keyOf = (
    employeeId: string | undefined,
    who: string,
    { code, unit }: Pick<PaidLine, 'code' | 'unit'>,
  ) => JSON.stringify(employeeId === undefined ? [null, who, code, unit] : [employeeId, code, unit]);
  const lines = groupBy(paid, (line) => keyOf(line.employeeId, line.who, line));
  const made = new Map(exported.map((one) => [keyOf(one.employeeId, '', one), one]));
  return [...new Set([...made.keys(), ...lines.keys()])].flatMap((key) => {
    const [one, own] = [made.get(key), lines.get(key) ?? []];
    const named = one ?? own[0];
    if (named === undefined) return [];
    const { employeeId, code, unit } = named;
    const tolerance = toleranceOf(one, own);
    return { employeeId, code, unit, exported: one, paidAmount: sum(own), lines: own, tolerance };
  });
}

function sum(lines: readonly PaidLine[]): number {
  return lines.reduce((total, { amount }) => total + amount, 0);
}

/**
 * Half of the coarser step of file and register. A register that cannot print the steps of the file, such as minutes in
 * hundredths of an hour, rounds every line.
 */
function toleranceOf(exported: ExportedAmount | undefined, lines: readonly PaidLine[]): number {
  const ofFile = exported?.step ?? 0;
  const ofRegister = Math.max(0, ...lines.map(({ step }) => step));
  const steps = ofRegister === 0 ? 1 : ofFile / ofRegister;
  const isPrintable = steps >= 1 && same(steps, Math.round(steps));
  return Math.max(ofFile, isPrintable ? 0 : ofRegister * lines.length) / 2;
}

/** Less than any unit of a file, because sums of binary fractions are not exact. */
const NOTHING = 1e-6;

function isEqual({ exported, paidAmount, tolerance }: Pair): boolean {
  return same(paidAmount, exported?.amount ?? 0, tolerance);
}

function same(a: number, b: number, tolerance = 0): boolean {
  return Math.abs(a - b) <= tolerance + NOTHING;
}

/** In tenths or hundredths, whatever has fewer decimals. */
const TENTH = 0.09;

/** Employees whose amounts were swapped. */
function swappedPeople(pairs: readonly Pair[], differing: readonly Pair[]): ReadonlyMap<string, string> {
  const decimals = pairs.some(({ tolerance }) => tolerance * 2 > TENTH) ? 1 : 2;
  const table = (of: (pair: Pair) => number) => {
    const people = new Map<string, string[]>();
    for (const pair of pairs) {
      const amount = of(pair);
      if (pair.employeeId === undefined || same(amount, 0)) continue;
      const mine = people.get(pair.employeeId) ?? [];
      const own = JSON.stringify([pair.code, pair.unit, amount.toFixed(decimals)]);
      people.set(pair.employeeId, [...mine, own]);
    }
    return new Map([...people].map(([id, codes]) => [id, codes.sort().join()]));
  };
  const exported = table((pair) => pair.exported?.amount ?? 0);
  const paid = table(({ paidAmount }) => paidAmount);
  const people = [...new Set(differing.flatMap(({ employeeId }) => employeeId ?? []))];
  const key = (of: readonly [string | undefined, string | undefined]) =>
    JSON.stringify(of.map((amounts) => amounts ?? ''));
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
  const { employeeId, code, unit, exported, paidAmount, tolerance } = pair;
  if (employeeId === undefined) return difference(pair, 'unknown-person', undefined);
  if (isWithoutSign(pair)) return difference(pair, 'decimal-sign', undefined);
  const partner = swapped.get(employeeId);
  if (partner !== undefined) return difference(pair, 'swapped-people', partner);
  if (!paidPeople.has(employeeId)) return difference(pair, 'missing-person', undefined);
  const moved = (exported?.amount ?? 0) - paidAmount;
  const other = differing.find(
    (each) =>
      each.employeeId === employeeId &&
      each.code !== code &&
      each.unit === unit &&
      same((each.exported?.amount ?? 0) - each.paidAmount, -moved, Math.max(tolerance, each.tolerance)) &&
      (exported === undefined || each.exported === undefined),
  );
  if (other !== undefined) return difference(pair, 'wrong-code', other.code);
  if (exported === undefined) return difference(pair, 'extra-code', undefined);
  return difference(pair, kindOfAmount(exported, pair), undefined);
}

const SCALES = [10, 100, 1000];

/** A cell without its decimal sign, `15038` for 150.38, explains the whole difference. */
function isWithoutSign({ exported, lines, tolerance }: Pair): boolean {
  const unsigned = lines.filter(({ lacksDecimalSign }) => lacksDecimalSign);
  if (exported === undefined || unsigned.length === 0) return false;
  const others = sum(lines) - sum(unsigned);
  return SCALES.some((scale) => same(others + sum(unsigned) / scale, exported.amount, tolerance));
}

function kindOfAmount(
  { amount, finalAmount, settledAmount }: ExportedAmount,
  { paidAmount, lines, tolerance }: Pair,
): DifferenceKind {
  const isPaid = (wanted: number, times = 1) => same(paidAmount, wanted, tolerance * times);
  if (!same(finalAmount, amount) && isPaid(finalAmount)) return 'correction-missing';
  if (!same(settledAmount, 0) && isPaid(amount - settledAmount)) return 'settlement-missing';
  if (lines.length === 0) return 'missing-code';
  if (
    lines.length > 1 &&
    lines.some(
      (one, at) =>
        lines.some((two, place) => place > at && same(one.amount, two.amount)) && isPaid(amount + one.amount),
    )
  )
    return 'doubled';
  if (isPaid(2 * amount, 2)) return 'doubled';
  const isScaled = SCALES.some(
    (scale) => isPaid(amount * scale, scale) || (!same(paidAmount, 0) && isPaid(amount / scale)),
  );
  return isScaled ? 'decimal-sign' : 'hours';
}

function difference(pair: Pair, kind: DifferenceKind, other: string | undefined): RegisterDifference {
  const { employeeId = null, code, unit, exported, paidAmount, lines } = pair;
  const exportedAmount = exported?.amount ?? 0;
  return {
    ...{ kind, employeeId, who: lines[0]?.who ?? '', code, unit, exported, other },
    exportedAmount: rounded(exportedAmount),
    paidAmount: rounded(paidAmount),
    differenceAmount: rounded(paidAmount - exportedAmount),
    lines: [...new Set(lines.map(({ line }) => line))],
  };
}

const FINEST = 10_000;

function rounded(amount: number): number {
  return Math.round(amount * FINEST) / FINEST + 0;
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

/** One register line's amount of a person and pay code, as read. */
export interface RegisterLine {
  readonly line: number;
  /** `employee.number`, `employee.lastName`, …: the line's data of the person. */
  readonly person: Readonly<Record<string, string>>;
  readonly code: string;
  /** The column: time, a quantity, or whatever its pay code counts. */
  readonly column: 'time' | 'quantity' | 'any';
  readonly hours: number;
  /** The amount as a plain number, for times and days. */
  readonly quantity: number;
  /** The smallest difference that the column prints, in hours and as a plain number. */
  readonly stepHours: number;
  readonly stepQuantity: number;
  readonly lacksDecimalSign: boolean;
  /** Leading zeros of the payroll ID, or of the code, are not significant in this layout. */
  readonly numeric: { readonly person: boolean; readonly code: boolean };
}

/** The exported codes of people, each with its units. */
type ExportedCode = Pick<ExportedAmount, 'employeeId' | 'code' | 'unit'>;

/**
 * Finds the person, the pay code and the unit of each line: by an exact match, or else without leading zeros. A
 * quantity next to hours counts only if quantities were exported for its code.
 */
export function identifyLines(
  lines: readonly RegisterLine[],
  people: readonly KnownPerson[],
  exported: readonly ExportedCode[],
): PaidLine[] {
  const findPerson = peopleFinder(people);
  const codes = [...new Set(exported.map(({ code }) => code))];
  const codesByDigits = uniqueBy(codes, withoutZeros);
  const known = new Set(codes);
  const unitsOf = unitFinder(exported);
  const timed = new Set(
    lines.flatMap(({ line, code, column }) => (column === 'time' ? `${line} ${code}` : [])),
  );
  return lines.flatMap((read) => {
    const { line, person, code, column, numeric, lacksDecimalSign } = read;
    const found = findPerson(person);
    const fitting = known.has(code) ? code : (codesByDigits.get(withoutZeros(code)) ?? code);
    const units = unitsOf(found?.id, fitting);
    const quantity = units.find((unit) => unit !== 'hours');
    if (column === 'quantity' && quantity === undefined && timed.has(`${line} ${code}`)) return [];
    const isHours = column !== 'quantity' && (quantity === undefined || units.includes('hours'));
    return [
      {
        ...{ line, employeeId: found?.id, code: fitting, lacksDecimalSign },
        who: person['employee.number'] ?? Object.values(person).join(' '),
        unit: isHours ? 'hours' : (quantity ?? 'times'),
        amount: isHours ? read.hours : read.quantity,
        step: isHours ? read.stepHours : read.stepQuantity,
        hasLostZeros: (found?.isExact === false && !numeric.person) || (fitting !== code && !numeric.code),
      },
    ];
  });
}

/** The units of a code that were exported for a person, or else for anyone. */
function unitFinder(
  exported: readonly ExportedCode[],
): (employeeId: string | undefined, code: string) => readonly RegisterUnit[] {
  const units = new Map<string, RegisterUnit[]>();
  for (const { employeeId, code, unit } of exported)
    for (const key of [JSON.stringify([code]), JSON.stringify([code, employeeId])])
      units.set(key, [...(units.get(key) ?? []), unit]);
  return (employeeId, code) =>
    units.get(JSON.stringify([code, employeeId])) ?? units.get(JSON.stringify([code])) ?? [];
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
