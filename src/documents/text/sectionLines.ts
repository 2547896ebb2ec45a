import { groupBy } from '../../domain/groupBy.js';
import { nearestName } from '../../inputErrors/nearestName.js';
import type { DataRow } from '../dataSet.js';
import { columnPlan } from './columnPlan.js';
import { FieldValues } from './fieldValues.js';
import type { FilePart } from './filePart.js';
import type { FileSpec } from './fileSpec.js';
import { groupRows } from './groupRows.js';
import { largestRemainder } from './largestRemainder.js';
import { type ColumnUnits, lineOmission } from './lineOmission.js';
import type { NumberFormat } from './numberFormat.js';
import type { ColumnPlan, PlannedColumn } from './plannedColumn.js';
import { recordKeys } from './recordKeys.js';
import type { RenderContext } from './renderContext.js';
import type { ResolvedFile } from './resolvedFile.js';
import { isLineByLine, rowByRow } from './rowByRow.js';
import type { RowRecord } from './rowRecord.js';
import type { RowUnits } from './rowUnits.js';
import type { SectionSpec } from './sectionSpec.js';
import { rowFilter } from './selectRows.js';
import { sortRecords } from './sortRecords.js';
import { totalsLine } from './totalsLine.js';

/** A section that is laid out, ready to be written line by line. */
export interface SectionLines {
  readonly headings: readonly string[];
  /** Hands over each line's fields (the list is used again for the next) and says how many there were. */
  write(line: (fields: readonly string[]) => void): number;
  /** Lines there will be, and what columns with `total` add up to, by heading; also before `write`. */
  foreseen(): SectionSums;
  /** The line of totals; after `write`. */
  totals(): readonly string[] | undefined;
}

/** What a section adds up to. */
export interface SectionSums {
  readonly lines: number;
  readonly columns: readonly {
    readonly heading: string;
    readonly format: NumberFormat;
    readonly units: number;
  }[];
}

const NOTHING: SectionLines = {
  headings: [],
  write: () => 0,
  foreseen: () => ({ lines: 0, columns: [] }),
  totals: () => undefined,
};

export function sectionLines(
  context: RenderContext,
  file: ResolvedFile,
  part: FilePart,
  section: SectionSpec,
  rowUnits?: RowUnits,
): SectionLines {
  const dataSet = context.model.dataSets.get(section.data);
  if (dataSet === undefined) {
    const known = [...context.model.dataSets.keys()];
    const nearest = nearestName(section.data, known);
    const hint = nearest === undefined ? `there are: ${known.join(', ')}` : `did you mean ${nearest}?`;
    context.problems.add(`there is no data set ${section.data}; ${hint}`);
    return NOTHING;
  }
  const fields = new FieldValues(context, dataSet, part);
  checkFields(fields, section, file.spec.split);
  if (part.isCutByDate && !fields.has('date')) {
    context.problems.add(`the data set ${section.data} has no date, and "split" cuts this file at months`);
  }
  const keep = rowFilter(context, section.filter);
  const isWanted = (row: DataRow) => part.accepts(row) && keep(row);
  if (part.rowsOf === undefined && rowUnits === undefined && isLineByLine(context, dataSet, section)) {
    const plan = columnPlan({ context, file, section, fields, records: [] });
    const units: ColumnUnits = plan.columns.map(() => undefined);
    return laidOutLines(context, file, section, {
      plan,
      units,
      records: rowByRow(dataSet, isWanted, section.sort),
    });
  }
  const rows = (part.rowsOf?.(section.data) ?? [...dataSet.rows]).filter(isWanted);
  const records = sortRecords(groupRows(dataSet, rows, section), section.sort);
  const input = { context, file, section, fields, records };
  const plan = columnPlan(input);
  recordKeys(input, plan, rows);
  const reconciled = plan.columns.map((column) => reconciledUnits(column, records));
  const laidOut = {
    spec: context.spec,
    file,
    part,
    section,
    columns: plan.columns,
    records,
    units: reconciled,
  };
  const units = rowUnits?.decide(laidOut) ?? reconciled;
  return laidOutLines(context, file, section, { plan, units, records });
}

interface LaidOutRecords {
  readonly plan: ColumnPlan;
  readonly units: ColumnUnits;
  readonly records: Iterable<RowRecord>;
}

function laidOutLines(
  context: RenderContext,
  file: ResolvedFile,
  section: SectionSpec,
  { plan, units, records }: LaidOutRecords,
): SectionLines {
  const sums = plan.columns.map(() => 0);
  return {
    headings: plan.columns.map((column) => column.heading),
    write: (line) => writeLines(plan, records, units, sums, line),
    foreseen: () => foreseenSums(plan, records, units),
    totals: () => section.totals && totalsLine(context, file, plan.columns, section.totals, sums),
  };
}

/** The same sums and lines as writing gives. */
function foreseenSums(plan: ColumnPlan, records: Iterable<RowRecord>, units: ColumnUnits): SectionSums {
  const sums = plan.columns.map(() => 0);
  const isOmitted = lineOmission(plan.columns, units);
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
    return [{ heading, format: format.number, units: sums[index] ?? 0 }];
  });
  return { lines, columns };
}

/** Names in filter, group, sort, sum, codes and the file's split; columns check their own. */
function checkFields(fields: FieldValues, section: SectionSpec, split: FileSpec['split']): void {
  const named: [string, readonly string[]][] = [
    ['filter', section.filter.map((condition) => condition.field)],
    ['group', section.group ?? []],
    ['sum', section.sum],
    ['join', section.join],
    ['sort', section.sort.map((key) => key.field)],
    [
      'reconcile',
      section.columns.flatMap((column) => (Array.isArray(column.reconcile) ? column.reconcile : [])),
    ],
    ['codes', section.codes === undefined ? [] : [section.codes.by, section.codes.value]],
    ['split', typeof split === 'object' ? [split.field] : []],
  ];
  for (const [place, names] of named) for (const name of names) fields.requireOwn(name, place);
}

function writeLines(
  plan: ColumnPlan,
  records: Iterable<RowRecord>,
  units: ColumnUnits,
  sums: number[],
  write: (fields: readonly string[]) => void,
): number {
  const cells = plan.columns.map(() => '');
  const isOmitted = lineOmission(plan.columns, units);
  let lines = 0;
  for (const record of records) {
    const count = plan.lines(record);
    for (let line = 0; line < count; line++) {
      if (isOmitted(record, line)) continue;
      plan.columns.forEach((column, index) => {
        cells[index] = column.cell(record, line, units[index]?.get(record));
      });
      if (line === 0) addUp(plan.columns, record, units, sums);
      write(cells);
      lines++;
    }
  }
  return lines;
}

/** Printed units: what is printed below is the sum of what is printed above. */
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
      sums[index] = (sums[index] ?? 0) + (units[index]?.get(record) ?? format.number.toUnits(amount));
  });
}

/** Printed units per record that add up to rounded totals, where the column asks for it. */
function reconciledUnits(
  column: PlannedColumn,
  records: readonly RowRecord[],
): ReadonlyMap<RowRecord, number> | undefined {
  const { reconcile } = column.spec;
  const { format } = column;
  if (reconcile === false || format.kind !== 'number' || format.scale === undefined) return undefined;
  const keys = reconcile === true ? [] : reconcile;
  const counted = records.filter((record) => typeof column.quantity(record, 0) === 'number');
  const groups = groupBy(counted, (record) => JSON.stringify(keys.map((key) => record.row[key] ?? null)));
  const { number, scale } = format;
  return new Map([...groups.values()].flatMap((group) => shared(column, group, number, scale)));
}

function shared(
  column: PlannedColumn,
  group: readonly RowRecord[],
  number: NumberFormat,
  scale: number,
): (readonly [RowRecord, number])[] {
  const minutes = group.map((record) => column.quantity(record, 0) ?? 0);
  const total = minutes.reduce((sum, value) => sum + value, 0);
  const units = largestRemainder(minutes, scale, number.toUnits(total));
  return group.map((record, index) => [record, units[index] ?? 0] as const);
}
