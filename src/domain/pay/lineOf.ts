import type { PaidShift } from './paidShift.js';
import type { PayLine, PayLineKind } from './payLine.js';
import type { Slice } from './slice.js';

interface Origin {
  readonly kind: PayLineKind;
  readonly rule: { readonly path: string; readonly code: string };
  readonly overtime?: PayLine['overtime'];
}

export function lineOf({ worked, employeeId }: PaidShift, slice: Slice, origin: Origin): PayLine {
  const { entry } = worked;
  return {
    employeeId,
    date: slice.date,
    payCode: origin.rule.code,
    kind: origin.kind,
    minutes: slice.minutes,
    entryId: entry.id,
    establishmentId: entry.establishmentId,
    teamId: entry.teamId,
    taskId: entry.taskId,
    rule: origin.rule.path,
    overtime: origin.overtime,
    fromEpoch: slice.piece.fromEpoch,
    toEpoch: slice.piece.toEpoch,
  };
}

/** Joins lines that follow one another in time under the same rule, so that one stretch of work is one line. */
export function joined(lines: readonly PayLine[]): PayLine[] {
  const result: PayLine[] = [];
  for (const line of lines) {
    const last = result.at(-1);
    if (last !== undefined && continues(last, line)) {
      result[result.length - 1] = { ...last, minutes: last.minutes + line.minutes, toEpoch: line.toEpoch };
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
