import type { InvalidRecord } from '../records/records.js';
import { replacedMinutes } from './estimates.js';
import { EXCLUSION_REASONS, type ExclusionReason } from './exclusion.js';
import type { Timesheet, WorkedEntry } from './timesheet.js';

export interface Tally {
  readonly entries: number;
  readonly minutes: number;
}

export interface ExcludedTally extends Tally {
  readonly reason: ExclusionReason;
}

/** Where every fetched entry and minute went: fetched = exported + the sum of excluded. */
export interface ControlTotals {
  readonly fetched: Tally;
  readonly exported: Tally;
  /** In the order of the closed list; reasons with nothing in them are left out. */
  readonly excluded: readonly ExcludedTally[];
  /** Shifts that stand in for entries: beside what was fetched and exported, never among it. */
  readonly estimates?: Tally;
}

/** The employer's totals, and the same by establishment id and by employee id; null where a record names none. */
export interface Control extends ControlTotals {
  readonly byEstablishment: ReadonlyMap<string | null, ControlTotals>;
  readonly byEmployee: ReadonlyMap<string | null, ControlTotals>;
}

interface Owner {
  readonly establishmentId: string | null;
  readonly employeeId: string | null;
}

/** An invalid record is kept as it is, so nobody can say whose it was. */
const NOBODY: Owner = { establishmentId: null, employeeId: null };
const NOTHING: Tally = { entries: 0, minutes: 0 };

/**
 * The control totals, by way of each entry's own parts. Minutes of an exported entry that land beyond the period's
 * edge are excluded as `outside-period`, with no entry.
 */
export function controlTotals(timesheet: Timesheet, invalid: readonly InvalidRecord[]): Control {
  const book = new ControlBook(invalid);
  book.addTimesheet(timesheet);
  return book.control();
}

/** Minutes of an entry that land in the period. */
export function insideMinutes(worked: WorkedEntry): number {
  return worked.inside.reduce((sum, part) => sum + part.minutes, 0);
}

type Reason = 'exported' | 'estimate' | ExclusionReason;
type Page = Map<Reason, Tally>;

/** Three ledgers that are written at once, person by person. */
export class ControlBook {
  readonly #total: Page = new Map();
  readonly #byEstablishment = new Map<string | null, Page>();
  readonly #byEmployee = new Map<string | null, Page>();

  constructor(invalid: readonly InvalidRecord[]) {
    for (const { list, workedMinutes } of invalid) {
      if (list === 'time-entries') this.#add(NOBODY, 'invalid', 1, workedMinutes);
    }
  }

  addTimesheet({ excluded, exported, period, policy, estimated }: Timesheet): void {
    for (const { entry, reason } of excluded) {
      if (reason !== 'estimated') this.#add(entry, reason, 1, entry.workedMinutes ?? 0);
    }
    for (const worked of exported) {
      const minutes = insideMinutes(worked);
      const replaced = replacedMinutes(worked, period, policy);
      this.#add(worked.entry, 'exported', 1, minutes);
      this.#add(worked.entry, 'estimated', 0, replaced);
      this.#add(worked.entry, 'outside-period', 0, (worked.entry.workedMinutes ?? 0) - minutes - replaced);
    }
    for (const worked of estimated?.replaced ?? []) {
      const replaced = replacedMinutes(worked, period, policy);
      this.#add(worked.entry, 'estimated', 1, replaced);
      this.#add(worked.entry, 'outside-period', 0, (worked.entry.workedMinutes ?? 0) - replaced);
    }
    for (const planned of estimated?.estimates ?? [])
      this.#add(planned.entry, 'estimate', 1, insideMinutes(planned));
  }

  #add(owner: Owner, reason: Reason, entries: number, minutes: number): void {
    if (entries === 0 && minutes === 0) return;
    const pages = [
      this.#total,
      pageOf(this.#byEstablishment, owner.establishmentId),
      pageOf(this.#byEmployee, owner.employeeId),
    ];
    for (const page of pages) page.set(reason, add(page.get(reason) ?? NOTHING, { entries, minutes }));
  }

  control(): Control {
    return {
      ...totalsOf(this.#total),
      byEstablishment: allTotals(this.#byEstablishment),
      byEmployee: allTotals(this.#byEmployee),
    };
  }
}

function pageOf(pages: Map<string | null, Page>, subject: string | null): Page {
  const page = pages.get(subject) ?? new Map();
  pages.set(subject, page);
  return page;
}

function allTotals(pages: ReadonlyMap<string | null, Page>): Map<string | null, ControlTotals> {
  return new Map([...pages].map(([subject, page]) => [subject, totalsOf(page)]));
}

function totalsOf(page: Page): ControlTotals {
  const exported = page.get('exported') ?? NOTHING;
  const excluded = EXCLUSION_REASONS.flatMap((reason) => {
    const tally = page.get(reason);
    return tally ? [{ reason, entries: tally.entries, minutes: tally.minutes }] : [];
  });
  const estimates = page.get('estimate');
  const fetched = excluded.reduce(add, exported);
  // Written out, since there is one of these for everybody: copies take twice as much.
  return estimates === undefined
    ? { fetched, exported, excluded }
    : { fetched, exported, excluded, estimates };
}

function add(a: Tally, b: Tally): Tally {
  return { entries: a.entries + b.entries, minutes: a.minutes + b.minutes };
}
