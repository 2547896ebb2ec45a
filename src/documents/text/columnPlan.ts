import type { FieldType } from '../dataSet.js';
import { type ColumnWriter, columnWriter } from './cellWriter.js';
import { codeColumns } from './codeColumns.js';
import { amountKeys, type ColumnSpec } from './columnSpec.js';
import type { FieldValues } from './fieldValues.js';
import type { ColumnPlan, PlanInput, PlannedColumn } from './plannedColumn.js';
import { columnHeading, holds, type RenderContext, resolve } from './renderContext.js';
import type { RowRecord } from './rowRecord.js';
import { rowText } from './rowText.js';
import type { SectionSpec } from './sectionSpec.js';
import type { ValueFormat } from './valueFormat.js';

/** Lays out the columns whose conditions hold; pivots and slots become as many as the records need. */
export function columnPlan(input: PlanInput): ColumnPlan {
  const active = input.section.columns.filter((spec) => holds(input.context, spec.when));
  const codes = codeColumns(input, active);
  const columns = active.flatMap((spec) => codes.columnsOf(spec) ?? simpleColumn(input, spec));
  return { columns, lines: codes.lines };
}

function simpleColumn(input: PlanInput, spec: ColumnSpec): PlannedColumn[] {
  const { context, file } = input;
  const heading = columnHeading(context, spec);
  const value = sourceOf(input, spec, heading);
  if (value === undefined) return [];
  const writer: ColumnWriter = columnWriter(context, file, spec, heading, value.type);
  const isAmount = isAmountOf(input.section, spec, value.type, writer.format);
  refuseAmountKeys(context, spec, heading, writer.format);
  const quantity = (record: RowRecord, line: number) => {
    if (line > 0) return null;
    const amount = value.of(record);
    if (amount === null || amount === '') return null;
    return typeof amount === 'number' && Number.isSafeInteger(amount) ? amount : undefined;
  };
  return [
    {
      heading,
      spec,
      format: writer.format,
      isAmount,
      quantity,
      cell: (record, line, units) =>
        isAmount && line > 0 ? writer.blank : writer.write(record, value.of(record), units),
      plain: (record) => writer.plain(value.of(record)),
    },
  ];
}

/** Minutes, and numbers that are summed or treated as sums. Others, such as a weekday, say what a line is about. */
function isAmountOf(section: SectionSpec, spec: ColumnSpec, type: FieldType, format: ValueFormat): boolean {
  if (type === 'minutes') return true;
  const isSummed = spec.field !== undefined && section.sum.includes(spec.field);
  return isSummed || (format.kind === 'number' && amountKeys(spec).length > 0);
}

/** The schema knows the formats that are written down; the type of a field is known only here. */
function refuseAmountKeys(
  { problems }: RenderContext,
  spec: ColumnSpec,
  column: string,
  format: ValueFormat,
): void {
  if (format.kind === 'number') return;
  for (const key of amountKeys(spec))
    problems.add(`"${key}" is for amounts, and ${spec.field} is none`, { column });
}

function sourceOf(input: PlanInput, spec: ColumnSpec, heading: string): ReturnType<FieldValues['find']> {
  const { context, fields } = input;
  if (spec.field !== undefined) return fields.find(spec.field, heading);
  if (spec.text !== undefined) return rowText(context, fields, spec.text, heading);
  const constant = spec.const ?? String(resolve(context, { variable: spec.variable ?? '' }));
  return { type: 'text', of: () => constant };
}
