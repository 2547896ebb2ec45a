import { foldedName } from '../people/matchPayrollList.js';
import type { ExportedAmount, PaidLine, RegisterUnit } from './compareRegister.js';

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
        line,
        employeeId: found?.id,
        code: fitting,
        lacksDecimalSign,
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
