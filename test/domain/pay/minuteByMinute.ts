import { IANAZone } from 'luxon';
import type { PayCase, Work } from '../../support/records/payFixture.js';

/**
 * An independent calculation of minutes by `date code`: minute by minute, with luxon's clock and the two rule sets of
 * `payCases` written by hand. For entries without breaks.
 */
export function minuteByMinute(payCase: PayCase): Record<string, number> {
  const result: Record<string, number> = {};
  const isSecond = payCase.config.payRules.weekStartsOn === 'sunday';
  const counters: Counters = { days: {}, weeks: {} };
  for (const minute of minutesOf(payCase)) {
    const codes = isSecond
      ? secondRules(minute, counters)
      : firstRules(minute, payCase.holidays ?? [], counters);
    for (const code of codes) {
      const key = `${minute.date} ${code}`;
      result[key] = (result[key] ?? 0) + 1;
    }
  }
  return result;
}

interface Counters {
  readonly days: Record<string, number>;
  readonly weeks: Record<string, number>;
}

interface Reading {
  readonly localDate: string;
  /** Minutes since midnight on the local clock. */
  readonly clock: number;
}

interface Minute extends Reading {
  readonly employee: string;
  /** The day for which it counts. */
  readonly date: string;
  readonly entryStart: number;
  readonly startDate: string;
  /** Minutes of the entry between 18:00 and 02:00. */
  readonly inEvening: number;
}

const HOUR = 60;
const DAY_MS = 86_400_000;
const offsets = new Map<string, number>();

/** Clocks change only at quarter hours. */
function readingAt(epochMs: number, zone: string): Reading {
  const key = `${zone} ${Math.floor(epochMs / 900_000)}`;
  const offset = offsets.get(key) ?? IANAZone.create(zone).offset(epochMs);
  offsets.set(key, offset);
  const text = new Date(epochMs + offset * 60_000).toISOString();
  return {
    localDate: text.slice(0, 10),
    clock: Number(text.slice(11, 13)) * HOUR + Number(text.slice(14, 16)),
  };
}

function minutesOf({ work, attribution }: PayCase): Minute[] {
  const all = work.flatMap((each) => entryMinutes(each, attribution ?? 'start'));
  // Minutes of one entry stay in order, because the sort is stable.
  return all.sort((a, b) => compare(a.date, b.date) || a.entryStart - b.entryStart);
}

function entryMinutes(work: Work, attribution: string): Minute[] {
  const entryStart = Date.parse(work.start);
  const readings = Array.from({ length: work.minutes ?? 0 }, (_, index) =>
    readingAt(entryStart + index * 60_000, work.zone ?? 'UTC'),
  );
  const whole = attribution === 'split' ? undefined : wholeDay(readings, attribution);
  const inEvening = readings.filter(({ clock }) => clock >= 18 * HOUR || clock < 2 * HOUR).length;
  const startDate = readings[0]?.localDate ?? '';
  const employee = work.employeeId ?? '';
  return readings.map((reading) => {
    return { ...reading, employee, date: whole ?? reading.localDate, entryStart, startDate, inEvening };
  });
}

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

function wholeDay(readings: readonly Reading[], attribution: string): string | undefined {
  const dates = readings.map(({ localDate }) => localDate);
  if (attribution === 'start' || attribution === 'shift' || dates.length === 0) return dates[0];
  if (attribution === 'end') return dates.at(-1);
  const count = (date: string): number => dates.filter((each) => each === date).length;
  return [...new Set(dates)].sort().reduce((most, date) => (count(date) > count(most) ? date : most));
}

const daysAgo = (date: string, days: number): string =>
  new Date(Date.parse(date) - days * DAY_MS).toISOString().slice(0, 10);

/** 0 is Sunday. */
const weekdayOf = (date: string): number => new Date(date).getUTCDay();

function firstRules(minute: Minute, holidays: readonly string[], { days, weeks }: Counters): string[] {
  const { localDate, startDate, clock } = minute;
  const day = `${minute.employee} ${minute.date}`;
  const week = `${minute.employee} ${daysAgo(minute.date, (weekdayOf(minute.date) + 6) % 7)}`;
  const today = days[day] ?? 0;
  const thisWeek = weeks[week] ?? 0;
  const isHoliday = holidays.includes(localDate);
  const isSunday = weekdayOf(localDate) === 0;
  const isSpecial = isSunday || isHoliday;
  const isDaily = today >= (isSpecial ? 300 : 420);
  days[day] = today + 1;
  if (!isDaily) weeks[week] = thisWeek + 1;
  const isOver = isDaily || thisWeek >= 900;
  const codes = [isOver ? (isSpecial ? 'OT100' : 'OT50') : 'N', 'ALL'];
  const isEarly = clock < 4 * HOUR && startDate < localDate;
  if (isHoliday || (isEarly && holidays.includes(daysAgo(localDate, 1)))) codes.push('HOL');
  else if (isSunday) codes.push('SUN');
  if (isEarly) codes.push('N40');
  else if (clock >= 20 * HOUR || clock < 6 * HOUR) codes.push('N25');
  return codes;
}

function secondRules(minute: Minute, { weeks }: Counters): string[] {
  const { localDate, clock } = minute;
  const week = `${minute.employee} ${daysAgo(minute.date, weekdayOf(minute.date))}`;
  const thisWeek = weeks[week] ?? 0;
  weeks[week] = thisWeek + 1;
  const isNight = clock >= 22 * HOUR + 15 || clock < 5 * HOUR + 40;
  const codes = [isNight ? 'NIGHT' : thisWeek >= 600 ? 'OT' : 'N'];
  if ((clock >= 18 * HOUR || clock < 2 * HOUR) && minute.inEvening >= 90) codes.push('LONG');
  const monthDay = localDate.slice(5);
  if (monthDay === '10-25' || (monthDay === '12-24' && clock >= 14 * HOUR)) codes.push('EVE');
  return codes;
}
