import { escapeFormula } from '../csv/escapeFormula.js';
import type { FieldType, Scalar } from '../dataSet.js';
import { cellChecks } from './cellChecks.js';
import type { ColumnSpec } from './columnSpec.js';
import { type RenderContext, resolve } from './renderContext.js';
import type { ResolvedFile } from './resolvedFile.js';
import { employeeLabel, type RowRecord } from './rowRecord.js';
import { textFitter } from './textFitter.js';
import { type ValueFormat, valueFormat } from './valueFormat.js';

/** The text of a cell; undefined leaves the whole line out. */
export type CellWriter = (record: RowRecord, value: Scalar | undefined, units?: number) => string | undefined;

export interface ColumnWriter {
  readonly format: ValueFormat;
  /** Writes a value, or ready-made units of it (reconciled hours). */
  readonly write: CellWriter;
  /** Fits text that is no value (headings aside): padding only. */
  readonly blank: string;
}

/** Turns the values of one column into text: empty, format, zero, checks, encoding, padding, in this order. */
export function columnWriter(
  context: RenderContext,
  file: ResolvedFile,
  spec: ColumnSpec,
  name: string,
  type: FieldType,
): ColumnWriter {
  const format = valueFormat(context, spec, type);
  const ifEmpty = spec.ifEmpty === undefined ? '' : String(resolve(context, spec.ifEmpty));
  const escapes = context.spec.audience === 'people' && format.kind === 'text' && format.free;
  const fitted = textFitter(file, spec);
  const check = cellChecks(spec);
  const quantity = format.kind === 'number';

  const write: CellWriter = (record, value, units) => {
    const report = (message: string, shown: unknown = value) => {
      const employee = employeeLabel(record.row);
      context.problems.add(message, {
        column: name,
        ...(employee === undefined ? {} : { employee }),
        ...(shown === null || shown === undefined || shown === '' ? {} : { value: String(shown) }),
      });
    };
    if (value === undefined) {
      report('differs within the group: add the field to "group", or do not use it');
      return '';
    }
    if (value === null || value === '') {
      if (spec.required && ifEmpty === '') report(missing(spec));
      return fitted(ifEmpty, report);
    }
    const text = textOf(format, value, units);
    if (text === undefined) {
      report(`is not what the format ${spec.format?.type ?? type} takes`);
      return '';
    }
    if (quantity && spec.zero !== 'keep' && isZero(format, value, units)) {
      return spec.zero === 'omit' ? undefined : fitted(spec.zero === '0' ? '0' : '', report);
    }
    check(text, value, report);
    return fitted(escapes ? escapeFormula(text) : text, report);
  };
  return { format, write, blank: fitted('', () => undefined) };
}

function textOf(format: ValueFormat, value: Scalar, units: number | undefined): string | undefined {
  if (format.kind === 'text') return format.write(value);
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return undefined;
  return format.number.print(units ?? format.number.toUnits(value));
}

/** Zero as printed: what rounds to nothing is nothing. */
function isZero(format: ValueFormat, value: Scalar, units: number | undefined): boolean {
  return format.kind === 'number' && (units ?? format.number.toUnits(Number(value))) === 0;
}

function missing(spec: ColumnSpec): string {
  switch (spec.field) {
    case 'employee.number':
      return 'has no number: add it to the employee mapping (employees.csv)';
    case 'external':
      return 'the pay code has no external code: add it under payCodes in the configuration';
    default:
      return `is empty but required${spec.field === undefined ? '' : ` (${spec.field})`}`;
  }
}
