import { type Finding, finding } from '../exceptions/finding.js';
import type { DayHoliday } from '../holidays/dayHoliday.js';
import type { HolidayCalendar, PersonHolidays } from '../holidays/holidayCalendar.js';
import type { PayLine } from '../pay/payLine.js';
import { isInside, type Period } from '../period/period.js';
import type { LocalDate } from '../time/localDate.js';

type HolidayOn = (date: LocalDate) => DayHoliday | undefined;

/** A person whose place is not known on every day. */
interface UnplacedPerson {
  readonly employeeId: string;
  readonly placeOf: (date: LocalDate) => string | null;
  readonly holidaysAt: PersonHolidays;
  readonly holidayOn: HolidayOn;
  /** The lines without work, with other holidays. */
  readonly linesWith: (holidayOn: HolidayOn) => readonly PayLine[];
}

/**
 * Days without a known place on which a row for an establishment would change what the person is paid without work
 * (docs/pay.md, "Holidays"). One finding for each day.
 */
export function undecidedHolidays(
  calendar: HolidayCalendar,
  person: UnplacedPerson,
  period: Period,
): Finding[] {
  const { employeeId, placeOf, holidaysAt, holidayOn, linesWith } = person;
  const dates = calendar.dates.filter((date) => isInside(date, period) && placeOf(date) === null);
  return dates.flatMap((date) => {
    const paid = (some: HolidayOn) => JSON.stringify(linesWith(some).filter((line) => line.date === date));
    const found = calendar.rowsByPlace(date).find(({ place }) => {
      const there: HolidayOn = (day) => (day === date ? holidaysAt(place).on(day) : holidayOn(day));
      return paid(there) !== paid(holidayOn);
    });
    if (found === undefined) return [];
    const { line, name, action, where } = found.row;
    const facts = { line, name: name || action, where };
    return finding('HOLIDAY_NO_PLACE', { employeeId, date, record: `${employeeId} ${date}` }, facts);
  });
}
