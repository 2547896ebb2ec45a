import { groupBy } from '../../domain/collections.js';
import type { AmountUnit } from '../../domain/corrections/exportedLine.js';
import { ON_TOP } from '../../domain/pay/payAmounts.js';
import type { ControlSlip, SlipQuantity, SlipSum } from '../controlSlip.js';
import type { DataRow, DataSet } from '../dataSet.js';
import {
  type AmountCell,
  amountCells,
  identifyingFields,
  PAY_LINE_FIELDS,
  PAY_LINES_SET,
  readPrintedUnits,
  splitByRow,
} from './amountCells.js';
import type { CellUnits, ColumnUnits, LaidOutSection } from './plannedColumn.js';
import type { PrintedUnits } from './printFormats.js';
import type { RenderContext } from './renderContext.js';
import type { Mentions, ResolvedFile } from './resolvedFile.js';
import { employeeLabel, type RowRecord } from './rowRecords.js';
import type { TextSpec } from './textTemplate.js';

/** Reads or sets the printed units: corrections use the units of the file, not minutes. */
export interface RowUnits {
  /** Printed units per column and record; undefined keeps a column's own rounding. */
  decide(section: LaidOutSection): ColumnUnits;
  /** True if a pay code has a place although its minutes are zero, because the printed units are set elsewhere. */
  readonly keepsZeros: boolean;
  /** False if no file is written: any days can then be computed. */
  readonly isWritten: boolean;
}

/** The printed sum of one row of a file. */
export interface WrittenAmount {
  /** Identical for the same row in any rendering of this template. */
  readonly row: string;
  readonly unit: AmountUnit;
  readonly units: number;
  readonly unitsOfOne: number;
  /** Whether the file separates or shows cost centres. */
  readonly hasCostCenters: boolean;
  /** Its name if rows have no pay code. */
  readonly heading: string;
  /** Rows of the data set that are summed into it. */
  readonly members: readonly DataRow[];
  /** The share of each, in the same order and unit. */
  readonly amounts: readonly number[];
}

/** Collects all amount rows of a template's files; the printed text is unchanged. */
export class CollectedUnits implements RowUnits {
  readonly amounts: WrittenAmount[] = [];
  /** Columns declared as amounts, with a text that is not one. */
  readonly unreadable = new Map<string, string>();
  readonly keepsZeros = false;
  readonly isWritten = false;

  decide(section: LaidOutSection): ColumnUnits {
    for (const cell of amountCells(section)) {
      const { column } = cell;
      const printed = readPrintedUnits(section, cell, (text) => this.unreadable.set(column.heading, text));
      if (printed === undefined) continue;
      const { members, amounts, unit } = splitByRow(section, cell, printed);
      if (members.length === 0) continue;
      this.amounts.push({
        row: buildRowName(section, cell, { unit, ...printed }),
        ...{ unit, ...printed },
        hasCostCenters: section.file.mentions('costCenter'),
        heading: column.heading,
        ...{ members, amounts },
      });
    }
    return section.units;
  }
}

/** Prints the given units of a row, independent of its rounded minutes. */
export class GivenUnits implements RowUnits {
  readonly keepsZeros = true;
  readonly isWritten = true;
  readonly #units: ReadonlyMap<string, number>;

  constructor(units: ReadonlyMap<string, number>) {
    this.#units = units;
  }

  decide(section: LaidOutSection): ColumnUnits {
    const decided = section.units.map((units) => new GivenCells(units));
    for (const cell of amountCells(section)) {
      const printed = readPrintedUnits(section, cell, () => undefined);
      if (printed === undefined) continue;
      const { unit } = splitByRow(section, cell, printed);
      const given = this.#units.get(buildRowName(section, cell, { unit, ...printed }));
      if (given !== undefined) decided[cell.index]?.set(cell.record, cell.line, given);
    }
    return decided;
  }
}

/** Units of single cells, which override those of the column. */
class GivenCells implements CellUnits {
  readonly #lines = new Map<RowRecord, Map<number, number>>();

  constructor(readonly own: CellUnits | undefined) {}

  set(record: RowRecord, line: number, units: number): void {
    const lines = this.#lines.get(record) ?? new Map<number, number>();
    this.#lines.set(record, lines.set(line, units));
  }

  get(record: RowRecord, line: number): number | undefined {
    return this.#lines.get(record)?.get(line) ?? this.own?.get(record, line);
  }
}

/** Fields that only describe a person, and that a target does not use for booking. */
const DESCRIBING = [
  'employee.id',
  'employee.firstName',
  'employee.lastName',
  'employee.name',
  'employee.active',
];

/** A group by one of them has rows of one person. */
const PERSON_KEYS = ['employee.id', 'employee.number'];

/**
 * Fields by which a payroll system identifies the person and hours of a row, in addition to its groups. If one of them
 * was wrong, the wrong row is reversed and a new one written. Only fields that are the same in all of a group are among
 * them.
 */
export function targetFields(
  spec: Pick<TextSpec, 'audience'>,
  mentions: Mentions,
  group: readonly string[] | undefined,
  fields: readonly string[],
): readonly string[] {
  if (spec.audience !== 'payroll') return [];
  const grouped = group ?? PAY_LINE_FIELDS;
  const ofPerson = fields.filter((name) => name.startsWith('employee.') && !DESCRIBING.includes(name));
  const names = [
    ...(PERSON_KEYS.some((key) => grouped.includes(key)) ? ofPerson : []),
    ...(grouped.includes('payCode') ? ['external', 'secondary'] : []),
    ...(group === undefined ? ['costCenter'] : []),
  ];
  return names.filter((name) => !grouped.includes(name) && mentions(name)).sort();
}

/**
 * A section whose groups are separate by these fields as well: a person with two payroll IDs in the period has a row for
 * each (PEOPLE.md 3).
 */
export function withTargetFields<Grouped extends { readonly group?: readonly string[] | undefined }>(
  section: Grouped,
  { context, file, dataSet }: { context: Pick<RenderContext, 'spec'>; file: ResolvedFile; dataSet: DataSet },
): Grouped {
  const { group } = section;
  if (group === undefined) return section;
  const fields = dataSet.fields.map(({ name }) => name);
  return { ...section, group: [...group, ...targetFields(context.spec, file.mentions, group, fields)] };
}

/** In a model of corrections: whether a line belongs to the old row, which is reversed, or to the new one. */
export const REVERSAL_FIELD = 'reversal';

/** The name of a row that has an old and a new version in the file. */
export function buildReversalName(name: string, part: string): string {
  const known: { values: Record<string, unknown> } = JSON.parse(name);
  const values = Object.entries({ ...known.values, [REVERSAL_FIELD]: part });
  return JSON.stringify({ ...known, values: Object.fromEntries(values.sort(byName)) });
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}

/** File, section, month of the file if it is split, the row's key, the code, the column and the unit. */
function buildRowName(
  laidOut: LaidOutSection,
  { record: { row, members }, share, source, index }: AmountCell,
  { unit, unitsOfOne }: PrintedUnits & { readonly unit: AmountUnit },
): string {
  const { spec, file, part, place, section, columns } = laidOut;
  const files: readonly unknown[] = [spec, ...spec.companions];
  const fields = Object.keys(members?.[0] ?? row);
  const names = new Set([
    ...(part.eachOf ?? []),
    ...(section.group ?? identifyingFields(laidOut, fields)),
    ...targetFields(spec, file.mentions, section.group, fields),
    ...(REVERSAL_FIELD in row ? [REVERSAL_FIELD] : []),
  ]);
  const values = [...names].map((name) => [name, row[name] ?? null] as const).sort(byName);
  const isOther = section.data !== PAY_LINES_SET;
  return JSON.stringify({
    file: files.indexOf(file.spec),
    section: place,
    ...(file.spec.split === undefined ? {} : { month: part.month }),
    values: Object.fromEntries(values),
    ...(share === undefined ? {} : { by: share.by, code: share.value }),
    ...(source === 'minutes' ? {} : { column: index, unit }),
    ...(isOther ? { data: section.data, field: columns[index]?.spec.field ?? null } : {}),
    unitsPerHour: unitsOfOne,
  });
}

const MINUTES_PER_HOUR = 60;
/** More decimals than any rounding needs, so that sums of binary fractions show no rounding errors. */
const FIGURES = 1e6;

/** Collects the amounts of one file without changing the printed text. */
export class SlipUnits implements RowUnits {
  readonly #collected = new CollectedUnits();
  readonly isWritten = true;

  constructor(readonly inner: RowUnits | undefined) {}

  get keepsZeros(): boolean {
    return this.inner?.keepsZeros ?? false;
  }

  decide(section: LaidOutSection): ColumnUnits {
    const units = this.inner?.decide(section) ?? section.units;
    this.#collected.decide({ ...section, units });
    return units;
  }

  /** undefined if the file writes no amounts of pay codes. */
  slip(): ControlSlip | undefined {
    const written = this.#collected.amounts.filter(({ units }) => units !== 0);
    const amounts = written.filter(({ unit }) => unit === 'minutes');
    const quantities = sumQuantities(written);
    const [first] = amounts;
    if (first === undefined && quantities.length === 0) return undefined;
    const total = sumAmounts(amounts);
    return {
      ...total,
      ...(quantities.length === 0 ? {} : { quantities }),
      decimals:
        first === undefined || first.unitsOfOne === MINUTES_PER_HOUR ? null : Math.log10(first.unitsOfOne),
      differenceHours: roundExact(total.writtenHours - total.minutes / MINUTES_PER_HOUR),
      codes: sumByKey(amounts, (amount) => [joinCodes(amount)], plainSum).map(
        ({ key: [code = ''], ...sum }) => ({
          code,
          ...sum,
        }),
      ),
      employees: sumByKey(amounts, findOwner).map(
        ({ key: [employeeNumber = '', employee = ''], ...sum }) => ({
          employeeNumber,
          employee,
          ...sum,
        }),
      ),
    };
  }
}

function sumQuantities(amounts: readonly WrittenAmount[]): SlipQuantity[] {
  return (['times', 'days'] as const).flatMap((unit) =>
    [
      ...groupBy(
        amounts.filter((amount) => amount.unit === unit),
        joinCodes,
      ),
    ]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([code, same]) => ({ code, unit, lines: same.length, amount: sumWritten(same) })),
  );
}

/** All codes of an amount, as in the payroll system. */
function joinCodes({ members }: WrittenAmount): string {
  const codes = members.map((row) => String(row.external ?? row.payCode ?? ''));
  return [...new Set(codes)].sort().join(' + ');
}

/** Number and name; an amount of several people belongs to none of them. */
function findOwner({ members }: WrittenAmount): string[] {
  const owners = new Set(members.map((row) => row['employee.id'] ?? employeeLabel(row)));
  const [row = {}] = members;
  if (owners.size > 1) return ['', `${owners.size} employees`];
  return [String(row['employee.number'] ?? ''), employeeLabel(row) ?? ''];
}

function sumByKey(
  amounts: readonly WrittenAmount[],
  keyOf: (amount: WrittenAmount) => string[],
  sumOf: (amounts: readonly WrittenAmount[]) => SlipSum = sumAmounts,
): (SlipSum & { readonly key: readonly string[] })[] {
  const groups = groupBy(amounts, (amount) => JSON.stringify(keyOf(amount)));
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, same]) => ({ key: JSON.parse(key) as string[], ...sumOf(same) }));
}

function sumAmounts(amounts: readonly WrittenAmount[]): SlipSum {
  const onTop = amounts.filter(isOnTop);
  return { ...plainSum(amounts), ...(onTop.length === 0 ? {} : { premiums: plainSum(onTop) }) };
}

function plainSum(amounts: readonly WrittenAmount[]): SlipSum {
  let minutes = 0;
  for (const { amounts: given } of amounts) for (const amount of given) minutes += amount;
  return { lines: amounts.length, writtenHours: sumWritten(amounts), minutes };
}

function isOnTop({ members }: WrittenAmount): boolean {
  return members.length > 0 && members.every(({ kind }) => ON_TOP.includes(String(kind ?? '')));
}

/** The amount in the file, in its unit: hours, times, days. */
function sumWritten(amounts: readonly WrittenAmount[]): number {
  return roundExact(amounts.reduce((sum, { units, unitsOfOne }) => sum + units / unitsOfOne, 0));
}

function roundExact(value: number): number {
  return Math.round(value * FIGURES) / FIGURES;
}
