import type { ColumnsOn } from '../mapping/employeeRows.js';
import { type Days, periodOfDays, periodOfMonths } from '../period/repeatingPeriod.js';
import { addDays, type LocalDate } from '../time/localDate.js';
import type { CompiledRule } from './compiledRules.js';
import { columnMinutes, type EmployeeLimits, isInContract } from './mappingColumns.js';
import type { PayLine } from './payLine.js';
import type { Opening, Reference } from './payRules.js';

/** The reference period that contains a day. */
export function referencePeriodAt(date: LocalDate, { weeks, months, from }: Reference): Days {
  return months === undefined
    ? periodOfDays(date, (weeks ?? 1) * 7, from)
    : periodOfMonths(date, months, from);
}

/** The year that contains a day and begins on `MM-DD`. */
export function counterYear(date: LocalDate, monthDay: string): Days {
  return periodOfMonths(date, 12, `2000-${monthDay}` as LocalDate);
}

/** A person's data besides the entries of the period. */
export interface EmployeePayFacts {
  /** Lines on days before the period, each minute once. */
  readonly earlierLines: readonly PayLine[];
  /** Absences, and holidays without work, in the period and in the rest of its weeks. */
  readonly unworkedLines: readonly PayLine[];
  /** Minutes of published shifts by day. */
  readonly plannedMinutes: ReadonlyMap<LocalDate, number>;
  /** Whether a day is neither planned for the person nor a weekday of the contract. */
  readonly isRestDay: (date: LocalDate) => boolean;
}

export const NO_PAY_FACTS: EmployeePayFacts = {
  earlierLines: [],
  unworkedLines: [],
  plannedMinutes: new Map(),
  isRestDay: () => false,
};

/** A reference period of one person in a run. */
export interface EmployeeReference {
  /** The first day whose minutes are counted from the entries. */
  readonly from: LocalDate;
  readonly periodOf: (date: LocalDate) => Days;
  /**
   * Minutes that count in a reference period besides entries: before `from`, and of absences up to and including a day.
   */
  readonly countedElsewhere: (days: Days, date: LocalDate) => number;
  /** Minutes of the whole reference period, for minutes of a day; undefined without a limit on that day. */
  readonly limit: (rule: CompiledRule, date: LocalDate, days: Days) => number | undefined;
}

/** An employee's rows of the mapping file, and the limits in them. */
export interface ReferencePerson {
  readonly employeeId: string;
  readonly columnsOn: ColumnsOn;
  readonly limits: EmployeeLimits;
}

const PATH = 'payRules.reference';

/** @param from the first day of the exported period @throws PaytallyError MAPPING_INVALID */
export function employeeReference(
  reference: Reference,
  person: ReferencePerson,
  { earlierLines, unworkedLines }: EmployeePayFacts,
  from: LocalDate,
): EmployeeReference {
  const periodOf = (date: LocalDate): Days => referencePeriodAt(date, reference);
  const opening = applicableOpening(reference.opening, from);
  const until = opening?.until;
  const openingMinutes = opening && openingMinutesOf(opening, person);
  const openingFrom = until && periodOf(until).from;
  const counted = [
    ...earlierLines.filter(({ date }) => date < from),
    ...unworkedLines.filter(({ date }) => date >= from),
  ].filter((line) => countsAs(line, reference) && (until === undefined || line.date > until));
  const averages = new Map<string, number>();
  return {
    from,
    periodOf,
    countedElsewhere: (days, date) => {
      let minutes = days.from === openingFrom ? (openingMinutes ?? 0) : 0;
      for (const line of counted) if (line.date >= days.from && line.date <= date) minutes += line.minutes;
      return minutes;
    },
    limit: (rule, date, days) => {
      const own = person.limits.on(date).of.get(rule);
      if (own?.average === undefined) return own?.reference;
      const key = `${rule.path} ${days.from}`;
      const whole = averages.get(key) ?? averageOf(rule, person, days);
      averages.set(key, whole);
      return smaller(own.reference, whole);
    },
  };
}

function openingMinutesOf({ column, until }: Opening, { employeeId, columnsOn }: ReferencePerson) {
  return columnMinutes(column, { employeeId, columns: columnsOn(until), path: PATH });
}

/** A seventh of the weekly minutes for each day of the contract, each day by its own row; rounded down once. */
function averageOf(rule: CompiledRule, person: ReferencePerson, { from, to }: Days): number {
  let minutes = 0;
  for (let date = from; date <= to; date = addDays(date, 1)) {
    const average = person.limits.on(date).of.get(rule)?.average ?? 0;
    if (average > 0 && isInContract(person, date)) minutes += average;
  }
  return Math.floor(minutes / 7);
}

/** An opening balance is used by runs of later days: for earlier days the records exist. */
export function applicableOpening(opening: Opening | undefined, from: LocalDate): Opening | undefined {
  return opening !== undefined && opening.until < from ? opening : undefined;
}

/** Minutes of base codes that are not daily or weekly overtime, and of absences if the reference period counts them. */
function countsAs({ kind, overtime }: PayLine, { absences }: Reference): boolean {
  if (kind === 'base') return overtime === undefined || overtime === 'reference';
  return absences === 'counted' && (kind === 'absence' || kind === 'not-worked');
}

function smaller(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return Math.min(a, b);
}
