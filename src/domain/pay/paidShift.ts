import type { LocalDate } from '../time/localDate.js';
import type { TimePolicy, WorkedEntry } from '../timesheet/timesheet.js';
import { appliesToEntry, type ColumnsOf } from './appliesToEntry.js';
import type { CompiledRule, CompiledRules } from './compiledRule.js';
import { type DayShare, dayShares } from './dayShare.js';
import { entryTime } from './entryTime.js';
import type { OwnLimits } from './limits.js';
import type { Adjustment, PaidEntry } from './payLine.js';
import type { PayRules } from './payRules.js';
import type { Slice } from './slice.js';
import type { Surroundings } from './takesPiece.js';

/** An entry on its way to pay lines: adjustments, day shares and slices are filled in step by step. */
export interface PaidShift {
  readonly worked: WorkedEntry;
  readonly employeeId: string;
  readonly adjustments: Adjustment[];
  readonly days: readonly DayShare[];
  slices: readonly Slice[];
  /** Rules that concern the entry, in order. */
  base: readonly CompiledRule[];
  readonly loadings: readonly CompiledRule[];
  readonly limits: ReadonlyMap<CompiledRule, OwnLimits>;
  /** Times of the day at which one of them may change its answer. */
  readonly times: readonly number[];
  readonly around: Surroundings;
  readonly endEpoch: number;
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

export function paidShift(
  worked: WorkedEntry,
  { employeeId, limits }: Pick<PaidShift, 'employeeId' | 'limits'>,
  context: PayContext,
): PaidShift {
  const { rules, compiled, policy, holidays, columnsOf } = context;
  const applies = (rule: CompiledRule): boolean => appliesToEntry(rule, worked.entry, columnsOf);
  const base = compiled.base.filter(applies);
  const loadings = compiled.loadings.filter(applies);
  const { clock, startEpoch, endEpoch, adjustments, unplaced, ...time } = entryTime(worked, rules, policy);
  return {
    worked,
    employeeId,
    adjustments: [...adjustments],
    days: dayShares(worked, { ...time, unplaced }, policy.attribution),
    slices: [],
    base,
    loadings,
    limits,
    // Only rules that concern the entry cut it: those of other people change nothing here.
    times: [...new Set([...base, ...loadings].flatMap((rule) => rule.times))],
    around: { holidays, clock, startDay: clock.dayAt(startEpoch), startEpoch },
    endEpoch,
    unplaced,
  };
}
