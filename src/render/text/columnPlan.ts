import { type ColumnWriter, columnWriter } from './cellWriter.js';
import { codeColumns } from './codeColumns.js';
import { columnHeading } from './columnHeading.js';
import type { ColumnSpec } from './columnSpec.js';
import type { FieldValues } from './fieldValues.js';
import type { PlanInput } from './planInput.js';
import type { ColumnPlan, PlannedColumn } from './plannedColumn.js';
import { holds, resolve } from './renderContext.js';
import type { RowRecord } from './rowRecord.js';
import { rowText } from './rowText.js';

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
  const quantity = (record: RowRecord) => {
    const amount = value.of(record);
    return typeof amount === 'number' ? amount : null;
  };
  return [
    {
      heading,
      spec,
      format: writer.format,
      quantity,
      cell: (record, _line, units) => writer.write(record, value.of(record), units),
      plain: (record) => writer.plain(value.of(record)),
    },
  ];
}

function sourceOf(input: PlanInput, spec: ColumnSpec, heading: string): ReturnType<FieldValues['find']> {
  const { context, fields } = input;
  if (spec.field !== undefined) return fields.find(spec.field, heading);
  if (spec.text !== undefined) return rowText(context, fields, spec.text, heading);
  const constant = spec.const ?? String(resolve(context, { variable: spec.variable ?? '' }));
  return { type: 'text', of: () => constant };
}
