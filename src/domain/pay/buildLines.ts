import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import { compareText, sortIfNeeded } from '../collections.js';
import type { LocalDate } from '../time/localDate.js';
import { isPaidWork, type PaidDay, type PaidEntry, type PayLine, type PayLineKind } from './payLine.js';
import type { OvertimeUnit } from './payRules.js';
import type { RuleSegment } from './ruleSegment.js';
import { type BasePart, type Slice, type WorkedShift, workedMinutesOf } from './workedShift.js';

interface Taken {
  readonly date: LocalDate;
  readonly minutes: number;
  readonly segments: readonly RuleSegment[];
}

interface RuleOfLine {
  /** Its path in the configuration. */
  readonly path: string;
  readonly code: string;
}

/** The line of a rule's minutes; without segments it is at the end of the entry. */
export function buildLine(
  shift: WorkedShift,
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

/** The base lines of one employee, in the order of the parts; each is added to its entry too. */
export function buildBaseLines(parts: readonly BasePart[]): PayLine[] {
  const lines: GrowingLine[] = [];
  for (const part of parts) appendLine(lines, part.shift, part, 'base', part.rule, part.overtime);
  return lines;
}

/**
 * The loadings of entries, paid in addition to the base code: the first matching rule of each group. Each is added to
 * its entry too.
 */
export function buildLoadingLines(shifts: readonly WorkedShift[]): PayLine[] {
  const found: GrowingLine[] = [];
  for (const shift of shifts) {
    const loaded = shift.slices.filter(({ answer }) => answer.loadings.length > 0);
    const [only] = loaded;
    if (only === undefined) continue;
    // Within one slice, every rule has its own group.
    if (loaded.length > 1) found.push(...joinedByGroup(loaded, shift));
    else for (const rule of only.answer.loadings) appendLine(found, shift, only, 'loading', rule);
  }
  return found;
}

function joinedByGroup(slices: readonly Slice[], shift: WorkedShift): PayLine[] {
  const byGroup = new Map<string, GrowingLine[]>();
  for (const slice of slices) {
    for (const rule of slice.answer.loadings) {
      const lines = byGroup.get(rule.group) ?? [];
      if (lines.length === 0) byGroup.set(rule.group, lines);
      appendLine(lines, shift, slice, 'loading', rule);
    }
  }
  return [...byGroup.values()].flat();
}

type GrowingLine = { -readonly [Key in keyof PayLine]: PayLine[Key] };

/** Minutes that directly follow the last line of the same rule are added to it: continuous work is one line. */
function appendLine(
  lines: GrowingLine[],
  shift: WorkedShift,
  taken: Taken,
  kind: PayLineKind,
  rule: RuleOfLine,
  overtime?: OvertimeUnit,
): void {
  const last = lines[lines.length - 1];
  if (last !== undefined && isContinuation(last, shift, taken, rule, overtime)) {
    last.minutes += taken.minutes;
    last.toEpoch = endOf(taken, shift);
    last.spanSeconds += spanSecondsOf(taken);
    return;
  }
  const line = buildLine(shift, taken, kind, rule, overtime);
  lines.push(line);
  insertLine(shift, line);
}

function isContinuation(
  last: PayLine,
  shift: WorkedShift,
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

function beginOf({ segments }: Taken, { endEpoch }: WorkedShift): number {
  return segments[0]?.fromEpoch ?? endEpoch;
}

function endOf({ segments }: Taken, { endEpoch }: WorkedShift): number {
  return segments[segments.length - 1]?.toEpoch ?? endEpoch;
}

function spanSecondsOf({ segments }: Taken): number {
  let seconds = 0;
  for (const { clockFrom, clockUntil } of segments) seconds += clockUntil - clockFrom;
  return seconds;
}

const KINDS: readonly PayLineKind[] = [
  'base',
  'loading',
  'topup',
  'count',
  'credit',
  'not-worked',
  'absence',
  'surplus',
];

/** Adds a line to its entry, whose lines are ordered by date, kind, time and rule. */
export function insertLine(shift: WorkedShift, line: PayLine): void {
  const { lines } = shift;
  let at = lines.length;
  for (let before = lines[at - 1]; before !== undefined; before = lines[at - 1]) {
    if (withinEntry(before, line) <= 0) break;
    at -= 1;
  }
  // A shift has two or three lines, but an array grown by push reserves space for many more.
  shift.lines = at === lines.length ? [...lines, line] : lines.toSpliced(at, 0, line);
}

/** The lines of one employee's entries by date, start of the entry, kind, time and rule. */
export function sortedLines(shifts: readonly WorkedShift[]): readonly PayLine[] {
  const lines: PayLine[] = [];
  for (const { lines: own } of shifts) for (const line of own) lines.push(line);
  return sortIfNeeded(lines, byDate);
}

function byDate(a: PayLine, b: PayLine): number {
  return compareText(a.date, b.date);
}

function withinEntry(a: PayLine, b: PayLine): number {
  return (
    byDate(a, b) ||
    KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) ||
    a.fromEpoch - b.fromEpoch ||
    compareText(a.rule, b.rule)
  );
}

/** An entry's worked and paid minutes, by its own lines. */
export function buildPaidEntry({ worked, employeeId, adjustments, unplaced, lines }: WorkedShift): PaidEntry {
  let paidMinutes = 0;
  for (const { kind, minutes } of lines) if (isPaidWork(kind)) paidMinutes += minutes;
  return {
    entryId: worked.entry.id,
    employeeId,
    workedMinutes: workedMinutesOf(worked),
    paidMinutes,
    adjustments,
    days: daysOf(worked.parts, lines, paidMinutes),
    isEstimate: worked.isEstimate === true,
    unplaced,
  };
}

type Parts = readonly { readonly date: LocalDate; readonly minutes: number }[];

function daysOf(parts: Parts, lines: readonly PayLine[], paidMinutes: number): readonly PaidDay[] {
  const [part] = parts;
  const isOneDay = parts.length === 1 && lines.every(({ date }) => date === part?.date);
  if (part === undefined || !isOneDay) return severalDays(parts, lines);
  return [{ date: part.date, workedMinutes: part.minutes, paidMinutes }];
}

function severalDays(parts: Parts, lines: readonly PayLine[]): readonly PaidDay[] {
  const days: { readonly date: LocalDate; workedMinutes: number; paidMinutes: number }[] = [];
  const dayOn = (date: LocalDate) => {
    const known = days.find((day) => day.date === date);
    if (known !== undefined) return known;
    const day = { date, workedMinutes: 0, paidMinutes: 0 };
    days.push(day);
    return day;
  };
  for (const { date, minutes } of parts) dayOn(date).workedMinutes += minutes;
  for (const { date, kind, minutes } of lines) if (isPaidWork(kind)) dayOn(date).paidMinutes += minutes;
  return sortIfNeeded(days, (a, b) => compareText(a.date, b.date));
}

/**
 * Compares the lines of each entry with the adjustments from worked to paid minutes: two independent counts of the same
 * minutes.
 * @throws PaytallyError CONTROL_MISMATCH
 */
export function verifyLineSums(entries: readonly PaidEntry[]): void {
  for (const { entryId, workedMinutes, paidMinutes, adjustments } of entries) {
    const expected = adjustments.reduce((sum, { minutes }) => sum + minutes, workedMinutes);
    if (expected === paidMinutes) continue;
    const said = message('control.linesDiffer', { entry: entryId, paidMinutes, expected });
    throw new PaytallyError('CONTROL_MISMATCH', said, { record: entryId });
  }
}
