import type { ComputedPeriod } from '../domain/computed/computedPeriod.js';
import {
  type ComputedLine,
  type Exported,
  type LineKey,
  lineKeyText,
} from '../domain/corrections/exportedLine.js';
import {
  type Cause,
  causesInOrder,
  findCauses,
  SURROUNDINGS,
  type Surrounding,
} from '../domain/corrections/findCauses.js';
import type { LineDifference } from '../domain/corrections/lineDifferences.js';
import type { PeriodRecords } from '../domain/records/periodData.js';
import type { LocalDate } from '../domain/time/localDate.js';
import { type BothTraces, tracesOf } from './entryTraces.js';

/** A period as it was computed, with what its files give line by line. */
export interface Side {
  readonly computed: Pick<ComputedPeriod, 'data'>;
  readonly exported: Exported<ComputedLine>;
  /** Of everybody, whoever was computed. */
  readonly records: Pick<PeriodRecords, 'personIds' | 'of'>;
}

export interface CauseInput {
  readonly earlier: Side;
  readonly now: Side;
  /** Entries of these people that are somebody else's on one side. */
  readonly moved: BothTraces;
  /** The first day that was paid by the plan; undefined where none was. */
  readonly estimatedFrom: LocalDate | undefined;
  /**
   * Today's lines of some people, but for one thing that is as it was then; undefined where it is the same anyway.
   */
  readonly without: (
    surrounding: Surrounding,
    people: ReadonlySet<string>,
  ) => Promise<Exported<ComputedLine> | undefined>;
}

/** The causes of each difference, in the order of the differences. */
export async function correctionCauses(
  differences: readonly LineDifference[],
  input: CauseInput,
): Promise<Cause[][]> {
  const people = new Set(differences.map(({ key }) => key.employeeId));
  const [before, after] = [partsIn(input.earlier.exported), partsIn(input.now.exported)];
  const evidence = {
    earlier: tracesOf(input.earlier.records, people, input.moved.earlier),
    now: tracesOf(input.now.records, people, input.moved.now),
    listedPlaces: listedPlaces(input.now.computed),
    wasEstimated: ({ date }: { readonly date: LocalDate }) =>
      input.estimatedFrom !== undefined && date >= input.estimatedFrom,
    surroundingsOf: await surroundingsOf(input, people),
  };
  const causes = differences.map(({ key }) =>
    findCauses(
      { key, before: before.get(lineKeyText(key)) ?? NOTHING, after: after.get(lineKeyText(key)) ?? NOTHING },
      evidence,
    ),
  );
  return causes.map((own, index) => (own.length > 0 ? own : causesNearby(differences, causes, index)));
}

const NOTHING: ReadonlyMap<string, number> = new Map();

/** Minutes moved although nothing of their own did: other work of the person pushed them, into overtime for instance. */
function causesNearby(
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

async function surroundingsOf(
  input: CauseInput,
  people: ReadonlySet<string>,
): Promise<(key: LineKey) => readonly Surrounding[]> {
  const now = amountsIn(input.now.exported);
  const variants: { readonly surrounding: Surrounding; readonly amounts: ReadonlyMap<string, number> }[] = [];
  for (const surrounding of SURROUNDINGS) {
    const exported = await input.without(surrounding, people);
    if (exported !== undefined) variants.push({ surrounding, amounts: amountsIn(exported) });
  }
  return (key) => {
    const text = lineKeyText(key);
    return variants.flatMap(({ surrounding, amounts }) =>
      (amounts.get(text) ?? 0) === (now.get(text) ?? 0) ? [] : [surrounding],
    );
  };
}

function amountsIn({ lines }: Exported): ReadonlyMap<string, number> {
  return new Map(lines.map((line) => [lineKeyText(line), line.amount]));
}

function partsIn({ lines }: Exported<ComputedLine>): ReadonlyMap<string, ReadonlyMap<string, number>> {
  return new Map(lines.map((line) => [lineKeyText(line), line.parts]));
}

function listedPlaces({ data }: Pick<ComputedPeriod, 'data'>): ReadonlySet<string> | null {
  if (data.unavailable.some(({ list }) => list === 'establishments')) return null;
  const gone = new Set(data.goneEstablishments);
  return new Set(data.establishments.map(({ id }) => id).filter((id) => !gone.has(id)));
}
