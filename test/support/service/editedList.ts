import type { HttpRequest } from '../../../src/sources/transport/effects.js';
import type { Reply } from './simulatedSession.js';

export interface ListedRecord {
  readonly id: string;
  readonly sortKey: number;
  readonly version: number;
}

export type Paging = 'keyset' | 'offset';

/** A list that is paged from its current state at each request, without a snapshot: edited records may be missed. */
export class EditedList {
  readonly records = new Map<string, ListedRecord>();
  readonly everDeleted = new Set<string>();
  readonly everAdded = new Set<string>();
  requests = 0;
  readonly #paging: Paging;
  readonly #pageSize: number;
  #sorted: readonly { readonly key: string; readonly record: ListedRecord }[] | undefined;

  constructor(count: number, paging: Paging, pageSize: number) {
    this.#paging = paging;
    this.#pageSize = pageSize;
    for (let index = 0; index < count; index += 1) {
      const id = idOf(index);
      this.records.set(id, { id, sortKey: index, version: 1 });
    }
  }

  /** Ids that existed throughout. */
  get steady(): readonly string[] {
    return [...this.records.keys()].filter((id) => !this.everDeleted.has(id) && !this.everAdded.has(id));
  }

  put(id: string, change: Partial<Omit<ListedRecord, 'id'>>): void {
    this.#sorted = undefined;
    const before = this.records.get(id);
    if (before === undefined) this.everAdded.add(id);
    this.records.set(id, { id, sortKey: 0, ...before, version: (before?.version ?? 0) + 1, ...change });
  }

  delete(id: string): void {
    this.#sorted = undefined;
    this.records.delete(id);
    this.everDeleted.add(id);
  }

  answer(request: HttpRequest): Reply {
    this.requests += 1;
    const cursor = new URL(request.url).searchParams.get('cursor');
    this.#sorted ??= [...this.records.values()]
      .map((record) => ({ key: keyOf(record), record }))
      .sort((a, b) => (a.key < b.key ? -1 : 1));
    const sorted = this.#sorted;
    const start =
      cursor === null
        ? 0
        : this.#paging === 'offset'
          ? Number(cursor)
          : sorted.findIndex(({ key }) => key > cursor);
    const page = start === -1 ? [] : sorted.slice(start, start + this.#pageSize);
    const last = page.at(-1);
    const items = page.map(({ record }) => record);
    const isLast = last === undefined || start + items.length >= sorted.length;
    const next = isLast ? null : this.#paging === 'offset' ? String(start + items.length) : last.key;
    return { status: 200, body: { items, nextCursor: next } };
  }
}

function keyOf(record: ListedRecord): string {
  return `${(record.sortKey + 1_000).toFixed(6).padStart(20, '0')}|${record.id}`;
}

export function idOf(index: number): string {
  return `00000000-0000-4000-8000-${index.toString(16).padStart(12, '0')}`;
}
