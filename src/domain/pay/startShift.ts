import type { LocalDate } from '../time/localDate.js';
import type { TimePolicy, WorkedEntry } from '../timesheet/timesheet.js';
import { appliesToEntry, type ColumnsOf } from './appliesToEntry.js';
import type { CompiledRule, CompiledRules } from './compiledRule.js';
import { dayShares } from './dayShare.js';
import { entryTime } from './entryTime.js';
import type { PaidShift } from './paidShift.js';
import type { PayRules } from './payRules.js';

/** All that stays the same from entry to entry. */
export interface PayContext {
  readonly rules: PayRules;
  readonly compiled: CompiledRules;
  readonly policy: TimePolicy;
  readonly holidays: ReadonlySet<LocalDate>;
  readonly columnsOf: ColumnsOf;
}

/** An entry with its time, its days and the rules that concern it; slices come when days are rounded. */
export function startShift(
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
