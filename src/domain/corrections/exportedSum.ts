import {
  type Exported,
  type ExportedLine,
  lineKeyText,
  rowKeyText,
  type WrittenRow,
} from './exportedLine.js';

/**
 * Everything that was exported, final by final and correction by correction, as one: a line and a row each once.
 * Settlements count too, since what was paid outside is paid. Lines and rows that came to nothing stay with 0, so that
 * a target that keeps old values is told of them.
 * @throws RangeError where two exports of a row count in different units
 */
export function exportedSum(exports: Iterable<Exported>): Exported {
  const lines = new Map<string, ExportedLine>();
  const rows = new Map<string, WrittenRow>();
  for (const exported of exports) {
    for (const line of exported.lines) {
      const key = lineKeyText(line);
      const minutes = (lines.get(key)?.minutes ?? 0) + line.minutes;
      lines.set(key, { ...keyOf(line), minutes });
    }
    for (const row of exported.rows) {
      const key = rowKeyText(row);
      const known = rows.get(key);
      if (known !== undefined && known.unitsPerHour !== row.unitsPerHour) {
        throw new RangeError(`row ${row.row} of ${row.template} was written in two units`);
      }
      rows.set(key, { ...row, units: (known?.units ?? 0) + row.units });
    }
  }
  return { lines: [...lines.values()], rows: [...rows.values()] };
}

function keyOf(line: ExportedLine): ExportedLine {
  const { template, employeeId, date, payCode, establishment, costCenter, row, minutes } = line;
  return { template, employeeId, date, payCode, establishment, costCenter, row, minutes };
}
