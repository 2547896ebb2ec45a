import { hasPersonDay, type RecipientShare } from '../../delivery/deliveries.js';
import type { PayLine } from '../../domain/pay/payLine.js';
import { placeOfLine } from '../../domain/pay/placeOfLine.js';
import type { PersonRecords } from '../../domain/records/periodData.js';
import { buildTimesheet } from '../../domain/timesheet/buildTimesheet.js';
import { estimateId } from '../../domain/timesheet/estimates.js';
import type { Timesheet } from '../../domain/timesheet/timesheet.js';
import type { WorkOfPeople, WorkOfPerson } from '../compute/workOfPeople.js';

/** What a share has of one person. */
interface OwnWork {
  /** Of entries, and of shifts that are paid in their place. */
  readonly hasEntry: (id: string) => boolean;
  readonly hasLine: (line: PayLine) => boolean;
}

/**
 * The people of a share: their pay, account and working time are those of the whole run, and the share has the lines of
 * its own work. So the files of all shares add up to those of the run, whatever a limit, a minimum or an account counts.
 * @param own computed from the records of the share alone
 */
export function sharedPeople(own: WorkOfPeople, whole: WorkOfPeople, share: RecipientShare): WorkOfPeople {
  if (share.kind === 'whole') return whole;
  return {
    ...own,
    of: (id) => {
      const part = own.of(id);
      if (id === null) return part;
      const all = whole.of(id);
      return new SharedWork(part, all, ownWork(part.records, all, share));
    },
  };
}

/** A line goes with its entry or shift; without one, by its day, or by the place where the person was. */
function ownWork(
  { personId, entries, shifts }: PersonRecords,
  { timesheet, data }: WorkOfPerson,
  share: Exclude<RecipientShare, { readonly kind: 'whole' }>,
): OwnWork {
  const ids = new Set([...entries.map(({ id }) => id), ...shifts.map(estimateId)]);
  const hasUnplaced = ({ date, kind }: PayLine) => {
    if (share.kind === 'people') return hasPersonDay(share, personId, date);
    // All managers of a person see leave and holidays; money of the account is in one file only.
    if (kind !== 'surplus') return true;
    const key = share.kind === 'teams' ? 'teamId' : 'establishmentId';
    const work = { entries: timesheet.exported.map(({ entry }) => entry), shifts: data.shifts ?? [] };
    return share.ids.has(placeOfLine(work, date, key) ?? '');
  };
  return {
    hasEntry: (id) => ids.has(id),
    hasLine: (line) => (line.entryId === null ? hasUnplaced(line) : ids.has(line.entryId)),
  };
}

/** A class, as `PersonWork`: an object literal with accessors would keep each person's work in memory. */
class SharedWork implements WorkOfPerson {
  readonly records: WorkOfPerson['records'];
  readonly data: WorkOfPerson['data'];
  readonly relatedShifts: WorkOfPerson['relatedShifts'];
  readonly timesheet: Timesheet;
  readonly unworked: WorkOfPerson['unworked'];
  readonly holidayOn: WorkOfPerson['holidayOn'];
  readonly isAbsent: WorkOfPerson['isAbsent'];
  readonly limitsOf: WorkOfPerson['limitsOf'];
  readonly workingTime: WorkOfPerson['workingTime'];
  readonly knowsRestDays: boolean;
  readonly payBy: WorkOfPerson['payBy'];
  readonly accountBetween: WorkOfPerson['accountBetween'];
  readonly #part: WorkOfPerson;
  readonly #all: WorkOfPerson;
  readonly #own: OwnWork;
  #pay: WorkOfPerson['pay'] | undefined;

  constructor(part: WorkOfPerson, all: WorkOfPerson, own: OwnWork) {
    this.records = part.records;
    this.data = part.data;
    this.relatedShifts = part.relatedShifts;
    this.timesheet = timesheetOf(part, all);
    const { lines, linesOfPeriod } = all.unworked;
    this.unworked = {
      ...all.unworked,
      lines: lines.filter(own.hasLine),
      linesOfPeriod: linesOfPeriod.filter(own.hasLine),
    };
    this.holidayOn = all.holidayOn;
    this.isAbsent = all.isAbsent;
    this.limitsOf = all.limitsOf;
    this.workingTime = all.workingTime;
    this.knowsRestDays = all.knowsRestDays;
    this.payBy = all.payBy;
    this.accountBetween = all.accountBetween;
    this.#part = part;
    this.#all = all;
    this.#own = own;
  }

  get asRead(): Timesheet {
    return this.#part.asRead;
  }

  get pay(): WorkOfPerson['pay'] {
    this.#pay ??= this.#ownPay();
    return this.#pay;
  }

  get account(): WorkOfPerson['account'] {
    const { account } = this.#all;
    return account && { ...account, lines: account.lines.filter(this.#own.hasLine) };
  }

  get balances(): WorkOfPerson['balances'] {
    return this.#all.balances;
  }

  #ownPay(): WorkOfPerson['pay'] {
    const { lines, outsideLines, entries } = this.#all.pay;
    const { hasEntry, hasLine } = this.#own;
    return {
      lines: lines.filter(hasLine),
      outsideLines: outsideLines.filter(hasLine),
      entries: entries.filter(({ entryId }) => hasEntry(entryId)),
    };
  }
}

/** The days of the share. What its shifts pay depends on the absences of all of the person's days. */
function timesheetOf({ data, timesheet: part }: WorkOfPerson, { timesheet }: WorkOfPerson): Timesheet {
  const { period, policy, estimated } = timesheet;
  if (estimated === undefined) return part;
  const minutes = new Map(estimated.estimates.map(({ entry }) => [entry.id, entry.workedMinutes ?? 0]));
  return buildTimesheet(data, period, policy, (shift) => minutes.get(estimateId(shift)) ?? 0);
}
