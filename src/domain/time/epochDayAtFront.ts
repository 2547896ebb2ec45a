const DAYS_IN_MONTH = [0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const NOT_DIGITS = -1;
const HYPHEN = 45;

/**
 * Days since 1970-01-01 of the `YYYY-MM-DD` at the front of the text: NaN where there is no such day in the years
 * 0001 to 9999, undefined where there is no date at all. By arithmetic, because every record has dates and
 * `Date.parse` is several times slower and lenient.
 */
export function epochDayAtFront(text: string): number | undefined {
  const century = twoDigits(text, 0);
  const yearOfCentury = twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  const hyphens = text.charCodeAt(4) === HYPHEN && text.charCodeAt(7) === HYPHEN;
  if (!hyphens || century < 0 || yearOfCentury < 0 || month < 0 || day < 0) return undefined;
  const year = century * 100 + yearOfCentury;
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const last = month === 2 && !leap ? 28 : (DAYS_IN_MONTH[month] ?? 0);
  if (year === 0 || day === 0 || day > last) return Number.NaN;
  return daysBeforeYearFromMarch(month > 2 ? year : year - 1) + dayOfYearFromMarch(month, day) - 719_468;
}

/** Years are counted from 1 March, so that the leap day is the last of its year. */
function daysBeforeYearFromMarch(year: number): number {
  return year * 365 + Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400);
}

function dayOfYearFromMarch(month: number, day: number): number {
  return Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
}

/** The number of the two digits at a position; negative where they are not two digits. */
export function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48;
  const ones = text.charCodeAt(at + 1) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : NOT_DIGITS;
}
