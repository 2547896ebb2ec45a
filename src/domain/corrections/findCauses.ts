import type { EntryStatus } from '../records/records.js';
import { daysBetween, type LocalDate } from '../time/localDate.js';
import type { AmountUnit, LineKey } from './exportedLine.js';

/** Why a line differs from what was exported, in the order in which the first one counts. */
export const CAUSES = [
  'deleted',
  'cancelled',
  'reassigned',
  'added',
  'changed',
  'establishment-gone',
  'absence',
  'mapping',
  'rule',
  'holiday',
  'plan',
  'zone',
  'balance',
  'estimate-replaced',
  'tzdata',
  'program',
] as const;
export type Cause = (typeof CAUSES)[number];

/** A pay line that differs from what a final and its corrections recorded, as lists show it. */
export interface StandingChange {
  /** The final that covers the day. */
  readonly finalRun: string;
  readonly employeeId: string;
  readonly date: LocalDate;
  readonly payCode: string;
  /** Its label. */
  readonly establishment: string | null;
  readonly costCenter: string | null;
  readonly unit: AmountUnit;
  /** Amounts in the unit. */
  readonly before: number;
  readonly after: number;
  readonly difference: number;
  /** null unless the unit is minutes. */
  readonly beforeMinutes: number | null;
  readonly afterMinutes: number | null;
  readonly differenceMinutes: number | null;
  readonly cause: Cause;
  readonly causes: readonly Cause[];
}

/** Causes that lie in no entry: something else that the computation looks at. */
export const SURROUNDINGS = [
  'absence',
  'mapping',
  'rule',
  'holiday',
  'plan',
  'zone',
  'balance',
  'tzdata',
  'program',
] as const satisfies readonly Cause[];
export type Surrounding = (typeof SURROUNDINGS)[number];

/** Each once, in the order of {@link CAUSES}. */
export function causesInOrder(causes: Iterable<Cause>): Cause[] {
  const held = new Set(causes);
  return CAUSES.filter((cause) => held.has(cause));
}

/** The facts kept about an entry to find out what happened to it. */
export interface EntryTrace {
  readonly status: EntryStatus;
  readonly employeeId: string | null;
  readonly establishmentId: string | null;
  readonly workDate: LocalDate;
  /** Of everything else that its minutes come from: stamps, worked minutes. */
  readonly content: string;
}

interface CauseQuestion {
  readonly key: LineKey;
  /** What each entry, absence or estimate gave the line, when it was exported last and now. */
  readonly before: ReadonlyMap<string, number>;
  readonly after: ReadonlyMap<string, number>;
}

/** What was read when the line was exported last, and what was read now. */
export interface CauseEvidence {
  readonly earlier: ReadonlyMap<string, EntryTrace>;
  readonly now: ReadonlyMap<string, EntryTrace>;
  /** Places that are listed now; null where the list cannot be read. */
  readonly listedPlaces: ReadonlySet<string> | null;
  /** Whether the day was paid by the plan. */
  readonly wasEstimated: (key: { readonly employeeId: string; readonly date: LocalDate }) => boolean;
  /** Surroundings whose change alone moves this line. */
  readonly surroundingsOf: (key: LineKey) => readonly Surrounding[];
}

/** All causes of a line, the one that counts first; only entries whose minutes in this line moved are looked at. */
export function findCauses(question: CauseQuestion, evidence: CauseEvidence): Cause[] {
  const { key, before, after } = question;
  const moved = [...new Set([...before.keys(), ...after.keys()])].filter(
    (id) => (before.get(id) ?? 0) !== (after.get(id) ?? 0),
  );
  const ofEntries = evidence.wasEstimated(key)
    ? estimateCauses(question, moved, evidence)
    : moved.flatMap((id) => entryCauses(id, evidence));
  return causesInOrder([...ofEntries, ...evidence.surroundingsOf(key)]);
}

/**
 * Of a day that was paid by the plan. The work that came of it may never have been read before it vanished with its
 * place, so the place of the line itself is looked at.
 */
function estimateCauses(
  { key, before, after }: CauseQuestion,
  moved: readonly string[],
  { listedPlaces }: CauseEvidence,
): Cause[] {
  if (moved.length === 0) return [];
  const isLess = sumOf(after) < sumOf(before);
  const isGone = isLess && isPlaceGone({ establishmentId: key.establishment }, listedPlaces);
  return isGone ? ['establishment-gone', 'estimate-replaced'] : ['estimate-replaced'];
}

function sumOf(parts: ReadonlyMap<string, number>): number {
  return [...parts.values()].reduce((sum, part) => sum + part, 0);
}

/** What happened to one entry between the two reads; nothing where it is as it was. */
function entryCauses(id: string, { earlier, now, listedPlaces }: CauseEvidence): Cause[] {
  const [was, is] = [earlier.get(id), now.get(id)];
  if (was === undefined) return is === undefined ? [] : ['added'];
  if (is === undefined) return [isPlaceGone(was, listedPlaces) ? 'establishment-gone' : 'deleted'];
  if (is.status === 'Cancelled' && was.status !== 'Cancelled') return ['cancelled'];
  return [
    ...(is.employeeId === was.employeeId ? [] : (['reassigned'] as const)),
    ...(isAlike(was, is) ? [] : (['changed'] as const)),
  ];
}

/** If the list of places cannot be read, no place is reported as gone. */
function isPlaceGone(
  { establishmentId }: Pick<EntryTrace, 'establishmentId'>,
  listed: ReadonlySet<string> | null,
): boolean {
  return establishmentId !== null && listed !== null && !listed.has(establishmentId);
}

function isAlike(was: EntryTrace, is: EntryTrace): boolean {
  return (
    was.status === is.status &&
    was.establishmentId === is.establishmentId &&
    was.workDate === is.workDate &&
    was.content === is.content
  );
}

/** An entry that changed between the two reads. */
export interface ChangedEntry {
  /** Its day before and after the change. */
  readonly dates: readonly LocalDate[];
  readonly causes: readonly Cause[];
}

/** The changed entries of each employee that are or were worked time; a reassigned entry is listed under both. */
export function findChangedEntries(evidence: CauseEvidence): ReadonlyMap<string, readonly ChangedEntry[]> {
  const byEmployee = new Map<string, ChangedEntry[]>();
  for (const id of new Set([...evidence.earlier.keys(), ...evidence.now.keys()])) {
    const causes = entryCauses(id, evidence);
    const traces = [evidence.earlier.get(id), evidence.now.get(id)].filter((trace) => trace !== undefined);
    if (causes.length === 0 || traces.every(({ status }) => status !== 'Completed')) continue;
    const dates = traces.map(({ workDate }) => workDate);
    for (const employeeId of new Set(traces.map((trace) => trace.employeeId)))
      if (employeeId !== null)
        byEmployee.set(employeeId, [...(byEmployee.get(employeeId) ?? []), { dates, causes }]);
  }
  return byEmployee;
}

/**
 * Causes of a line to which no changed entry belongs: another entry of the employee changed, and so minutes became
 * overtime or stopped being overtime. Entries of the same day count first, then those less than a week away.
 */
export function findNearbyCauses(date: LocalDate, changed: readonly ChangedEntry[]): Cause[] {
  for (const mostDays of [0, 6, Number.POSITIVE_INFINITY]) {
    const near = changed.filter(({ dates }) =>
      dates.some((other) => Math.abs(daysBetween(date, other)) <= mostDays),
    );
    if (near.length > 0) return causesInOrder(near.flatMap(({ causes }) => causes));
  }
  return [];
}
