import { Cron } from 'croner';
import { type Message, message } from '../../i18n/message.js';
import { dateOfEpochDay, type LocalDate, lastOfMonth, toEpochDay, weekdayNumber } from '../time/localDate.js';

/** Whether a schedule includes a date. */
type DayMatch = (date: LocalDate) => boolean;

/** The local dates and times of a schedule. */
export interface TimesOfDay {
  readonly isOn: DayMatch;
  /** Minutes since midnight in clock time, ascending, at least one. */
  readonly minutesOfDay: readonly number[];
}

interface CronField {
  readonly name: 'minute' | 'hour' | 'dayOfMonth' | 'month' | 'weekday';
  /** The accepted syntax of a field's part. croner accepts more: `MON-FRI#2`, a field for seconds, `@daily`. */
  readonly part: RegExp;
}

const NUMBERS = String.raw`(?:\*|\d{1,2}(?:-\d{1,2})?)(?:/\d{1,3})?`;
const NAMES = String.raw`(?:\*|\w{1,3}(?:-\w{1,3})?)(?:/\d{1,3})?`;
const only = (...forms: readonly string[]) => new RegExp(`^(?:${forms.join('|')})$`, 'i');

const FIELDS: readonly CronField[] = [
  { name: 'minute', part: only(NUMBERS) },
  { name: 'hour', part: only(NUMBERS) },
  { name: 'dayOfMonth', part: only(NUMBERS, 'L', 'LW', String.raw`\d{1,2}W`) },
  { name: 'month', part: only(NAMES) },
  {
    name: 'weekday',
    // croner reads SUN-SUN as the whole week.
    part: only(`(?!SUN-SUN)${NAMES}`, String.raw`\w{1,3}#[1-5L]`, '(?:[0-7]|[A-Z]{3})L'),
  },
];

/**
 * Reads a cron line of five fields: minute, hour, day of month (also `L`, `LW`, `15W`), month, weekday (0 and 7 are
 * Sunday; also `WED#3`, `5#L`). If both day of month and weekday are given, either may match. croner finds local dates
 * and times; instants come from the pinned time zone tables ({@link dueTimes}).
 * @returns the problem if the line is not valid
 */
export function parseCron(line: string): TimesOfDay | { readonly problem: Message } {
  const known = parsedLines.get(line) ?? parseLine(line);
  if (parsedLines.size >= LINES_KEPT) parsedLines.clear();
  parsedLines.set(line, known);
  return known;
}

/** A general schedule applies to every employer. */
const parsedLines = new Map<string, ReturnType<typeof parseLine>>();
const LINES_KEPT = 100;
/** More than the days of a year. */
const DATES_KEPT = 500;

function parseLine(line: string): TimesOfDay | { readonly problem: Message } {
  const fields = line.trim().split(/\s+/);
  if (fields.length !== FIELDS.length) {
    return { problem: message('cron.fieldCount', { line, count: fields.length }) };
  }
  const problem = fields.map(problemOf).find((found) => found !== undefined);
  if (problem !== undefined) return { problem };
  const [minute, hour, ...days] = fields;
  const daysOnly = cronOf(['0', '0', ...days]);
  const matches = new Map<LocalDate, boolean>();
  return {
    isOn: (date) => {
      const isMatch = matches.get(date) ?? daysOnly.match(new Date(`${date}T00:00:00Z`));
      if (matches.size >= DATES_KEPT) matches.clear();
      matches.set(date, isMatch);
      return isMatch;
    },
    minutesOfDay: minutesOf(cronOf([minute, hour, '*', '*', '*'])),
  };
}

function problemOf(text: string, index: number): Message | undefined {
  const field = FIELDS[index];
  if (field === undefined) return undefined;
  const alone = FIELDS.map((_, other) => (other === index ? text : '*'));
  if ((text === '?' && field.name !== 'minute') || text.split(',').every((part) => field.part.test(part))) {
    try {
      cronOf(alone);
      return undefined;
    } catch {
      // croner's own message names neither the field nor the input.
    }
  }
  return message('cron.badField', { field: field.name, text });
}

/** In UTC, so that a date represents a local date. @throws if croner cannot read it */
function cronOf(fields: readonly (string | undefined)[]): Cron {
  return new Cron(fields.join(' '), { utcOffset: 0, paused: true, mode: '5-part', sloppyRanges: true });
}

const MINUTES_A_DAY = 1440;
const MS_PER_MINUTE = 60_000;

function minutesOf(clock: Cron): number[] {
  const all = Array.from({ length: MINUTES_A_DAY }, (_, minute) => minute);
  return all.filter((minute) => clock.match(new Date(minute * MS_PER_MINUTE)));
}

/** Dates without office work although they are Monday to Friday. */
export type Holidays = ReadonlySet<LocalDate>;

/**
 * The n-th working day of each month, or counted from its end (-1 is the last one). Working days are Monday to Friday
 * without `holidays`.
 * @param minuteOfDay as the clock shows it
 */
export function workdayTimes(workday: number, minuteOfDay: number, holidays: Holidays): TimesOfDay {
  const found = new Map<string, LocalDate | undefined>();
  return {
    isOn: (date) => {
      const month = date.slice(0, 7);
      if (!found.has(month))
        found.set(month, workingDays(date, holidays).at(workday > 0 ? workday - 1 : workday));
      return found.get(month) === date;
    },
    minutesOfDay: [minuteOfDay],
  };
}

function workingDays(date: LocalDate, holidays: Holidays): LocalDate[] {
  const before = toEpochDay(date) - Number(date.slice(8, 10));
  return Array.from({ length: daysInMonth(date) }, (_, index) => dateOfEpochDay(before + index + 1)).filter(
    (day) => weekdayNumber(day) <= 5 && !holidays.has(day),
  );
}

/** Days in the month of a date. */
export function daysInMonth(date: LocalDate): number {
  return Number(lastOfMonth(date).slice(8));
}
