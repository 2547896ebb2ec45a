import type { ComputedPeriod } from '../../domain/computed/computedPeriod.js';
import {
  type ComputedLine,
  type Exported,
  type LineKey,
  lineKeyText,
  payLineText,
} from '../../domain/corrections/exportedLine.js';
import {
  type Cause,
  causesInOrder,
  type EntryTrace,
  findCauses,
  findChangedEntries,
  findNearbyCauses,
  SURROUNDINGS,
  type Surrounding,
} from '../../domain/corrections/findCauses.js';
import type { LineDifference } from '../../domain/corrections/lineDifferences.js';
import { addQuantities } from '../../domain/pay/payLine.js';
import type { PeriodRecords } from '../../domain/records/periodData.js';
import type { TimeEntry } from '../../domain/records/records.js';
import type { LocalDate } from '../../domain/time/localDate.js';
import { refuseFullMemory } from '../../runtime/memoryGuard.js';

/** A computed period, with the amounts of its files by line. */
export interface Side {
  readonly computed: Pick<ComputedPeriod, 'data'>;
  readonly exported: Exported<ComputedLine>;
  /** The records of all employees, not only of those computed. */
  readonly records: Pick<PeriodRecords, 'personIds' | 'of'>;
}

interface CauseInput {
  readonly earlier: Side;
  readonly now: Side;
  /** Entries of these people that belong to another person on one side. */
  readonly moved: BothTraces;
  /** The first day paid from planned shifts; undefined if there is none. */
  readonly estimatedFrom: LocalDate | undefined;
  readonly placesAreZones: boolean;
  /** Today's lines of some people with one earlier input; undefined if that input is the same. */
  readonly without: (
    surrounding: Surrounding,
    people: ReadonlySet<string>,
  ) => Promise<Exported<ComputedLine> | undefined>;
}

/** The causes of each difference, in the order of the differences. */
export async function findCorrectionCauses(
  differences: readonly LineDifference[],
  input: CauseInput,
): Promise<Cause[][]> {
  const people = new Set(differences.map(({ key }) => key.employeeId));
  const [before, after] = [lineParts(input.earlier.exported), lineParts(input.now.exported)];
  // After a change of the layout, a line that is gone is in a row that today's template never writes.
  const textOf = (key: LineKey): string => {
    const text = lineKeyText(key);
    return before.has(text) || after.has(text) ? text : wherever(key);
  };
  const evidence = {
    earlier: collectTraces(input.earlier.records, people, input.moved.earlier),
    now: collectTraces(input.now.records, people, input.moved.now),
    listedPlaces: listedPlaces(input.now.computed),
    placesAreZones: input.placesAreZones,
    wasEstimated: ({ date }: { readonly date: LocalDate }) =>
      input.estimatedFrom !== undefined && date >= input.estimatedFrom,
    surroundingsOf: await findSurroundings(input, people, textOf),
  };
  const causes = differences.map(({ key }) => {
    const text = textOf(key);
    return findCauses(
      { key, before: before.get(text) ?? NOTHING, after: after.get(text) ?? NOTHING },
      evidence,
    );
  });
  const changed = findChangedEntries(evidence);
  return differences.map(({ key }, index) => {
    const own = causes[index] ?? [];
    if (own.length > 0) return own;
    const nearby = findNearbyCauses(key.date, changed.get(key.employeeId) ?? []);
    return nearby.length > 0 ? nearby : causesOfOtherLines(differences, causes, index);
  });
}

const NOTHING: ReadonlyMap<string, number> = new Map();

/** Causes of the employee's other lines: an estimate that was replaced, for example, can change overtime. */
function causesOfOtherLines(
  differences: readonly LineDifference[],
  causes: readonly Cause[][],
  index: number,
): Cause[] {
  const employeeId = differences[index]?.key.employeeId;
  const others = differences.flatMap(({ key }, at) =>
    key.employeeId === employeeId ? (causes[at] ?? []) : [],
  );
  return others.length > 0 ? causesInOrder(others) : ['program'];
}

async function findSurroundings(
  input: CauseInput,
  people: ReadonlySet<string>,
  textOf: (key: LineKey) => string,
): Promise<(key: LineKey) => readonly Surrounding[]> {
  const now = amountsByLine(input.now.exported);
  const variants: { readonly surrounding: Surrounding; readonly amounts: ReadonlyMap<string, number> }[] = [];
  for (const surrounding of SURROUNDINGS) {
    const exported = await input.without(surrounding, people);
    if (exported !== undefined) variants.push({ surrounding, amounts: amountsByLine(exported) });
  }
  return (key) => {
    return variants.flatMap(({ surrounding, amounts }) => {
      // Another template has other rows.
      const text = surrounding === 'template' ? wherever(key) : textOf(key);
      return (amounts.get(text) ?? 0) === (now.get(text) ?? 0) ? [] : [surrounding];
    });
  };
}

/** A line in any row of its template. */
export function wherever({ template, unit, ...key }: LineKey): string {
  return JSON.stringify([template, unit, payLineText({ template, unit, ...key })]);
}

/** Amounts by line, and by line in any row. */
export function amountsByLine({ lines }: Pick<Exported, 'lines'>): ReadonlyMap<string, number> {
  const amounts = new Map<string, number>();
  for (const line of lines)
    for (const text of [lineKeyText(line), wherever(line)])
      amounts.set(text, addQuantities(amounts.get(text) ?? 0, line.amount));
  return amounts;
}

function lineParts({ lines }: Exported<ComputedLine>): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const parts = new Map<string, Map<string, number>>();
  for (const line of lines)
    for (const text of [lineKeyText(line), wherever(line)]) {
      const own = parts.get(text) ?? new Map<string, number>();
      for (const [part, amount] of line.parts) own.set(part, addQuantities(own.get(part) ?? 0, amount));
      parts.set(text, own);
    }
  return parts;
}

function listedPlaces({ data }: Pick<ComputedPeriod, 'data'>): ReadonlySet<string> | null {
  if (data.unavailable.some(({ list }) => list === 'establishments')) return null;
  const gone = new Set(data.goneEstablishments);
  return new Set(data.establishments.map(({ id }) => id).filter((id) => !gone.has(id)));
}

type Records = Pick<PeriodRecords, 'personIds' | 'of'>;
type Traces = ReadonlyMap<string, EntryTrace>;

/** The data read for the last export of the lines, and now. */
interface BothTraces {
  readonly earlier: Traces;
  readonly now: Traces;
}

/** Entries by ID, of these people and of no employee: such an entry may have belonged to one of them. */
export function collectTraces(records: Records, people: ReadonlySet<string>, further: Traces): Traces {
  const traces = new Map(further);
  for (const person of [...people, null])
    for (const entry of records.of(person).entries) traces.set(entry.id, buildTrace(entry));
  return traces;
}

/**
 * Finds the traces of entries that these people have in only one of the reads. On the other side they may belong to a
 * person without differences. A cancelled entry counts for no employee. Each side is read once for all batches.
 */
export function findMovedEntries(
  { earlier, now }: { readonly earlier: Records; readonly now: Records },
  batches: readonly ReadonlySet<string>[],
): BothTraces {
  const [vanished, appeared] = [new Set<string>(), new Set<string>()];
  for (const people of batches) {
    refuseFullMemory();
    const [before, after] = [entryIds(earlier, people), entryIds(now, people)];
    for (const id of before) if (!after.has(id)) vanished.add(id);
    for (const id of after) if (!before.has(id)) appeared.add(id);
  }
  return { earlier: findMovedTraces(earlier, appeared), now: findMovedTraces(now, vanished) };
}

function entryIds(records: Records, people: ReadonlySet<string>): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const person of [...people, null]) for (const { id } of records.of(person).entries) ids.add(id);
  return ids;
}

/** Searches the entries of all employees until every wanted one is found. */
function findMovedTraces(records: Records, wanted: Set<string>): Traces {
  const traces = new Map<string, EntryTrace>();
  for (const person of records.personIds) {
    if (wanted.size === 0) break;
    for (const entry of records.of(person).entries)
      if (wanted.delete(entry.id)) traces.set(entry.id, buildTrace(entry));
  }
  return traces;
}

function buildTrace({
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
  // The shift matters if the entry gets its team or task from it.
  const ofShift = teamId === null || taskId === null ? shiftId : null;
  const content = JSON.stringify([start.text, end?.text ?? null, workedMinutes, teamId, taskId, ofShift]);
  return { status, employeeId, establishmentId, workDate, content };
}
