import type { LocalDate } from '../time/localDate.js';
import type { PaidShift } from './paidShift.js';
import type { PayLine } from './payLine.js';
import type { Piece } from './piece.js';

interface Taken {
  readonly date: LocalDate;
  readonly minutes: number;
  readonly pieces: readonly Piece[];
}

type Origin = Pick<PayLine, 'kind' | 'overtime'> & {
  readonly rule: { readonly path: string; readonly code: string };
};

/** The line of minutes that a rule took; without pieces it stands at the end of the entry. */
export function lineOf(
  { worked, employeeId, endEpoch }: PaidShift,
  { date, minutes, pieces }: Taken,
  origin: Origin,
): PayLine {
  const { entry } = worked;
  return {
    employeeId,
    date,
    payCode: origin.rule.code,
    kind: origin.kind,
    minutes,
    entryId: entry.id,
    establishmentId: entry.establishmentId,
    teamId: entry.teamId,
    taskId: entry.taskId,
    rule: origin.rule.path,
    overtime: origin.overtime,
    fromEpoch: pieces[0]?.fromEpoch ?? endEpoch,
    toEpoch: pieces.at(-1)?.toEpoch ?? endEpoch,
    spanSeconds: pieces.reduce((sum, { clockFrom, clockUntil }) => sum + clockUntil - clockFrom, 0),
  };
}

/** Joins lines that follow one another in time under the same rule, so that one stretch of work is one line. */
export function joined(lines: readonly PayLine[]): PayLine[] {
  const result: PayLine[] = [];
  for (const line of lines) {
    const last = result.at(-1);
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
