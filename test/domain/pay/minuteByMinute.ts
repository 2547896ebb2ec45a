import { DateTime } from 'luxon';
import type { PayCase } from './payFixture.js';

/**
 * Another way to the minutes by `date code`: minute after minute, the clock from luxon, the two rule sets of
 * `payCases` written by hand. For entries without breaks.
 */
export function minuteByMinute(payCase: PayCase): Record<string, number> {
  const result: Record<string, number> = {};
  const isSecond = payCase.config.payRules.weekStartsOn === 'sunday';
  const days: Record<string, number> = {};
  const weeks: Record<string, number> = {};
  const add = (key: string): void => {
    result[key] = (result[key] ?? 0) + 1;
  };
  for (const minute of minutesOf(payCase)) {
    const codes = isSecond
      ? secondRules(minute, weeks)
      : firstRules(minute, payCase.holidays ?? [], days, weeks);
    for (const code of codes) add(`${minute.date} ${code}`);
  }
  return result;
}

interface Minute {
  readonly employee: string;
  /** The day it counts for. */
  readonly date: string;
  readonly entryStart: DateTime;
  readonly at: DateTime;
  readonly inEvening: number;
}

function minutesOf({ work, attribution }: PayCase): Minute[] {
  const all = work.flatMap((each) => {
    const entryStart = DateTime.fromISO(each.start, { zone: each.zone ?? 'utc' });
    const minutes = Array.from({ length: each.minutes ?? 0 }, (_, index) =>
      entryStart.plus({ minutes: index }),
    );
    const inEvening = minutes.filter(({ hour }) => hour >= 18 || hour < 2).length;
    const dates = minutes.map((at) => at.toISODate() ?? '');
    const whole = attribution === 'split' ? undefined : wholeDay(dates, attribution ?? 'start');
    return minutes.map((at, index): Minute => {
      const date = whole ?? dates[index];
      return { employee: each.employeeId ?? '', date: date ?? '', entryStart, at, inEvening };
    });
  });
  // Those of one entry stay in order, because the sort keeps the order of equals.
  return all.sort((a, b) => compare(a.date, b.date) || a.entryStart.toMillis() - b.entryStart.toMillis());
}

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

function wholeDay(dates: readonly string[], attribution: string): string | undefined {
  if (attribution === 'start' || dates.length === 0) return dates[0];
  if (attribution === 'end') return dates.at(-1);
  const count = (date: string): number => dates.filter((each) => each === date).length;
  return [...new Set(dates)].sort().reduce((most, date) => (count(date) > count(most) ? date : most));
}

const daysAgo = (date: string, days: number): string =>
  new Date(Date.parse(date) - days * 86_400_000).toISOString().slice(0, 10);

function weekKey({ employee, date }: Minute, firstWeekday: number): string {
  return `${employee} ${daysAgo(date, (new Date(date).getUTCDay() - firstWeekday + 7) % 7)}`;
}

function firstRules(
  minute: Minute,
  holidays: readonly string[],
  days: Record<string, number>,
  weeks: Record<string, number>,
): string[] {
  const { at, entryStart } = minute;
  const day = `${minute.employee} ${minute.date}`;
  const week = weekKey(minute, 1);
  const today = days[day] ?? 0;
  const thisWeek = weeks[week] ?? 0;
  const isHoliday = holidays.includes(at.toISODate() ?? '');
  const isSpecial = at.weekday === 7 || isHoliday;
  const isDaily = today >= (isSpecial ? 300 : 420);
  days[day] = today + 1;
  if (!isDaily) weeks[week] = thisWeek + 1;
  const isOver = isDaily || thisWeek >= 900;
  const codes = [isOver ? (isSpecial ? 'OT100' : 'OT50') : 'N', 'ALL'];
  const startedEarlier = (entryStart.toISODate() ?? '') < (at.toISODate() ?? '');
  const dayBefore = daysAgo(at.toISODate() ?? '', 1);
  const reaches = at.hour < 4 && startedEarlier && holidays.includes(dayBefore);
  if (isHoliday || reaches) codes.push('HOL');
  else if (at.weekday === 7) codes.push('SUN');
  if (at.hour < 4 && startedEarlier) codes.push('N40');
  else if (at.hour >= 20 || at.hour < 6) codes.push('N25');
  return codes;
}

function secondRules(minute: Minute, weeks: Record<string, number>): string[] {
  const { at } = minute;
  const week = weekKey(minute, 7);
  const thisWeek = weeks[week] ?? 0;
  weeks[week] = thisWeek + 1;
  const clock = at.hour * 60 + at.minute;
  const isNight = clock >= 22 * 60 + 15 || clock < 5 * 60 + 40;
  const codes = [isNight ? 'NIGHT' : thisWeek >= 600 ? 'OT' : 'N'];
  if ((clock >= 18 * 60 || clock < 120) && minute.inEvening >= 90) codes.push('LONG');
  if (at.toFormat('MM-dd') === '10-25' || (at.toFormat('MM-dd') === '12-24' && clock >= 14 * 60))
    codes.push('EVE');
  return codes;
}
