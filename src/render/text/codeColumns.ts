import { message } from '../../i18n/message.js';
import type { FieldType } from '../dataSet.js';
import { columnWriter } from './cellWriter.js';
import type { ColumnSpec } from './columnSpec.js';
import type { PlanInput, PlannedColumn, Share } from './plannedColumn.js';
import { columnHeading, resolveVariable, splitList } from './renderContext.js';
import { compareScalars, employeesLabel, type RowRecord } from './rowRecords.js';
import { compileWholeText } from './selectionSpec.js';

export interface CodeColumns {
  /** The columns of a specification with code, pivot or slots; undefined for any other. */
  columnsOf(spec: ColumnSpec): PlannedColumn[] | undefined;
  lines(record: RowRecord): number;
}

/**
 * Columns that take their minutes from the pay codes of a group. A code without a column is a problem, and is never
 * left out.
 */
export function codeColumns(input: PlanInput, active: readonly ColumnSpec[]): CodeColumns {
  const picked = new Set(active.flatMap((spec) => pickedCodes(input, spec)));
  const pivot = active.find((spec) => spec.pivot !== undefined);
  const slots = active.find((spec) => spec.slots !== undefined);
  const rest = memoize((record: RowRecord) => remainingCodes(record, picked, input.keepsZeros));
  checkCodes(input, picked, pivot, slots);
  return {
    columnsOf(spec) {
      if (spec.code !== undefined) return [pickColumn(input, spec)];
      if (spec.pivot !== undefined) return pivotColumns(input, spec, picked);
      return spec.slots === undefined ? undefined : slotColumns(input, spec, rest);
    },
    lines: (record) =>
      slots?.slots === undefined ? 1 : Math.max(1, Math.ceil(rest(record).length / slots.slots.count)),
  };
}

function pickedCodes(input: PlanInput, spec: ColumnSpec): string[] {
  return spec.code === undefined ? [] : splitList(String(resolveVariable(input.context, spec.code)));
}

/** Counts are not minutes. */
function amountType({ fields, section }: PlanInput): FieldType {
  return fields.amountType(section.codes?.value ?? 'minutes');
}

function pickColumn(input: PlanInput, spec: ColumnSpec): PlannedColumn {
  const codes = pickedCodes(input, spec);
  const writer = columnWriter(
    input.context,
    input.file,
    spec,
    columnHeading(input.context, spec),
    amountType(input),
  );
  const quantity = (record: RowRecord, line: number) => {
    if (line > 0) return null;
    const amounts = codes.map((code) => record.codes.get(code)).filter((amount) => amount !== undefined);
    return amounts.length === 0 ? null : amounts.reduce((sum, amount) => sum + amount, 0);
  };
  return {
    heading: columnHeading(input.context, spec),
    spec,
    format: writer.format,
    isAmount: true,
    quantity,
    share: (record, line) => (line === 0 ? findShare(input, record, codes) : undefined),
    cell: (record, line, units) =>
      line === 0 ? writer.write(record, quantity(record, line), units) : writer.blank,
  };
}

/** The rows of these codes, identified by the first code, which has the same column as the others. */
function findShare({ section }: PlanInput, record: RowRecord, codes: readonly string[]): Share | undefined {
  const by = section.codes?.by;
  const [value] = codes;
  if (by === undefined || value === undefined) return undefined;
  const members = (record.members ?? [record.row]).filter((row) => codes.includes(String(row[by] ?? '')));
  return { by, value, members, field: section.codes?.value ?? 'minutes' };
}

function pivotColumns(input: PlanInput, spec: ColumnSpec, picked: ReadonlySet<string>): PlannedColumn[] {
  const occurring = new Set(input.records.flatMap((record) => [...record.codes.keys()]));
  const codes = [...occurring]
    .filter((code) => !picked.has(code) && code !== '')
    .sort((a, b) => compareScalars(a, b, spec.pivot?.sort ?? 'text'));
  return codes.map((code) => {
    const writer = columnWriter(input.context, input.file, spec, code, amountType(input));
    const quantity = (record: RowRecord) => record.codes.get(code) ?? null;
    return {
      heading: code,
      spec,
      format: writer.format,
      isAmount: true,
      quantity,
      share: (record, line) => (line === 0 ? findShare(input, record, [code]) : undefined),
      cell: (record, _line, units) => writer.write(record, quantity(record), units),
    };
  });
}

type Rest = (record: RowRecord) => readonly (readonly [string, number])[];

function slotColumns(input: PlanInput, spec: ColumnSpec, rest: Rest): PlannedColumn[] {
  if (spec.slots === undefined) return [];
  const { count, first, codeHeader, amountHeader, codeWidth } = spec.slots;
  const isFixed = input.file.dialect.delimiter === '';
  if (isFixed && (spec.width === undefined || codeWidth === undefined))
    input.context.problems.add(message('template.slots.widths'), {
      column: amountHeader.replaceAll('{n}', String(first)),
    });
  return Array.from({ length: count }, (_, slot) => {
    const n = String(first + slot);
    const at = (record: RowRecord, line: number) => rest(record)[line * count + slot];
    const codeHeading = codeHeader.replaceAll('{n}', n);
    const amountHeading = amountHeader.replaceAll('{n}', n);
    const codeSpec: ColumnSpec = {
      ...spec,
      ...codeLayout(spec.slots),
      format: { type: 'text' },
      pattern: undefined,
      total: false,
      reconcile: false,
      zero: 'keep',
      ifEmpty: undefined,
      min: undefined,
      max: undefined,
      minMinutes: undefined,
      maxMinutes: undefined,
    };
    const codes = columnWriter(input.context, input.file, codeSpec, codeHeading, 'text');
    const amounts = columnWriter(input.context, input.file, spec, amountHeading, amountType(input));
    const code: PlannedColumn = {
      heading: codeHeading,
      spec: codeSpec,
      format: codes.format,
      isAmount: false,
      quantity: () => null,
      cell: (record, line) => codes.write(record, at(record, line)?.[0] ?? null),
    };
    const amount: PlannedColumn = {
      heading: amountHeading,
      spec,
      format: amounts.format,
      isAmount: true,
      quantity: (record, line) => at(record, line)?.[1] ?? null,
      share: (record, line) => findShare(input, record, at(record, line)?.slice(0, 1).map(String) ?? []),
      cell: (record, line, units) => amounts.write(record, at(record, line)?.[1] ?? null, units),
    };
    const sign = slotSign(input, spec, amount, n);
    if (sign === undefined) return [code, amount];
    return spec.slots?.sign?.place === 'after' ? [code, amount, sign] : [code, sign, amount];
  }).flat();
}

/** The sign of a slot in its own column; undefined if it is written with the digits. */
function slotSign(
  { context, file }: PlanInput,
  spec: ColumnSpec,
  amount: PlannedColumn,
  n: string,
): PlannedColumn | undefined {
  if (spec.slots?.sign === undefined) return undefined;
  const { header, plus, minus } = spec.slots.sign;
  const heading = header.replaceAll('{n}', n);
  const signSpec: ColumnSpec = {
    ...spec,
    ...{ pattern: undefined, zero: 'keep', min: undefined, max: undefined },
    ...{ minMinutes: undefined, maxMinutes: undefined, ifEmpty: undefined, pad: ' ' },
    format: { type: 'sign', plus, minus },
    width: spec.width === undefined ? undefined : 1,
  };
  const signs = columnWriter(context, file, signSpec, heading, 'minutes');
  return {
    heading,
    spec: signSpec,
    format: signs.format,
    isAmount: false,
    quantity: () => null,
    signOf: (other) => other === amount,
    cell: (record, line, units) => signs.write(record, amount.quantity(record, line) ?? null, units),
  };
}

/** A code with its own width is not padded like the amount. */
function codeLayout(slots: ColumnSpec['slots']): Partial<Pick<ColumnSpec, 'width' | 'align' | 'pad'>> {
  const { codeWidth, codeAlign = 'left', codePad = ' ' } = slots ?? {};
  return codeWidth === undefined ? {} : { width: codeWidth, align: codeAlign, pad: codePad };
}

/** Codes for the slots, in order; a sum of zero needs none, unless it is printed as something else. */
function remainingCodes(
  record: RowRecord,
  picked: ReadonlySet<string>,
  keepsZeros: boolean,
): (readonly [string, number])[] {
  return [...record.codes]
    .filter(([code, minutes]) => (keepsZeros || minutes !== 0) && !picked.has(code))
    .sort((a, b) => compareScalars(a[0], b[0], 'text'));
}

/** Codes are the same for all employees, so only one without a column is reported for each employee who has it. */
function checkCodes(
  input: PlanInput,
  picked: ReadonlySet<string>,
  pivot: ColumnSpec | undefined,
  slots: ColumnSpec | undefined,
): void {
  const { context, section, records } = input;
  if (section.codes === undefined) return;
  const pattern = (pivot ?? slots)?.codePattern;
  const whole = pattern === undefined ? undefined : compileWholeText(pattern);
  const hasPlace = pivot !== undefined || slots !== undefined;
  const column = section.codes.by;
  for (const record of records) {
    for (const [code, minutes] of record.codes) {
      if (code === '' || (!hasPlace && !picked.has(code) && minutes !== 0)) {
        context.problems.add(
          message(code === '' ? 'template.value.noExternalCode' : 'template.codes.noColumn'),
          {
            column,
            employee: employeesLabel(record),
            value: code || undefined,
          },
        );
      } else if (
        hasPlace &&
        !picked.has(code) &&
        whole !== undefined &&
        !whole.test(input.file.charset.prepare(code))
      ) {
        context.problems.add(message('template.codes.pattern', { pattern: pattern ?? '' }), {
          column,
          value: code,
        });
      }
    }
  }
}

function memoize<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, V>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const value = compute(key);
    known.set(key, value);
    return value;
  };
}
