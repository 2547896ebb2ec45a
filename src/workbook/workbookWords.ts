/** The words and signs of a language within text: months and weekdays, dates, the sign before decimals. */
export interface WorkbookWords {
  readonly decimalSign: '.' | ',';
  /** A date `YYYY-MM-DD` as people write it. */
  readonly dateText: (date: string) => string;
  /** @param month 1 is January */
  readonly monthName: (month: number) => string;
  readonly abbreviatedMonth: (month: number, where: 'alone' | 'inDate') => string;
  /** @param weekday ISO number, 1 is Monday */
  readonly weekdayName: (weekday: number) => string;
  readonly abbreviatedWeekday: (weekday: number, where: 'alone' | 'inDate') => string;
  /** `AM` or `PM`. @param hour 0 to 23 */
  readonly dayHalfName: (hour: number) => string;
}

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const WEEKDAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');

export const ENGLISH_WORDS: WorkbookWords = {
  decimalSign: '.',
  dateText: (date) => date,
  monthName: (month) => MONTHS[month - 1] ?? '',
  abbreviatedMonth: (month) => (MONTHS[month - 1] ?? '').slice(0, 3),
  weekdayName: (weekday) => WEEKDAYS[weekday - 1] ?? '',
  abbreviatedWeekday: (weekday) => (WEEKDAYS[weekday - 1] ?? '').slice(0, 3),
  dayHalfName: (hour) => (hour < 12 ? 'AM' : 'PM'),
};
