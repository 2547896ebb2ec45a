import { type AbsentPerson, absenceDates } from '../../../src/domain/absences/absenceDates.js';
import type { Absence, AbsenceDay } from '../../../src/domain/absences/absenceDays.js';
import { type HolidayPerson, type PaidBefore, payHoliday } from '../../../src/domain/absences/holidayPay.js';
import { type UnworkedDays, unworkedDays } from '../../../src/domain/absences/unworkedDays.js';
import type { Finding } from '../../../src/domain/exceptions/finding.js';
import { uniteHolidays } from '../../../src/domain/holidays/dayHoliday.js';
import type { ColumnsOn } from '../../../src/domain/mapping/employeeRows.js';
import type { PayLine } from '../../../src/domain/pay/payLine.js';
import type { NotWorkedRule } from '../../../src/domain/pay/payRules.js';
import type { LocalDate } from '../../../src/domain/time/localDate.js';

/** A person whose days have worked and planned minutes, but no times. */
export interface PlainPerson {
  readonly employeeId: string;
  readonly days: readonly {
    readonly date: string;
    readonly workedMinutes: number;
    readonly plannedMinutes: number | null;
  }[];
  readonly hasPlanning: boolean;
  readonly isEmployed: boolean;
  readonly columnsOn: ColumnsOn;
  readonly paidBefore: () => PaidBefore;
}

/** A whole holiday of the whole employer. */
export function wholeHoliday(date: LocalDate) {
  return uniteHolidays([
    { kind: 'service', holiday: { date, name: 'Holiday', originalDate: undefined }, limitedBy: [] },
  ]);
}

/** A holiday from noon on, in the file of holidays. */
function halfHoliday(date: LocalDate) {
  const part = { kind: 'window', from: 43_200, until: 86_400, isHalf: true } as const;
  const row = { date, name: 'Eve', part, partText: 'pm', where: '', action: 'add', line: 2 } as const;
  return uniteHolidays([{ kind: 'file', row }]);
}

/** What rules pay for whole holidays without work. */
export function payHolidays(
  rules: readonly NotWorkedRule[],
  person: PlainPerson,
  holidays: readonly LocalDate[],
): { readonly lines: readonly PayLine[]; readonly findings: readonly Finding[] } {
  const lines: PayLine[] = [];
  const findings: Finding[] = [];
  for (const date of holidays) {
    const pay = payHoliday(rules, holidayPerson(person), { date, holiday: wholeHoliday(date) }, lines);
    lines.push(...(pay.line === undefined ? [] : [pay.line]));
    findings.push(...(pay.finding === undefined ? [] : [pay.finding]));
  }
  return { lines, findings };
}

function holidayPerson({ days, hasPlanning, ...person }: PlainPerson): HolidayPerson {
  return {
    ...person,
    figuresOf: (date) => {
      const day = days.find((each) => each.date === date);
      return {
        plannedMinutes: hasPlanning ? (day?.plannedMinutes ?? 0) : null,
        workedMinutes: day?.workedMinutes ?? 0,
        plannedInside: () => 0,
        workedInside: () => 0,
      };
    },
  };
}

/** A person without work. */
export interface AwayPerson {
  readonly employeeId: string;
  readonly plannedDates: ReadonlySet<LocalDate> | null;
  readonly columnsOn: ColumnsOn;
}

interface AwaySpan {
  readonly from: LocalDate;
  readonly to: LocalDate;
  readonly holidays?: ReadonlySet<LocalDate>;
  /** Dates that are holidays from noon on. */
  readonly halves?: ReadonlySet<LocalDate>;
  readonly rules?: readonly NotWorkedRule[];
}

/** The days without work of a person with whole holidays. */
export function away(
  absences: readonly Absence[],
  { employeeId, plannedDates, columnsOn }: AwayPerson,
  { holidays = new Set(), halves = new Set(), rules = [], from, to }: AwaySpan,
): UnworkedDays {
  const person = {
    ...holidayPerson({
      employeeId,
      columnsOn,
      days: [],
      hasPlanning: true,
      isEmployed: true,
      paidBefore: () => ({ lines: [], isKnown: () => true, isHoliday: () => false }),
    }),
    plannedDates,
    absences,
    holidayOn: (date: LocalDate) => {
      if (holidays.has(date)) return wholeHoliday(date);
      return halves.has(date) ? halfHoliday(date) : undefined;
    },
    isPaidByPlan: () => false,
  };
  const period = { from, to, label: 'test' };
  return unworkedDays({
    rules,
    person,
    period,
    span: period,
    countsAround: false,
    holidayDates: [...holidays, ...halves],
  });
}

export function expandAbsences(...given: Parameters<typeof away>): readonly AbsenceDay[] {
  return away(...given).absences;
}

/** The dates of one absence that count. */
export function countedDates(absence: Absence, person: AbsentPerson, span: AwaySpan): LocalDate[] {
  return absenceDates(absence, person, span).counted.map(({ date }) => date);
}
