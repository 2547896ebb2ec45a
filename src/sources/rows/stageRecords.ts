import { isInside } from '../../domain/period/period.js';
import type { LocalDate } from '../../domain/time/localDate.js';
import { type AnyMessage, message } from '../../i18n/message.js';
import { refuseFullMemory } from '../../runtime/memoryGuard.js';
import { isRecordId, type WireRecord } from '../records/fields.js';
import type { FoundField } from '../records/foundFields.js';
import { ListCollector, type RecordStaging } from '../records/listCollector.js';
import { readInPasses } from '../records/listPasses.js';
import { type ListShape, listShapes } from '../records/lists.js';
import type { SourceRequest } from '../source.js';
import { interruption, type Observer } from '../transport/effects.js';

/** Seconds that fill no minute, the fields of references, and the columns that are kept. */
const OWN_FIELDS = ['workedSeconds', 'establishmentId', 'teamId', 'taskId', 'agencyWorkerId', 'columns'];

const SHAPES = listShapes({ isId: isRecordId, kind: message('source.csv.kind.id') });

function withOwnFields<T>(shape: ListShape<T>): ListShape<T> {
  return { ...shape, documented: new Set([...shape.documented, ...OWN_FIELDS]) };
}

/** The forms in which rows are staged. */
export const ENTRY_SHAPE = withOwnFields(SHAPES.TIME_ENTRIES);
export const SHIFT_SHAPE = withOwnFields(SHAPES.SHIFTS);

const REFERENCES = [
  ['establishmentId', 'establishment'],
  ['teamId', 'team'],
  ['taskId', 'task'],
  ['agencyWorkerId', 'agencyWorker'],
] as const;

type ReferenceColumn = (typeof REFERENCES)[number][1];

/** Where the staged records have their references: always the same fields. */
export function referenceFields(
  evidenceOf: (owner: 'timeEntry' | 'shift', column: ReferenceColumn) => AnyMessage,
): readonly FoundField[] {
  return (['timeEntry', 'shift'] as const).flatMap((owner) =>
    REFERENCES.filter(([name]) => owner === 'timeEntry' || name !== 'agencyWorkerId').map(
      ([name, column]): FoundField => ({
        target: `${owner}.${name}`,
        path: name,
        how: 'name',
        evidence: evidenceOf(owner, column),
        always: false,
      }),
    ),
  );
}

/** A record to stage, its day, and its line or number for messages. */
export interface ReadRecord {
  readonly record: WireRecord;
  readonly day: LocalDate;
  readonly line: number;
}

/** What a pass over records needs. */
export interface PassEffects {
  readonly observer: Observer;
  readonly signal: AbortSignal;
  /** Data requests so far. @default none */
  readonly requests?: () => number;
}

/** The records of a page of the staging. */
const PAGE_ROWS = 1000;

/**
 * Stages the records of one list, in as many passes as the request wants.
 * @param place of the records in messages, such as a file
 * @param recordsOf the records of a pass; its number begins with 1
 */
export async function stageRecords<T>(
  shape: ListShape<T>,
  request: SourceRequest,
  effects: PassEffects,
  place: string,
  recordsOf: (pass: number) => AsyncIterable<ReadRecord>,
): Promise<ListCollector<T>> {
  const list = new ListCollector(shape, request.staging);
  const earlier = request.earlier?.[shape.list];
  await readInPasses(list, { ...request, earlier }, async () => {
    list.beginPass();
    effects.observer({ type: 'pass', list: shape.list, pass: list.passes });
    await stagePass(list, request, effects, place, recordsOf(list.passes));
  });
  return list;
}

async function stagePass<T>(
  list: ListCollector<T>,
  { windows }: SourceRequest,
  { observer, signal, requests = () => 0 }: PassEffects,
  place: string,
  records: AsyncIterable<ReadRecord>,
): Promise<void> {
  let page: ReadRecord[] = [];
  const isKnown = (id: string) => list.has(id) || page.some(({ record }) => record.id === id);
  const flush = () => {
    if (signal.aborted) throw interruption();
    refuseFullMemory();
    const rows = page;
    page = [];
    list.addPage(
      rows.map(({ record }) => record),
      (index) => `${place} ${rows[index]?.line ?? 0}`,
    );
    observer({ type: 'page', list: list.shape.list, records: list.size, requests: requests() });
  };
  for await (const each of records) {
    const isAsked = windows.some((days) => isInside(each.day, days));
    // A record that came before with another day: its last version counts, and the period leaves it out.
    if (isAsked || isKnown(String(each.record.id))) page.push(each);
    if (page.length >= PAGE_ROWS) flush();
  }
  flush();
}

type SmallLists = Readonly<
  Record<'employees' | 'establishments' | 'agencyWorkers' | 'teams' | 'tasks' | 'holidays', readonly object[]>
>;

/** Lists without days, staged whole. */
export function stageLists(staging: RecordStaging, lists: SmallLists): readonly ListCollector<unknown>[] {
  const shapes: readonly (readonly [ListShape<unknown>, readonly object[]])[] = [
    [SHAPES.ESTABLISHMENTS, lists.establishments],
    [SHAPES.HOLIDAYS, lists.holidays],
    [SHAPES.EMPLOYEES, lists.employees],
    [SHAPES.AGENCY_WORKERS, lists.agencyWorkers],
    [SHAPES.TEAMS, lists.teams],
    [SHAPES.TASKS, lists.tasks],
  ];
  return shapes.map(([shape, records]) => {
    const list = new ListCollector(shape, staging);
    list.beginPass();
    for (let at = 0; at < records.length; at += PAGE_ROWS)
      list.addPage(records.slice(at, at + PAGE_ROWS), (index) => String(at + index + 1));
    return list;
  });
}
