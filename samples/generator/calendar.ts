const MS_PER_DAY = 86_400_000;

/** Days since 1970-01-01 of a date written YYYY-MM-DD. */
export function dayNumberOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / MS_PER_DAY;
}

/** Days recur, so each text is created only once. */
const dates = new Map<number, string>();

export function dateOf(dayNumber: number): string {
  const known = dates.get(dayNumber);
  if (known !== undefined) return known;
  const date = new Date(dayNumber * MS_PER_DAY).toISOString().slice(0, 10);
  dates.set(dayNumber, date);
  return date;
}

/** 0 is Monday, 6 is Sunday. */
export function weekdayIndexOf(dayNumber: number): number {
  return (((dayNumber + 3) % 7) + 7) % 7;
}

/** The same day of the month, `months` later; the 31st becomes the month's last day if there is none. */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastDay))).toISOString().slice(0, 10);
}

/** The day number of the last given weekday (0 is Monday) of a month (1 to 12). */
export function lastWeekdayOfMonth(year: number, month: number, weekdayIndex: number): number {
  const last = Date.UTC(year, month, 0) / MS_PER_DAY;
  return last - ((weekdayIndexOf(last) - weekdayIndex + 7) % 7);
}
