import { groupBy } from '../groupBy.js';
import type { PayLine } from './payLine.js';
import type { CreditRule } from './payRules.js';

/**
 * Time that is owed for minutes of other codes: for each day the sum of their minutes times the factor, rounded to
 * whole minutes, halves up. It stands with the last of the day's lines.
 */
export function creditLines(lines: readonly PayLine[], credits: readonly CreditRule[]): PayLine[] {
  return credits.flatMap(({ code, of, factor }, index) => {
    const days = groupBy(
      lines.filter(({ payCode }) => of.includes(payCode)),
      ({ date }) => date,
    );
    return [...days.values()].flatMap((day) => {
      const last = day.at(-1);
      const minutes = day.reduce((sum, line) => sum + line.minutes, 0);
      // Factors have few decimals: 90 × 1.1 is 99, not 99.00000000000001.
      const credited = Math.floor(Number((minutes * factor).toFixed(6)) + 0.5);
      if (last === undefined || credited === 0) return [];
      const rule = `payRules.credits[${index}]`;
      return [
        { ...last, payCode: code, kind: 'credit' as const, minutes: credited, rule, overtime: undefined },
      ];
    });
  });
}
