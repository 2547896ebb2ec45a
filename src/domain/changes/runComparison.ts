import { type Finding, finding } from '../exceptions/finding.js';
import type { MappedEmployees } from '../mapping/employeeRows.js';
import type { FinalState } from '../month/monthStatus.js';
import type { Pay } from '../pay/computePay.js';
import type { AmountUnit } from '../pay/payAmounts.js';
import { AMOUNT_UNITS, lineAmounts } from '../pay/payAmounts.js';
import { addQuantities, isPaid } from '../pay/payLine.js';
import type { Period } from '../period/period.js';
import type { Timesheet } from '../timesheet/timesheet.js';

/** The totals of a period for one person, kept for next month's comparison. */
export interface PersonFigures {
  readonly workedMinutes: number;
  /** 0 if planning cannot be read. */
  readonly plannedMinutes: number;
  readonly paidMinutes: number;
  /** Minutes by {@link codeKey}. */
  readonly codes: Readonly<Record<string, number>>;
  /** Times and days of leave, by {@link codeKey} of unit and pay code; undefined in figures of earlier versions. */
  readonly quantities?: Readonly<Record<string, number>> | undefined;
}

/** By employee ID; employees without any amount are left out. */
export type Figures = ReadonlyMap<string, PersonFigures>;

/** A pay code with its kind, as one text: `base NORMAL`. */
export function codeKey(kind: string, payCode: string): string {
  return `${kind} ${payCode}`;
}

/** The kind and the pay code of a {@link codeKey}. */
export function parseCodeKey(key: string): { readonly kind: string; readonly payCode: string } {
  const space = key.indexOf(' ');
  return { kind: key.slice(0, space), payCode: key.slice(space + 1) };
}

/** @returns undefined for an employee without any amount */
export function sumPersonFigures(
  { days }: Pick<Timesheet, 'days'>,
  { lines }: Pick<Pay, 'lines'>,
): PersonFigures | undefined {
  const codes: Record<string, number> = {};
  const quantities: Record<string, number> = {};
  let [workedMinutes, plannedMinutes, paidMinutes] = [0, 0, 0];
  for (const day of days) {
    workedMinutes += day.workedMinutes;
    plannedMinutes += day.plannedMinutes ?? 0;
  }
  for (const line of lines) {
    const { kind, payCode, minutes } = line;
    if (line.isWithoutMinutes === true) {
      const amounts = lineAmounts(line);
      for (const unit of QUANTITY_UNITS) addTo(quantities, codeKey(unit, payCode), amounts[unit]);
      continue;
    }
    if (isPaid(kind)) paidMinutes += minutes;
    const key = codeKey(kind, payCode);
    codes[key] = (codes[key] ?? 0) + minutes;
  }
  const hasLines = Object.keys(codes).length > 0 || Object.keys(quantities).length > 0;
  if (workedMinutes === 0 && plannedMinutes === 0 && !hasLines) return undefined;
  return { workedMinutes, plannedMinutes, paidMinutes, codes, quantities };
}

const QUANTITY_UNITS = ['times', 'days'] as const;

function addTo(sums: Record<string, number>, key: string, amount: number): void {
  if (amount !== 0) sums[key] = addQuantities(sums[key] ?? 0, amount);
}

/** The amounts of a person by unit and pay code: minutes of all kinds of lines, times, and days. */
export function amountsByCode({ codes, quantities = {} }: PersonFigures): ReadonlyMap<string, number> {
  const sums = new Map<string, number>(Object.entries(quantities));
  for (const [key, minutes] of Object.entries(codes)) {
    const at = codeKey('minutes', parseCodeKey(key).payCode);
    sums.set(at, (sums.get(at) ?? 0) + minutes);
  }
  return sums;
}

/** An earlier run of the ledger or of the same period, and its totals. */
export interface EarlierFigures {
  readonly runId: string;
  /** The name of the period: `2026-09`. */
  readonly label: string;
  readonly figures: Figures;
  /** Employees whose figures were purged: their changes are unknown. */
  readonly purged: ReadonlySet<string>;
}

/**
 * came: no paid minutes then, some now. went: paid minutes then, no longer listed. zero-hours: paid minutes then, none
 * now, still listed. hours, code: changed by more than the threshold.
 */
export const CHANGE_KINDS = ['came', 'went', 'zero-hours', 'hours', 'code'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

export interface Change {
  readonly kind: ChangeKind;
  readonly employeeId: string;
  /** Only for `code`. */
  readonly payCode: string | null;
  readonly unit: AmountUnit;
  readonly before: number;
  readonly after: number;
}

/** A change above both limits counts as unusual. */
export interface ChangeThreshold {
  readonly minutes: number;
  /** Share of the previous value. */
  readonly percent: number;
}

/** Within the same period every change has a cause, so every minute is reported. */
export const EVERY_MINUTE: ChangeThreshold = { minutes: 1, percent: 0 };

/** Unusual changes against an earlier period, person by person in the order of their ids. */
export function findChanges(
  { figures: before, purged }: Pick<EarlierFigures, 'figures' | 'purged'>,
  now: Figures,
  isListed: (employeeId: string) => boolean,
  threshold: ChangeThreshold,
): Change[] {
  const ids = [...new Set([...before.keys(), ...now.keys()])].filter((id) => !purged.has(id)).sort();
  return ids.flatMap((employeeId) => {
    const [was, is] = [before.get(employeeId) ?? NOTHING, now.get(employeeId) ?? NOTHING];
    const change = (kind: ChangeKind): Change => ({
      kind,
      employeeId,
      payCode: null,
      unit: 'minutes',
      before: was.paidMinutes,
      after: is.paidMinutes,
    });
    if (was.paidMinutes === 0 && is.paidMinutes === 0) return codeChanges(employeeId, was, is, threshold);
    if (was.paidMinutes === 0) return [change('came')];
    if (is.paidMinutes === 0) return [change(isListed(employeeId) ? 'zero-hours' : 'went')];
    const hours = isUnusual(was.paidMinutes, is.paidMinutes, threshold) ? [change('hours')] : [];
    return [...hours, ...codeChanges(employeeId, was, is, threshold)];
  });
}

const NOTHING: PersonFigures = {
  workedMinutes: 0,
  plannedMinutes: 0,
  paidMinutes: 0,
  codes: {},
  quantities: {},
};

function codeChanges(
  employeeId: string,
  was: PersonFigures,
  is: PersonFigures,
  threshold: ChangeThreshold,
): Change[] {
  const changed = (unit: AmountUnit, key: string, before: number, after: number): Change[] => {
    const { payCode } = parseCodeKey(key);
    const limit = unit === 'minutes' ? threshold : { ...threshold, minutes: ANY_QUANTITY };
    return isUnusual(before, after, limit)
      ? [{ kind: 'code', employeeId, payCode, unit, before, after }]
      : [];
  };
  const minutes = keysOf(was.codes, is.codes).flatMap((key) =>
    changed('minutes', key, was.codes[key] ?? 0, is.codes[key] ?? 0),
  );
  return [...minutes, ...quantityChanges(was.quantities, is.quantities, changed)];
}

/** Less than the smallest part of a day that leave can have. */
const ANY_QUANTITY = 0.001;

/** Nothing is known about the quantities of earlier versions. */
function quantityChanges(
  was: PersonFigures['quantities'],
  is: PersonFigures['quantities'],
  changed: (unit: AmountUnit, key: string, before: number, after: number) => Change[],
): Change[] {
  if (was === undefined || is === undefined) return [];
  return keysOf(was, is).flatMap((key) => {
    const unit = AMOUNT_UNITS.find((each) => each === parseCodeKey(key).kind) ?? 'times';
    return changed(unit, key, was[key] ?? 0, is[key] ?? 0);
  });
}

function keysOf(one: Readonly<Record<string, number>>, other: Readonly<Record<string, number>>): string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].sort();
}

function isUnusual(before: number, after: number, { minutes, percent }: ChangeThreshold): boolean {
  const moved = Math.abs(after - before);
  return moved >= minutes && moved * 100 >= percent * Math.abs(before);
}

/** People without any day in the period who had some in the last one, and whose contract has not ended. */
export function missingEmployees(
  { figures: before, label, purged }: EarlierFigures,
  now: Figures,
  { byId }: MappedEmployees,
  { from }: Period,
): Finding[] {
  const missing = [...before.keys()].filter((id) => !now.has(id) && !purged.has(id));
  const hasLeft = (id: string): boolean => {
    const contractTo = byId.get(id)?.at(-1)?.extra.contractTo?.trim() ?? '';
    return contractTo !== '' && contractTo < from;
  };
  return missing
    .filter((id) => !hasLeft(id))
    .sort()
    .map((id) => finding('MISSING_EMPLOYEE', { employeeId: id, record: id }, { label }));
}

/** A period compared with an earlier run. */
export interface PeriodComparison extends EarlierFigures {
  /** Digest of the final in the chain; null for a draft. */
  readonly digest: string | null;
  readonly changes: readonly Change[];
}

/** The author of a final, and its time. */
export interface FinalAudit {
  /** User name on the system. */
  readonly by: string;
  readonly at: Date;
  /** The newest digest of the employer's chain before this run; null for the first. */
  readonly previousDigest: string | null;
  readonly replaced: ReplacedFinals | undefined;
}

/** Finals of the same days that this final replaces. */
export interface ReplacedFinals {
  readonly runIds: readonly string[];
  readonly reason: string;
}

/** The ledger's data about the period: the user who finalises it, and the changes since. */
export interface RunComparison {
  /** The newest final of an earlier period of similar length. */
  readonly earlierPeriod?: PeriodComparison | undefined;
  /** The newest other run of these days. */
  readonly samePeriod?: PeriodComparison | undefined;
  /** Only for a final. */
  readonly audit?: FinalAudit | undefined;
  /** For a draft of days that are final: their state. */
  readonly finalState?: FinalState | undefined;
}
