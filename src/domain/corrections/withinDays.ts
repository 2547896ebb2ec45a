import { groupBy } from '../groupBy.js';
import { addQuantities } from '../pay/payLine.js';
import { isInside, type Period } from '../period/period.js';
import { type Exported, rowKeyText } from './exportedLine.js';
import { amountOf, type LineDifference, type RowDifference, unitsOfAmount } from './lineDifferences.js';

/** The differences of some days of a period. */
export function withinDays(differences: readonly LineDifference[], days: Period): LineDifference[] {
  return someOf(differences, ({ key }) => isInside(key.date, days));
}

/**
 * Some of the differences. A row whose other differences stay away is not brought to its end: what it prints is the
 * rounding of what is recorded of it once these are, and the rest follows with the others.
 */
export function someOf(
  differences: readonly LineDifference[],
  isWanted: (difference: LineDifference) => boolean,
): LineDifference[] {
  const found = new Map<LineDifference, LineDifference>();
  for (const whole of groupBy(differences, ({ key }) => rowKeyText(key)).values()) {
    const mine = whole.filter(isWanted);
    const row = whole.flatMap(({ written }) => written ?? [])[0] ?? null;
    const written = row === null || mine.length === whole.length ? row : movedBy(row, amountOf(mine));
    for (const [index, each] of mine.entries())
      found.set(each, { ...each, written: index === 0 ? written : null });
  }
  return differences.flatMap((difference) => found.get(difference) ?? []);
}

/** A row of which only some lines move. Rows that are rounded together keep what that gave them until all have moved. */
function movedBy(row: RowDifference, amount: number): RowDifference {
  const { beforeAmount, beforeUnits } = row;
  const moved = unitsOfAmount(addQuantities(beforeAmount, amount), row) - unitsOfAmount(beforeAmount, row);
  return { ...row, afterUnits: beforeUnits + moved };
}

/** Everything of some lines only; for people whose content is gone. */
export function withoutPeople<Sum extends Exported>(sum: Sum, people: ReadonlySet<string>): Sum {
  if (people.size === 0) return sum;
  const rows = new Set(sum.lines.filter(({ employeeId }) => people.has(employeeId)).map(rowKeyText));
  return {
    ...sum,
    lines: sum.lines.filter(({ employeeId }) => !people.has(employeeId)),
    rows: sum.rows.filter((row) => !rows.has(rowKeyText(row))),
  };
}
