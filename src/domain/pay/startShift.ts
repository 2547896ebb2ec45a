import { dateOfDay } from '../time/dayOf.js';
import type { LocalDate } from '../time/localDate.js';
import type { TimePolicy, WorkedEntry } from '../timesheet/timesheet.js';
import { appliesToEntry } from './appliesToEntry.js';
import { clockSeconds } from './clockTime.js';
import { dayShares, wholeDateOf } from './dayShare.js';
import { entryTime } from './entryTime.js';
import type { ColumnsOf } from './mappingColumns.js';
import type { KnownOfPerson } from './ownReference.js';
import type { PaidShift, Slice } from './paidShift.js';
import type { PayLine } from './payLine.js';
import type { PayRules } from './payRules.js';
import type { RuleSet } from './ruleSet.js';
import type { RuleSets } from './ruleSets.js';
import { type PieceTerms, workingDayOf } from './takesPiece.js';

/** All that stays the same from entry to entry. */
export interface PayContext {
  readonly rules: PayRules;
  readonly compiled: RuleSets;
  readonly policy: TimePolicy;
  readonly columnsOf: ColumnsOf;
  readonly knownOf: (employeeId: string) => KnownOfPerson;
  /** The first day of the exported period. */
  readonly from: LocalDate;
}

/** What is known of the person before the first entry is looked at. */
export type OfPerson = Pick<PaidShift, 'employeeId'> & Pick<PieceTerms, 'streaks'>;

const NO_SLICES: readonly Slice[] = [];
const NO_LINES: readonly PayLine[] = [];

/** An entry with its time, its days and the rules that concern it; slices come when days are rounded. */
export function startShift(
  worked: WorkedEntry,
  { employeeId, streaks }: OfPerson,
  context: PayContext,
): PaidShift {
  const { rules, policy, compiled } = context;
  const set = concerning(worked, context);
  const dayStart = rules.dayStart === undefined ? 0 : clockSeconds(rules.dayStart);
  const time = entryTime(worked, rules, policy, set);
  const { clock, startEpoch, endEpoch, adjustments, unplaced } = time;
  const landsOn = wholeDateOf(worked, time, policy.attribution);
  const start = { epochDay: clock.dayAt(startEpoch), clockFrom: startEpoch + clock.offsetAt(startEpoch) };
  const startDay = workingDayOf(start, { dayStart });
  return {
    worked,
    employeeId,
    adjustments,
    days: dayShares(time, landsOn),
    slices: NO_SLICES,
    lines: NO_LINES,
    rules: set,
    base: set.base,
    countsOn: policy.attribution === 'start' && dayStart > 0 ? dateOfDay(startDay) : landsOn,
    around: { holidays: compiled.holidays, clock, startDay, startEpoch, landsOn, streaks, dayStart },
    endEpoch,
    unplaced,
  };
}

/** The rules that concern an entry: only they cut it, those of other people and places change nothing here. */
function concerning({ entry }: WorkedEntry, { compiled, columnsOf }: PayContext): RuleSet {
  const { whole, isSelective, all } = compiled;
  if (!isSelective) return whole;
  return compiled.some(all.map((rule) => appliesToEntry(rule, entry, columnsOf)));
}
