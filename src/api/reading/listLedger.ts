import type { InvalidRecord } from '../../domain/records/records.js';
import { type LocalDate, parseLocalDate } from '../../domain/time/localDate.js';
import { shown } from '../../outsideText.js';
import { type FieldValue, UndocumentedFields } from '../discovery/undocumentedFields.js';
import { isGuid } from '../wire/fields.js';
import type { ListShape } from '../wire/lists.js';
import { isWireRecord, type Parsed } from '../wire/parsed.js';
import { recordHash } from './recordHash.js';

/** A record of the accepted read. */
export interface LedgerRow<T> {
  /** The record's id; where that is unusable, its place. */
  readonly id: string;
  readonly hash: string;
  readonly parsed: Parsed<T>;
  readonly values: readonly FieldValue[];
  /** The record as received; undefined unless raw records are kept. */
  readonly json: string | undefined;
  readonly day: LocalDate | null;
  readonly workedMinutes: number;
}

interface Row<T> extends LedgerRow<T> {
  lastPass: number;
  changed: boolean;
}

/**
 * All passes over one list, by id: paging is no snapshot, so a record may come twice or not at all, and the
 * latest version is the one that counts.
 */
export class ListLedger<T> {
  readonly shape: ListShape<T>;
  readonly undocumented: UndocumentedFields;
  readonly #keepRaw: boolean;
  readonly #rows = new Map<string, Row<T>>();
  readonly #removed: string[] = [];
  #pass = 0;

  constructor(shape: ListShape<T>, keepRaw: boolean) {
    this.shape = shape;
    this.#keepRaw = keepRaw;
    this.undocumented = new UndocumentedFields(shape.documented, shape.keep);
  }

  get passes(): number {
    return this.#pass;
  }

  get size(): number {
    return this.#rows.size;
  }

  beginPass(): void {
    this.#pass += 1;
  }

  /** Takes one element of `items`. `place` names it where it has no usable id. */
  see(element: unknown, place: string): void {
    const hash = recordHash(element);
    const id = isWireRecord(element) && isGuid(element.id) ? element.id : undefined;
    const key = id === undefined || this.shape.identity === 'content' ? `?${hash}` : id;
    const known = this.#rows.get(key);
    if (known?.hash === hash) {
      // A pass in between did not have it.
      if (known.lastPass < this.#pass - 1) known.changed = true;
      known.lastPass = this.#pass;
      return;
    }
    const changed = this.#pass > 1 || known !== undefined;
    this.#rows.set(key, { ...this.#rowOf(element, id ?? place), hash, lastPass: this.#pass, changed });
  }

  /** How many records of earlier passes the current one has not returned. */
  countVanished(): number {
    let count = 0;
    for (const row of this.#rows.values()) if (row.lastPass < this.#pass) count += 1;
    return count;
  }

  /** Takes the records out that two consecutive complete passes lack: they were deleted, or moved elsewhere. */
  settle(): void {
    for (const [key, row] of this.#rows) {
      if (row.lastPass > this.#pass - 2) continue;
      this.#rows.delete(key);
      this.#removed.push(row.id);
    }
  }

  /** Whether the accepted records are exactly those of an earlier read: id -> hash. */
  equals(digest: ReadonlyMap<string, string>): boolean {
    if (digest.size !== this.#rows.size) return false;
    for (const [key, row] of this.#rows) if (digest.get(key) !== row.hash) return false;
    return true;
  }

  /** id -> hash; records without a usable id stand under `?` and their hash. */
  digest(): ReadonlyMap<string, string> {
    return new Map([...this.#rows].map(([key, row]) => [key, row.hash]));
  }

  /** Ids that the passes do not agree on: changed, new, gone, or missed by one of them. */
  changedIds(): readonly string[] {
    const differing = [...this.#rows.values()].filter((row) => row.changed || row.lastPass < this.#pass);
    return [...new Set([...this.#removed, ...differing.map((row) => row.id)])].sort();
  }

  rows(): Iterable<LedgerRow<T>> {
    return this.#rows.values();
  }

  invalid(): readonly InvalidRecord[] {
    return [...this.#rows.values()].flatMap(({ id, parsed, workedMinutes }) =>
      parsed.ok ? [] : [{ list: this.shape.list, id, problems: parsed.problems, workedMinutes }],
    );
  }

  #rowOf(element: unknown, id: string): Omit<LedgerRow<T>, 'hash'> {
    const json = this.#keepRaw ? JSON.stringify(element) : undefined;
    if (!isWireRecord(element)) {
      const problems = [`record: expected an object, got ${shown(element)}`];
      return { id, json, parsed: { ok: false, problems }, values: [], day: null, workedMinutes: 0 };
    }
    const { dayField } = this.shape;
    const day = dayField === undefined ? undefined : element[dayField];
    return {
      id,
      json,
      parsed: this.shape.parse(element),
      values: this.undocumented.read(element),
      day: typeof day === 'string' ? (parseLocalDate(day) ?? null) : null,
      workedMinutes: readableMinutes(element.workedMinutes),
    };
  }
}

function readableMinutes(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0;
}
