import { createHmac, timingSafeEqual } from 'node:crypto';
import type { EmployerState } from './employerState.js';
import type { DayRange, Position, RecordList } from './recordLists.js';
import { dateOfDayNumber, dayNumberOf, isDate, type ListName, type RecordInputOf } from './records.js';
import type { PagingSettings } from './settings.js';
import { type ResolvedShapes, SHAPES } from './shapes.js';
import { WireRecord } from './wireRecord.js';

interface Page {
  readonly body: unknown;
  /** Counts from 1 whenever a list is read from the beginning. */
  readonly page: number;
  readonly range: DayRange | null;
}

/** Adds a day at both ends: no entry is filed further away. */
function padRange({ from, to }: DayRange): DayRange {
  return { from: dateOfDayNumber(dayNumberOf(from) - 1), to: dateOfDayNumber(dayNumberOf(to) + 1) };
}

type AnyRecord = RecordInputOf[ListName];

const FIRST: PageStart = { page: 1, at: { offset: 0 } };

/** Answers the query of one list of one employer (docs/service.md, "Lists" and "Queries"). */
export class PageReader {
  private readonly wire: WireRecord;

  constructor(
    private readonly employer: EmployerState,
    private readonly shapes: ResolvedShapes,
    private readonly cursors: CursorSigner,
    private readonly paging: PagingSettings,
  ) {
    this.wire = new WireRecord(employer, shapes);
  }

  /** @throws QueryRefusal */
  read(list: ListName, query: URLSearchParams): Page {
    return list === 'public-holidays' ? this.holidays(readYear(query)) : this.page(list, query);
  }

  private holidays(year: number): Page {
    const holidays = [...this.employer.lists['public-holidays'].read(null, null)]
      .filter(({ date }) => Number(date.slice(0, 4)) === year)
      .map((holiday) => this.wire.toWire('public-holidays', holiday));
    const body = this.shapes.envelope('public-holidays', this.shapes.holidayEnvelope(holidays));
    return { body, page: 1, range: null };
  }

  private page(list: ListName, query: URLSearchParams): Page {
    const isDated = list === 'shifts' || list === 'time-entries';
    const range = isDated ? readRange(query) : null;
    const limit = readLimit(query);
    if (range !== null) checkRange(range);
    return this.fill(list, range, this.start(list, range, query), limit);
  }

  private start(list: ListName, range: DayRange | null, query: URLSearchParams): PageStart {
    const [cursor, ...more] = query.getAll('cursor');
    if (cursor === undefined) return FIRST;
    const { employerId } = this.employer;
    const start = more.length > 0 ? undefined : this.cursors.read({ list, employerId, range }, cursor);
    if (start !== undefined) return start;
    throw new QueryRefusal(422, 'The cursor is not one of this list, employer and period.');
  }

  private fill(list: ListName, range: DayRange | null, { page, at }: PageStart, limit: number): Page {
    // Each list has its own record type; this code only counts records and passes them on.
    const source = this.employer.lists[list] as unknown as RecordList<AnyRecord>;
    const items: unknown[] = [];
    let toSkip = 'offset' in at ? at.offset : 0;
    let last: AnyRecord | undefined;
    let isMore = false;
    const isFiledApart = list === 'time-entries' && range !== null && this.filesApart();
    const days = isFiledApart ? padRange(range) : range;
    for (const record of source.read(days, 'after' in at ? at.after : null)) {
      if (!this.wire.isShown(list, record)) continue;
      if (isFiledApart && !this.wire.isSelected(record as RecordInputOf['time-entries'], range)) continue;
      if (toSkip > 0) {
        toSkip -= 1;
        continue;
      }
      isMore = items.length === limit;
      if (isMore) break;
      items.push(this.wire.toWire(list, record));
      last = record;
    }
    const hasNext = isMore || (this.paging.emptyLastPage && items.length === limit);
    const nextCursor =
      last !== undefined && hasNext
        ? this.nextCursor(list, range, { page, at }, items.length, source.positionOf(last))
        : null;
    return { body: this.shapes.envelope(list, { items, nextCursor }), page, range };
  }

  /** The list of time entries is ordered by the day in the data, which may differ from the day that selects them. */
  private filesApart(): boolean {
    const { workDate, selection } = this.shapes;
    return workDate !== SHAPES.workDate.startDay || selection !== SHAPES.selection.workDate;
  }

  private nextCursor(
    list: ListName,
    range: DayRange | null,
    { page, at }: PageStart,
    count: number,
    after: readonly string[],
  ): string {
    const offset = ('offset' in at ? at.offset : 0) + count;
    return this.cursors.write(
      { list, employerId: this.employer.employerId, range },
      { page: page + 1, at: this.paging.mode === 'offset' ? { offset } : { after } },
    );
  }
}

/** The scope of a cursor: it is invalid anywhere else (docs/service.md, "Queries"). */
interface CursorHome {
  readonly list: ListName;
  readonly employerId: string;
  readonly range: DayRange | null;
}

/** The start of the next page: its number and position. */
interface PageStart {
  readonly page: number;
  readonly at: { readonly after: Position } | { readonly offset: number };
}

const SIGNATURE_BYTES = 12;

/** Writes and reads signed cursors. The server stores nothing, so a cursor can be used repeatedly. */
export class CursorSigner {
  constructor(private readonly key: Buffer) {}

  write(home: CursorHome, start: PageStart): string {
    const content = Buffer.from(JSON.stringify(start), 'utf8');
    return Buffer.concat([this.sign(home, content), content]).toString('base64url');
  }

  /** Undefined for a cursor from elsewhere, or for another list, employer or period. */
  read(home: CursorHome, cursor: string): PageStart | undefined {
    const bytes = Buffer.from(cursor, 'base64url');
    // The text must be canonical, because base64 decoders ignore stray characters and bits.
    if (bytes.length <= SIGNATURE_BYTES || bytes.toString('base64url') !== cursor) return undefined;
    const content = bytes.subarray(SIGNATURE_BYTES);
    if (!timingSafeEqual(this.sign(home, content), bytes.subarray(0, SIGNATURE_BYTES))) return undefined;
    return JSON.parse(content.toString('utf8'));
  }

  private sign({ list, employerId, range }: CursorHome, content: Buffer): Buffer {
    const bound = JSON.stringify([list, employerId, range?.from ?? null, range?.to ?? null]);
    return createHmac('sha256', this.key).update(bound).update(content).digest().subarray(0, SIGNATURE_BYTES);
  }
}

/** The reason for refusing a query, with its status (docs/service.md, "Refusals of data"). */
export class QueryRefusal extends Error {
  constructor(
    readonly status: 400 | 422,
    detail: string,
  ) {
    super(detail);
  }
}

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 200;
const MIN_YEAR = 2000;
const MAX_YEAR = 2100;
const MAX_DAYS = 93;

/** `limit`: 1 to 200, default 100 (docs/service.md, "Queries"). */
function readLimit(query: URLSearchParams): number {
  const text = singleValue(query, 'limit');
  const limit = text === null ? DEFAULT_LIMIT : wholeNumber(text);
  if (limit === undefined || limit < 1 || limit > MAX_LIMIT)
    throw new QueryRefusal(400, `limit must be a whole number from 1 to ${MAX_LIMIT}.`);
  return limit;
}

/** `year`: required, 2000 to 2100 (docs/service.md, "Queries"). */
function readYear(query: URLSearchParams): number {
  const year = wholeNumber(singleValue(query, 'year') ?? '');
  if (year === undefined || year < MIN_YEAR || year > MAX_YEAR)
    throw new QueryRefusal(400, `year is required, a whole number from ${MIN_YEAR} to ${MAX_YEAR}.`);
  return year;
}

/**
 * `from` and `to` as dates; missing or unreadable dates give status 400. {@link checkRange} checks that they form a
 * period.
 */
function readRange(query: URLSearchParams): DayRange {
  const from = singleValue(query, 'from') ?? '';
  const to = singleValue(query, 'to') ?? '';
  for (const [name, value] of Object.entries({ from, to }))
    if (!isDate(value)) throw new QueryRefusal(400, `${name} is required, a date written YYYY-MM-DD.`);
  return { from, to };
}

/** @throws QueryRefusal 422 for two dates that form no valid period (docs/service.md, "Refusals of data") */
function checkRange({ from, to }: DayRange): void {
  for (const date of [from, to]) {
    const year = Number(date.slice(0, 4));
    if (year < MIN_YEAR || year > MAX_YEAR)
      throw new QueryRefusal(422, `Dates must be from ${MIN_YEAR} to ${MAX_YEAR}.`);
  }
  if (to < from) throw new QueryRefusal(422, 'to precedes from.');
  if (dayNumberOf(to) - dayNumberOf(from) + 1 > MAX_DAYS)
    throw new QueryRefusal(422, `The range exceeds ${MAX_DAYS} days.`);
}

/** A repeated parameter has no single value: returns an empty text, which no parameter allows. */
function singleValue(query: URLSearchParams, name: string): string | null {
  return query.getAll(name).length > 1 ? '' : query.get(name);
}

function wholeNumber(text: string): number | undefined {
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
