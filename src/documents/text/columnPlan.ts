import { periodDays } from '../../domain/period/period.js';
import { toLocalDate } from '../../domain/time/localDate.js';
import { message } from '../../i18n/message.js';
import type { FieldType } from '../dataSet.js';
import { QUANTITIES } from './amountCells.js';
import { codeColumns } from './codeColumns.js';
import { amountKeys, type ColumnSpec, hidesSign, isSign, sourceText } from './columnSpec.js';
import { compileRowText } from './composedText.js';
import type { FieldValues } from './fieldValues.js';
import type { SectionSpec } from './fileSpec.js';
import { type ColumnPlan, type PlanInput, type PlannedColumn, planColumn } from './plannedColumn.js';
import { dateWriter } from './printFormats.js';
import {
  columnHeading,
  columnLabel,
  isColumnActive,
  type RenderContext,
  resolveVariable,
} from './renderContext.js';
import { rowFilter } from './rowFilter.js';
import { isSummedType, type RowRecord, sizedRecord } from './rowRecords.js';
import type { ValueFormat } from './valueFormat.js';

/** Plans the columns whose conditions are met; pivots and slots become as many columns as the records need. */
export function planColumns(input: PlanInput): ColumnPlan {
  const active = input.section.columns.filter((spec) => isColumnActive(input.context, spec));
  const codes = codeColumns(input, active);
  const columns = active.flatMap((spec) => {
    if (spec.running !== undefined) return [runningColumn(input, spec, spec.running)];
    if (spec.days !== undefined) return dayColumns(input, spec, spec.days);
    const planned = codes.columnsOf(spec) ?? simpleColumn(input, spec);
    return isSign(spec) ? planned.map(signColumn) : planned;
  });
  refuseHiddenSigns(input.context, columns);
  return { columns, lines: codes.lines };
}

/** A sign is not an amount: the column with the digits is. */
function signColumn(column: PlannedColumn): PlannedColumn {
  const { share: _, ...rest } = column;
  const source = sourceText(column.spec);
  return {
    ...rest,
    isAmount: false,
    quantity: () => null,
    signOf: ({ spec, isAmount = false }) => isAmount && sourceText(spec) === source,
  };
}

/** Digits without their sign would turn deductions into hours. */
function refuseHiddenSigns({ problems }: RenderContext, columns: readonly PlannedColumn[]): void {
  const signs = columns.filter(({ spec }) => spec.hidden === undefined);
  for (const column of columns)
    if (hidesSign(column.spec) && !signs.some((other) => other.signOf?.(column) === true))
      problems.add(message('template.sign.needed'), { column: columnLabel(column.heading, column.spec) });
}

/** The number of the line, counted as lines are written. */
function runningColumn(
  input: PlanInput,
  spec: ColumnSpec,
  { per, start }: NonNullable<ColumnSpec['running']>,
): PlannedColumn {
  const counter = per === 'file' ? input.file.running : { line: 0 };
  return planColumn(input, spec, columnHeading(input.context, spec), 'integer', (writer) => ({
    cell: (record) => {
      counter.line += 1;
      return writer.write(record, start + counter.line - 1);
    },
  }));
}

/** A column for every calendar day of the file. */
function dayColumns(
  input: PlanInput,
  spec: ColumnSpec,
  { header, value }: NonNullable<ColumnSpec['days']>,
): PlannedColumn[] {
  const { fields } = input;
  const place = columnHeading(input.context, spec);
  for (const name of ['date', value]) fields.requireOwn(name, place);
  const [from, to] = [fields.constants['part.from'], fields.constants['part.to']];
  const headingOf = dateWriter(header);
  return periodDays({ from: toLocalDate(String(from)), to: toLocalDate(String(to)), label: '' }).map(
    (date) => {
      const daysRows = ({ row, members = [row] }: RowRecord) =>
        members.filter((member) => member.date === date && member[value] !== null);
      const quantity = (record: RowRecord, line: number) => {
        const ofDay = daysRows(record);
        if (line > 0 || ofDay.length === 0) return null;
        return ofDay.reduce((sum, member) => sum + Number(member[value] ?? 0), 0);
      };
      const share = (record: RowRecord, line: number) =>
        line > 0 ? undefined : { by: 'date', value: date, members: daysRows(record), field: value };
      return planColumn(input, spec, headingOf(date), fields.amountType(value), (writer) => ({
        isAmount: true,
        quantity,
        ...(['minutes', ...QUANTITIES].includes(value) ? { share } : {}),
        cell: (record, line, units) =>
          line > 0 ? writer.blank : writer.write(record, quantity(record, line), units),
      }));
    },
  );
}

function simpleColumn(input: PlanInput, spec: ColumnSpec): PlannedColumn[] {
  const { context } = input;
  const heading = columnHeading(context, spec);
  const name = columnLabel(heading, spec);
  const value = findValueSource(input, spec, name);
  if (value === undefined) return [];
  const quantity = (record: RowRecord, line: number) => {
    if (line > 0) return null;
    const amount = value.of(shownOnly(record));
    if (amount === null || amount === '') return null;
    return typeof amount === 'number' && Number.isFinite(amount) ? amount : undefined;
  };
  const keep = spec.adds && rowFilter(context, spec.adds.filter, input.section.data);
  const addedRows = ({ row, members = [row] }: RowRecord) => members.filter((each) => keep?.(each) ?? true);
  const column = planColumn(input, spec, name, value.type, (writer) => {
    const isAmount = isAmountColumn(input.section, spec, value.type, writer.format);
    return {
      heading,
      isAmount,
      quantity,
      ...(keep === undefined ? {} : { addedRows }),
      cell: (record, line, units) =>
        isAmount && line > 0
          ? writer.blank
          : writer.write(record, value.of(units === undefined ? record : shownOnly(record)), units, () =>
              value.of(sizedRecord(record)),
            ),
      plain: (record) => writer.plain(value.of(shownOnly(record))),
    };
  });
  refuseAmountKeys(context, spec, name, column.format);
  return [column];
}

/** An amount that a correction is given does not depend on the rows that are known of it. */
function shownOnly(record: RowRecord): RowRecord {
  if (record.known === undefined) return record;
  const { known: _, ...shown } = record;
  return shown;
}

/** Minutes, and numbers that are summed or treated as sums. Others, such as a weekday, describe a line. */
function isAmountColumn(
  section: SectionSpec,
  spec: ColumnSpec,
  type: FieldType,
  format: ValueFormat,
): boolean {
  if (isSummedType(type)) return true;
  const isSummed = spec.field !== undefined && section.sum.includes(spec.field);
  return isSummed || (format.kind === 'number' && amountKeys(spec).length > 0);
}

/** The schema has only the declared formats; the type of a field is known only here. */
function refuseAmountKeys(
  { problems }: RenderContext,
  spec: ColumnSpec,
  column: string,
  format: ValueFormat,
): void {
  if (format.kind === 'number') return;
  for (const key of amountKeys(spec))
    problems.add(message('template.amountKey', { key, field: spec.field ?? '' }), { column });
}

function findValueSource(
  input: PlanInput,
  spec: ColumnSpec,
  heading: string,
): ReturnType<FieldValues['find']> {
  const { context, fields, section } = input;
  if (spec.field !== undefined) return fields.find(spec.field, heading);
  if (spec.text !== undefined) return compileRowText(context, fields, spec.text, heading, section.group);
  const constant = spec.const ?? String(resolveVariable(context, { variable: spec.variable ?? '' }));
  return { type: 'text', of: () => constant };
}
