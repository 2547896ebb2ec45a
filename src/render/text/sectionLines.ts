import { closest } from 'fastest-levenshtein';
import { groupBy } from '../../domain/groupBy.js';
import type { DataRow } from '../dataSet.js';
import { labelText } from './columnHeading.js';
import { columnPlan } from './columnPlan.js';
import { FieldValues } from './fieldValues.js';
import type { FilePart } from './filePart.js';
import { groupRows } from './groupRows.js';
import { largestRemainder } from './largestRemainder.js';
import type { NumberFormat } from './numberFormat.js';
import type { ColumnPlan, PlannedColumn } from './plannedColumn.js';
import type { RenderContext } from './renderContext.js';
import type { ResolvedFile } from './resolvedFile.js';
import type { RowRecord } from './rowRecord.js';
import type { SectionSpec } from './sectionSpec.js';
import { rowFilter } from './selectRows.js';
import { sortRecords } from './sortRecords.js';

/** The lines of a section as ready-made fields. */
export interface SectionLines {
  readonly headings: readonly string[];
  readonly lines: readonly (readonly string[])[];
  readonly totals: readonly string[] | undefined;
}

export function sectionLines(
  context: RenderContext,
  file: ResolvedFile,
  part: FilePart,
  section: SectionSpec,
): SectionLines {
  const dataSet = context.model.dataSets.get(section.data);
  if (dataSet === undefined) {
    const known = [...context.model.dataSets.keys()];
    context.problems.add(
      `there is no data set ${section.data}; did you mean ${closest(section.data, known)}?`,
    );
    return { headings: [], lines: [], totals: undefined };
  }
  const fields = new FieldValues(context, dataSet, part);
  checkFields(fields, section);
  const keep = rowFilter(context, section.filter);
  const rows = dataSet.rows.filter((row: DataRow) => part.accepts(row) && keep(row));
  const records = sortRecords(groupRows(dataSet, rows, section), section.sort);
  const plan = columnPlan({ context, file, section, fields, records });
  const units = new Map(plan.columns.map((column) => [column, reconciledUnits(column, records)]));
  const written = writeLines(plan, records, units);
  return {
    headings: plan.columns.map((column) => column.heading),
    lines: written.lines,
    totals: totalsLine(context, plan, section, written.kept, units),
  };
}

/** Names in filter, group, sort, sum and codes; columns check their own. */
function checkFields(fields: FieldValues, section: SectionSpec): void {
  const named: [string, readonly string[]][] = [
    ['filter', section.filter.map((condition) => condition.field)],
    ['group', section.group ?? []],
    ['sum', section.sum],
    ['sort', section.sort.map((key) => key.field)],
    [
      'reconcile',
      section.columns.flatMap((column) => (Array.isArray(column.reconcile) ? column.reconcile : [])),
    ],
    ['codes', section.codes === undefined ? [] : [section.codes.by, section.codes.value]],
  ];
  for (const [place, names] of named) for (const name of names) fields.find(name, place);
}

type Units = ReadonlyMap<PlannedColumn, ReadonlyMap<RowRecord, number> | undefined>;

function writeLines(plan: ColumnPlan, records: readonly RowRecord[], units: Units) {
  const lines: string[][] = [];
  const kept: RowRecord[] = [];
  for (const record of records) {
    const count = plan.lines(record);
    for (let line = 0; line < count; line++) {
      const cells = plan.columns.map((column) => column.cell(record, line, units.get(column)?.get(record)));
      if (!isComplete(cells)) break;
      if (line === 0) kept.push(record);
      lines.push(cells);
    }
  }
  return { lines, kept };
}

/** A cell that is left undefined (zero: omit) leaves its line out. */
function isComplete(cells: readonly (string | undefined)[]): cells is string[] {
  return !cells.includes(undefined);
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
  const counted = records.filter((record) => column.quantity(record) !== null);
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
  const minutes = group.map((record) => column.quantity(record) ?? 0);
  const total = minutes.reduce((sum, value) => sum + value, 0);
  const units = largestRemainder(minutes, scale, number.toUnits(total));
  return group.map((record, index) => [record, units[index] ?? 0] as const);
}

/** What is printed here is the sum of what is printed above. */
function totalsLine(
  context: RenderContext,
  plan: ColumnPlan,
  section: SectionSpec,
  records: readonly RowRecord[],
  units: Units,
): string[] | undefined {
  if (section.totals === undefined) return undefined;
  const label = labelText(context, section.totals.label) ?? '';
  const cells = plan.columns.map((column) => {
    const { format } = column;
    if (!column.spec.total || format.kind !== 'number') return '';
    let sum = 0;
    for (const record of records) {
      const quantity = column.quantity(record);
      if (quantity !== null) sum += units.get(column)?.get(record) ?? format.number.toUnits(quantity);
    }
    return format.number.print(sum);
  });
  const place = cells.indexOf('');
  if (place >= 0) cells[place] = label;
  return cells;
}
