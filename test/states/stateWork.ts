import { entryId, workedEntry } from '../support/employers/watchedEmployer.js';
import { editEntry } from '../support/service/edits.js';
import type { StateDesk } from './stateDesk.js';

const PEOPLE = 2;
/** Monday to Friday; only Friday has an entry that overlaps. */
const LAST_DAY = 4;
const DATES = ['2026-10-05', '2026-10-06', '2026-10-07', '2026-10-08', '2026-10-09'];
const EXTRA = '00000099-0000-4000-8000-000000000001';

interface Entry {
  readonly isOpen: boolean;
  readonly isReviewed: boolean;
  readonly minutes: number;
}

/** Chooses what happens: a number below this one, from a seed. */
export type Choose = (below: number) => number;

/** The entries of the employer: what the clerk's people change in the service, and what paytally should find there. */
export class StateWork {
  readonly #desk: StateDesk;
  readonly #pick: Choose;
  readonly #entries = new Map<string, Entry>();
  #hasExtra = false;

  constructor(desk: StateDesk, pick: Choose) {
    this.#desk = desk;
    this.#pick = pick;
    for (let person = 0; person < PEOPLE; person += 1)
      for (let day = 0; day <= LAST_DAY; day += 1)
        this.#entries.set(entryId(person, day), { isOpen: false, isReviewed: true, minutes: 450 });
  }

  /** What blocks now. */
  items(): ReadonlyMap<string, string> {
    const items = new Map<string, string>();
    for (const [id, { isOpen, isReviewed, minutes }] of this.#entries) {
      if (isOpen) items.set(`OPEN_ENTRY@${id}`, 'open');
      else if (!isReviewed) items.set(`UNREVIEWED@${id}`, String(minutes + this.#extraOn(id)));
    }
    if (this.#hasExtra) items.set('OVERLAP', String(this.#entries.get(entryId(0, LAST_DAY))?.minutes));
    return items;
  }

  #extraOn(id: string): number {
    return this.#hasExtra && id === entryId(0, LAST_DAY) ? 60 : 0;
  }

  /** Minutes by entry. */
  paid(): ReadonlyMap<string, number> {
    const minutes = [...this.#entries].map(([id, { isOpen, minutes: worked }]) => {
      return [id, isOpen ? 0 : worked + this.#extraOn(id)] as const;
    });
    return new Map(minutes);
  }

  #change(id: string, entry: Entry): void {
    this.#entries.set(id, entry);
    const [person, day] = placeOf(id);
    const { isOpen, isReviewed, minutes } = entry;
    const whole = workedEntry(person, day, DATES[day] ?? '', minutes);
    this.#desk.edit(
      editEntry.put({
        ...whole,
        ...(isOpen ? { status: 'Working', endsAt: null, workedMinutes: null } : {}),
        ...(isReviewed && !isOpen ? {} : { reviewedAtUtc: null }),
      }),
    );
  }

  #anyEntry(): string {
    return entryId(this.#pick(PEOPLE), this.#pick(LAST_DAY));
  }

  open(): void {
    this.#change(this.#anyEntry(), { isOpen: true, isReviewed: false, minutes: 450 });
  }

  unreview(): void {
    this.#change(this.#anyEntry(), { isOpen: false, isReviewed: false, minutes: 450 });
  }

  otherHours(): void {
    const id = this.#anyEntry();
    const { isReviewed = true } = this.#entries.get(id) ?? {};
    this.#change(id, { isOpen: false, isReviewed, minutes: 420 + this.#pick(3) * 10 });
  }

  resolve(): void {
    for (const [id, entry] of this.#entries)
      if (entry.isOpen || !entry.isReviewed) this.#change(id, { ...entry, isOpen: false, isReviewed: true });
  }

  overlap(): void {
    this.#hasExtra = !this.#hasExtra;
    const extra = {
      ...workedEntry(0, LAST_DAY, DATES[LAST_DAY] ?? '', 60),
      id: EXTRA,
      startsAt: '2026-10-09T09:00:00Z',
      endsAt: '2026-10-09T10:00:00Z',
    };
    this.#desk.edit(this.#hasExtra ? editEntry.put(extra) : editEntry.delete(EXTRA));
  }
}

function placeOf(id: string): readonly [person: number, day: number] {
  for (let person = 0; person < PEOPLE; person += 1)
    for (let day = 0; day <= LAST_DAY; day += 1) if (entryId(person, day) === id) return [person, day];
  throw new Error(`no entry ${id}`);
}
