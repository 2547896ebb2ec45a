import type { LocalDate } from '../time/localDate.js';
import type { Piece } from './cell.js';
import type { PaidShift } from './paidShift.js';
import type { PayLine, PayLineKind } from './payLine.js';
import type { OvertimeUnit } from './payRules.js';

interface Taken {
  readonly date: LocalDate;
  readonly minutes: number;
  readonly pieces: readonly Piece[];
}

/** The line of minutes that a rule took; without pieces it stands at the end of the entry. */
export function lineOf(
  shift: PaidShift,
  { date, minutes, pieces }: Taken,
  kind: PayLineKind,
  rule: { readonly path: string; readonly code: string },
  overtime?: OvertimeUnit | undefined,
): PayLine {
  const { entry } = shift.worked;
  let spanSeconds = 0;
  for (const { clockFrom, clockUntil } of pieces) spanSeconds += clockUntil - clockFrom;
  return {
    employeeId: shift.employeeId,
    date,
    payCode: rule.code,
    kind,
    minutes,
    entryId: entry.id,
    establishmentId: entry.establishmentId,
    teamId: entry.teamId,
    taskId: entry.taskId,
    rule: rule.path,
    overtime,
    fromEpoch: pieces[0]?.fromEpoch ?? shift.endEpoch,
    toEpoch: pieces[pieces.length - 1]?.toEpoch ?? shift.endEpoch,
    spanSeconds,
  };
}

/** Joins lines that follow one another in time under the same rule, so that one stretch of work is one line. */
export function joined(lines: readonly PayLine[]): PayLine[] {
  const result: PayLine[] = [];
  for (const line of lines) {
    const last = result[result.length - 1];
    if (last !== undefined && continues(last, line)) {
      result[result.length - 1] = {
        ...last,
        minutes: last.minutes + line.minutes,
        toEpoch: line.toEpoch,
        spanSeconds: last.spanSeconds + line.spanSeconds,
      };
    } else {
      result.push(line);
    }
  }
  return result;
}

function continues(last: PayLine, line: PayLine): boolean {
  return (
    last.entryId === line.entryId &&
    last.date === line.date &&
    last.rule === line.rule &&
    last.overtime === line.overtime &&
    last.toEpoch === line.fromEpoch
  );
}

/** The loadings of entries: of each group the first rule that takes the minute, on top of the base code. */
export function loadingLines(shifts: readonly PaidShift[]): PayLine[] {
  const found: PayLine[] = [];
  for (const shift of shifts) {
    const byGroup = new Map<string, PayLine[]>();
    for (const slice of shift.slices) {
      for (const rule of slice.winners.loadings) {
        const line = lineOf(shift, slice, 'loading', rule);
        const lines = byGroup.get(rule.group);
        if (lines === undefined) byGroup.set(rule.group, [line]);
        else lines.push(line);
      }
    }
    for (const lines of byGroup.values()) found.push(...(lines.length > 1 ? joined(lines) : lines));
  }
  return found;
}
