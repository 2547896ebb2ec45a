import type { InvalidRecord } from '../records/records.js';
import { replacedMinutes } from './estimates.js';
import { type ControlTotals, type CountedAs, TallyTable, type TotalsBySubject, totalsOf } from './tallyTable.js';
import type { Timesheet, WorkedEntry } from './timesheet.js';

/** The employer's totals, and the same by establishment id and by employee id; null where a record names none. */
export interface Control extends ControlTotals {
  readonly byEstablishment: TotalsBySubject;
  readonly byEmployee: TotalsBySubject;
}

interface Owner {
  readonly establishmentId: string | null;
  readonly employeeId: string | null;
}

/** An invalid record is kept as it is, so nobody can say whose it was. */
const NOBODY: Owner = { establishmentId: null, employeeId: null };

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

/** Three ledgers that are written at once, person by person. */
export class ControlBook {
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

  /** The employer's totals as they are now; those of places and people are read when somebody asks, and go on with the book. */
  control(): Control {
    return {
      ...(this.#total.get(null) ?? totalsOf(() => undefined)),
      byEstablishment: this.#byEstablishment,
      byEmployee: this.#byEmployee,
    };
  }
}
