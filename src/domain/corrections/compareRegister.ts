import { compareText, groupBy } from '../collections.js';
import type { LocalDate } from '../time/localDate.js';

/** The unit of an amount; minutes are compared as hours. */
export type RegisterUnit = 'hours' | 'times' | 'days';

/** The ledger's amounts for an employee and an external pay code: final, corrections and settlements. */
export interface ExportedAmount {
  readonly employeeId: string;
  readonly code: string;
  readonly unit: RegisterUnit;
  readonly amount: number;
  /** The final's amount alone. */
  readonly finalAmount: number;
  /** The part of the amount that was settled outside files. */
  readonly settledAmount: number;
  /** The smallest difference that the files can print, such as 0.01 hours. */
  readonly step: number;
  readonly payCodes: readonly string[];
  /** The days of the amount. */
  readonly days: readonly DayOfCode[];
}

export interface DayOfCode {
  readonly date: LocalDate;
  readonly payCode: string;
  /** Minutes, times or days. */
  readonly amount: number;
}

/** A line of a register, and its employee. */
export interface PaidLine {
  readonly line: number;
  /** undefined if no employee matches. */
  readonly employeeId: string | undefined;
  /** The register's identifier for the employee. */
  readonly who: string;
  readonly code: string;
  readonly unit: RegisterUnit;
  readonly amount: number;
  /** The smallest difference that the register can print. */
  readonly step: number;
  /** The payroll ID or the code lost its leading zeros. */
  readonly hasLostZeros: boolean;
  /** The amount has no decimal sign, although others in its column have one. */
  readonly lacksDecimalSign: boolean;
}

/** The likely cause of a difference; `hours` if unknown. */
type DifferenceKind =
  | 'unknown-person'
  | 'missing-person'
  | 'swapped-people'
  | 'wrong-code'
  | 'missing-code'
  | 'extra-code'
  | 'correction-missing'
  | 'settlement-missing'
  | 'doubled'
  | 'decimal-sign'
  | 'hours'
  | 'lost-zeros';

/** A difference between register and ledger for an employee, pay code and unit. */
export interface RegisterDifference {
  readonly kind: DifferenceKind;
  /** null if no employee matches the register's line. */
  readonly employeeId: string | null;
  /** The name in the register. */
  readonly who: string;
  readonly code: string;
  readonly unit: RegisterUnit;
  readonly exportedAmount: number;
  readonly paidAmount: number;
  readonly differenceAmount: number;
  readonly lines: readonly number[];
  /** undefined if nothing was exported. */
  readonly exported: ExportedAmount | undefined;
  /** The other person, or the other code, that has these hours. */
  readonly other: string | undefined;
}

interface Pair {
  readonly employeeId: string | undefined;
  readonly code: string;
  readonly unit: RegisterUnit;
  readonly exported: ExportedAmount | undefined;
  readonly paidAmount: number;
  readonly lines: readonly PaidLine[];
  /** Amounts that differ by less are the same, printed with fewer decimals. */
  readonly tolerance: number;
  /** Without the rounding of the register, if each line shows its minutes: in hundredths, it is of one minute only. */
  readonly exactAmount: number | undefined;
}

/** All differences, by employee, pay code and unit, and payroll IDs that lost their leading zeros. */
export function compareRegister(
  exported: readonly ExportedAmount[],
  paid: readonly PaidLine[],
): RegisterDifference[] {
  const pairs = pairUp(exported, paid);
  const differing = pairs.filter((pair) => !isEqual(pair));
  const paidPeople = new Set(paid.flatMap(({ employeeId }) => employeeId ?? []));
  const swapped = swappedPeople(pairs, differing);
  const found = differing.map((pair) => describe(pair, differing, paidPeople, swapped));
  const reported = new Set(found.map(({ employeeId }) => employeeId));
  const zeros = pairs.filter(
    ({ employeeId, lines }) =>
      !reported.has(employeeId ?? null) && lines.some(({ hasLostZeros }) => hasLostZeros),
  );
  return [...found, ...zeros.map((pair) => difference(pair, 'lost-zeros', undefined))].sort(
    (a, b) =>
      compareText(a.employeeId ?? '\uffff', b.employeeId ?? '\uffff') ||
      (a.employeeId === null ? compareText(a.who, b.who) : 0) ||
      compareText(a.code, b.code) ||
      compareText(a.unit, b.unit),
  );
}

function pairUp(exported: readonly ExportedAmount[], paid: readonly PaidLine[]): Pair[] {
  const keyOf = (
    employeeId: string | undefined,
    who: string,
    { code, unit }: Pick<PaidLine, 'code' | 'unit'>,
  ) => JSON.stringify(employeeId === undefined ? [null, who, code, unit] : [employeeId, code, unit]);
  const lines = groupBy(paid, (line) => keyOf(line.employeeId, line.who, line));
  const made = new Map(exported.map((one) => [keyOf(one.employeeId, '', one), one]));
  return [...new Set([...made.keys(), ...lines.keys()])].flatMap((key) => {
    const [one, own] = [made.get(key), lines.get(key) ?? []];
    const named = one ?? own[0];
    if (named === undefined) return [];
    const { employeeId, code, unit } = named;
    const tolerance = toleranceOf(one, own);
    const isExact = showsMinutes(own) && !isPrintable(one, own);
    const exactAmount = isExact ? sum(own.map(inMinutes)) : undefined;
    return {
      employeeId,
      code,
      unit,
      exported: one,
      paidAmount: sum(own),
      lines: own,
      tolerance,
      exactAmount,
    };
  });
}

function sum(lines: readonly Pick<PaidLine, 'amount'>[]): number {
  return lines.reduce((total, { amount }) => total + amount, 0);
}

/**
 * Half of the step of the file, or the rounding of the register, if it cannot print the steps of the file, such as
 * minutes in hundredths of an hour.
 */
function toleranceOf(exported: ExportedAmount | undefined, lines: readonly PaidLine[]): number {
  const ofFile = exported?.step ?? 0;
  return Math.max(ofFile / 2, isPrintable(exported, lines) ? 0 : roundingOf(exported, lines));
}

/** Whether the register can print the steps of the file. */
function isPrintable(exported: ExportedAmount | undefined, lines: readonly PaidLine[]): boolean {
  const ofRegister = stepOf(lines);
  const steps = ofRegister === 0 ? 1 : (exported?.step ?? 0) / ofRegister;
  return steps >= 1 && same(steps, Math.round(steps));
}

function stepOf(lines: readonly PaidLine[]): number {
  return Math.max(0, ...lines.map(({ step }) => step));
}

const MINUTE = 1 / 60;

function showsMinutes(lines: readonly PaidLine[]): boolean {
  return lines.every(({ unit, step }) => unit === 'hours' && step < MINUTE - NOTHING);
}

function inMinutes({ amount }: PaidLine): { amount: number } {
  return { amount: Math.round(amount / MINUTE) * MINUTE };
}

/**
 * By how much the lines of a register can differ from minutes. Lines that do not show their minutes are of the days, or
 * of sums of them, which are rounded no more than the days; further lines by half a step.
 */
function roundingOf(exported: ExportedAmount | undefined, lines: readonly PaidLine[]): number {
  const step = stepOf(lines);
  if (showsMinutes(lines)) return lines.reduce((total, { amount }) => total + offGrid(amount, MINUTE), 0);
  const byLines = (step * lines.length) / 2;
  if (exported === undefined || exported.unit !== 'hours') return byLines;
  const ofDays = exported.days.reduce((total, { amount }) => total + offGrid(amount / 60, step), 0);
  const further = Math.max(0, lines.length - exported.days.length);
  return Math.min(byLines, Math.max(step / 2, ofDays + (step * further) / 2));
}

function offGrid(amount: number, step: number): number {
  return Math.abs(amount - Math.round(amount / step) * step);
}

/** Less than any unit of a file, because sums of binary fractions are not exact. */
const NOTHING = 1e-6;

/** Many small roundings must not hide a minute. */
function isEqual({ exported, paidAmount, tolerance, exactAmount }: Pair): boolean {
  const wanted = exported?.amount ?? 0;
  const ofFile = (exported?.step ?? 0) / 2;
  if (exactAmount === undefined) return same(paidAmount, wanted, tolerance);
  return same(paidAmount, wanted, ofFile) || same(exactAmount, wanted, ofFile);
}

function same(a: number, b: number, tolerance = 0): boolean {
  return Math.abs(a - b) <= tolerance + NOTHING;
}

/** In tenths or hundredths, whatever has fewer decimals. */
const TENTH = 0.09;

/** Employees whose amounts were swapped. */
function swappedPeople(pairs: readonly Pair[], differing: readonly Pair[]): ReadonlyMap<string, string> {
  const decimals = pairs.some(({ tolerance }) => tolerance * 2 > TENTH) ? 1 : 2;
  const table = (of: (pair: Pair) => number) => {
    const people = new Map<string, string[]>();
    for (const pair of pairs) {
      const amount = of(pair);
      if (pair.employeeId === undefined || same(amount, 0)) continue;
      const mine = people.get(pair.employeeId) ?? [];
      const own = JSON.stringify([pair.code, pair.unit, amount.toFixed(decimals)]);
      people.set(pair.employeeId, [...mine, own]);
    }
    return new Map([...people].map(([id, codes]) => [id, codes.sort().join()]));
  };
  const exported = table((pair) => pair.exported?.amount ?? 0);
  const paid = table(({ paidAmount }) => paidAmount);
  const people = [...new Set(differing.flatMap(({ employeeId }) => employeeId ?? []))];
  const key = (of: readonly [string | undefined, string | undefined]) =>
    JSON.stringify(of.map((amounts) => amounts ?? ''));
  const alike = groupBy(people, (id) => key([exported.get(id), paid.get(id)]));
  return new Map(
    people.flatMap((id) => {
      const own = alike.get(key([exported.get(id), paid.get(id)])) ?? [];
      const other = alike.get(key([paid.get(id), exported.get(id)]))?.[own.indexOf(id)];
      return other !== undefined && other !== id ? [[id, other] as const] : [];
    }),
  );
}

function describe(
  pair: Pair,
  differing: readonly Pair[],
  paidPeople: ReadonlySet<string>,
  swapped: ReadonlyMap<string, string>,
): RegisterDifference {
  const { employeeId, code, unit, exported, paidAmount, tolerance } = pair;
  if (employeeId === undefined) return difference(pair, 'unknown-person', undefined);
  if (isWithoutSign(pair)) return difference(pair, 'decimal-sign', undefined);
  const partner = swapped.get(employeeId);
  if (partner !== undefined) return difference(pair, 'swapped-people', partner);
  if (!paidPeople.has(employeeId)) return difference(pair, 'missing-person', undefined);
  const moved = (exported?.amount ?? 0) - paidAmount;
  const other = differing.find(
    (each) =>
      each.employeeId === employeeId &&
      each.code !== code &&
      each.unit === unit &&
      same((each.exported?.amount ?? 0) - each.paidAmount, -moved, Math.max(tolerance, each.tolerance)) &&
      (exported === undefined || each.exported === undefined),
  );
  if (other !== undefined) return difference(pair, 'wrong-code', other.code);
  if (exported === undefined) return difference(pair, 'extra-code', undefined);
  return difference(pair, kindOfAmount(exported, pair), undefined);
}

const SCALES = [10, 100, 1000];

/** A cell without its decimal sign, `15038` for 150.38, explains the whole difference. */
function isWithoutSign({ exported, lines, tolerance }: Pair): boolean {
  const unsigned = lines.filter(({ lacksDecimalSign }) => lacksDecimalSign);
  if (exported === undefined || unsigned.length === 0) return false;
  const others = sum(lines) - sum(unsigned);
  return SCALES.some((scale) => same(others + sum(unsigned) / scale, exported.amount, tolerance));
}

function kindOfAmount(
  { amount, finalAmount, settledAmount }: ExportedAmount,
  { paidAmount, lines, tolerance }: Pair,
): DifferenceKind {
  const isPaid = (wanted: number, times = 1) => same(paidAmount, wanted, tolerance * times);
  if (!same(finalAmount, amount) && isPaid(finalAmount)) return 'correction-missing';
  if (!same(settledAmount, 0) && isPaid(amount - settledAmount)) return 'settlement-missing';
  if (lines.length === 0) return 'missing-code';
  if (
    lines.length > 1 &&
    lines.some(
      (one, at) =>
        lines.some((two, place) => place > at && same(one.amount, two.amount)) && isPaid(amount + one.amount),
    )
  )
    return 'doubled';
  if (isPaid(2 * amount, 2)) return 'doubled';
  const isScaled = SCALES.some(
    (scale) => isPaid(amount * scale, scale) || (!same(paidAmount, 0) && isPaid(amount / scale)),
  );
  return isScaled ? 'decimal-sign' : 'hours';
}

function difference(pair: Pair, kind: DifferenceKind, other: string | undefined): RegisterDifference {
  const { employeeId = null, code, unit, exported, paidAmount, lines } = pair;
  const exportedAmount = exported?.amount ?? 0;
  return {
    kind,
    employeeId,
    who: lines[0]?.who ?? '',
    code,
    unit,
    exported,
    other,
    exportedAmount: rounded(exportedAmount),
    paidAmount: rounded(paidAmount),
    differenceAmount: rounded(paidAmount - exportedAmount),
    lines: [...new Set(lines.map(({ line }) => line))],
  };
}

const FINEST = 10_000;

function rounded(amount: number): number {
  return Math.round(amount * FINEST) / FINEST + 0;
}
