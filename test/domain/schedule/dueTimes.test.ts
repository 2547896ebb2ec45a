import { describe, expect, test } from 'vitest';
import { daysInMonth, parseCron } from '../../../src/domain/schedule/cron.js';
import {
  dueBetween,
  dueTimes,
  latestDue,
  latestPerPeriod,
  upcomingTimes,
} from '../../../src/domain/schedule/dueTimes.js';
import { instantsAtReading } from '../../../src/domain/time/clockChanges.js';
import { addDays, toLocalDate } from '../../../src/domain/time/localDate.js';
import { zoneByName } from '../../../src/domain/time/tzdata.js';
import { englishText } from '../../../src/i18n/formatMessage.js';

function problemOf(line: string): string {
  const times = parseCron(line);
  return 'problem' in times ? englishText(times.problem) : '';
}

function timesOf(line: string) {
  const times = parseCron(line);
  if ('problem' in times) throw new Error(englishText(times.problem));
  return times;
}

/** The days of a span on which a day line is due: `06, 13`. */
function daysOf(days: string, from = '2026-10-01', to = '2026-10-31'): string {
  const { isOn } = timesOf(`0 6 ${days}`);
  const found: string[] = [];
  for (let day = toLocalDate(from); day <= to; day = addDays(day, 1)) if (isOn(day)) found.push(day.slice(8));
  return found.join(' ');
}

describe('the minutes of a day', () => {
  test.each<[string, readonly number[]]>([
    ['0 6', [360]],
    ['59 23', [1439]],
    ['0 0', [0]],
    ['30,0,30 6', [360, 390]],
    ['*/30 6', [360, 390]],
    ['10/25 6', [370, 395]],
    ['0-10/5 6', [360, 365, 370]],
    ['5-5 6', [365]],
    ['0 22-23', [1320, 1380]],
    ['0 */12', [0, 720]],
    ['0 20/2', [1200, 1320]],
    ['0 06', [360]],
  ])('%s', (line, minutes) => {
    expect(timesOf(`${line} * * *`).minutesOfDay).toEqual(minutes);
  });

  test('each of them', () => {
    const { minutesOfDay } = timesOf('* * * * *');
    expect(minutesOfDay).toEqual(Array.from({ length: 1440 }, (_, minute) => minute));
  });
});

describe('the days of October 2026, which begins on a Thursday', () => {
  test.each([
    ['* * 0', '04 11 18 25'],
    ['* * 7', '04 11 18 25'],
    ['* * SUN', '04 11 18 25'],
    ['* * sat', '03 10 17 24 31'],
    ['* * FRI-SUN', '02 03 04 09 10 11 16 17 18 23 24 25 30 31'],
    ['* * 6-7', '03 04 10 11 17 18 24 25 31'],
    ['* * SUN-MON', '04 05 11 12 18 19 25 26'],
    ['* * MON-WED', '05 06 07 12 13 14 19 20 21 26 27 28'],
    ['* * MON,WED', '05 07 12 14 19 21 26 28'],
    ['* * */3', '03 04 07 10 11 14 17 18 21 24 25 28 31'],
    ['* * 5/1', '02 03 09 10 16 17 23 24 30 31'],
    ['* * MON#1', '05'],
    ['* * THU#1', '01'],
    ['* * 3#1', '07'],
    ['* * WED#2', '14'],
    ['* * THU#5', '29'],
    ['* * wed#l', '28'],
    ['* * 6L', '31'],
    ['* * SUNL', '25'],
    ['* * 0#4', '25'],
    ['* * 7#4', '25'],
    ['* * MON#1,FRI#L', '05 30'],
    ['L * *', '31'],
    ['l * *', '31'],
    ['LW * *', '30'],
    ['lw * *', '30'],
    ['3W * *', '02'],
    ['4W * *', '05'],
    ['5W * *', '05'],
    ['31W * *', '30'],
    ['1,15,L * *', '01 15 31'],
    ['28-30 * *', '28 29 30'],
    ['*/10 * *', '01 11 21 31'],
    ['25/3 * *', '25 28 31'],
    ['? * MON', '05 12 19 26'],
    ['1 * ?', '01'],
    ['1 OCT *', '01'],
    ['1 oct-dec *', '01'],
    ['1 1-9 *', ''],
    ['1 */3 *', '01'],
    ['1 11,12 *', ''],
    ['1 * FRI#1', '01 02'],
  ])('%s', (days, expected) => {
    expect(daysOf(days)).toBe(expected);
  });

  test('working days near an edge stay in the month', () => {
    // 1 August 2026 is a Saturday, 31 May 2026 a Sunday.
    expect(daysOf('1W * *', '2026-08-01', '2026-08-31')).toBe('03');
    expect(daysOf('31W * *', '2026-05-01', '2026-05-31')).toBe('29');
    expect(daysOf('31W * *', '2026-06-01', '2026-06-30')).toBe('');
    // 1 July 2028 is a Saturday.
    expect(daysOf('31W * *', '2028-06-01', '2028-06-30')).toBe('');
    expect(daysOf('LW * *', '2026-02-01', '2026-02-28')).toBe('27');
    expect(daysOf('28W * *', '2026-02-01', '2026-02-28')).toBe('27');
    expect(daysOf('2W * *', '2026-08-01', '2026-08-31')).toBe('03');
  });

  test('months have names', () => {
    const names = ['jan', 'FEB', 'Mar', 'APR', 'may', 'JUN', 'jul', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
    const months = names.map((name) => {
      const { isOn } = timesOf(`0 6 1 ${name} *`);
      return names.findIndex((_, index) =>
        isOn(toLocalDate(`2026-${String(index + 1).padStart(2, '0')}-01`)),
      );
    });
    expect(months).toEqual(names.map((_, index) => index));
  });

  test('months have their lengths', () => {
    const lengths = ['2026-01', '2026-02', '2028-02', '2100-02', '2026-04', '2026-12'].map((month) =>
      daysInMonth(toLocalDate(`${month}-01`)),
    );
    expect(lengths).toEqual([31, 28, 29, 28, 30, 31]);
  });
});

describe('says why a line is invalid', () => {
  test.each([
    ['0 6 3 *', '"0 6 3 *" has 4 fields instead of five: minute, hour, day of month, month, weekday'],
    ['', '"" has 1 field instead of five: minute, hour, day of month, month, weekday'],
    ['60 6 3 * *', 'the minute "60" is not valid: use 0 to 59'],
    ['0 24 3 * *', 'the hour "24" is not valid: use 0 to 23'],
    ['0 6 32 * *', 'the day of month "32" is not valid: use 1 to 31, L, LW or 15W'],
    ['0 6 0W * *', 'the day of month "0W" is not valid: use 1 to 31, L, LW or 15W'],
    ['0 6 L-31 * *', 'the day of month "L-31" is not valid: use 1 to 31, L, LW or 15W'],
    ['0 6 xL * *', 'the day of month "xL" is not valid: use 1 to 31, L, LW or 15W'],
    ['0 6 L-x * *', 'the day of month "L-x" is not valid: use 1 to 31, L, LW or 15W'],
    ['0 6 x15W * *', 'the day of month "x15W" is not valid: use 1 to 31, L, LW or 15W'],
    ['0 6 15Wx * *', 'the day of month "15Wx" is not valid: use 1 to 31, L, LW or 15W'],
    ['0 6 3 0 *', 'the month "0" is not valid: use 1 to 12 or JAN to DEC'],
    ['0 6 3 13 *', 'the month "13" is not valid: use 1 to 12 or JAN to DEC'],
    ['0 6 3 * 8', 'the weekday "8" is not valid: use 0 to 7 or SUN to SAT, also WED#3 or 5#L'],
    ['0 6 * * 8#1', 'the weekday "8#1" is not valid: use 0 to 7 or SUN to SAT, also WED#3 or 5#L'],
    ['0 6 * * MON#0', 'the weekday "MON#0" is not valid: use 0 to 7 or SUN to SAT, also WED#3 or 5#L'],
    ['0 6 * * -MON#1', 'the weekday "-MON#1" is not valid: use 0 to 7 or SUN to SAT, also WED#3 or 5#L'],
    ['0 6 * * MON#1x', 'the weekday "MON#1x" is not valid: use 0 to 7 or SUN to SAT, also WED#3 or 5#L'],
    ['0 6 * * xMONL', 'the weekday "xMONL" is not valid: use 0 to 7 or SUN to SAT, also WED#3 or 5#L'],
    ['0 6 * * MONLx', 'the weekday "MONLx" is not valid: use 0 to 7 or SUN to SAT, also WED#3 or 5#L'],
    ['0 22-2 * * *', 'the hour "22-2" is not valid: use 0 to 23'],
    ['5-0 6 * * *', 'the minute "5-0" is not valid: use 0 to 59'],
    ['0 1-2-3 * * *', 'the hour "1-2-3" is not valid: use 0 to 23'],
    ['1/2/3 6 * * *', 'the minute "1/2/3" is not valid: use 0 to 59'],
    ['1,,2 6 * * *', 'the minute "1,,2" is not valid: use 0 to 59'],
    ['/5 6 * * *', 'the minute "/5" is not valid: use 0 to 59'],
    ['*/0 6 * * *', 'the minute "*/0" is not valid: use 0 to 59'],
    ['*/x5 6 * * *', 'the minute "*/x5" is not valid: use 0 to 59'],
    ['*/5x 6 * * *', 'the minute "*/5x" is not valid: use 0 to 59'],
    ['*/1000 6 * * *', 'the minute "*/1000" is not valid: use 0 to 59'],
    ['x6 6 * * *', 'the minute "x6" is not valid: use 0 to 59'],
    ['6x 6 * * *', 'the minute "6x" is not valid: use 0 to 59'],
    ['006 6 * * *', 'the minute "006" is not valid: use 0 to 59'],
  ])('%s', (line, problem) => {
    expect(problemOf(line)).toBe(problem);
  });

  test('spaces around and between its fields are allowed', () => {
    expect(timesOf('  0   6\t3  *  * ').minutesOfDay).toEqual([360]);
  });
});

describe('missed times', () => {
  const times = ['10-01', '10-02', '11-01', '10-03', '11-02'];

  test('run once for each period, for the most recent of its times', () => {
    expect(latestPerPeriod(times, (time) => time.slice(0, 2))).toEqual(['10-03', '11-02']);
    expect(latestPerPeriod(times, (time) => time)).toEqual(times);
    expect(latestPerPeriod(times, () => 'same')).toEqual(['11-02']);
    expect(latestPerPeriod([], () => 'none')).toEqual([]);
  });
});

describe('instants', () => {
  const brussels = zoneByName('Europe/Brussels');
  const at = (text: string) => Date.parse(text) / 1000;
  const shown = (text: string) => at(`${text}Z`);

  test.each([
    ['2026-10-01T06:00', '2026-10-01T04:00Z'],
    ['2026-03-29T01:59:59', '2026-03-29T00:59:59Z'],
    ['2026-03-29T02:00', '2026-03-29T01:00Z'],
    ['2026-03-29T02:59', '2026-03-29T01:00Z'],
    ['2026-03-29T03:00', '2026-03-29T01:00Z'],
    ['2026-03-29T03:01', '2026-03-29T01:01Z'],
    ['2026-10-25T01:59', '2026-10-24T23:59Z'],
    ['2026-10-25T02:00', '2026-10-25T00:00Z'],
    ['2026-10-25T02:59', '2026-10-25T00:59Z'],
    ['2026-10-25T03:00', '2026-10-25T02:00Z'],
  ])('at which clocks first show %s or later: %s', (local, instant) => {
    expect(instantsAtReading(shown(local), brussels)[0]).toBe(at(instant));
  });

  test('of one schedule occur once each, and exclude the starting instant', () => {
    const due = (from: string) => dueTimes(timesOf('0 6 * * *'), brussels, at(from)).next().value;
    expect(due('2026-10-01T04:00Z')).toBe(at('2026-10-02T04:00Z'));
    expect(due('2026-10-01T03:59:59Z')).toBe(at('2026-10-01T04:00Z'));
  });

  test('end with the table of the zone', () => {
    const found = [...dueTimes(timesOf('0 6 1 1 *'), brussels, at('2030-01-01T00:00Z'))];
    expect(found.length).toBeGreaterThan(5);
    expect(found[0]).toBe(at('2030-01-01T05:00Z'));
  });

  const schedule = (name: string, line: string) => ({
    name,
    employer: 'one',
    times: timesOf(line),
    zone: brussels,
  });
  const schedules = [
    schedule('daily', '0 6 * * *'),
    schedule('never', '0 6 30 2 *'),
    schedule('first', '0 6 1 * *'),
  ];
  const named = (found: readonly { schedule: { name: string }; due: number }[]) =>
    found.map(({ schedule: { name }, due }) => `${name} ${new Date(due * 1000).toISOString().slice(5, 16)}`);

  test('of several schedules within a span: after its beginning, up to and including its end', () => {
    const found = dueBetween(schedules, at('2026-10-30T05:00Z'), at('2026-11-01T05:00Z'));
    expect(named(found)).toEqual(['daily 10-31T05:00', 'daily 11-01T05:00', 'first 11-01T05:00']);
    expect(dueBetween(schedules, at('2026-10-31T05:00Z'), at('2026-11-01T04:59Z'))).toEqual([]);
  });

  test('of schedules that never run are empty', () => {
    expect([...upcomingTimes(schedules.slice(1, 2), at('2026-10-01T00:00Z'))]).toEqual([]);
    expect([...upcomingTimes([], 0)]).toEqual([]);
  });

  test('the most recent that was due, including this instant, up to a year and a month back', () => {
    const newest = (line: string, from: string) => latestDue([schedule('x', line)], at(from))?.due;
    expect(newest('0 6 * * *', '2026-11-01T05:00Z')).toBe(at('2026-11-01T05:00Z'));
    expect(newest('0 6 1 * *', '2026-11-20T00:00Z')).toBe(at('2026-11-01T05:00Z'));
    expect(newest('0 6 1 1 *', '2026-11-20T00:00Z')).toBe(at('2026-01-01T05:00Z'));
    expect(newest('0 6 1 1 *', '2026-12-31T00:00Z')).toBe(at('2026-01-01T05:00Z'));
    expect(newest('0 6 29 2 *', '2029-04-04T04:59Z')).toBe(at('2028-02-29T05:00Z'));
    expect(newest('0 6 29 2 *', '2029-04-04T05:00Z')).toBeUndefined();
  });
});
