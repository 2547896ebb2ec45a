import type { HandAmount } from '../../documents/corrections/handSheet.js';
import type { DataRow } from '../../documents/dataSet.js';
import { groupBy } from '../../domain/collections.js';
import { rowKeyText } from '../../domain/corrections/exportedLine.js';
import {
  type LineDifference,
  movedAmount,
  type RowDifference,
  selectDifferences,
  toPrintedUnits,
} from '../../domain/corrections/lineDifferences.js';
import { parseRowName } from '../../domain/corrections/rowName.js';
import { addQuantities } from '../../domain/pay/payLine.js';
import type { CorrectionLine } from './correctionLines.js';

/** An amount to enter by hand in a payroll system, and the lines that it settles. */
export interface HandEntry extends HandAmount {
  /** Ids of the lines that it settles. */
  readonly lines: readonly string[];
}

const MINUTES_PER_HOUR = 60;
const HUNDREDTHS = 100;

/** The manual entries for some lines: one per person and code, and per day if the system has days. */
export function buildHandEntries(
  lines: readonly CorrectionLine[],
  all: readonly CorrectionLine[],
): HandEntry[] {
  const wholeRows = groupBy(all, rowOf);
  const rows = [...groupBy(lines, rowOf)].map(([row, mine]) => buildEntry(mine, wholeRows.get(row) ?? mine));
  const amounts = rows.flatMap((row) => row ?? []);
  const same = groupBy(amounts, ({ recorded, now, type, payCodes, lines: _, settledBefore: __, ...key }) =>
    JSON.stringify(key),
  );
  return [...same.values()].flatMap(sumEntries).sort(byPerson);
}

function rowOf({ difference: { key } }: CorrectionLine): string {
  return rowKeyText(key);
}

/** @param whole all lines of the same row, some of which may be handled in another way */
function buildEntry(
  mine: readonly CorrectionLine[],
  whole: readonly CorrectionLine[],
): HandEntry | undefined {
  const [line] = mine;
  if (line === undefined) return undefined;
  const { key } = line.difference;
  const written = whole.flatMap(({ difference }) => difference.written ?? [])[0];
  const { unit } = key;
  const unitsOfOne = written?.unitsOfOne ?? HUNDREDTHS;
  const asUnits = (amount: number) => toPrintedUnits(amount, { unit, unitsOfOne });
  const after = written?.afterUnits ?? asUnits(sumDifferences(mine, ({ after }) => after));
  const toEnter =
    written === undefined
      ? asUnits(sumDifferences(mine, movedAmount))
      : after - unitsWithout(mine, whole, written);
  const isMinutes = unit === 'minutes' && unitsOfOne === MINUTES_PER_HOUR;
  const scale = isMinutes ? 1 : unitsOfOne;
  const { values, code } = parseRowName(key.row);
  return {
    template: key.template,
    forPeriod: line.base.final.link.period.label,
    employeeId: key.employeeId,
    employeeNumber: numberIn(values),
    code: code ?? nonEmptyText(values.external) ?? key.payCode,
    payCodes: mine.map(({ difference }) => difference.key.payCode),
    date: nonEmptyText(values.date) ?? null,
    costCenter: nonEmptyText(values.costCenter) ?? null,
    unit: unit === 'minutes' && !isMinutes ? 'hours' : unit,
    decimals: isMinutes ? 0 : Math.round(Math.log10(unitsOfOne)),
    recorded: (after - toEnter) / scale,
    now: after / scale,
    type: toEnter / scale,
    lines: mine.map(({ id }) => id),
    ...settledBeforeOf(mine.flatMap(({ settledBefore }) => settledBefore?.reasons ?? [])),
  };
}

function settledBeforeOf(reasons: readonly string[]): Pick<HandEntry, 'settledBefore'> {
  return reasons.length === 0 ? {} : { settledBefore: [...new Set(reasons)] };
}

/** The row's amount before some of its lines are entered: the others are corrected without them. */
function unitsWithout(
  mine: readonly CorrectionLine[],
  whole: readonly CorrectionLine[],
  { beforeUnits }: RowDifference,
): number {
  const entered = new Set(mine.map(({ difference }) => difference));
  const others = selectDifferences(
    whole.map(({ difference }) => difference),
    (difference) => !entered.has(difference),
  );
  return others.flatMap(({ written }) => written ?? [])[0]?.afterUnits ?? beforeUnits;
}

function sumDifferences(
  lines: readonly CorrectionLine[],
  of: (difference: LineDifference) => number,
): number {
  return lines.reduce((sum, { difference }) => addQuantities(sum, of(difference)), 0);
}

/** How a row of a file names its person: by payroll ID, or else by another mapping column; empty if it does not. */
export function numberInRow(row: string): { readonly isPayrollId: boolean; readonly number: string } {
  const values = row.includes('{') ? parseRowName(row).values : {};
  return {
    isPayrollId: nonEmptyText(values['employee.number']) !== undefined,
    number: numberIn(values),
  };
}

/** The payroll ID, or else another mapping column by which the system identifies people. */
function numberIn(values: DataRow): string {
  const others = Object.keys(values).filter((name) => name.startsWith('employee.') && name !== 'employee.id');
  return (
    nonEmptyText(values['employee.number']) ??
    others.flatMap((name) => nonEmptyText(values[name]) ?? [])[0] ??
    ''
  );
}

function nonEmptyText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Several rows of a file can be one amount in the payroll system. */
function sumEntries(entries: readonly HandEntry[]): HandEntry[] {
  const [first] = entries;
  if (first === undefined) return [];
  const sum = (of: 'recorded' | 'now' | 'type') => {
    const scale = 10 ** first.decimals;
    return entries.reduce((total, entry) => total + Math.round(entry[of] * scale), 0) / scale;
  };
  const decimals =
    first.unit === 'hours' || first.unit === 'minutes' ? first.decimals : neededDecimals(entries);
  return [
    {
      ...first,
      decimals,
      payCodes: [...new Set(entries.flatMap(({ payCodes }) => payCodes))].sort(),
      recorded: sum('recorded'),
      now: sum('now'),
      type: sum('type'),
      lines: entries.flatMap(({ lines }) => lines),
      ...settledBeforeOf(entries.flatMap(({ settledBefore = [] }) => settledBefore)),
    },
  ];
}

/** The decimals of some quantities: counts and days are usually whole or halves. */
function neededDecimals(entries: readonly HandEntry[]): number {
  const amounts = entries.flatMap(({ recorded, now, type }) => [recorded, now, type]);
  return Math.max(0, ...amounts.map((amount) => String(amount).split('.')[1]?.length ?? 0));
}

function byPerson(a: HandEntry, b: HandEntry): number {
  const order = ({ template, forPeriod, employeeNumber, employeeId, code, date }: HandEntry) => [
    template,
    forPeriod,
    employeeNumber,
    employeeId,
    code,
    date ?? '',
  ];
  const [left, right] = [order(a), order(b)];
  const differs = left.findIndex((text, index) => text !== right[index]);
  if (differs < 0) return 0;
  return (left[differs] ?? '').localeCompare(right[differs] ?? '', 'en', { numeric: true });
}
