import { addQuantities } from '../pay/payLine.js';
import { isInside, type Period } from '../period/period.js';
import { type Exported, rowKeyText } from './exportedLine.js';
import { type LineDifference, movedAmount, unitsOfAmount } from './lineDifferences.js';

/**
 * The differences of some days of a period. A row that sums other days too is not brought to its end: it moves by the
 * amounts of these days alone, and the rest follows when the other days are corrected.
 */
export function withinDays(differences: readonly LineDifference[], days: Period): LineDifference[] {
  const outside = new Set(
    differences.filter(({ key }) => !isInside(key.date, days)).map(({ key }) => rowKeyText(key)),
  );
  const rows = new Map(
    differences.flatMap(({ written }) => (written === null ? [] : [[rowKeyText(written), written] as const])),
  );
  const inside = differences.filter(({ key }) => isInside(key.date, days));
  const first = new Set<string>();
  return inside.map((difference) => {
    const text = rowKeyText(difference.key);
    const row = rows.get(text);
    if (!outside.has(text) || row === undefined) return difference;
    const isFirst = !first.has(text);
    first.add(text);
    if (!isFirst) return { ...difference, written: null };
    const amount = inside
      .filter(({ key }) => rowKeyText(key) === text)
      .reduce((sum, each) => addQuantities(sum, movedAmount(each)), 0);
    const moved = unitsOfAmount(amount, row);
    return { ...difference, written: { ...row, afterUnits: row.beforeUnits + moved } };
  });
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
