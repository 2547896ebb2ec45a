import type { CursorBook, PageStart } from './cursorBook.js';
import type { EmployerState } from './employerState.js';
import { dateOfDayNumber, dayNumberOf } from './isDate.js';
import type { ListName, RecordInputOf } from './neutralRecords.js';
import type { PagingSettings } from './pagingSettings.js';
import { checkRange, isRefusal, type QueryRefusal, readLimit, readRange, readYear } from './queryRules.js';
import type { DayRange, RecordList } from './recordList.js';
import type { ResolvedShapes } from './shapeOptions.js';
import { SHAPES } from './shapes.js';
import { WireRecord } from './wireRecord.js';

export interface Page {
  readonly body: unknown;
  /** Counts from 1 with each reading from the beginning. */
  readonly page: number;
  readonly range: DayRange | null;
}

/** A day more at both ends: no entry is filed further off. */
function aroundDays({ from, to }: DayRange): DayRange {
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
    private readonly cursors: CursorBook,
    private readonly paging: PagingSettings,
  ) {
    this.wire = new WireRecord(employer, shapes);
  }

  read(list: ListName, query: URLSearchParams): Page | QueryRefusal {
    return list === 'public-holidays' ? this.holidays(query) : this.page(list, query);
  }

  private holidays(query: URLSearchParams): Page | QueryRefusal {
    const asked = readYear(query);
    if (isRefusal(asked)) return asked;
    const holidays = [...this.employer.lists['public-holidays'].read(null, null)]
      .filter(({ date }) => Number(date.slice(0, 4)) === asked.year)
      .map((holiday) => this.wire.toWire('public-holidays', holiday));
    const body = this.shapes.envelope('public-holidays', this.shapes.holidayEnvelope(holidays));
    return { body, page: 1, range: null };
  }

  private page(list: ListName, query: URLSearchParams): Page | QueryRefusal {
    const isDated = list === 'shifts' || list === 'time-entries';
    const range = isDated ? readRange(query) : null;
    if (range !== null && isRefusal(range)) return range;
    const asked = readLimit(query);
    if (isRefusal(asked)) return asked;
    const refused = range === null ? undefined : checkRange(range);
    if (refused !== undefined) return refused;
    const start = this.start(list, range, query);
    if (start === undefined) {
      return { status: 422, detail: 'The cursor is not one of this list, employer and period.' };
    }
    return this.fill(list, range, start, asked.limit);
  }

  /** Undefined where the cursor is not valid here. */
  private start(list: ListName, range: DayRange | null, query: URLSearchParams): PageStart | undefined {
    const [cursor, ...more] = query.getAll('cursor');
    if (cursor === undefined) return FIRST;
    if (more.length > 0) return undefined;
    return this.cursors.read({ list, employerId: this.employer.employerId, range }, cursor);
  }

  private fill(list: ListName, range: DayRange | null, { page, at }: PageStart, limit: number): Page {
    // Each list holds its own kind of record; here they are only counted and passed on.
    const source = this.employer.lists[list] as unknown as RecordList<AnyRecord>;
    const items: unknown[] = [];
    let toSkip = 'offset' in at ? at.offset : 0;
    let last: AnyRecord | undefined;
    let isMore = false;
    const isFiledApart = list === 'time-entries' && range !== null && this.filesApart();
    const days = isFiledApart ? aroundDays(range) : range;
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
    const goesOn = last !== undefined && (isMore || (this.paging.emptyLastPage && items.length === limit));
    const nextCursor =
      goesOn && last ? this.next(list, range, { page, at }, items.length, source.positionOf(last)) : null;
    return { body: this.shapes.envelope(list, { items, nextCursor }), page, range };
  }

  /** Time entries lie in their list by the day of the data, which may not be the one that selects them. */
  private filesApart(): boolean {
    const { workDate, selection } = this.shapes;
    return workDate !== SHAPES.workDate.startDay || selection !== SHAPES.selection.workDate;
  }

  private next(
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
