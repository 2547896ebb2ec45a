import { addQuantities } from '../../domain/pay/payLine.js';
import type { DataRow, DataSet, FieldType, Scalar } from '../dataSet.js';
import { NO_CODES, type RowRecord } from './rowRecord.js';
import type { SectionSpec } from './sectionSpec.js';

/** Minutes are summed here, before any rounding. Groups stand in the order of their first rows. */
export function groupRows(
  dataSet: DataSet,
  rows: readonly DataRow[],
  section: Pick<SectionSpec, 'group' | 'sum' | 'join'> & { readonly codes?: SectionSpec['codes'] },
): RowRecord[] {
  const { group, codes } = section;
  if (group === undefined)
    return rows.map((row) => ({ row, codes: codes === undefined ? NO_CODES : codesOf([row], codes) }));
  const summed = new Set([
    ...section.sum,
    ...dataSet.fields.filter(({ type }) => isSummedType(type)).map((field) => field.name),
  ]);
  const names = dataSet.fields.map((field) => field.name);
  return [...partition(rows, group).values()].map((members) => ({
    row: merge(members, names, { summed, joined: new Set(section.join) }),
    codes: codes === undefined ? NO_CODES : codesOf(members, codes),
    members,
  }));
}

/** Types whose values are amounts: a group has their sum. */
export function isSummedType(type: FieldType): boolean {
  return type === 'minutes' || type === 'number';
}

function partition(rows: readonly DataRow[], keys: readonly string[]): Map<string, DataRow[]> {
  const groups = new Map<string, DataRow[]>();
  for (const row of rows) {
    const key = JSON.stringify(keys.map((name) => row[name] ?? null));
    const members = groups.get(key);
    if (members === undefined) groups.set(key, [row]);
    else members.push(row);
  }
  return groups;
}

interface Merging {
  readonly summed: ReadonlySet<string>;
  readonly joined: ReadonlySet<string>;
}

function merge(members: readonly DataRow[], names: readonly string[], { summed, joined }: Merging): DataRow {
  const row: Record<string, Scalar> = {};
  for (const name of names) {
    if (summed.has(name)) row[name] = sum(members, name);
    else if (joined.has(name)) row[name] = distinct(members, name);
    else {
      const first = members[0]?.[name] ?? null;
      if (members.every((member) => (member[name] ?? null) === first)) row[name] = first;
    }
  }
  return row;
}

function distinct(members: readonly DataRow[], name: string): string | null {
  const texts = new Set(
    members.flatMap((member) => (member[name] === null ? [] : String(member[name] ?? ''))),
  );
  return texts.size === 0 ? null : [...texts].sort().join(', ');
}

/** The sum of the known values; null where none is known. */
function sum(members: readonly DataRow[], name: string): number | null {
  let total: number | null = null;
  for (const member of members) {
    const value = member[name];
    if (typeof value === 'number') total = addQuantities(total ?? 0, value);
  }
  return total;
}

function codesOf(
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
