import type { AmountUnit } from '../../domain/pay/payAmounts.js';
import { addQuantities } from '../../domain/pay/payLine.js';
import type { DataRow } from '../dataSet.js';
import { isImplied } from './cellFormat.js';
import type { ColumnSpec } from './columnSpec.js';
import { allSections, type SectionSpec } from './fileSpec.js';
import type { AmountSource, LaidOutSection, Share } from './plannedColumn.js';
import { type AmountKind, type PrintedUnits, unitOfKind, unitsOfText } from './printFormats.js';
import type { RowRecord } from './rowRecords.js';
import { textPaths } from './textPaths.js';
import type { TextSpec } from './textTemplate.js';
import { listLeaves } from './treeSpec.js';

/** The data set whose minutes and quantities are amounts by default. */
export const PAY_LINES_SET = 'pay-lines';

/** Fields of pay lines for times or days. */
export const QUANTITIES = ['quantity', 'quantityWithoutMinutes'];

/** A cell with an amount. */
export interface AmountCell {
  readonly index: number;
  readonly column: AmountSource;
  /** Why it is an amount: the field, or the template's declaration. */
  readonly source: 'minutes' | 'quantity' | AmountKind;
  readonly record: RowRecord;
  /** The line of the record: slots have another pay code on each line. */
  readonly line: number;
  readonly share: Share | undefined;
}

/**
 * Columns that are declared as amounts. For pay lines also all columns of pay codes, days, minutes and quantities,
 * unless a hidden column has the amount instead.
 */
function amountSources(
  data: string,
  columns: readonly Pick<AmountSource, 'spec' | 'isAmount' | 'share'>[],
): readonly { readonly index: number; readonly source: AmountCell['source'] }[] {
  const hidden = columns.flatMap(({ spec: { hidden, amount } }) =>
    hidden === undefined || amount === undefined || amount === 'none'
      ? []
      : [unitOfKind(amount) === 'minutes'],
  );
  return columns.flatMap((column, index): { index: number; source: AmountCell['source'] }[] => {
    const { amount, format } = column.spec;
    if (amount === 'none' || format?.name === 'sign') return [];
    if (isOtherNotation(column.spec, columns.slice(0, index))) return [];
    if (amount !== undefined) return [{ index, source: amount }];
    const source = data === PAY_LINES_SET ? defaultSource(column) : undefined;
    return source === undefined || hidden.includes(source === 'minutes') ? [] : [{ index, source }];
  });
}

function defaultSource({
  spec: { field = '' },
  isAmount,
  share,
}: Pick<AmountSource, 'spec' | 'isAmount' | 'share'>): 'minutes' | 'quantity' | undefined {
  if (share !== undefined || (isAmount && field === 'minutes')) return 'minutes';
  return QUANTITIES.includes(field) ? 'quantity' : undefined;
}

/**
 * One amount in two notations is paid once: decimal hours and minutes, or the 7 and 30 of 7:30. The first column has
 * the amount.
 */
function isOtherNotation(spec: ColumnSpec, before: readonly Pick<AmountSource, 'spec'>[]): boolean {
  if (spec.field !== 'minutes' || spec.amount !== undefined) return false;
  const first = before.find(
    ({ spec: { field, amount, format } }) =>
      field === spec.field && amount === undefined && format?.name !== 'sign',
  );
  return first !== undefined && notationOf(first.spec) !== notationOf(spec);
}

/** The notation of minutes; the two halves of a clock time are different ones. */
export function notationOf({ format }: Pick<ColumnSpec, 'format'>): string {
  if (format === undefined) return 'minutes';
  if (isImplied(format)) return 'hours';
  const { name } = format;
  return name === 'hhmm' || name === 'clock-hours' ? 'clock' : name;
}

/**
 * The number of each column among those that the template declares: a column of pay codes or days has one number, so
 * that the codes that occur do not change the others.
 */
export function columnNumbers(columns: readonly Pick<AmountSource, 'spec'>[]): number[] {
  const specs = [...new Set(columns.map(({ spec }) => spec))];
  return columns.map(({ spec }) => specs.indexOf(spec));
}

/** Columns that print an amount and have no lines of their own: they repeat an amount in another form. */
export function furtherColumns({ section, columns }: LaidOutSection): readonly number[] {
  const own = new Set(amountSources(section.data, columns).map(({ index }) => index));
  return columns.flatMap(({ isAmount, format, spec }, index) => {
    const isShown = spec.hidden === undefined && spec.format?.name !== 'sign';
    return isAmount && isShown && format.kind === 'number' && !own.has(index) ? [index] : [];
  });
}

/** The fields of a section's amounts, which are no values that a record shows. */
export function amountFieldsOf({ section, columns }: LaidOutSection): ReadonlySet<string> {
  const ofSet = section.data === PAY_LINES_SET ? [MINUTES, ESTIMATED, ...QUANTITIES] : [];
  const own = columns.flatMap(({ spec, isAmount }) => (isAmount ? [spec.field ?? ''] : []));
  return new Set([...ofSet, ...own]);
}

const MINUTES = 'minutes';
const ESTIMATED = 'estimatedMinutes';

export function* amountCells({ section, columns, records, lines }: LaidOutSection): Generator<AmountCell> {
  for (const { index, source } of amountSources(section.data, columns)) {
    const column = columns[index];
    if (column === undefined) continue;
    for (const record of records)
      for (let line = 0; line < (column.share === undefined ? 1 : lines(record)); line++) {
        const share = column.share?.(record, line);
        if (column.share !== undefined && share === undefined) continue;
        const isOfQuantity = source === 'minutes' && isQuantity(share?.field);
        yield { index, column, source: isOfQuantity ? 'quantity' : source, record, line, share };
      }
  }
}

const MINUTES_PER_HOUR = 60;

/** The amount of a cell; undefined if it is empty. @param onText called for a text that is not an amount */
export function readPrintedUnits(
  section: Pick<LaidOutSection, 'units'>,
  { index, column, source, record, line }: AmountCell,
  onText: (text: string) => void,
): PrintedUnits | undefined {
  const { format } = column;
  if (format.kind === 'number') {
    const amount = column.quantity(record, line);
    if (typeof amount !== 'number') return undefined;
    const units = section.units[index]?.get(record, line) ?? format.number.toUnits(amount);
    return { units, unitsOfOne: unitsOfOne(column, source) };
  }
  const text = column.plain?.(record).trim() ?? '';
  const { amount } = column.spec;
  if (text === '' || amount === undefined || amount === 'none') return undefined;
  const printed = unitsOfText(text, amount);
  if (printed === undefined) onText(text);
  return printed;
}

/** Formats of minutes have their own scale; a plain number is in the template's unit. */
function unitsOfOne({ format, spec }: AmountSource, source: AmountCell['source']): number {
  if (format.kind !== 'number') return 1;
  if (format.scale !== undefined) return format.scale;
  if (format.unitsOfOne !== undefined)
    return source === 'minutes' ? format.unitsOfOne * MINUTES_PER_HOUR : format.unitsOfOne;
  const isWhole = spec.format?.name === 'integer';
  const isTime = source === 'minutes' || (source === 'hours' && !isWhole);
  return isTime ? MINUTES_PER_HOUR : 1;
}

/** The rows with a share in a cell, and their shares. */
export function splitByRow(
  { section }: Pick<LaidOutSection, 'section'>,
  cell: AmountCell,
  printed: PrintedUnits,
): { readonly members: readonly DataRow[]; readonly amounts: readonly number[]; readonly unit: AmountUnit } {
  const { record, source } = cell;
  const rows = rowsOfCell(cell);
  const field = findSourceField(section, cell);
  const given = rows.flatMap((row) => {
    const amount = field === undefined ? undefined : row[field];
    return typeof amount === 'number' ? [{ row, amount }] : [];
  });
  if (given.length > 0 || (field !== undefined && printed.units === 0)) {
    const unit = source === 'quantity' || isQuantity(field) ? quantityUnit(given) : unitOfSource(source);
    return { unit, members: given.map(({ row }) => row), amounts: given.map(({ amount }) => amount) };
  }
  // A value that the template computes cannot be divided between its rows: it is assigned to the first.
  const unit = unitOfSource(source);
  const amount = printed.units / printed.unitsOfOne;
  const [member = (record.members ?? [record.row])[0]] = rows;
  return {
    unit,
    members: member === undefined ? [] : [member],
    amounts: [addQuantities(unit === 'minutes' ? amount * MINUTES_PER_HOUR : amount, 0)],
  };
}

/** The rows whose amounts a cell prints. */
export function rowsOfCell({ column, share, record }: AmountCell): readonly DataRow[] {
  return share?.members ?? column.addedRows?.(record) ?? record.members ?? [record.row];
}

function unitOfSource(source: AmountCell['source']): AmountUnit {
  return source === 'quantity' ? 'times' : unitOfKind(source);
}

function isQuantity(field: string | undefined): boolean {
  return field !== undefined && QUANTITIES.includes(field);
}

/** Leave is in days; other quantities are counts. */
function quantityUnit(given: readonly { readonly row: DataRow }[]): AmountUnit {
  return given.length > 0 && given.every(({ row }) => row.kind === 'absence') ? 'days' : 'times';
}

/** The field that the rows contribute; undefined if only the total is known. */
function findSourceField(
  section: LaidOutSection['section'],
  { column, source, share, record }: AmountCell,
): string | undefined {
  const { spec } = column;
  if (share !== undefined) return share.field;
  if (spec.field !== undefined) return spec.field;
  if (spec.adds !== undefined) return spec.adds.field;
  if (section.data !== PAY_LINES_SET) return undefined;
  const [row = record.row] = record.members ?? [];
  const names = unitOfSource(source) === 'minutes' ? [MINUTES] : QUANTITIES;
  const used = spec.text === undefined ? names : textPaths(spec.text).map((path) => path.replace(OF_SET, ''));
  return names.find((name) => used.includes(name) && name in row);
}

const OF_SET = `${PAY_LINES_SET}.`;

/** The key of pay lines. */
export const PAY_LINE_FIELDS = [
  'employee.id',
  'date',
  'payCode',
  'kind',
  'establishment.id',
  'team.id',
  'task.id',
];

/**
 * The key of a section's ungrouped rows. Rows of data sets other than pay lines are identified by all their values in
 * the file, except the amounts.
 */
export function identifyingFields(
  { section, columns, file }: LaidOutSection,
  fields: readonly string[],
): readonly string[] {
  if (section.data === PAY_LINES_SET) return PAY_LINE_FIELDS;
  const amounts = amountSources(section.data, columns).map(({ index }) => columns[index]?.spec);
  // An amount that is not shown is part of the key: the file cannot show that it changed.
  const isOfAmount = (name: string) =>
    amounts.some(
      (spec) => spec?.hidden === undefined && (spec?.field === name || (spec?.text ?? '').includes(name)),
    );
  const shown = fields.filter((name) => file.mentions(name) && !isOfAmount(name));
  return [...new Set(['employee.id', 'date', 'entry.id', ...shown])].filter((name) => fields.includes(name));
}

/** The data sets of the amounts that a template prints, in any of its files and variants. */
function amountSets(spec: TextSpec): string[] {
  return [spec, ...spec.companions].flatMap((file) => [
    ...allSections(file).flatMap((section) => (hasAmountColumn(section) ? [section.data] : [])),
    ...(file.tree === undefined ? [] : listLeaves(file.tree)).flatMap(({ leaf, data }) =>
      data !== undefined && isAmountLeaf(leaf, data) ? [data] : [],
    ),
  ]);
}

/** Whether a template prints something that corrections can compare. */
export function hasAmounts(spec: TextSpec): boolean {
  return amountSets(spec).length > 0;
}

/** Data sets other than pay lines whose values a template declares as amounts. */
export function declaredSets(spec: TextSpec): ReadonlySet<string> {
  return new Set(amountSets(spec).filter((name) => name !== PAY_LINES_SET));
}

/** Whether a section prints an amount. */
export function hasAmountColumn({ data, columns }: SectionSpec): boolean {
  const shaped = columns.map((spec) => ({ spec, isAmount: true, ...shareMarker(spec) }));
  return amountSources(data, shaped).length > 0;
}

/** Columns of pay codes and of days contain parts of a row. */
function shareMarker({ code, pivot, slots, days }: ColumnSpec): { readonly share?: () => undefined } {
  return (code ?? pivot ?? slots ?? days) === undefined ? {} : { share: () => undefined };
}

/**
 * Whether a value of a tree, in rows of a data set, is an amount: minutes and quantities of pay lines, and declared
 * amounts.
 */
export function isAmountLeaf(
  { field = '', amount, format }: Pick<ColumnSpec, 'field' | 'amount' | 'format'>,
  data: string | undefined,
): boolean {
  if (format?.name === 'sign' || amount === 'none') return false;
  if (amount !== undefined) return data !== undefined;
  return data === PAY_LINES_SET && ['minutes', ...QUANTITIES].includes(field);
}
