import { lineKeyText, payLineText } from '../../domain/corrections/exportedLine.js';
import type { LineDifference, PayLineDifference } from '../../domain/corrections/lineDifferences.js';
import { isInside, type Period } from '../../domain/period/period.js';
import type { Days } from '../../domain/period/repeatingPeriod.js';
import { addDays, type LocalDate } from '../../domain/time/localDate.js';
import type { ChangedDays } from '../../store/scheduleState.js';
import type { Store } from '../../store/store.js';
import { isPlanned } from '../ledger/changedSince.js';
import type { CorrectionBase } from '../ledger/correctionBase.js';
import { PAY_LINES } from '../ledger/exportedLines.js';
import { type BalanceChange, movesOn } from './changedBalances.js';
import type { ComparedFinals } from './comparedFinals.js';
import type { CorrectionLine } from './correctionLines.js';
import type { CorrectionScope } from './correctionScope.js';
import { payLinesWithin } from './printedPayLines.js';

/** What a comparison found, as far as the state of days depends on it. */
type FoundChanges = Pick<ComparedFinals, 'differing' | 'lines' | 'finals' | 'carriedBy' | 'balances'>;

export const NO_CHANGES: FoundChanges = {
  differing: [],
  lines: [],
  finals: [],
  carriedBy: new Map(),
  balances: [],
};

/** The finals with other days than those of a correction, and these days. */
export function daysBeside(
  { from, to }: Period,
  { finals }: Pick<ComparedFinals, 'finals'>,
): { readonly whole: readonly Days[]; readonly parts: readonly Days[] } {
  const all = finals.map(({ base }) => base.final.link.period);
  const whole = all.filter((days) => days.from < from || days.to > to);
  const parts = whole.flatMap((days) => [
    { from: days.from, to: addDays(from, -1) },
    { from: addDays(to, 1), to: days.to },
  ]);
  return { whole, parts: parts.filter((days) => days.from <= days.to) };
}

/**
 * The lines that templates print otherwise, without the ones just recorded: also if the pay lines are the same, as after a
 * correction that one payroll system has and another did not enter, and in finals that are not the newest of their days.
 */
function linesOfTemplates(
  { lines }: Pick<FoundChanges, 'lines'>,
  covered: readonly LineDifference[],
): readonly CorrectionLine[] {
  const keys = new Set(covered.map(({ key }) => lineKeyText(key)));
  return lines.filter(({ difference: { key } }) => key.template !== PAY_LINES && !keys.has(lineKeyText(key)));
}

/**
 * The number of differing pay lines and balances without a correction, for the state of these days.
 * @param covered differences that a correction has just recorded
 */
export function leftChanges(
  today: LocalDate,
  store: Store,
  { prepared: { employer, employerKey } }: Pick<CorrectionScope, 'prepared'>,
  { from, to }: Days,
  { differing, balances, ...found }: FoundChanges,
  covered: readonly LineDifference[],
): ChangedDays {
  const { employerId } = employer;
  const ownCovered = covered.filter(({ key: { template } }) => template === PAY_LINES);
  const keys = new Set(ownCovered.map(({ key }) => payLineText(key)));
  // Only past days: planned days may still change.
  const isPast = ({ base, difference: { key } }: PayLineDifference<CorrectionBase>) =>
    isInside(key.date, { from, to }) && !isPlanned(base.final, key.date, today);
  const open = differing.filter((each) => isPast(each) && !keys.has(payLineText(each.difference.key)));
  const lines = new Set([
    ...open.map(({ difference: { key } }) => payLineText(key)),
    ...linesOfTemplates(found, covered)
      .filter(isPast)
      .flatMap(({ difference: { key } }) => payLinesWithin(key, found.carriedBy)),
  ]).size;
  const isOwn = (change: BalanceChange) =>
    isInside(change.final.period.to, { from, to }) && (!change.isLater || movesOn(change, { from, to }));
  const ownBalances = balances.filter(isOwn).length;
  const position = store.ledger.links(employerId).at(-1)?.position ?? 0;
  return { employerId, employerKey, from, to, lines: lines + ownBalances, position };
}
