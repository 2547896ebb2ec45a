import type { EntryStatus } from '../records/records.js';
import { daysBetween, type LocalDate } from '../time/localDate.js';
import type { LineKey } from './exportedLine.js';

/** Why a line differs from what was exported, by priority. */
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
  'template',
  'tzdata',
  'program',
] as const;
export type Cause = (typeof CAUSES)[number];

/** Causes outside of entries: other inputs of the computation. */
export const SURROUNDINGS = [
  'absence',
  'mapping',
  'rule',
  'holiday',
  'plan',
  'zone',
  'balance',
  'template',
  'tzdata',
  'program',
] as const satisfies readonly Cause[];
export type Surrounding = (typeof SURROUNDINGS)[number];

/** Each once, in the order of {@link CAUSES}. */
export function causesInOrder(causes: Iterable<Cause>): Cause[] {
  const held = new Set(causes);
  return CAUSES.filter((cause) => held.has(cause));
}

/** The stored facts of an entry, to find out what changed in it. */
export interface EntryTrace {
  readonly status: EntryStatus;
  readonly employeeId: string | null;
  readonly establishmentId: string | null;
  readonly workDate: LocalDate;
  /** All other data that determine its minutes, as text: stamps, worked minutes. */
  readonly content: string;
}

interface CauseQuestion {
  readonly key: LineKey;
  /** The amount that each entry, absence or estimate adds to the line, in the last export and now. */
  readonly before: ReadonlyMap<string, number>;
  readonly after: ReadonlyMap<string, number>;
}

/** The data read for the last export of the line, and now. */
export interface CauseEvidence {
  readonly earlier: ReadonlyMap<string, EntryTrace>;
  readonly now: ReadonlyMap<string, EntryTrace>;
  /** Places that are listed now; null if the list cannot be read. */
  readonly listedPlaces: ReadonlySet<string> | null;
  /** Whether the place of an entry is the zone that its employee has today, as with Kimai. */
  readonly placesAreZones: boolean;
  /** Whether the day was paid from planned shifts. */
  readonly wasEstimated: (key: { readonly employeeId: string; readonly date: LocalDate }) => boolean;
  /** Other inputs whose change alone changes this line. */
  readonly surroundingsOf: (key: LineKey) => readonly Surrounding[];
}

/** All causes of a line, the main one first. Only entries whose minutes in this line changed are considered. */
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
 * For a day that was paid from planned shifts. If its place was removed before the entries were read, the entries do
 * not show that, so the place of the line itself is checked.
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

/** What changed in one entry between the two reads; empty if nothing did. */
function entryCauses(id: string, { earlier, now, listedPlaces, placesAreZones }: CauseEvidence): Cause[] {
  const [was, is] = [earlier.get(id), now.get(id)];
  if (was === undefined) return is === undefined ? [] : ['added'];
  if (is === undefined) return [isPlaceGone(was, listedPlaces) ? 'establishment-gone' : 'deleted'];
  if (is.status === 'Cancelled' && was.status !== 'Cancelled') return ['cancelled'];
  const isOfSame = is.employeeId === was.employeeId;
  const isInZone = placesAreZones && isOfSame && is.establishmentId !== was.establishmentId;
  const compared = isInZone ? { ...is, establishmentId: was.establishmentId } : is;
  return [
    ...(isOfSame ? [] : (['reassigned'] as const)),
    ...(isAlike(was, compared) ? [] : (['changed'] as const)),
    ...(isInZone ? (['zone'] as const) : []),
  ];
}

/** If the list of places cannot be read, no place is reported as removed. */
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
