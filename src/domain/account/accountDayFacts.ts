import type { AccountRules } from '../pay/accountRules.js';
import type { AccountDay, AccountPerson } from './accountDays.js';

/**
 * What a person's account depends on besides the balance before it, as text: two computations with the same text pay,
 * lapse and end alike from any balance.
 */
export function accountDayFacts(
  { cap }: Pick<AccountRules, 'cap'>,
  { columnsOn }: Pick<AccountPerson, 'columnsOn'>,
  days: readonly AccountDay[],
): string {
  return days
    .map(({ date, target, worked, credits, adjustments }) => {
      const limit = cap?.column === undefined ? '' : (columnsOn(date)?.[cap.column] ?? '');
      return `${date} ${target} ${worked} ${credits} ${adjustments} ${limit}`;
    })
    .join('\n');
}
