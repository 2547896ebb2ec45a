import { groupBy } from '../../domain/collections.js';
import { type Message, message } from '../../i18n/message.js';
import type { NumberFormat } from '../../language/numberFormats.js';
import type { DataRow, DataSet } from '../dataSet.js';
import { refuseAddedPremiums } from './addedPremiums.js';
import { textFitter } from './cellWriter.js';
import { planColumns } from './columnPlan.js';
import { hidesSign } from './columnSpec.js';
import { FieldValues, findDataSet } from './fieldValues.js';
import type { FilePart } from './filePart.js';
import { allSections, COUNT, type SectionSpec } from './fileSpec.js';
import { limitRecords } from './limitedRecords.js';
import type { ColumnPlan, ColumnUnits, PlannedColumn } from './plannedColumn.js';
import { type AmountKind, unitsOfText } from './printFormats.js';
import { reconcileUnits } from './reconciledUnits.js';
import { isKeyColumn, recordKeys } from './recordKeys.js';
import { labelText, type RenderContext } from './renderContext.js';
import type { ResolvedFile } from './resolvedFile.js';
import { rowFilter } from './rowFilter.js';
import {
  groupRows,
  type RowRecord,
  recordsInOrder,
  refuseSeveralNumbers,
  sortRecords,
} from './rowRecords.js';
import { conditionFields } from './rowSelection.js';
import { type RowUnits, withTargetFields } from './rowUnits.js';

/** A planned section, ready to be written line by line. */
export interface SectionLines {
  readonly headings: readonly string[];
  /** The positions of columns by which the target identifies employees or pay codes. */
  readonly keys: readonly number[];
  /** The positions of columns that are added up. */
  readonly totalled: readonly number[];
  readonly records: Iterable<RowRecord>;
  readonly writeRecord: RecordWriter;
  /** The number of lines, and the totals of columns with `total`, by heading; also before `write`. */
  foreseen(): SectionSums;
  /** The line of the rows that a limit leaves out; undefined if there are none. */
  others(): readonly string[] | undefined;
  /** The line of totals, of all rows; after `write`. */
  totals(): readonly string[] | undefined;
}

const NOTHING: SectionLines = {
  headings: [],
  keys: [],
  totalled: [],
  records: [],
  writeRecord: () => {},
  foreseen: () => ({ lines: 0, columns: [] }),
  others: () => undefined,
  totals: () => undefined,
};

export function layOutSection(
  context: RenderContext,
  file: ResolvedFile,
  part: FilePart,
  section: SectionSpec,
  rowUnits?: RowUnits,
): SectionLines {
  const dataSet = findDataSet(context, section.data);
  if (dataSet === undefined) return NOTHING;
  const fields = new FieldValues(context, dataSet, part);
  checkFields(fields, section);
  fields.requireSplit();
  const keep = rowFilter(context, section.filter, section.data);
  const isWanted = (row: DataRow) => part.accepts(row) && keep(row);
  const isOfEmployees = section.data === 'employees';
  if (
    part.rowsOf === undefined &&
    rowUnits === undefined &&
    !isOfEmployees &&
    isLineByLine(context, dataSet, section)
  ) {
    const plan = planColumns({ context, file, section, fields, records: [], keepsZeros: false });
    const units: ColumnUnits = plan.columns.map(() => undefined);
    const records = recordsInOrder(dataSet, isWanted, section.sort);
    return createLines(context, file, section, { plan, units, records });
  }
  const given = rowUnits?.given?.recordsOf(file.spec, part, section);
  const rowsOf = (some: FilePart) =>
    (some.rowsOf?.(section.data) ?? [...dataSet.rows]).filter((row) => some.accepts(row) && keep(row));
  const recordsOf = (some: FilePart) =>
    sortRecords(
      groupRows(context, dataSet, rowsOf(some), withTargetFields(section, { context, file, dataSet })),
      section.sort,
    );
  const rows = given === undefined ? rowsOf(part) : [];
  const isReconciled = given === undefined && section.columns.some(({ reconcile }) => reconcile !== false);
  const divided = isReconciled ? part.divided?.recordsOf(section, part, recordsOf) : undefined;
  const records = divided?.own ?? (given === undefined ? recordsOf(part) : sortRecords(given, section.sort));
  if (given === undefined) refuseSeveralNumbers(context, file.mentions, records, 'employee.number');
  const keepsZeros = rowUnits?.keepsZeros ?? false;
  const input = { context, file, section, fields, records, keepsZeros };
  const plan = planColumns(input);
  recordKeys(input, plan, rows);
  refuseAddedPremiums(input, plan);
  const reconciled = plan.columns.map((column) =>
    given === undefined ? reconcileUnits(column, divided?.ofPeople ?? records) : undefined,
  );
  const laidOut = {
    spec: context.spec,
    file,
    part,
    place: allSections(file.spec).indexOf(section),
    section,
    columns: plan.columns,
    records,
    lines: plan.lines,
    units: reconciled,
    constants: { ...fields.constants, ...part.eachRow },
  };
  const decided = rowUnits?.decide(laidOut) ?? reconciled;
  const units = linkedUnits(decided, plan.columns);
  const note = (record: RowRecord, line: number, cells: readonly string[]) =>
    rowUnits?.given?.noteWritten({ file: file.spec, part, record, line, cells, units, ...plan });
  return createLines(context, file, section, { plan, units, records, ...(given && { note }) });
}

/** Signs use the units of their digits, which can be written with their sign in a further column. */
function linkedUnits(units: ColumnUnits, columns: readonly PlannedColumn[]): ColumnUnits {
  return columns.map(({ signOf }, index) => {
    if (signOf === undefined) return units[index];
    const apart = columns.findIndex((other) => hidesSign(other.spec) && signOf(other));
    return units[apart < 0 ? columns.findIndex(signOf) : apart];
  });
}

function createLines(
  context: RenderContext,
  file: ResolvedFile,
  section: SectionSpec,
  laidOut: LaidOutRecords,
): SectionLines {
  const { columns } = laidOut.plan;
  const isOmitted = createOmissionTest(columns, laidOut.units);
  const hasLine = (record: RowRecord, line: number) => !isOmitted(record, line);
  const limited = limitRecords(laidOut.records, section.limit, laidOut.plan, hasLine);
  const sums = columns.map(() => 0);
  const ofOthers = columns.map(() => 0);
  for (const record of limited.others) addUp(columns, record, laidOut.units, ofOthers);
  const isShown = (_: unknown, index: number) => columns[index]?.spec.hidden === undefined;
  const shown = columns.filter(isShown);
  return {
    headings: shown.map((column) => column.heading),
    keys: shown.flatMap(({ spec }, index) => (isKeyColumn(context, spec) ? [index] : [])),
    totalled: shown.flatMap(({ spec, format }, index) =>
      spec.total && format.kind === 'number' ? [index] : [],
    ),
    records: limited.shown,
    writeRecord: recordWriter(laidOut, sums, shown.length < columns.length ? isShown : undefined),
    foreseen: () => computeSums({ ...laidOut, records: limited.shown }, ofOthers),
    others: () => {
      const label = labelText(context, section.others?.label)?.replaceAll(
        COUNT,
        String(limited.others.length),
      );
      if (label === undefined || limited.others.length === 0) return undefined;
      return sumLine(context, file, shown, { place: 'others', label }, ofOthers.filter(isShown));
    },
    totals: () => {
      const label = labelText(context, section.totals?.label);
      const all = sums.map((sum, index) => sum + (ofOthers[index] ?? 0));
      return label === undefined
        ? undefined
        : sumLine(context, file, shown, { place: 'totals', label }, all.filter(isShown));
    },
  };
}

/** Whether a section needs at most one row at a time: its lines then need constant memory. */
function isLineByLine(
  context: RenderContext,
  { orderedBy = [] }: DataSet,
  { group, codes, sort, columns, limit }: SectionSpec,
): boolean {
  if (group !== undefined || codes !== undefined || limit !== undefined) return false;
  const isInOrder = sort.every(({ field, order, as }, index) => {
    return field === orderedBy[index] && order !== 'descending' && as !== 'number';
  });
  return isInOrder && columns.every((column) => column.reconcile === false && !isKeyColumn(context, column));
}

/** Names in filter, group, sort, sum and codes; columns check their own. */
function checkFields(fields: FieldValues, section: SectionSpec): void {
  const named: [string, readonly string[]][] = [
    ['filter', section.filter.flatMap(conditionFields)],
    ['group', section.group ?? []],
    ['sum', section.sum],
    ['join', section.join],
    ['sort', section.sort.map((key) => key.field)],
    [
      'reconcile',
      section.columns.flatMap((column) => (Array.isArray(column.reconcile) ? column.reconcile : [])),
    ],
    ['codes', section.codes === undefined ? [] : [section.codes.by, section.codes.value]],
  ];
  for (const [place, names] of named) for (const name of names) fields.requireOwn(name, place);
}

/** Records with their columns. */
interface LaidOutRecords {
  readonly plan: ColumnPlan;
  readonly units: ColumnUnits;
  readonly records: Iterable<RowRecord>;
  /** Called for each written line. */
  readonly note?: ((record: RowRecord, line: number, cells: readonly string[]) => void) | undefined;
}

/** The totals of a section. */
interface SectionSums {
  readonly lines: number;
  readonly columns: readonly {
    readonly heading: string;
    readonly format: NumberFormat;
    readonly units: number;
    /** Whether its digits are printed without their sign. */
    readonly hidesSign: boolean;
  }[];
}

/** Writes the lines of one record: each line's fields, in a list that is reused for the next. */
type RecordWriter = (record: RowRecord, emit: (fields: readonly string[]) => void) => void;

/** @param sums printed units by column, updated here. @param isShown of a cell; undefined if all are */
function recordWriter(
  { plan, units, note }: Pick<LaidOutRecords, 'plan' | 'units' | 'note'>,
  sums: number[],
  isShown: ((cell: unknown, index: number) => boolean) | undefined,
): RecordWriter {
  const { columns } = plan;
  const cells = columns.map(() => '');
  const isOmitted = createOmissionTest(columns, units);
  const hasTotals = columns.some(({ spec }) => spec.total);
  return (record, emit) => {
    const count = plan.lines(record);
    for (let line = 0; line < count; line++) {
      if (isOmitted(record, line)) continue;
      for (let index = 0; index < columns.length; index++)
        cells[index] = columns[index]?.cell(record, line, units[index]?.get(record, line)) ?? '';
      if (line === 0 && hasTotals) addUp(columns, record, units, sums);
      note?.(record, line, cells);
      emit(isShown === undefined ? cells : cells.filter(isShown));
    }
  };
}

/** The same sums and lines as when writing. @param ofOthers sums of the rows that are left out */
function computeSums({ plan, records, units }: LaidOutRecords, ofOthers: readonly number[]): SectionSums {
  const sums = [...ofOthers];
  const isOmitted = createOmissionTest(plan.columns, units);
  let lines = 0;
  for (const record of records) {
    for (let line = 0; line < plan.lines(record); line++) {
      if (isOmitted(record, line)) continue;
      if (line === 0) addUp(plan.columns, record, units, sums);
      lines++;
    }
  }
  const columns = plan.columns.flatMap(({ spec, format, heading }, index) => {
    if (!spec.total || format.kind !== 'number') return [];
    return [{ heading, format: format.number, units: sums[index] ?? 0, hidesSign: hidesSign(spec) }];
  });
  return { lines, columns };
}

/** Printed units: the printed total is the sum of the printed lines. */
function addUp(
  columns: readonly PlannedColumn[],
  record: RowRecord,
  units: ColumnUnits,
  sums: number[],
): void {
  columns.forEach(({ spec, format, quantity }, index) => {
    if (!spec.total || format.kind !== 'number') return;
    const amount = quantity(record, 0);
    if (typeof amount === 'number')
      sums[index] = (sums[index] ?? 0) + (units[index]?.get(record, 0) ?? format.number.toUnits(amount));
  });
}

/** Lines and printed sums of several sections together. */
export interface CombinedSums {
  readonly lines: number;
  readonly totals: Readonly<Record<string, string>>;
  /** Why a total cannot be printed, by heading. */
  readonly problems: ReadonlyMap<string, Message>;
}

export function combineSums(sums: readonly SectionSums[]): CombinedSums {
  const columns = groupBy(
    sums.flatMap((each) => each.columns),
    ({ heading }) => heading,
  );
  const totals = [...columns].map(([heading, same]) => {
    const units = same.reduce((sum, each) => sum + each.units, 0);
    return [heading, same[0]?.format.print(units) ?? ''] as const;
  });
  const problems = [...columns].flatMap(([heading, same]) => {
    const problem = sumProblem(heading, same);
    return problem === undefined ? [] : [[heading, problem] as const];
  });
  const lines = sums.reduce((sum, each) => sum + each.lines, 0);
  return { lines, totals: Object.fromEntries(totals), problems: new Map(problems) };
}

/** Units of different sizes do not add up, and digits without their sign would turn a deduction into hours. */
function sumProblem(heading: string, same: SectionSums['columns']): Message | undefined {
  const sizes = same.map(({ format: { unitsOfHour, unitsOfOne } }) =>
    JSON.stringify([unitsOfHour, unitsOfOne]),
  );
  if (new Set(sizes).size > 1) return message('template.totals.mixed', { heading });
  const isNegative = same.reduce((sum, { units }) => sum + units, 0) < 0;
  return isNegative && same.some((each) => each.hidesSign)
    ? message('template.totals.noSign', { heading })
    : undefined;
}

type OmissionTest = (record: RowRecord, line: number) => boolean;

/**
 * Whether a line is left out because of `zero: omit`: if a column with it has a zero, and the line has no other amount.
 * Zero means printed as zero; a missing amount is not zero. A line whose amount is not shown cannot show a zero, so it
 * is left out too.
 */
function createOmissionTest(columns: readonly PlannedColumn[], units: ColumnUnits): OmissionTest {
  const omits = ({ spec }: PlannedColumn) =>
    spec.zero === 'omit' || (spec.hidden === true && spec.amount !== undefined);
  const amounts = columns.flatMap((column, index) =>
    column.isAmount || declaredAmount(column) !== undefined ? [{ column, units: units[index] }] : [],
  );
  if (!amounts.some(({ column }) => omits(column))) return () => false;
  return (record, line) => {
    let hasZero = false;
    for (const { column, units: reconciled } of amounts) {
      const amount = column.quantity(record, line);
      if (amount === null) continue;
      const printed = reconciled?.get(record, line) ?? printedUnits(column, record, amount);
      if (printed !== 0) return false;
      if (omits(column)) hasZero = true;
    }
    return hasZero;
  };
}

/** The unit of a number or text that the template declares as an amount; the column with a sign is none. */
function declaredAmount({ spec: { amount }, signOf }: PlannedColumn): AmountKind | undefined {
  return amount === 'none' || signOf !== undefined ? undefined : amount;
}

/** undefined if the value is not an amount, which is reported when the cell is written. */
function printedUnits(
  column: PlannedColumn,
  record: RowRecord,
  amount: number | undefined,
): number | undefined {
  const { format, plain } = column;
  if (format.kind === 'number') return amount === undefined ? undefined : format.number.toUnits(amount);
  const declared = declaredAmount(column);
  return declared === undefined ? amount : unitsOfText(plain?.(record) ?? '', declared)?.units;
}

/**
 * A line of sums: the label in the first column that has no total, and the sums. It must fit the file like
 * any other line.
 * @param sums printed units by column
 */
function sumLine(
  context: RenderContext,
  file: ResolvedFile,
  columns: readonly PlannedColumn[],
  { place, label }: { readonly place: 'totals' | 'others'; readonly label: string },
  sums: readonly number[],
): string[] {
  const printed = columns.map((column, index) => printedSum(column, sums[index] ?? 0));
  const labelPlace = printed.indexOf(undefined);
  for (const [index, { spec, heading }] of columns.entries())
    if (spec.total && hidesSign(spec) && (sums[index] ?? 0) < 0)
      context.problems.add(message('template.totals.noSign', { heading }), { column: place });
  if (labelPlace < 0 && label !== '' && columns.length > 0) {
    context.problems.add(message('template.totals.noPlace'), { column: place, value: label });
  }
  return columns.map(({ spec, heading }, index) => {
    const isLabel = index === labelPlace;
    // A label is text, even if the column is padded with zeros.
    const fitted = textFitter(file, isLabel ? { ...spec, pad: ' ' } : spec);
    return fitted(isLabel ? label : (printed[index] ?? ''), (problem, shown) =>
      context.problems.add(problem, { column: isLabel ? place : heading, value: String(shown) }),
    );
  });
}

/** undefined if the column has no total. */
function printedSum({ spec, format }: PlannedColumn, units: number): string | undefined {
  return spec.total && format.kind === 'number' ? format.number.print(units) : undefined;
}
