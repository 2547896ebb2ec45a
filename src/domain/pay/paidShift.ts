import type { LocalDate } from '../time/localDate.js';
import type { TimePolicy, WorkedEntry } from '../timesheet/timesheet.js';
import { appliesToEntry, type ColumnsOf } from './appliesToEntry.js';
import type { CompiledRule, CompiledRules } from './compiledRule.js';
import { entryTime } from './entryTime.js';
import type { Adjustment, PaidEntry } from './payLine.js';
import type { PayRules } from './payRules.js';
import { type Slice, slicesOf } from './slice.js';
import { type Surroundings, takesPiece } from './takesPiece.js';

/** An entry on its way to pay lines: its slices change while days are rounded. */
export interface PaidShift {
  readonly worked: WorkedEntry;
  readonly employeeId: string;
  readonly adjustments: Adjustment[];
  slices: Slice[];
  readonly base: readonly CompiledRule[];
  readonly loadings: readonly CompiledRule[];
  readonly around: Surroundings;
  readonly unplaced: PaidEntry['unplaced'];
}

/** All that stays the same from entry to entry. */
export interface PayContext {
  readonly rules: PayRules;
  readonly compiled: CompiledRules;
  readonly policy: TimePolicy;
  readonly holidays: ReadonlySet<LocalDate>;
  readonly columnsOf: ColumnsOf;
}

export function paidShift(worked: WorkedEntry, employeeId: string, context: PayContext): PaidShift {
  const { rules, compiled, policy, holidays, columnsOf } = context;
  const applies = (rule: CompiledRule): boolean => appliesToEntry(rule, worked.entry, columnsOf);
  const base = compiled.base.filter(applies);
  const loadings = compiled.loadings.filter(applies);
  const time = entryTime(worked, rules, policy);
  // Only rules that concern the entry cut it: those of other people change nothing here.
  const times = new Set([...base, ...loadings].flatMap((rule) => rule.times));
  return {
    worked,
    employeeId,
    adjustments: [...time.adjustments],
    slices: slicesOf(worked, time, [...times], policy.attribution),
    base,
    loadings,
    around: {
      holidays,
      startDay: time.zones.dayZone.dayAt(time.startEpoch),
      startClock: time.startEpoch + time.zones.zone.offsetAt(time.startEpoch),
    },
    unplaced: time.unplaced,
  };
}

/** Which rules take a slice, but for overtime; a minimum in the window counts over the whole entry. */
export function rulesTaking(
  rules: readonly CompiledRule[],
  shift: PaidShift,
): (slice: Slice) => CompiledRule[] {
  const enough = rules.filter(
    (rule) => rule.minimumInWindow === 0 || minutesTaken(rule, shift) >= rule.minimumInWindow,
  );
  return ({ piece }) => enough.filter((rule) => takesPiece(rule, piece, shift.around));
}

function minutesTaken(rule: CompiledRule, shift: PaidShift): number {
  const taken = shift.slices.filter(({ piece }) => takesPiece(rule, piece, shift.around));
  return taken.reduce((sum, { minutes }) => sum + minutes, 0);
}
