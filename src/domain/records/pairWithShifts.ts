import type { PersonRecords } from './periodData.js';
import type { Shift, TimeEntry } from './records.js';

/** An entry and a shift of the same person and place that have time in common. */
interface Pair {
  readonly entry: number;
  readonly shift: number;
  readonly overlapSeconds: number;
}

/**
 * The records of a person, with each entry that names no shift on the shift of the same place with which it has the
 * most time in common: one to one, the greatest overlap first, then the earlier entry and the earlier shift; of two that
 * begin together, the one that ends first. Entries that were cancelled are not paired. For sources whose entries don't name their shifts.
 */
export function pairWithShifts(records: PersonRecords): PersonRecords {
  const { entries, shifts } = records;
  const named = new Set(entries.map(({ shiftId }) => shiftId));
  const shiftOf = new Map<number, string>();
  const taken = new Set<number>();
  for (const { entry, shift } of pairsByOverlap(entries, shifts)) {
    const { id = '' } = shifts[shift] ?? {};
    if (shiftOf.has(entry) || taken.has(shift) || named.has(id)) continue;
    shiftOf.set(entry, id);
    taken.add(shift);
  }
  if (shiftOf.size === 0) return records;
  const paired = entries.map((entry, at) => ({
    ...entry,
    shiftId: entry.shiftId ?? shiftOf.get(at) ?? null,
  }));
  return { ...records, entries: paired };
}

function pairsByOverlap(entries: readonly TimeEntry[], shifts: readonly Shift[]): readonly Pair[] {
  const byStart = shifts
    .map((shift, at) => ({ shift, at }))
    .sort((a, b) => a.shift.start.epochSeconds - b.shift.start.epochSeconds || a.at - b.at);
  const longest = shifts.reduce(
    (most, { start, end }) => Math.max(most, end.epochSeconds - start.epochSeconds),
    0,
  );
  const pairs = entries.flatMap((entry, at) => {
    if (entry.shiftId !== null || entry.status === 'Cancelled') return [];
    const until = entry.end?.epochSeconds ?? Number.POSITIVE_INFINITY;
    return near(byStart, entry.start.epochSeconds - longest, until)
      .filter(({ shift }) => shift.establishmentId === entry.establishmentId)
      .map(
        (each): Pair => ({
          entry: at,
          shift: each.at,
          overlapSeconds: overlapSeconds(entry, each.shift),
        }),
      )
      .filter((pair) => pair.overlapSeconds > 0);
  });
  return pairs.sort(
    (a, b) =>
      b.overlapSeconds - a.overlapSeconds ||
      startOf(entries[a.entry]) - startOf(entries[b.entry]) ||
      startOf(shifts[a.shift]) - startOf(shifts[b.shift]) ||
      endOf(entries[a.entry]) - endOf(entries[b.entry]) ||
      endOf(shifts[a.shift]) - endOf(shifts[b.shift]) ||
      a.entry - b.entry ||
      a.shift - b.shift,
  );
}

/** Those that start in a span, found without looking at all others. */
function near<Item extends { readonly shift: Shift }>(
  byStart: readonly Item[],
  from: number,
  until: number,
): readonly Item[] {
  let [low, high] = [0, byStart.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((byStart[middle]?.shift.start.epochSeconds ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  const found: Item[] = [];
  for (let at = low; at < byStart.length; at += 1) {
    const item = byStart[at];
    if (item === undefined || item.shift.start.epochSeconds >= until) break;
    found.push(item);
  }
  return found;
}

/** An open entry lasts at least until it began: it counts as long as the shift. */
function overlapSeconds({ start, end }: TimeEntry, shift: Shift): number {
  const until = Math.min(end?.epochSeconds ?? Number.POSITIVE_INFINITY, shift.end.epochSeconds);
  return until - Math.max(start.epochSeconds, shift.start.epochSeconds);
}

function endOf(record: { readonly end: { readonly epochSeconds: number } | null } | undefined): number {
  return record?.end?.epochSeconds ?? Number.MAX_SAFE_INTEGER;
}

function startOf(record: { readonly start: { readonly epochSeconds: number } } | undefined): number {
  return record?.start.epochSeconds ?? 0;
}
