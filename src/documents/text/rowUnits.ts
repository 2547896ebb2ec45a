import { groupBy } from '../../domain/collections.js';
import type { FurtherAmount, FurtherAmounts } from '../../domain/corrections/exportedLine.js';
import { formatRowName, parseRowName, recordNameOf } from '../../domain/corrections/rowName.js';
import type { AmountUnit } from '../../domain/pay/payAmounts.js';
import { ON_TOP } from '../../domain/pay/payAmounts.js';
import type { ControlSlip, SlipQuantity, SlipSum } from '../controlSlip.js';
import type { DataRow, DataSet } from '../dataSet.js';
import {
  type AmountCell,
  amountCells,
  amountFieldsOf,
  columnNumbers,
  furtherColumns,
  identifyingFields,
  PAY_LINE_FIELDS,
  PAY_LINES_SET,
  readPrintedUnits,
  splitByRow,
} from './amountCells.js';
import type { CorrectionReadBack } from './correctionReadBack.js';
import type { FilePart } from './filePart.js';
import type { FileSpec, SectionSpec } from './fileSpec.js';
import type { ColumnUnits, LaidOutSection, PlannedColumn } from './plannedColumn.js';
import type { PrintedUnits } from './printFormats.js';
import type { RenderContext } from './renderContext.js';
import type { Mentions, ResolvedFile } from './resolvedFile.js';
import { DESCRIBING, employeeLabel, type RowRecord } from './rowRecords.js';
import type { TextSpec } from './textTemplate.js';
import type { TreeRows } from './treeSpec.js';

/** Reads or sets the printed units: corrections use the units of the file, not minutes. */
export interface RowUnits {
  /** Printed units per column and record; undefined keeps a column's own rounding. */
  decide(section: LaidOutSection): ColumnUnits;
  /** True if a pay code has a place although its minutes are zero, because the printed units are set elsewhere. */
  readonly keepsZeros: boolean;
  /** False if no file is written: any days can then be computed. */
  readonly isWritten: boolean;
  /** Set if the records themselves are given, and not only their units. */
  readonly given?: GivenLayout | undefined;
}

/** Records that were decided elsewhere, in place of the rows of data sets. */
export interface GivenLayout {
  /** Whether a file is written: it has records, or none are ever in it. */
  hasFile(file: FileSpec): boolean;
  /** The files of a specification: those in which the records were, or would be. */
  partsOf(file: FileSpec): FilePart[];
  /** The records of a section, not sorted. */
  recordsOf(file: FileSpec, part: FilePart, section: SectionSpec): RowRecord[];
  /** The values of the blocks of a file, each once. */
  blockRows(file: FileSpec, part: FilePart, each: readonly string[]): DataRow[];
  /** The rows of a tree, whatever data set its nodes name. */
  treeRows(file: FileSpec, part: FilePart): readonly DataRow[];
  /**
   * The rows that a row of a tree sums, with the fields that are known of them: those that it shows, and, if the ledger
   * has its pay lines, those of each line.
   */
  knownRows(row: DataRow): readonly DataRow[];
  /** Whether a row of a tree belongs to an element of these rows. */
  isWithin(file: FileSpec, row: DataRow, rows: TreeRows): boolean;
  /** Equal for rows of a tree that are in the same innermost element. */
  elementKey(row: DataRow): string;
  /** Notes what was written of a record. @param cells of all columns, or the amount of a tree */
  noteWritten(written: WrittenLine): void;
  /** What is known of a file while it is written, and compared with its bytes. */
  readBackOf(file: FileSpec, part: FilePart): CorrectionReadBack;
  /** Reads a file again. @throws PaytallyError CONTROL_MISMATCH if it differs from the given amounts */
  readBack(file: ResolvedFile, part: FilePart, bytes: Uint8Array): void;
  /**
   * Proves that the files of the template have every record, each amount once. A record whose part of the template is
   * switched off is a problem. @throws PaytallyError CONTROL_MISMATCH
   */
  proveWritten(): void;
}

/** A line of a record, or an amount of a tree, as it was written. */
export interface WrittenLine {
  readonly file: FileSpec;
  readonly part: FilePart;
  readonly record: RowRecord;
  readonly line: number;
  readonly columns: readonly (Pick<PlannedColumn, 'spec' | 'format' | 'heading'> &
    Partial<Pick<PlannedColumn, 'isAmount' | 'signOf'>>)[];
  readonly cells: readonly string[];
  readonly units: ColumnUnits;
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

/** What a record of a file shows besides the amounts of its rows. */
export interface ShownRecord {
  /** The name that its rows have in common. */
  readonly record: string;
  readonly shown: DataRow;
  readonly further: FurtherAmounts;
}

/** The amounts and records of a template's files. */
export interface WrittenAmounts {
  readonly amounts: readonly WrittenAmount[];
  readonly records: readonly ShownRecord[];
}

/** Collects all amount rows of a template's files; the printed text is unchanged. */
export class CollectedUnits implements RowUnits {
  readonly amounts: WrittenAmount[] = [];
  /** Each record that has an amount, by name. */
  readonly records = new Map<string, ShownRecord>();
  /** Columns declared as amounts, with a text that is not one. */
  readonly unreadable = new Map<string, string>();
  readonly keepsZeros = false;
  readonly isWritten = false;

  decide(section: LaidOutSection): ColumnUnits {
    const numbers = columnNumbers(section.columns);
    for (const cell of amountCells(section)) {
      const { column } = cell;
      const printed = readPrintedUnits(section, cell, (text) => this.unreadable.set(column.heading, text));
      if (printed === undefined) continue;
      const { members, amounts, unit } = splitByRow(section, cell, printed);
      if (members.length === 0) {
        if (printed.units !== 0)
          this.unreadable.set(column.heading, String(printed.units / printed.unitsOfOne));
        continue;
      }
      const row = buildRowName(section, cell, numbers, { unit, ...printed });
      this.amounts.push({
        row,
        unit,
        ...printed,
        hasCostCenters: section.file.mentions('costCenter'),
        heading: column.heading,
        members,
        amounts,
      });
      this.#addRecord(section, cell.record, recordNameOf(row));
    }
    return section.units;
  }

  #addRecord(section: LaidOutSection, record: RowRecord, name: string): void {
    if (this.records.has(name)) return;
    const shown = shownValues(section, record, parseRowName(name).values);
    this.records.set(name, { record: name, shown, further: furtherAmounts(section, record) });
  }
}

/** The values that a record prints: fields of its rows, of the run and of the file. */
function shownValues(section: LaidOutSection, { row }: RowRecord, identity: DataRow): DataRow {
  const amounts = amountFieldsOf(section);
  const values = { ...section.constants, ...row };
  const shown = Object.entries(values).filter(([name]) => section.file.mentions(name) && !amounts.has(name));
  return { ...Object.fromEntries(shown), ...identity };
}

function furtherAmounts(section: LaidOutSection, record: RowRecord): FurtherAmounts {
  const numbers = columnNumbers(section.columns);
  const found: [string, FurtherAmount][] = [];
  for (const index of furtherColumns(section)) {
    const column = section.columns[index];
    for (let line = 0; column !== undefined && line < section.lines(record); line++) {
      const amount = column.quantity(record, line);
      if (typeof amount !== 'number' || column.format.kind !== 'number') continue;
      const units = section.units[index]?.get(record, line) ?? column.format.number.toUnits(amount);
      const key = furtherKey(numbers[index] ?? 0, column.share?.(record, line)?.value);
      const isTime = section.section.data === PAY_LINES_SET && column.spec.field === 'minutes';
      found.push([key, { units, unitsOfOne: isTime ? (column.format.scale ?? MINUTES_PER_HOUR) : null }]);
    }
  }
  return Object.fromEntries(found);
}

/** The name of a further amount. @param code for a column of a pay code or a day */
export function furtherKey(column: number, code: string | undefined): string {
  return code === undefined ? String(column) : `${column} ${code}`;
}

/** A group by one of them has rows of one person. */
const PERSON_KEYS = ['employee.id', 'employee.number'];

/**
 * Fields by which a payroll system identifies the person and hours of a row, in addition to its groups. If one of them
 * was wrong, the wrong row is reversed and a new one written. Only fields that are the same in all of a group are among
 * them.
 */
export function targetFields(
  spec: Pick<TextSpec, 'audience'>,
  shows: Mentions,
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
  return names.filter((name) => !grouped.includes(name) && shows(name)).sort();
}

/**
 * A section whose groups are separate by these fields as well: a person with two payroll IDs in the period has a row for
 * each.
 */
export function withTargetFields<Grouped extends { readonly group?: readonly string[] | undefined }>(
  section: Grouped,
  { context, file, dataSet }: { context: Pick<RenderContext, 'spec'>; file: ResolvedFile; dataSet: DataSet },
): Grouped {
  const { group } = section;
  if (group === undefined) return section;
  const fields = dataSet.fields.map(({ name }) => name);
  const isOfPerson = PERSON_KEYS.some((key) => group.includes(key));
  const printed = isOfPerson
    ? ['employee.number'].filter((name) => fields.includes(name) && file.shows(name))
    : [];
  const further = targetFields(context.spec, file.shows, group, fields);
  return { ...section, group: [...new Set([...group, ...printed, ...further])] };
}

/** File, section, month or value of the file if it is split, the row's key, the code, the column and the unit. */
function buildRowName(
  laidOut: LaidOutSection,
  { record: { row, members }, share, source, index }: AmountCell,
  numbers: readonly number[],
  { unit, unitsOfOne }: PrintedUnits & { readonly unit: AmountUnit },
): string {
  const { spec, file, part, place, section, columns } = laidOut;
  const files: readonly unknown[] = [spec, ...spec.companions];
  const fields = Object.keys(members?.[0] ?? row);
  const names = new Set([
    ...(part.eachOf ?? []),
    ...(section.group ?? identifyingFields(laidOut, fields)),
    ...targetFields(spec, file.shows, section.group, fields),
  ]);
  const isOther = section.data !== PAY_LINES_SET;
  return formatRowName({
    file: files.indexOf(file.spec),
    section: place,
    ...(file.spec.split === undefined ? {} : { month: part.month, part: part.value }),
    values: Object.fromEntries([...names].map((name) => [name, row[name] ?? null])),
    ...(share === undefined ? {} : { by: share.by, code: share.value }),
    ...(source === 'minutes' ? {} : { column: numbers[index], unit }),
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

  get given(): GivenLayout | undefined {
    return this.inner?.given;
  }

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
        ({ key: [employeeNumber = '', employee = '', employeeId], ...sum }) => ({
          employeeNumber,
          employee,
          ...(employeeId === undefined ? {} : { employeeId }),
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
  const [number = '', id, name = id] = ['number', 'id', 'name'].map(
    (field) => row[`employee.${field}`] ?? row[`agencyWorker.${field}`] ?? undefined,
  );
  return [number, name ?? '', ...(id === undefined ? [] : [id])].map(String);
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
