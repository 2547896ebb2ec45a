import type { LocalDate } from '../time/localDate.js';
import type { Piece } from './cell.js';
import { putLine } from './linesInOrder.js';
import type { BasePart, PaidShift, Slice } from './paidShift.js';
import type { PayLine, PayLineKind } from './payLine.js';
import type { OvertimeUnit } from './payRules.js';

interface Taken {
  readonly date: LocalDate;
  readonly minutes: number;
  readonly pieces: readonly Piece[];
}

interface RuleOfLine {
  /** Where it stands in the configuration. */
  readonly path: string;
  readonly code: string;
}

/** The line of minutes that a rule took; without pieces it stands at the end of the entry. */
export function lineOf(
  shift: PaidShift,
  taken: Taken,
  kind: PayLineKind,
  rule: RuleOfLine,
  overtime?: OvertimeUnit | undefined,
): PayLine {
  const { entry } = shift.worked;
  return {
    employeeId: shift.employeeId,
    date: taken.date,
    payCode: rule.code,
    kind,
    minutes: taken.minutes,
    entryId: entry.id,
    establishmentId: entry.establishmentId,
    teamId: entry.teamId,
    taskId: entry.taskId,
    rule: rule.path,
    overtime,
    fromEpoch: beginOf(taken, shift),
    toEpoch: endOf(taken, shift),
    spanSeconds: spanSecondsOf(taken),
  };
}

/** The base lines of one employee, in the order of the parts; each is put with its entry too. */
export function baseLines(parts: readonly BasePart[]): PayLine[] {
  const lines: GrowingLine[] = [];
  for (const part of parts) addJoining(lines, part.shift, part, 'base', part.rule, part.overtime);
  return lines;
}

/**
 * The loadings of entries: of each group the first rule that takes the minute, on top of the base code; each is put
 * with its entry too.
 */
export function loadingLines(shifts: readonly PaidShift[]): PayLine[] {
  const found: GrowingLine[] = [];
  for (const shift of shifts) {
    const loaded = shift.slices.filter(({ answer }) => answer.loadings.length > 0);
    const [only] = loaded;
    if (only === undefined) continue;
    // Of one slice, every rule has a group of its own.
    if (loaded.length > 1) found.push(...joinedByGroup(loaded, shift));
    else for (const rule of only.answer.loadings) addJoining(found, shift, only, 'loading', rule);
  }
  return found;
}

function joinedByGroup(slices: readonly Slice[], shift: PaidShift): PayLine[] {
  const byGroup = new Map<string, GrowingLine[]>();
  for (const slice of slices) {
    for (const rule of slice.answer.loadings) {
      const lines = byGroup.get(rule.group) ?? [];
      if (lines.length === 0) byGroup.set(rule.group, lines);
      addJoining(lines, shift, slice, 'loading', rule);
    }
  }
  return [...byGroup.values()].flat();
}

type GrowingLine = { -readonly [Key in keyof PayLine]: PayLine[Key] };

/** Minutes that follow the last line in time under its rule become part of it: one stretch of work is one line. */
function addJoining(
  lines: GrowingLine[],
  shift: PaidShift,
  taken: Taken,
  kind: PayLineKind,
  rule: RuleOfLine,
  overtime?: OvertimeUnit,
): void {
  const last = lines[lines.length - 1];
  if (last !== undefined && continues(last, shift, taken, rule, overtime)) {
    last.minutes += taken.minutes;
    last.toEpoch = endOf(taken, shift);
    last.spanSeconds += spanSecondsOf(taken);
    return;
  }
  const line = lineOf(shift, taken, kind, rule, overtime);
  lines.push(line);
  putLine(shift, line);
}

function continues(
  last: PayLine,
  shift: PaidShift,
  taken: Taken,
  rule: RuleOfLine,
  overtime: OvertimeUnit | undefined,
): boolean {
  return (
    last.entryId === shift.worked.entry.id &&
    last.date === taken.date &&
    last.rule === rule.path &&
    last.overtime === overtime &&
    last.toEpoch === beginOf(taken, shift)
  );
}

function beginOf({ pieces }: Taken, { endEpoch }: PaidShift): number {
  return pieces[0]?.fromEpoch ?? endEpoch;
}

function endOf({ pieces }: Taken, { endEpoch }: PaidShift): number {
  return pieces[pieces.length - 1]?.toEpoch ?? endEpoch;
}

function spanSecondsOf({ pieces }: Taken): number {
  let seconds = 0;
  for (const { clockFrom, clockUntil } of pieces) seconds += clockUntil - clockFrom;
  return seconds;
}
