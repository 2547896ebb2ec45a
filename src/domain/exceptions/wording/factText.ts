import { hoursOnClock } from '../rule.js';
import { writingIn, writtenDate } from './writing.js';

/** Whom a message speaks to: how they write dates, and hours (`7:30`, or `7.50`). */
export interface Reader {
  readonly language: string;
  readonly hours: 'clock' | 'decimal';
}

/** A day, or what a clock shows on it. */
const DATE = /^\d{4}-\d\d-\d\d(?=$| \d\d:\d\d)/;
/** Facts that rules give as `9:37`. */
const CLOCK_HOURS = ['hours', 'elapsed'];

/** A fact as it is read: dates and hours as the reader writes them; to nobody in particular, ISO dates and `7:30`. */
export function factText(name: string, fact: string | number, reader: Reader | undefined): string {
  if (typeof fact === 'number') return name.endsWith('Minutes') ? hoursOf(fact, reader) : String(fact);
  const [hours, minutes] = CLOCK_HOURS.includes(name) ? fact.split(':').map(Number) : [];
  if (hours !== undefined && minutes !== undefined) return hoursOf(hours * 60 + minutes, reader);
  if (reader === undefined) return fact;
  const writing = writingIn(reader.language);
  return fact.replace(DATE, (date) => writtenDate(date, writing));
}

function hoursOf(minutes: number, reader: Reader | undefined): string {
  if (reader?.hours !== 'decimal') return hoursOnClock(minutes);
  return (minutes / 60).toFixed(2).replace('.', writingIn(reader.language).decimalSign);
}
