import { dateOfEpochDay, epochDayOf, type LocalDate, weekdayOf } from '../time/localDate.js';
import { CronFieldProblem, cronNumber, DAY_OF_MONTH, numbersOfPart, WEEKDAY } from './cronField.js';

/** Says whether a date is one of those that a field names. */
export type DayMatch = (date: LocalDate) => boolean;

/** Undefined where the field leaves it open (`*`, `?`). @throws CronFieldProblem */
export function dayOfMonthMatch(text: string): DayMatch | undefined {
  return anyOf(text, monthDayMatch);
}

/** Undefined where the field leaves it open (`*`, `?`). @throws CronFieldProblem */
export function weekdayMatch(text: string): DayMatch | undefined {
  return anyOf(text, weekdayPartMatch);
}

function anyOf(text: string, matchOf: (part: string) => DayMatch): DayMatch | undefined {
  if (text === '*' || text === '?') return undefined;
  const matches = text.split(',').map(matchOf);
  return (date) => matches.some((match) => match(date));
}

/** `L`, `L-3`, `LW`, `15W`, numbers. */
function monthDayMatch(part: string): DayMatch {
  const upper = part.toUpperCase();
  if (upper === 'LW') return (date) => dayOf(date) === workdayNear(date, lengthOfMonth(date));
  const last = /^L(?:-(\d{1,2}))?$/.exec(upper);
  if (last !== null) {
    const before = Number(last[1] ?? 0);
    if (before > 30) throw new CronFieldProblem(`"${part}" is in no month`);
    return (date) => dayOf(date) === lengthOfMonth(date) - before;
  }
  const near = /^(\d{1,2})W$/.exec(upper);
  if (near !== null) {
    const day = cronNumber(near[1] ?? '', DAY_OF_MONTH);
    return (date) => dayOf(date) === workdayNear(date, day);
  }
  const days = new Set(numbersOfPart(part, DAY_OF_MONTH));
  return (date) => days.has(dayOf(date));
}

/** `WED#3`, `5#L` and `5L` (the last Friday), numbers and names. */
function weekdayPartMatch(part: string): DayMatch {
  const nth = /^(\w+)#([1-5]|L)$/i.exec(part) ?? /^([0-7]|SUN|MON|TUE|WED|THU|FRI|SAT)(L)$/i.exec(part);
  if (nth !== null) {
    const [, name = '', which = ''] = nth;
    const weekday = cronNumber(name, WEEKDAY) % 7;
    return (date) => weekdayOf(date) % 7 === weekday && isNth(date, which.toUpperCase());
  }
  const weekdays = new Set(numbersOfPart(part, WEEKDAY).map((number) => number % 7));
  return (date) => weekdays.has(weekdayOf(date) % 7);
}

function isNth(date: LocalDate, which: string): boolean {
  if (which === 'L') return dayOf(date) + 7 > lengthOfMonth(date);
  return Math.ceil(dayOf(date) / 7) === Number(which);
}

/** The Monday to Friday nearest to a day, never in another month; undefined where the month has no such day. */
function workdayNear(date: LocalDate, day: number): number | undefined {
  const length = lengthOfMonth(date);
  if (day > length) return undefined;
  const weekday = weekdayOf(dateOfEpochDay(epochDayOf(date) - dayOf(date) + day));
  if (weekday === 6) return day > 1 ? day - 1 : day + 2;
  if (weekday === 7) return day < length ? day + 1 : day - 2;
  return day;
}

function dayOf(date: LocalDate): number {
  return Number(date.slice(8, 10));
}

/** Days in the month of a date. */
export function lengthOfMonth(date: LocalDate): number {
  return new Date(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)), 0)).getUTCDate();
}
