import type { LimitFunction } from 'p-limit';
import type { ListName } from '../../../domain/records/records.js';
import { daysBetween } from '../../../domain/time/localDate.js';
import { PaytallyError } from '../../../errors.js';
import { type AnyMessage, message } from '../../../i18n/message.js';
import { refuseFullMemory } from '../../../runtime/memoryGuard.js';
import { fieldProblem, isWireRecord, received, type WireRecord } from '../../records/fields.js';
import type { FieldHints, FoundField } from '../../records/foundFields.js';
import { ListCollector, type ListDigest, type RecordStaging } from '../../records/listCollector.js';
import { readInPasses } from '../../records/listPasses.js';
import type { ListShape } from '../../records/lists.js';
import type { ReadWindow } from '../../records/readWindows.js';
import { recordHash } from '../../records/recordDigest.js';
import type { Session } from '../../transport/session.js';
import { unwrapHolidays } from '../discovery/findHolidays.js';
import { HOLIDAYS } from '../wire/serviceLists.js';
import { CursorRefused, type DataClient, type Query } from './dataClient.js';
import { PAGE_SIZE, splitWindow } from './splitWindow.js';

export interface ListReading {
  readonly session: Session;
  readonly client: DataClient;
  /** Limits how many requests are open at once. */
  readonly inStream: LimitFunction;
  readonly read: 'once' | 'twice';
  readonly staging: RecordStaging;
  /**
   * Ids of a list that an earlier read had. If a single pass lacks one of them, a second pass follows, so that no
   * record counts as deleted after one pass alone. Lists are then read in sequence, with as few requests as possible.
   */
  readonly retained?: ((list: ListName) => Iterable<string>) | undefined;
}

/**
 * Reads a list completely: once, or in two passes, with a third if the second lacks a record of the first. A record
 * counts as deleted only if two consecutive complete passes lack it. An earlier read that equals the first pass
 * replaces the second.
 * @param days windows without a day in common; undefined for a list that is not read by days
 */
export async function readList<T>(
  reading: ListReading,
  shape: ListShape<T>,
  days?: readonly ReadWindow[],
  earlier?: ListDigest,
): Promise<ListCollector<T>> {
  const list = new ListCollector(shape, reading.staging);
  await readInPasses(list, { ...reading, earlier }, () => readPass(reading, list, days, earlier?.records));
  return list;
}

async function readPass<T>(
  { session, client, inStream, retained }: ListReading,
  list: ListCollector<T>,
  days: readonly ReadWindow[] | undefined,
  earlierRecords = 0,
): Promise<void> {
  // After the first pass the number of records is known.
  const expected = retained === undefined ? Math.max(earlierRecords, list.size) : 0;
  const queries: readonly ListQuery[] =
    days === undefined
      ? [{}]
      : days.flatMap((each) => splitWindow(each, expected).map(({ from, to }) => ({ from, to })));
  list.beginPass();
  session.observer({ type: 'pass', list: list.shape.list, pass: list.passes });
  await Promise.all(queries.map((query) => inStream(() => readWindow(session, client, list, query))));
}

/** More than a person could go through: the service sends something else than its list. */
const MOST_INVALID_RECORDS = 20_000;
/** The maximum number of consecutive pages without a new record, against a service that never ends. */
const MOST_REPEATED_PAGES = 50;

/** A cursor that the service refuses (422) restarts the window once: reading a record again is harmless. */
async function readWindow<T>(
  session: Session,
  client: DataClient,
  list: ListCollector<T>,
  query: ListQuery,
): Promise<void> {
  let pagesRead = 0;
  let repeatedPages = 0;
  const readPagesUpTo = async (mostRepeatedPages: number) => {
    for await (const { number, items } of readPages(client, list.shape.list, query)) {
      pagesRead = number;
      repeatedPages = addPage(list, number, items, query) ? 0 : repeatedPages + 1;
      if (repeatedPages > mostRepeatedPages)
        throw brokenPage(
          list.shape.list,
          number,
          message('service.page.nothingNew', { pages: repeatedPages }),
        );
      if (list.invalidSize > MOST_INVALID_RECORDS)
        throw brokenPage(
          list.shape.list,
          number,
          message('service.page.unreadable', { records: list.invalidSize }),
        );
      reportPage(session, list);
    }
  };
  try {
    await readPagesUpTo(MOST_REPEATED_PAGES);
  } catch (error) {
    if (!(error instanceof CursorRefused)) throw error;
    repeatedPages = 0;
    // The pages that were read already are returned again.
    await readPagesUpTo(pagesRead + MOST_REPEATED_PAGES);
  }
}

/** @returns whether one of the records is new in this pass */
function addPage<T>(
  list: ListCollector<T>,
  page: number,
  items: readonly unknown[],
  query: ListQuery,
): boolean {
  refuseFullMemory();
  const window = query.from === undefined ? '' : ` of ${query.from} to ${query.to}`;
  return list.addPage(items, (index) => `page ${page}, record ${index + 1}${window}`);
}

function reportPage<T>({ observer, counts }: Session, { shape, size }: ListCollector<T>): void {
  observer({ type: 'page', list: shape.list, records: size, requests: counts.dataRequests });
}

/**
 * More than the largest employer can have, to stop a service whose pages never end before it fills memory and disk:
 * 60,000 people with two and a half records a day, and lists without days of half a million.
 */
const MOST_PAGES_A_DAY = 750;
const MOST_PAGES_WITHOUT_DAYS = 2_500;

function mostPages({ from, to }: ListQuery): number {
  if (from === undefined || to === undefined) return MOST_PAGES_WITHOUT_DAYS;
  return MOST_PAGES_A_DAY * (daysBetween(from, to) + 1);
}

/** The days of a window; none for a list without days. */
type ListQuery = Partial<ReadWindow>;

interface Page {
  /** From 1. */
  readonly number: number;
  readonly items: readonly unknown[];
}

/**
 * The pages of a list, to the last one. Every parameter but the cursor remains unchanged.
 * @throws PaytallyError SERVICE_PROTOCOL for a page that breaks the envelope (docs/service.md, "Paging") or repeats a
 * cursor; CursorRefused if the service does not accept its own cursor.
 */
async function* readPages(client: DataClient, list: ListName, query: ListQuery): AsyncGenerator<Page> {
  // Digests, since a service may send long ones.
  const cursors = new Set<string>();
  let cursor: string | null = null;
  for (let number = 1; ; number += 1) {
    const parameters: Query = { ...query, limit: String(PAGE_SIZE), ...(cursor === null ? {} : { cursor }) };
    const { items, nextCursor }: Envelope = parseEnvelope(list, number, await client.get(list, parameters));
    yield { number, items };
    if (nextCursor === null) return;
    const digest = recordHash(nextCursor);
    if (cursors.has(digest)) throw brokenPage(list, number, message('service.page.repeatedCursor'));
    if (number >= mostPages(query)) throw brokenPage(list, number, message('service.page.endless'));
    cursors.add(digest);
    cursor = nextCursor;
  }
}

interface Envelope {
  readonly items: readonly unknown[];
  readonly nextCursor: string | null;
}

function parseEnvelope(list: ListName, page: number, body: unknown): Envelope {
  if (!isWireRecord(body))
    throw brokenPage(
      list,
      page,
      message('fields.expected', { kind: message('fields.kind.object'), got: received(body) }),
    );
  const { items, nextCursor } = body;
  if (!Array.isArray(items)) {
    const kind = message('fields.kind.list');
    const problem = message('fields.expected', { kind, got: received(items) });
    throw brokenPage(list, page, fieldProblem('items', problem));
  }
  if (items.length > PAGE_SIZE)
    throw brokenPage(
      list,
      page,
      message('service.page.tooMany', { records: items.length, asked: PAGE_SIZE }),
    );
  if (nextCursor !== null && (typeof nextCursor !== 'string' || nextCursor === '')) {
    const kind = message('fields.kind.text');
    const problem = message('fields.expectedOrNull', { kind, got: received(nextCursor) });
    throw brokenPage(list, page, fieldProblem('nextCursor', problem));
  }
  return { items, nextCursor };
}

function brokenPage(list: ListName, page: number, problem: AnyMessage): PaytallyError {
  return new PaytallyError(
    'SERVICE_PROTOCOL',
    message('service.page.broken', { page, list: message(`read.list.${list}`), problem }),
    { record: list },
  );
}

export interface HolidayRead {
  readonly list: ListCollector<WireRecord>;
  /** The path of the holidays in the answers. */
  readonly envelope: FoundField | undefined;
}

/** The holidays of each year. A year is one answer, which is always consistent, so it is read once. */
export async function readHolidays(
  { session, client, inStream, staging }: ListReading,
  years: readonly number[],
  hints: FieldHints,
): Promise<HolidayRead> {
  const list = new ListCollector(HOLIDAYS, staging);
  list.beginPass();
  session.observer({ type: 'pass', list: 'public-holidays', pass: 1 });
  let envelope: FoundField | undefined;
  for (const year of years) {
    await inStream(async () => {
      const body = await client.get('public-holidays', { year: String(year) });
      const { items, field } = unwrapHolidays(body, hints);
      envelope = field ?? envelope;
      list.addPage(items, (index) => `${year}, record ${index + 1}`);
      reportPage(session, list);
    });
  }
  return { list, envelope };
}
