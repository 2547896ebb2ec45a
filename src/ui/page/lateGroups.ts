/* Late changes as people read them: each change once, with what each payroll system needs. */
import type { CorrectionsAnswer } from '../correctionsAnswer.js';

export type LateLine = CorrectionsAnswer['lines'][number];
export type TypedAmount = CorrectionsAnswer['byHand'][number];

/** A change of a person, day and pay code, in all files. */
export interface LateChange {
  readonly key: string;
  readonly first: LateLine;
  readonly lines: readonly LateLine[];
}

/** An amount of a payroll ID, code, cost centre and unit to enter by hand, in all payroll systems that have it. */
export interface HandRow {
  readonly key: string;
  readonly first: TypedAmount;
  readonly amounts: readonly TypedAmount[];
}

/** The lines of the files by change, in their order. */
export function lateChanges(lines: readonly LateLine[]): LateChange[] {
  const keyOf = ({ person, date, payCode, place, costCenter }: LateLine) =>
    JSON.stringify([person, date, payCode, place, costCenter]);
  return grouped(lines, keyOf).map(({ key, first, all }) => ({ key, first, lines: all }));
}

/** Amounts to enter, the same one of several systems in one row: never two of one system. */
export function handRows(amounts: readonly TypedAmount[]): HandRow[] {
  const keyOf = ({ number, person, code, costCenter, unit, date, period }: TypedAmount) =>
    JSON.stringify([number, person, code, costCenter, unit, date, period]);
  return grouped(amounts, keyOf).map(({ key, first, all }) => ({ key, first, amounts: all }));
}

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string) {
  const groups = new Map<string, { readonly key: string; readonly first: Item; readonly all: Item[] }>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key) ?? { key, first: item, all: [] };
    groups.set(key, group);
    group.all.push(item);
  }
  return [...groups.values()];
}

export function isByHand({ disposition }: LateLine): boolean {
  return disposition === 'by-hand' || disposition === 'beyond-horizon';
}

/** The lines that a person settles: with the reason for leaving them out, and the entered ones with theirs. */
export type Reasons = Readonly<Record<string, string>>;

/** What a correction would record, and whether it would be refused. */
export function isRecordable({ lines, balances }: CorrectionsAnswer, settle: Reasons): boolean {
  const open = lines.filter(({ line }) => settle[line] === undefined);
  const byHand = open.filter(({ disposition }) => disposition === 'by-hand');
  const isBegun = lines.some((line) => line.disposition === 'by-hand' && settle[line.line] !== undefined);
  // Pay lines that no template prints do not stand for a payroll system.
  const inFiles = open.filter((line) => !isByHand(line) && line.template !== null);
  const carried = new Set(lateChanges(inFiles).map(({ key }) => key));
  const isCarried = lateChanges(byHand).every(({ key }) => carried.has(key));
  const isAny =
    open.some((line) => !isByHand(line)) ||
    lines.length > open.length ||
    balances.some(({ isLater }) => !isLater);
  return isAny && (isBegun || isCarried);
}
