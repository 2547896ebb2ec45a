import { groupBy } from '../../domain/collections.js';
import { addQuantities } from '../../domain/pay/payLine.js';
import { message } from '../../i18n/message.js';
import { type DataRow, type DataSet, type FieldType, type Scalar, SEVERAL_NUMBERS } from '../dataSet.js';
import type { SectionSpec } from './fileSpec.js';
import type { RenderContext } from './renderContext.js';
import type { SectionSortKey } from './rowSelection.js';

/** The data of one line (or a few lines, with slots): a row, or a group of rows. */
export interface RowRecord {
  /** Fields that differ within a group are left out. */
  readonly row: DataRow;
  /** Minutes by pay code, if the section uses codes. */
  readonly codes: ReadonlyMap<string, number>;
  /** The rows of a group. */
  readonly members?: readonly DataRow[];
  /** Of a correction: what its totals add up, with the fields that are known. */
  readonly known?: readonly DataRow[];
}

/** A record with its numbers without their minus signs. */
export function sizedRecord({ row, codes, members }: RowRecord): RowRecord {
  const sized = (values: DataRow): DataRow =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'number' ? Math.abs(value) : value,
      ]),
    );
  return {
    row: sized(row),
    codes: new Map([...codes].map(([code, minutes]) => [code, Math.abs(minutes)])),
    ...(members && { members: members.map(sized) }),
  };
}

const EMPLOYEES_NAMED = 5;

export const NO_CODES: ReadonlyMap<string, number> = new Map();

/** The employees of a line, for messages: a group may have rows of several. */
export function employeesLabel({ row, members }: RowRecord): string | undefined {
  const label = employeeLabel(row);
  if (label !== undefined || members === undefined) return label;
  const labels = [...new Set(members.flatMap((member) => employeeLabel(member) ?? []))];
  if (labels.length <= EMPLOYEES_NAMED) return labels.join('; ') || undefined;
  return `${labels.slice(0, EMPLOYEES_NAMED).join('; ')} … (+${labels.length - EMPLOYEES_NAMED})`;
}

/** `Nolte, Jan (e1)`. */
export function employeeLabel(row: DataRow): string | undefined {
  const id = row['employee.id'] ?? row['agencyWorker.id'];
  const name = row['employee.name'] ?? row['agencyWorker.name'];
  if (typeof id !== 'string') return typeof name === 'string' ? name : undefined;
  return typeof name === 'string' && name !== id ? `${name} (${id})` : id;
}

/**
 * Refuses lines with hours of several payroll IDs of one person under one of them.
 * @param mentions whether the file prints a field
 */
export function refuseSeveralNumbers(
  context: RenderContext,
  mentions: (field: string) => boolean,
  records: readonly Pick<RowRecord, 'row' | 'members'>[],
  column: string,
): void {
  if (!mentions('employee.number') || mentions('numbers')) return;
  for (const { row, members = [] } of records) {
    const ofRow = String(row.numbers ?? '').split(SEVERAL_NUMBERS);
    const ofMembers = isOfOnePerson(members)
      ? members.map((member) => String(member['employee.number'] ?? ''))
      : [];
    const numbers = [...new Set([...ofRow, ...ofMembers].filter(Boolean))];
    if (numbers.length < 2) continue;
    const place = { column, employee: employeesLabel({ row, codes: NO_CODES, members }) };
    context.problems.add(message('template.severalNumbers'), {
      ...place,
      value: numbers.join(SEVERAL_NUMBERS),
    });
  }
}

/** Fields that only describe a person, and that a target does not use for booking. */
export const DESCRIBING: readonly string[] = [
  'employee.id',
  'employee.firstName',
  'employee.lastName',
  'employee.name',
  'employee.active',
];

/**
 * Minutes are summed here, before any rounding. Groups are in the order of their first rows. In a payroll file, a column
 * of the mapping that differs between the days of a group has no value: the hours of one contract are not another's.
 */
export function groupRows(
  { spec: { audience } }: { readonly spec: Pick<RenderContext['spec'], 'audience'> },
  dataSet: DataSet,
  rows: readonly DataRow[],
  section: Pick<SectionSpec, 'group' | 'sum' | 'join'> & { readonly codes?: SectionSpec['codes'] },
): RowRecord[] {
  const { group, codes } = section;
  if (group === undefined)
    return rows.map((row) => ({ row, codes: codes === undefined ? NO_CODES : sumByCode([row], codes) }));
  const summed = new Set([
    ...section.sum,
    ...dataSet.fields.filter(({ type }) => isSummedType(type)).map((field) => field.name),
  ]);
  const names = dataSet.fields.map((field) => field.name);
  return [...groupBy(rows, (row) => fieldsKey(row, group)).values()].map((members) => ({
    row: mergeRows(members, names, {
      summed,
      joined: new Set(section.join),
      takesLast: (name) => audience !== 'payroll' || LAST_IN_PAYROLL.includes(name),
    }),
    codes: codes === undefined ? NO_CODES : sumByCode(members, codes),
    members,
  }));
}

/** Types whose values are amounts: a group has their sum. */
export function isSummedType(type: FieldType): boolean {
  return type === 'minutes' || type === 'number';
}

/** Equal for rows with the same values in these fields. */
export function fieldsKey(row: DataRow, names: readonly string[]): string {
  return JSON.stringify(names.map((name) => row[name] ?? null));
}

interface Merging {
  readonly summed: ReadonlySet<string>;
  readonly joined: ReadonlySet<string>;
  /** Whether a field that differs between the days of one person has its last value. */
  readonly takesLast: (name: string) => boolean;
}

/** Several payroll IDs have a problem of their own. */
const LAST_IN_PAYROLL: readonly string[] = [...DESCRIBING, 'employee.number'];

function mergeRows(
  members: readonly DataRow[],
  names: readonly string[],
  { summed, joined, takesLast }: Merging,
): DataRow {
  const row: Record<string, Scalar> = {};
  const isOfOne = isOfOnePerson(members);
  for (const name of names) {
    if (summed.has(name)) row[name] = sumKnown(members, name);
    else if (joined.has(name)) row[name] = joinDistinct(members, name);
    else {
      const last = members.at(-1)?.[name] ?? null;
      const isSame = members.every((member) => (member[name] ?? null) === last);
      if (isSame || (isOfOne && name.startsWith('employee.') && takesLast(name))) row[name] = last;
    }
  }
  return row;
}

/** Columns of the mapping may differ between the days of one person: a row that adds them up has those of the last. */
function isOfOnePerson(members: readonly DataRow[]): boolean {
  const id = members[0]?.['employee.id'] ?? null;
  return id !== null && members.every((member) => member['employee.id'] === id);
}

function joinDistinct(members: readonly DataRow[], name: string): string | null {
  const texts = new Set(
    members.flatMap((member) => (member[name] === null ? [] : String(member[name] ?? ''))),
  );
  return texts.size === 0 ? null : [...texts].sort().join(', ');
}

/** The sum of the known values; null if none is known. */
export function sumKnown(members: readonly DataRow[], name: string): number | null {
  let total: number | null = null;
  for (const member of members) {
    const value = member[name];
    if (typeof value === 'number') total = addQuantities(total ?? 0, value);
  }
  return total;
}

/** Of given rows, the values that all have in common; amounts are added up. */
export function mergeGiven(fields: DataSet['fields'], members: readonly DataRow[]): DataRow {
  const [first = {}] = members;
  const summed = new Set(fields.filter(({ type }) => isSummedType(type)).map(({ name }) => name));
  const merged: Record<string, Scalar> = {};
  for (const name of Object.keys(first)) {
    const values = members.map((row) => row[name] ?? null);
    if (summed.has(name)) merged[name] = sumKnown(members, name);
    else if (values.every((value) => value === values[0])) merged[name] = values[0] ?? null;
  }
  return merged;
}

function sumByCode(
  members: readonly DataRow[],
  codes: NonNullable<SectionSpec['codes']>,
): ReadonlyMap<string, number> {
  const minutes = new Map<string, number>();
  for (const member of members) {
    const code = String(member[codes.by] ?? '');
    minutes.set(code, addQuantities(minutes.get(code) ?? 0, Number(member[codes.value] ?? 0)));
  }
  return minutes;
}

/** A record for each wanted row, in the order of the data set. */
export function recordsInOrder(
  { name, rows }: DataSet,
  isWanted: (row: DataRow) => boolean,
  sort: readonly SectionSortKey[],
): Iterable<RowRecord> {
  return {
    *[Symbol.iterator]() {
      let before: DataRow | undefined;
      for (const row of rows) {
        if (!isWanted(row)) continue;
        if (before !== undefined && compareRows(before, row, sort) > 0)
          throw new Error(`the rows of ${name} are not in the order that the data set names`);
        before = row;
        yield { row, codes: NO_CODES };
      }
    },
  };
}

/** A stable sort. Texts compare by code unit, the same on every machine; null is last. */
export function sortRecords(records: readonly RowRecord[], keys: readonly SectionSortKey[]): RowRecord[] {
  return [...records].sort((a, b) => compareRows(a.row, b.row, keys));
}

export function compareRows(a: DataRow, b: DataRow, keys: readonly SectionSortKey[]): number {
  for (const key of keys) {
    const order = compareScalars(a[key.field], b[key.field], key.as);
    if (order !== 0) return key.order === 'descending' ? -order : order;
  }
  return 0;
}

export function compareScalars(
  a: Scalar | undefined,
  b: Scalar | undefined,
  as: SectionSortKey['as'],
): number {
  const [left, right] = [a ?? null, b ?? null];
  if (left === right) return 0;
  if (left === null) return 1;
  if (right === null) return -1;
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  if (as === 'number') {
    const difference = sortNumber(left) - sortNumber(right);
    if (difference !== 0 && !Number.isNaN(difference)) return difference;
  }
  const [first, second] = [String(left), String(right)];
  if (first === second) return 0;
  return first < second ? -1 : 1;
}

/** Digits as a number; anything else after all numbers. */
function sortNumber(value: Scalar): number {
  return /^\d+$/.test(String(value)) ? Number(value) : Number.MAX_VALUE;
}
