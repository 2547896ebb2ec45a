import type { InvalidRecord } from '../records/records.js';
import { replacedMinutes } from './estimates.js';
import { EXCLUSION_REASONS, type ExclusionReason, type Timesheet, type WorkedEntry } from './timesheet.js';

/** The employer's totals, and the same by establishment id and by employee id; null if a record names none. */
export interface Control extends ControlTotals {
  readonly byEstablishment: TotalsBySubject;
  readonly byEmployee: TotalsBySubject;
}

interface Owner {
  readonly establishmentId: string | null;
  readonly employeeId: string | null;
}

/** An invalid record is kept unchanged, so its owner is unknown. */
const NOBODY: Owner = { establishmentId: null, employeeId: null };

/**
 * The control totals, from the parts of each entry. Minutes of an exported entry outside of the period are excluded as
 * `outside-period`, with no entry.
 */
export function controlTotals(timesheet: Timesheet, invalid: readonly InvalidRecord[]): Control {
  const book = new ControlTotalsBuilder(invalid);
  book.addTimesheet(timesheet);
  return book.control();
}

/** Minutes of an entry in the period. */
export function insideMinutes(worked: WorkedEntry): number {
  return worked.inside.reduce((sum, part) => sum + part.minutes, 0);
}

/** Three tallies that are updated together, one person at a time. */
export class ControlTotalsBuilder {
  readonly #total = new TallyTable();
  readonly #byEstablishment = new TallyTable();
  readonly #byEmployee = new TallyTable();

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

  #add({ establishmentId, employeeId }: Owner, reason: CountedAs, entries: number, minutes: number): void {
    if (entries === 0 && minutes === 0) return;
    this.#total.add(null, reason, entries, minutes);
    this.#byEstablishment.add(establishmentId, reason, entries, minutes);
    this.#byEmployee.add(employeeId, reason, entries, minutes);
  }

  /** The employer's current totals. Totals of places and people are read on access, so they include later additions. */
  control(): Control {
    return {
      ...(this.#total.get(null) ?? buildTotals(() => undefined)),
      byEstablishment: this.#byEstablishment,
      byEmployee: this.#byEmployee,
    };
  }
}

export interface Tally {
  readonly entries: number;
  readonly minutes: number;
}

export interface ExcludedTally extends Tally {
  readonly reason: ExclusionReason;
}

/** The result of every fetched entry and minute: fetched = exported + the sum of excluded. */
export interface ControlTotals {
  readonly fetched: Tally;
  readonly exported: Tally;
  /** In the order of the closed list; reasons that did not occur are left out. */
  readonly excluded: readonly ExcludedTally[];
  /** Shifts that replace entries: in addition to the fetched and exported minutes, never included in them. */
  readonly estimates?: Tally;
}

/** Totals of establishments or of people by id; null if records name none. A Map satisfies this type. */
export interface TotalsBySubject extends Iterable<readonly [string | null, ControlTotals]> {
  keys(): Iterable<string | null>;
  get(subject: string | null): ControlTotals | undefined;
}

/** A tally: fetched is the sum of exported and all exclusions. */
export type CountedAs = 'exported' | 'estimate' | ExclusionReason;

const NOTHING: Tally = { entries: 0, minutes: 0 };

/** Tallies by subject and reason. */
export class TallyTable implements TotalsBySubject {
  readonly #tallies = new Map<string | null, Map<CountedAs, Tally>>();

  add(subject: string | null, reason: CountedAs, entries: number, minutes: number): void {
    const ofSubject = this.#tallies.get(subject) ?? new Map<CountedAs, Tally>();
    this.#tallies.set(subject, ofSubject);
    ofSubject.set(reason, sumOf(ofSubject.get(reason) ?? NOTHING, { entries, minutes }));
  }

  keys(): Iterable<string | null> {
    return this.#tallies.keys();
  }

  get(subject: string | null): ControlTotals | undefined {
    const ofSubject = this.#tallies.get(subject);
    return ofSubject && buildTotals((reason) => ofSubject.get(reason));
  }

  *[Symbol.iterator](): Iterator<readonly [string | null, ControlTotals]> {
    for (const [subject, ofSubject] of this.#tallies)
      yield [subject, buildTotals((reason) => ofSubject.get(reason))];
  }
}

/** The totals of the counts. @param tallyOf undefined for a reason that never occurred */
export function buildTotals(tallyOf: (reason: CountedAs) => Tally | undefined): ControlTotals {
  const exported = tallyOf('exported') ?? NOTHING;
  const excluded = EXCLUSION_REASONS.flatMap((reason) => {
    const tally = tallyOf(reason);
    return tally ? [{ reason, ...tally }] : [];
  });
  const estimates = tallyOf('estimate');
  const fetched = excluded.reduce<Tally>(sumOf, exported);
  return { fetched, exported, excluded, ...(estimates === undefined ? {} : { estimates }) };
}

function sumOf(a: Tally, b: Tally): Tally {
  return { entries: a.entries + b.entries, minutes: a.minutes + b.minutes };
}
