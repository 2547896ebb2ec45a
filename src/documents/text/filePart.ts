import { createHash } from 'node:crypto';
import { groupBy } from '../../domain/collections.js';
import { lastOfMonth } from '../../domain/time/localDate.js';
import { message } from '../../i18n/message.js';
import type { DataRow, Field } from '../dataSet.js';
import { buildRow, type FieldDefinition, field, plainFields } from '../model/fieldDefinition.js';
import type { ColumnSpec } from './columnSpec.js';
import { allSections, type BlockSpec, type FileSpec, type SectionSpec } from './fileSpec.js';
import {
  columnHeading,
  isColumnActive,
  type RenderContext,
  resolveVariable,
  whenHolds,
} from './renderContext.js';
import { fieldsKey, type RowRecord } from './rowRecords.js';
import { splitNames } from './splitNames.js';
import { listLeaves, listRepeats } from './treeSpec.js';

/** The coverage of one file of a template. Dates are `YYYY-MM-DD`. */
export interface FilePart {
  readonly from: string;
  readonly to: string;
  /** First and last day of the payroll month: that of the last day. */
  readonly month: string;
  readonly monthEnd: string;
  /** For file names: `2026-10`, `2026-W40_2026-10` for a part of a month, or the value by which the file was split. */
  readonly label: string;
  /** Eight characters derived from the rows of the file; empty if the template does not use them. */
  readonly fingerprint: string;
  /** True if rows are split by their `date`. */
  readonly isCutByDate: boolean;
  accepts(row: DataRow): boolean;
  /** The rows of a data set that have been selected already. */
  readonly rowsOf?: (dataSet: string) => readonly DataRow[];
  /** Within a block, the fields with equal values in all of its rows. */
  readonly eachOf?: readonly string[];
  /** Within a block, its values: its own row, and their key. */
  readonly eachRow?: DataRow;
  readonly eachKey?: string;
  /** All parts that divide the rows of people, if these are more than this one. */
  readonly divided?: DividedFile;
  /** The field and the value by which the file was split. */
  readonly splitBy?: string;
  readonly value?: string;
  /** What the name of the file says about its rows, if it was split by a value. */
  readonly named?: DataRow;
  /** The records of a correction that are in it. */
  readonly givenKey?: string;
}

/** The records of a section in one part of its files, and all records of the same people in any part. */
interface PartRecords {
  readonly own: readonly RowRecord[];
  readonly ofPeople: readonly RowRecord[];
}

/**
 * The parts of a file that divide the rows of a person: blocks, and files by a value. What is printed in all of them
 * adds up, so the records of a section are built once, for all parts.
 */
export class DividedFile {
  readonly #sections = new Map<SectionSpec, (part: FilePart) => PartRecords>();
  readonly #blocks = new Map<BlockSpec, DividedFile>();
  #parts: readonly FilePart[] | undefined;

  /** @param partsOf all parts, in order */
  constructor(readonly partsOf: () => readonly FilePart[]) {}

  /** The parts that a block divides further, the same for all files. */
  ofBlock(block: BlockSpec, partsOf: () => readonly FilePart[]): DividedFile {
    const known = this.#blocks.get(block) ?? new DividedFile(partsOf);
    this.#blocks.set(block, known);
    return known;
  }

  recordsOf(
    section: SectionSpec,
    part: FilePart,
    build: (part: FilePart) => readonly RowRecord[],
  ): PartRecords {
    const known = this.#sections.get(section) ?? this.#divide(build);
    this.#sections.set(section, known);
    return known(part);
  }

  #divide(build: (part: FilePart) => readonly RowRecord[]): (part: FilePart) => PartRecords {
    this.#parts ??= this.partsOf();
    const parts = new Map(this.#parts.map((part) => [partKey(part), build(part)]));
    const people = groupBy([...parts.values()].flat(), personOf);
    return (part) => {
      const own = parts.get(partKey(part)) ?? [];
      const ofPeople = [...new Set(own.map(personOf))].flatMap((person) => people.get(person) ?? []);
      return { own, ofPeople };
    };
  }
}

function partKey({ value, eachKey }: FilePart): string {
  return JSON.stringify([value, eachKey]);
}

function personOf({ row }: RowRecord): string {
  return fieldsKey(row, ['employee.id']);
}

const PAYROLL_MONTH_DAYS = 31;
const MS_PER_DAY = 86_400_000;

/** The files of a specification for the model's period, before empty ones are left out. */
export function buildFileParts(context: RenderContext, file: FileSpec): FilePart[] {
  const parts = splitPeriod(context, file);
  if (!usesFingerprint(file)) return parts;
  return parts.map((part) => ({ ...part, fingerprint: computeFingerprint(context, file, part) }));
}

/** Only fields that the file uses count: the fingerprint of a file is the same when other fields are added. */
function computeFingerprint(context: RenderContext, file: FileSpec, part: FilePart): string {
  const hash = createHash('sha256');
  for (const { data, group = [], codes, columns } of allSections(file)) {
    const ofCodes = codes === undefined ? [] : [codes.by, codes.value];
    const names = [...group, ...ofCodes, ...columns.flatMap(({ field }) => field ?? [])];
    for (const row of context.model.dataSets.get(data)?.rows ?? []) {
      if (part.accepts(row)) hash.update(JSON.stringify(names.map((name) => row[name] ?? null)));
    }
  }
  for (const { leaf, data = '' } of file.tree === undefined ? [] : listLeaves(file.tree)) {
    const name = leaf.field ?? leaf.sum ?? '';
    for (const row of context.model.dataSets.get(data)?.rows ?? []) {
      if (part.accepts(row)) hash.update(JSON.stringify([name, row[name] ?? null]));
    }
  }
  return fingerprintOfDigest(hash.digest('hex'));
}

export function usesFingerprint(file: FileSpec): boolean {
  return JSON.stringify(file).includes('part.fingerprint');
}

/** @param digest in hexadecimal */
export function fingerprintOfDigest(digest: string): string {
  const number = BigInt(`0x${digest}`) % 36n ** BigInt(FINGERPRINT_LENGTH);
  return number.toString(36).toUpperCase().padStart(FINGERPRINT_LENGTH, '0');
}

const FINGERPRINT_LENGTH = 8;

function countDays({ from, to }: Pick<FilePart, 'from' | 'to'>): number {
  return (Date.parse(to) - Date.parse(from)) / MS_PER_DAY + 1;
}

function splitPeriod(context: RenderContext, file: FileSpec): FilePart[] {
  const { split } = file;
  const values = typeof split === 'object' ? valuesOf(context, file, split.field) : [];
  return partsOfPeriod(context, file, wholePeriod(context.model.run), values);
}

/** The files of some days. @param values for files by the values of a field: those that have a file */
export function partsOfPeriod(
  context: RenderContext,
  file: FileSpec,
  whole: FilePart,
  values: readonly string[],
): FilePart[] {
  const { from, to } = whole;
  const { split } = file;
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7);
  const dayNumbers = isOneMonth ? undefined : dayNumberColumn(context, allSections(file));
  if (split === undefined || typeof split === 'object') {
    if (dayNumbers !== undefined)
      context.problems.add(message('template.days.ambiguous', { from, to }), { column: dayNumbers });
    if (split === undefined) return [whole];
    const named = splitNames(context, file, split.field, findDataSets(file));
    return partsByValue(values, split.field, whole, named);
  }
  const fits =
    split === 'payroll-month' && countDays(whole) <= PAYROLL_MONTH_DAYS && dayNumbers === undefined;
  return fits ? [whole] : monthParts(whole);
}

/** The single file of a period that is not split. */
export function wholePeriod(run: DataRow): FilePart {
  const [from, to] = [String(run['run.from']), String(run['run.to'])];
  return wholeOf({ from, to, label: String(run['run.periodLabel']) });
}

export function wholeOf({ from, to, label }: Pick<FilePart, 'from' | 'to' | 'label'>): FilePart {
  return {
    ...monthContaining(to),
    from,
    to,
    label,
    fingerprint: '',
    isCutByDate: false,
    accepts: () => true,
  };
}

/** A row belongs to the month of its date; one without a date, or of a day before the period, to the first file. */
function monthParts(whole: FilePart): FilePart[] {
  const { from, to } = whole;
  const parts: FilePart[] = [];
  for (
    let month = monthContaining(from);
    month.month <= to;
    month = monthContaining(dayAfter(month.monthEnd))
  ) {
    const { month: first, monthEnd: last } = month;
    const [isFirst, isLast] = [first <= from, last >= to];
    const name = first.slice(0, 7);
    parts.push({
      ...month,
      from: isFirst ? from : first,
      to: isLast ? to : last,
      fingerprint: '',
      label: first < from || last > to ? pieceLabel(whole, name) : name,
      isCutByDate: true,
      accepts: ({ date }) =>
        typeof date === 'string' ? (isFirst || date >= first) && (isLast || date <= last) : isFirst,
    });
  }
  return parts;
}

/** A part of a month is named with its period too: the previous week has a part of the same month. */
function pieceLabel({ from, to, label }: FilePart, month: string): string {
  return from.slice(0, 7) === to.slice(0, 7) ? label : `${label}_${month}`;
}

/** The values by which a file is split that its rows have. */
function valuesOf(context: RenderContext, file: FileSpec, field: string): readonly string[] {
  const values = new Set<string>();
  for (const data of findDataSets(file)) {
    for (const row of context.model.dataSets.get(data)?.rows ?? []) values.add(String(row[field] ?? ''));
  }
  return [...values].sort();
}

function partsByValue(
  values: readonly string[],
  field: string,
  whole: FilePart,
  named: ReadonlyMap<string, DataRow>,
): FilePart[] {
  const divided = new DividedFile(() => parts);
  const parts = values.map(
    (value): FilePart => ({
      ...whole,
      label: `${whole.label}_${safeInName(value)}`,
      divided,
      splitBy: field,
      value,
      named: { [field]: value, ...named.get(value) },
      accepts: (row) => String(row[field] ?? '') === value,
    }),
  );
  return parts;
}

/** Names of the data sets of a file's rows. */
function findDataSets(file: FileSpec): ReadonlySet<string> {
  const ofTree = file.tree === undefined ? [] : listRepeats(file.tree).flatMap(({ of }) => of ?? []);
  return new Set([...allSections(file).map(({ data }) => data), ...ofTree]);
}

/** Whether a payroll system with one amount per period has no amounts of other days in this file's period. */
export function isWholePeriod(
  part: Pick<FilePart, 'from' | 'to' | 'month' | 'monthEnd'>,
  periods: 'calendar-months' | 'pay-periods',
): boolean {
  const { from, to, month, monthEnd } = part;
  if (from === month && to === monthEnd) return true;
  if (periods === 'calendar-months') return false;
  const isFourWeeks = countDays(part) === FOUR_WEEKS && new Date(from).getUTCDay() === MONDAY;
  return isFourWeeks || dayAfter(to) === sameDayNextMonth(from);
}

const FOUR_WEEKS = 28;
const MONDAY = 1;

/** `2026-10-26` for `2026-09-26`; the last day if the next month has no such day. */
function sameDayNextMonth(date: string): string {
  const { monthEnd } = monthContaining(dayAfter(monthContaining(date).monthEnd));
  const same = `${monthEnd.slice(0, 8)}${date.slice(8)}`;
  return same > monthEnd ? monthEnd : same;
}

/** A value that is valid in file names on any system. */
export function safeInName(value: string): string {
  return value.replace(/[\p{Cc}<>:"/\\|?*]/gu, '-');
}

function monthContaining(date: string): { month: string; monthEnd: string } {
  return { month: `${date.slice(0, 7)}-01`, monthEnd: lastOfMonth(date) };
}

export function dayAfter(date: string): string {
  return shiftDay(date, 1);
}

export function dayBefore(date: string): string {
  return shiftDay(date, -1);
}

function shiftDay(date: string, days: number): string {
  return new Date(Date.parse(date) + days * MS_PER_DAY).toISOString().slice(0, 10);
}

const FIELDS: readonly FieldDefinition<FilePart>[] = [
  field('part.from', 'date', 'partFrom', ({ from }) => from),
  field('part.to', 'date', 'partTo', ({ to }) => to),
  field('part.days', 'integer', 'partDays', countDays),
  field('part.month', 'date', 'partMonth', ({ month }) => month),
  field('part.monthEnd', 'date', 'partMonthEnd', ({ monthEnd }) => monthEnd),
  field('part.label', 'text', 'partLabel', ({ label }) => label),
  field('part.fingerprint', 'text', 'partFingerprint', ({ fingerprint }) => fingerprint),
];

/** The fields of the file itself, for text templates. */
export const PART_FIELDS: readonly Field[] = plainFields(FIELDS);

/** Additional fields that every line of the file can use. */
export function partFields(part: FilePart): DataRow {
  return buildRow(FIELDS, part);
}

/**
 * The heading of a column of a payroll file that writes days as bare numbers of the month; undefined if none does. The
 * target then reads the month elsewhere in the file, so the file must not include days of another month.
 */
function dayNumberColumn(context: RenderContext, sections: readonly SectionSpec[]): string | undefined {
  if (context.spec.audience !== 'payroll') return undefined;
  for (const section of sections) {
    if (!whenHolds(context, section.when)) continue;
    const columns = section.columns.filter((column) => isColumnActive(context, column));
    const bare = columns.find((column) => writesBareDay(context, column, columns));
    if (bare !== undefined) return columnHeading(context, bare);
  }
  return undefined;
}

/** Days of the run or of the file are unambiguous; a column with the month identifies the day. */
function writesBareDay(context: RenderContext, column: ColumnSpec, columns: readonly ColumnSpec[]): boolean {
  const { field } = column;
  if (field === undefined || /^(?:run|part)\./.test(field)) return false;
  const pattern = readDatePattern(context, column);
  if (!pattern.includes('D') || pattern.includes('M')) return false;
  return !columns.some((other) => other.field === field && readDatePattern(context, other).includes('M'));
}

function readDatePattern(context: RenderContext, { format }: ColumnSpec): string {
  return format?.name === 'date' ? String(resolveVariable(context, format.inputs[0] ?? 'YYYY-MM-DD')) : '';
}
