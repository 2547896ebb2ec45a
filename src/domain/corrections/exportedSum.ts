import { addQuantities } from '../pay/payLine.js';
import { ByRow, keyInRow, linesByRow } from './byRow.js';
import type { Exported, ExportedLine, WrittenRow } from './exportedLine.js';

/**
 * Everything that was exported, final by final and correction by correction, as one: a line and a row each once.
 * Settlements count too, since what was paid outside is paid. Lines and rows that came to nothing stay with 0, so that
 * a target that keeps old values is told of them.
 * @throws RangeError where two exports of a row count in different units
 */
export function exportedSum(exports: readonly Exported[]): Exported {
  const rows = new ByRow<WrittenRow>();
  for (const { rows: written } of exports) {
    for (const row of written) {
      const known = rows.get(row);
      if (known !== undefined && known.unitsOfOne !== row.unitsOfOne) {
        throw new RangeError(`row ${row.row} of ${row.template} was written in two units`);
      }
      rows.set(row, { ...row, units: (known?.units ?? 0) + row.units });
    }
  }
  const lines: ExportedLine[] = [];
  for (const mine of linesByRow(eachLine(exports)).values())
    for (const line of summed(mine)) lines.push(line);
  return { lines, rows: [...rows.values()] };
}

function* eachLine(exports: readonly Exported[]): Iterable<ExportedLine> {
  for (const { lines } of exports) yield* lines;
}

/** Lines of one row, each key once. */
function summed(lines: readonly ExportedLine[]): Iterable<ExportedLine> {
  const byKey = new Map<string, ExportedLine>();
  for (const line of lines) {
    const key = keyInRow(line);
    const amount = addQuantities(byKey.get(key)?.amount ?? 0, line.amount);
    byKey.set(key, { ...keyOf(line), amount });
  }
  return byKey.values();
}

function keyOf(line: ExportedLine): ExportedLine {
  const { template, employeeId, date, payCode, establishment, costCenter, unit, row, amount } = line;
  return { template, employeeId, date, payCode, establishment, costCenter, unit, row, amount };
}
