import { describe, expect, test } from 'vitest';
import { parseCron, workdayTimes } from '../../../src/domain/schedule/cron.js';
import { dueTimes, latestDue, upcomingTimes } from '../../../src/domain/schedule/dueTimes.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import { formatInstant } from '../../../src/domain/time/stamp.js';
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

function next(line: string, zone: string, from: string, count = 2): string[] {
  const found: string[] = [];
  for (const due of dueTimes(timesOf(line), zoneByName(zone), Date.parse(from) / 1000)) {
    found.push(formatInstant(due, zoneByName(zone)));
    if (found.length === count) break;
  }
  return found;
}

describe('a cron line', () => {
  test.each([
    ['0 6 3 * *', ['2026-10-03T06:00:00+02:00', '2026-11-03T06:00:00+01:00']],
    ['0 6 L * *', ['2026-10-31T06:00:00+01:00', '2026-11-30T06:00:00+01:00']],
    ['0 6 LW * *', ['2026-10-30T06:00:00+01:00', '2026-11-30T06:00:00+01:00']],
    ['0 6 15W * *', ['2026-10-15T06:00:00+02:00', '2026-11-16T06:00:00+01:00']],
    ['0 6 1W 11 *', ['2026-11-02T06:00:00+01:00', '2027-11-01T06:00:00+01:00']],
    ['0 6 * * WED#3', ['2026-10-21T06:00:00+02:00', '2026-11-18T06:00:00+01:00']],
    ['0 6 * * 5#L', ['2026-10-30T06:00:00+01:00', '2026-11-27T06:00:00+01:00']],
    ['0 6 * * 5L', ['2026-10-30T06:00:00+01:00', '2026-11-27T06:00:00+01:00']],
    ['0 6 13 * 5', ['2026-10-02T06:00:00+02:00', '2026-10-09T06:00:00+02:00']],
    ['0 6 29 2 *', ['2028-02-29T06:00:00+01:00', '2032-02-29T06:00:00+01:00']],
    ['0 6 * 2 5#5', ['2036-02-29T06:00:00+01:00', '2064-02-29T06:00:00+01:00']],
    ['0 6 30 2 *', []],
  ])('%s', (line, expected) => {
    expect(next(line, 'Europe/Brussels', '2026-10-01T04:00:00Z')).toEqual(expected);
  });

  test.each([
    [
      'a time in a gap comes once, at its end',
      '*/20 2 * * *',
      '2026-03-29T00:00:00Z',
      ['2026-03-29T03:00:00+02:00', '2026-03-30T02:00:00+02:00'],
    ],
    [
      'a time in a repeated hour comes the first time',
      '30 2 * * *',
      '2026-10-24T22:00:00Z',
      ['2026-10-25T02:30:00+02:00', '2026-10-26T02:30:00+01:00'],
    ],
    [
      'from inside the repeated hour the next time is the day after',
      '30 2 * * *',
      '2026-10-25T00:30:00Z',
      ['2026-10-26T02:30:00+01:00', '2026-10-27T02:30:00+01:00'],
    ],
  ])('%s', (_, line, from, expected) => {
    expect(next(line, 'Europe/Brussels', from)).toEqual(expected);
  });

  test('a day that a zone skipped is due at the beginning of the next', () => {
    expect(next('0 6 30 12 *', 'Pacific/Apia', '2011-12-01T00:00:00Z', 1)).toEqual([
      '2011-12-31T00:00:00+14:00',
    ]);
  });

  test('Vancouver in January 2027 uses the time in the pinned table', () => {
    expect(next('0 6 3 1 *', 'America/Vancouver', '2026-12-01T00:00:00Z', 1)).toEqual([
      '2027-01-03T06:00:00-07:00',
    ]);
  });

  test.each([
    ['0 6 3 *', 'has 4 fields'],
    ['0 0 6 3 * *', 'has 6 fields'],
    ['@monthly', 'has 1 field'],
    ['0 6 L-2 * *', 'the day of month "L-2" is not valid'],
    ['0 6 * * SUN-SUN', 'the weekday "SUN-SUN" is not valid'],
    ['0 6 ?W * *', 'the day of month "?W" is not valid'],
    ['? 6 * * *', 'the minute "?" is not valid'],
    ['0 6 +3 * *', 'the day of month "+3" is not valid'],
    ['H 6 * * *', 'the minute "H" is not valid'],
    ['60 6 3 * *', 'the minute "60" is not valid: use 0 to 59'],
    ['0 24 3 * *', 'the hour "24" is not valid: use 0 to 23'],
    ['0 6 0 * *', 'the day of month "0" is not valid'],
    ['0 6 3 13 *', 'the month "13" is not valid: use 1 to 12 or JAN to DEC'],
    ['0 6 3 * FRO', 'the weekday "FRO" is not valid: use 0 to 7 or SUN to SAT'],
    ['0 22-2 * * *', 'the hour "22-2" is not valid'],
    ['*/0 6 * * *', 'the minute "*/0" is not valid'],
    ['0 6 1-5W * *', 'the day of month'],
    ['0 6 * * WED#6', 'the weekday "WED#6" is not valid'],
    ['0 6 * * MON-FRI#2', 'the weekday'],
    ['0 6 , * *', 'the day of month "," is not valid'],
    ['-1 6 * * *', 'the minute "-1" is not valid'],
  ])('%s is refused: %s', (line, problem) => {
    expect(problemOf(line)).toContain(problem);
  });
});

describe('the n-th working day', () => {
  const holidays = new Set([toLocalDate('2026-11-02'), toLocalDate('2026-12-25')]);
  test.each([
    [1, ['2026-11-03', '2026-12-01']],
    [3, ['2026-11-05', '2026-12-03']],
    [-1, ['2026-11-30', '2026-12-31']],
    [-5, ['2026-11-24', '2026-12-24']],
    [23, ['2027-03-31', '2027-12-31']],
  ])('%d', (workday, expected) => {
    const times = workdayTimes(workday, 390, workday === 23 ? new Set() : holidays);
    const zone = zoneByName('Europe/Brussels');
    const found = [
      ...dueTimes(times, zone, Date.parse(workday === 23 ? '2027-01-01T00:00Z' : '2026-11-01T00:00Z') / 1000),
    ];
    expect(found.slice(0, 2).map((due) => formatInstant(due, zone).slice(0, 16))).toEqual(
      expected.map((date) => `${date}T06:30`),
    );
  });
});

describe('several schedules', () => {
  const brussels = zoneByName('Europe/Brussels');
  const schedule = (name: string, employer: string, line: string) => ({
    name,
    employer,
    times: timesOf(line),
    zone: brussels,
  });
  const schedules = [
    schedule('b', 'one', '0 6 3 * *'),
    schedule('a', 'one', '0 5 3 * *'),
    schedule('b', 'two', '0 6 3 * *'),
  ];

  test('are in order of time, then in the given order', { tags: 'slow' }, () => {
    const found = [...upcomingTimes(schedules, Date.parse('2026-11-01T00:00Z') / 1000)].slice(0, 4);
    expect(found.map(({ schedule: { name, employer } }) => `${name} ${employer}`)).toEqual([
      'a one',
      'b one',
      'b two',
      'a one',
    ]);
  });

  test('the most recent one that was due', () => {
    const at = Date.parse('2026-12-02T00:00Z') / 1000;
    expect(latestDue(schedules.slice(0, 2), at)).toMatchObject({
      due: Date.parse('2026-11-03T05:00Z') / 1000,
    });
    expect(latestDue([schedule('c', 'one', '0 6 29 2 *')], at)).toBeUndefined();
  });
});
