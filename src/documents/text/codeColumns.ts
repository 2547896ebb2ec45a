import { message } from '../../i18n/message.js';
import type { FieldType } from '../dataSet.js';
import type { ColumnSpec } from './columnSpec.js';
import { type PlanInput, type PlannedColumn, planColumn, type Share } from './plannedColumn.js';
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
      if (spec.code !== undefined)
        return [
          codesColumn(input, spec, columnHeading(input.context, spec), firstLine(pickedCodes(input, spec))),
        ];
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

/**
 * A column with the sum of pay codes.
 * @param codesAt the codes of a line; undefined for a line on which the column is blank
 */
function codesColumn(
  input: PlanInput,
  spec: ColumnSpec,
  heading: string,
  codesAt: (record: RowRecord, line: number) => readonly string[] | undefined,
): PlannedColumn {
  const quantity = (record: RowRecord, line: number) => {
    let sum: number | null = null;
    for (const code of codesAt(record, line) ?? []) {
      const amount = record.codes.get(code);
      if (amount !== undefined) sum = (sum ?? 0) + amount;
    }
    return sum;
  };
  return planColumn(input, spec, heading, amountType(input), (writer) => ({
    isAmount: true,
    quantity,
    share: (record, line) => findShare(input, record, codesAt(record, line) ?? []),
    cell: (record, line, units) =>
      codesAt(record, line) === undefined
        ? writer.blank
        : writer.write(record, quantity(record, line), units),
  }));
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
  return [...occurring]
    .filter((code) => !picked.has(code) && code !== '')
    .sort((a, b) => compareScalars(a, b, spec.pivot?.sort ?? 'text'))
    .map((code) => codesColumn(input, spec, code, firstLine([code])));
}

/** The same codes on the first line of each record, and none on the others. */
function firstLine(codes: readonly string[]) {
  return (_: RowRecord, line: number) => (line === 0 ? codes : undefined);
}

type Rest = (record: RowRecord) => readonly (readonly [string, number])[];

/** Keys that apply to an amount, and not to its code or sign in a column of its own. */
const WITHOUT_AMOUNT = {
  pattern: undefined,
  zero: 'keep',
  ifEmpty: undefined,
  min: undefined,
  max: undefined,
  minMinutes: undefined,
  maxMinutes: undefined,
} as const;

function slotColumns(input: PlanInput, spec: ColumnSpec, rest: Rest): PlannedColumn[] {
  if (spec.slots === undefined) return [];
  const { count, first, codeHeader, amountHeader, codeWidth, sign } = spec.slots;
  const isFixed = input.file.dialect.delimiter === '';
  if (isFixed && (spec.width === undefined || codeWidth === undefined))
    input.context.problems.add(message('template.slots.widths'), {
      column: amountHeader.replaceAll('{n}', String(first)),
    });
  const codeSpec: ColumnSpec = {
    ...spec,
    ...WITHOUT_AMOUNT,
    ...codeLayout(spec.slots),
    format: { name: 'text', inputs: [] },
    total: false,
    reconcile: false,
  };
  return Array.from({ length: count }, (_, slot) => {
    const named = (header: string) => header.replaceAll('{n}', String(first + slot));
    const at = (record: RowRecord, line: number) => rest(record)[line * count + slot]?.[0];
    const code = planColumn(input, codeSpec, named(codeHeader), 'text', (writer) => ({
      cell: (record, line) => writer.write(record, at(record, line) ?? null),
    }));
    const amount = codesColumn(input, spec, named(amountHeader), (record, line) => {
      const own = at(record, line);
      return own === undefined ? [] : [own];
    });
    if (sign === undefined) return [code, amount];
    const signs = slotSign(input, spec, amount, named(sign.header));
    return sign.place === 'after' ? [code, amount, signs] : [code, signs, amount];
  }).flat();
}

/** The sign of a slot in its own column. */
function slotSign(input: PlanInput, spec: ColumnSpec, amount: PlannedColumn, heading: string): PlannedColumn {
  const { plus = '', minus = '' } = spec.slots?.sign ?? {};
  const signSpec: ColumnSpec = {
    ...spec,
    ...WITHOUT_AMOUNT,
    pad: ' ',
    format: { name: 'sign', inputs: [plus, minus] },
    width: spec.width === undefined ? undefined : 1,
  };
  return planColumn(input, signSpec, heading, 'minutes', (writer) => ({
    signOf: (other) => other === amount,
    cell: (record, line, units) => writer.write(record, amount.quantity(record, line) ?? null, units),
  }));
}

/** A code with its own width is not padded like the amount. */
function codeLayout(slots: ColumnSpec['slots']): Partial<Pick<ColumnSpec, 'width' | 'align' | 'pad'>> {
  const { codeWidth } = slots ?? {};
  return codeWidth === undefined ? {} : { width: codeWidth, align: 'left', pad: ' ' };
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
