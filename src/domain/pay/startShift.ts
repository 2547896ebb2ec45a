import { dateOfDay } from '../time/dayOf.js';
import type { LocalDate } from '../time/localDate.js';
import type { TimePolicy, WorkedEntry } from '../timesheet/timesheet.js';
import { appliesToEntry, type ColumnsOf } from './appliesToEntry.js';
import { clockSeconds } from './clockTime.js';
import { type CompiledRule, type CompiledRules, timesOf } from './compiledRule.js';
import { dayShares, wholeDateOf } from './dayShare.js';
import { entryTime } from './entryTime.js';
import type { PaidShift } from './paidShift.js';
import type { PayRules } from './payRules.js';
import { type Surroundings, workingDayOf } from './takesPiece.js';

/** All that stays the same from entry to entry. */
export interface PayContext {
  readonly rules: PayRules;
  readonly compiled: CompiledRules;
  readonly policy: TimePolicy;
  readonly holidays: ReadonlySet<LocalDate>;
  readonly columnsOf: ColumnsOf;
}

/** What is known of the person before the first entry is looked at. */
export type OfPerson = Pick<PaidShift, 'employeeId' | 'limits'> & Pick<Surroundings, 'streaks'>;

/** An entry with its time, its days and the rules that concern it; slices come when days are rounded. */
export function startShift(
  worked: WorkedEntry,
  { employeeId, limits, streaks }: OfPerson,
  context: PayContext,
): PaidShift {
  const { rules, policy, holidays } = context;
  const { base, loadings, counts, times } = concerning(worked, context);
  const dayStart = rules.dayStart === undefined ? 0 : clockSeconds(rules.dayStart);
  const { clock, startEpoch, endEpoch, adjustments, unplaced, ...time } = entryTime(worked, rules, policy);
  const landsOn = wholeDateOf(worked, { unplaced }, policy.attribution);
  const start = { epochDay: clock.dayAt(startEpoch), clockFrom: startEpoch + clock.offsetAt(startEpoch) };
  const startDay = workingDayOf(start, { dayStart });
  return {
    worked,
    employeeId,
    adjustments: [...adjustments],
    days: dayShares(worked, { ...time, unplaced }, policy.attribution),
    slices: [],
    base,
    loadings,
    counts,
    limits,
    countsOn: policy.attribution === 'start' && dayStart > 0 ? dateOfDay(startDay) : landsOn,
    times,
    around: { holidays, clock, startDay, startEpoch, landsOn, streaks, dayStart },
    endEpoch,
    unplaced,
  };
}

/** The rules that concern an entry: only they cut it, those of other people and places change nothing here. */
function concerning(
  { entry }: WorkedEntry,
  { compiled, columnsOf, rules }: PayContext,
): Pick<CompiledRules, 'base' | 'loadings' | 'counts' | 'times'> {
  if (!compiled.isSelective) return compiled;
  const applies = (rule: CompiledRule): boolean => appliesToEntry(rule, entry, columnsOf);
  const base = compiled.base.filter(applies);
  const loadings = compiled.loadings.filter(applies);
  const counts = compiled.counts.filter(applies);
  const dayStart = rules.dayStart === undefined ? 0 : clockSeconds(rules.dayStart);
  return { base, loadings, counts, times: timesOf([...base, ...loadings, ...counts], dayStart) };
}
