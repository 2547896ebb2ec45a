import type { EntryTrace } from '../domain/corrections/findCauses.js';
import type { PeriodRecords } from '../domain/records/periodData.js';
import type { TimeEntry } from '../domain/records/records.js';
import { refuseFullMemory } from '../runtime/memoryGuard.js';

type Records = Pick<PeriodRecords, 'personIds' | 'of'>;
type Traces = ReadonlyMap<string, EntryTrace>;

/** What was read when lines were exported last, and what was read now. */
export interface BothTraces {
  readonly earlier: Traces;
  readonly now: Traces;
}

/** By entry, of these people and of work that names nobody: an entry may have been theirs. */
export function tracesOf(records: Records, people: ReadonlySet<string>, further: Traces): Traces {
  const traces = new Map(further);
  for (const person of [...people, null])
    for (const entry of records.of(person).entries) traces.set(entry.id, traceOf(entry));
  return traces;
}

/**
 * An entry that these people have on one side only may be somebody else's on the other, for whom nothing differs: a
 * cancelled one counts for nobody. Each side is gone over once for all of them, whoever they are.
 */
export function movedEntries(
  { earlier, now }: { readonly earlier: Records; readonly now: Records },
  batches: readonly ReadonlySet<string>[],
): BothTraces {
  const [vanished, appeared] = [new Set<string>(), new Set<string>()];
  for (const people of batches) {
    refuseFullMemory();
    const [before, after] = [idsOf(earlier, people), idsOf(now, people)];
    for (const id of before) if (!after.has(id)) vanished.add(id);
    for (const id of after) if (!before.has(id)) appeared.add(id);
  }
  return { earlier: found(earlier, appeared), now: found(now, vanished) };
}

function idsOf(records: Records, people: ReadonlySet<string>): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const person of [...people, null]) for (const { id } of records.of(person).entries) ids.add(id);
  return ids;
}

/** Looks for entries among everybody's, until the last is found. */
function found(records: Records, wanted: Set<string>): Traces {
  const traces = new Map<string, EntryTrace>();
  for (const person of records.personIds) {
    if (wanted.size === 0) break;
    for (const entry of records.of(person).entries)
      if (wanted.delete(entry.id)) traces.set(entry.id, traceOf(entry));
  }
  return traces;
}

function traceOf({
  status,
  employeeId,
  establishmentId,
  workDate,
  start,
  end,
  workedMinutes,
  teamId,
  taskId,
  shiftId,
}: TimeEntry): EntryTrace {
  // The shift is of importance where it gives the entry a team or a task.
  const ofShift = teamId === null || taskId === null ? shiftId : null;
  const content = JSON.stringify([
    workDate,
    start.text,
    end?.text ?? null,
    workedMinutes,
    teamId,
    taskId,
    ofShift,
  ]);
  return { status, employeeId, establishmentId, content };
}
