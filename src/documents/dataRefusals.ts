import { ON_TOP } from '../domain/pay/payAmounts.js';
import { message } from '../i18n/message.js';
import type { DataRefusals } from '../language/languageValues.js';
import { type DataRow, SEVERAL_NUMBERS } from './dataSet.js';

/* What is refused about data, in text templates and drawn workbooks alike. */

const PAY_LINES = 'pay-lines';

/** Pay lines whose minutes one amount would count twice: 8 hours of work with 2 of them at night are not 10. */
export interface MixedPremium {
  /** A line that is paid, or owed, on top of others. */
  readonly top: DataRow;
  readonly under: DataRow;
  /** The condition without which the lines are not mixed. */
  readonly where: string;
}

/** Finds premiums, or time that is owed, among the minutes of pay lines that they belong to. */
export function mixedPremium(rows: Iterable<DataRow>): MixedPremium | undefined {
  const kinds = new Map<string, DataRow>();
  for (const row of rows) {
    const kind = kindWithMinutes(row);
    if (kind !== undefined && !kinds.has(kind)) kinds.set(kind, row);
  }
  const onTop = [...kinds.keys()].filter((kind) => ON_TOP.includes(kind));
  const [top, secondTop] = onTop;
  if (top === undefined || kinds.size < 2) return undefined;
  const under = [...kinds.keys()].find((kind) => !ON_TOP.includes(kind)) ?? secondTop;
  const [one, other] = [kinds.get(under ?? ''), kinds.get(top)];
  if (one === undefined || other === undefined) return undefined;
  const [first = '', ...more] = onTop.filter((kind) => kind !== under);
  const where =
    more.length === 0
      ? `kind != "${first}"`
      : `kind not in (${[first, ...more].map((kind) => `"${kind}"`).join(', ')})`;
  return { top: other, under: one, where };
}

function kindWithMinutes({ kind, minutes }: DataRow): string | undefined {
  return Number(minutes ?? 0) === 0 ? undefined : String(kind ?? '');
}

/** `NIGHT (loading)`. */
export function kindLabel({ payCode, kind }: DataRow): string {
  return `${payCode} (${kind})`;
}

/** Fields of a person that are the same on every day. */
const LASTING = ['id', 'firstName', 'lastName', 'name', 'active'].map((name) => `employee.${name}`);

/**
 * The row of a person whose column changes in the period has both values: `A / B`. A condition that one of them meets
 * and the other does not would leave out hours, or take those of another day.
 * @returns the field, and all its values
 */
export function partlyMet(
  fields: readonly string[],
  row: DataRow,
  holds: (row: DataRow) => boolean,
): { readonly field: string; readonly value: string } | undefined {
  for (const field of fields) {
    if (!(field.startsWith('employee.') || field === 'numbers') || LASTING.includes(field)) continue;
    // The row has the last payroll ID, and all of them in a field of their own.
    const value = row[field === 'employee.number' ? 'numbers' : field];
    if (typeof value !== 'string' || !value.includes(SEVERAL_NUMBERS)) continue;
    const kept = value.split(SEVERAL_NUMBERS).map((part) => holds(withValue(row, field, part)));
    if (kept.some((each) => each !== holds(row))) return { field, value };
  }
  return undefined;
}

/** The row with another value of one field; rows may compute their values when they are read. */
function withValue(row: DataRow, field: string, value: string): DataRow {
  return Object.create(row, { [field]: { value, enumerable: true } }) as DataRow;
}

function holdsMinutes(set: string, fields: readonly string[]): boolean {
  return set === PAY_LINES && fields.includes('minutes');
}

/** The same for drawn workbooks. */
export const DATA_REFUSALS: DataRefusals = {
  needs: (set) =>
    set === PAY_LINES
      ? ['kind', 'payCode', 'minutes']
      : set === 'employees'
        ? ['numbers', 'employee.name', 'employee.id']
        : [],
  kindIn: (set, fields) => (holdsMinutes(set, fields) ? kindWithMinutes : undefined),
  total: (set, fields, rows) => {
    if (!holdsMinutes(set, fields)) return undefined;
    const mixed = mixedPremium(rows);
    if (mixed === undefined) return undefined;
    const values = { top: kindLabel(mixed.top), under: kindLabel(mixed.under) };
    return { problem: message('template.premiums.drawn', values), where: mixed.where };
  },
  condition: (set, fields, row, holds) => {
    const partly = set === 'employees' ? partlyMet(fields, row, holds) : undefined;
    if (partly === undefined) return undefined;
    const person = String(row['employee.name'] ?? row['employee.id'] ?? '');
    const problem = message('template.severalValues.drawn', { ...partly, person });
    return { problem, remedy: message('template.severalValues.days') };
  },
};
