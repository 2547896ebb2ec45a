import { hoursOnClock } from '../../domain/exceptions/rule.js';
import type {
  EntryExplanation,
  ShareExplanation,
  StampExplanation,
} from '../../domain/explain/explanation.js';
import { addDays, type LocalDate } from '../../domain/time/localDate.js';
import { printable } from '../terminalText.js';
import { factLines } from './factLines.js';
import { payLines } from './payText.js';

const ZONE_SOURCES = {
  establishment: 'that of its establishment',
  'only-zone': 'the only one that the employer has',
  'fitting-zone': 'the one whose offsets fit its stamps',
  'own-offset': 'nothing but the offset of its stamps',
} as const;

const DAY_CHOICES = {
  start: "the service's own day",
  split: 'the only day that it touches',
  end: 'the day of its last second',
  majority: 'the day with most of its time, of equal ones the first',
} as const;

/** One entry, from its stamps to the days and pay codes that its minutes went to. */
export function entryLines(entry: EntryExplanation, number: number): string[] {
  const review = entry.reviewedAtUtc === undefined ? 'not reviewed' : `reviewed ${entry.reviewedAtUtc}`;
  return [
    `[${number}] ${[entry.status, entry.establishment, review]
      .filter(Boolean)
      .map((text) => printable(text ?? ''))
      .join(', ')}`,
    ...factLines('id', [entry.id]),
    ...factLines('start', [stampText(entry.start)]),
    ...factLines('end', [entry.end === undefined ? 'none' : stampText(entry.end)]),
    ...factLines('zone', zoneTexts(entry)),
    ...factLines('time', timeTexts(entry)),
    ...factLines('worked', workedTexts(entry)),
    ...factLines(entry.shares.length > 1 ? 'days' : 'day', dayTexts(entry)),
    ...factLines('counts', countTexts(entry)),
    ...payLines(entry),
    ...entry.findings.flatMap(({ code, message }) => factLines('!', [`${code}: ${printable(message)}`])),
  ];
}

function stampText({ text, utc, tableOffset }: StampExplanation): string {
  const table = tableOffset === undefined ? '' : `; the zone's table says ${tableOffset}, the instant stands`;
  return `${text} = ${utc} UTC${table}`;
}

function zoneTexts({ zone, end }: EntryExplanation): string[] {
  if (zone === undefined) return end === undefined ? [] : ['unknown: nothing says where it was worked'];
  const days = zone.clock === zone.name ? '' : `; its clock is its own offset, ${zone.clock}`;
  return [`${zone.name}, ${ZONE_SOURCES[zone.source]}${days}`];
}

function timeTexts({ pieces, elapsedSeconds, clockChangeSeconds }: EntryExplanation): string[] {
  if (elapsedSeconds === undefined) return [];
  const clock = clockChangeSeconds === 0 ? [] : [changeText(elapsedSeconds, clockChangeSeconds)];
  const shown = pieces.length < 2 ? [] : pieces;
  return [
    `${secondsText(elapsedSeconds)} elapsed`,
    ...clock,
    ...shown.map(({ date, from, to, offset, elapsedSeconds: seconds }) => {
      return `${date}: ${shortReading(from, date)} to ${shortReading(to, date)} ${offset}, ${secondsText(seconds)}`;
    }),
  ];
}

/** The time alone where the date has been named; midnight at the end of it is 24:00. */
function shortReading(reading: string, date: LocalDate): string {
  if (reading === `${addDays(date, 1)} 00:00`) return '24:00';
  return reading.startsWith(date) ? reading.slice(11) : reading;
}

function changeText(elapsedSeconds: number, changeSeconds: number): string {
  const way = changeSeconds > 0 ? 'forward' : 'back';
  const size = hoursOnClock(Math.trunc(Math.abs(changeSeconds) / 60));
  const shown = secondsText(elapsedSeconds + changeSeconds);
  return `the clocks went ${way} by ${size} h in between: clock times differ by ${shown}`;
}

function workedTexts(entry: EntryExplanation): string[] {
  const { workedMinutes, elapsedSeconds, plannedBreakMinutes, status } = entry;
  if (status !== 'Completed') return [];
  const breakSeconds = elapsedSeconds === undefined ? 0 : elapsedSeconds - workedMinutes * 60;
  const planned = plannedBreakMinutes === undefined ? '' : `, ${plannedBreakMinutes} planned`;
  const rest =
    breakSeconds > 0 ? [`${secondsText(breakSeconds)} of break${planned}: how long, but not when`] : [];
  return [`${workedMinutes} min, the service's figure`, ...rest];
}

function dayTexts({ shares, attribution, workedMinutes }: EntryExplanation): string[] {
  const [first, ...others] = shares;
  if (first === undefined) return [];
  if (others.length === 0) return [`${first.date}, ${DAY_CHOICES[attribution]}`];
  return [
    'each carries its share of the time, so also of the break:',
    ...shares.map((share) => shareText(share, workedMinutes)),
  ];
}

/** `2026-10-24: 435 × 120/480 = 108 rest 360/480, +1 for one of the largest rests: 109` */
function shareText(share: ShareExplanation, workedMinutes: number): string {
  const { date, elapsedSeconds, divisor, wholeMinutes, remainder, gotExtraMinute, minutes } = share;
  const whole = [elapsedSeconds, divisor, remainder].every((seconds) => seconds % 60 === 0) ? 60 : 1;
  const of = (seconds: number): string => `${seconds / whole}/${divisor / whole}`;
  const rest = remainder === 0 ? '' : ` rest ${of(remainder)}`;
  const extra = gotExtraMinute ? ', +1 for one of the largest rests' : '';
  return `${date}: ${workedMinutes} × ${of(elapsedSeconds)} = ${wholeMinutes}${rest}${extra}: ${minutes} min`;
}

function countTexts({ excluded, insideMinutes, shares }: EntryExplanation): string[] {
  if (excluded === undefined) return [`${insideMinutes} min in this period`];
  switch (excluded.reason) {
    case 'cancelled':
      return ['nowhere: cancelled entries are not worked time'];
    case 'open':
      return ['nowhere yet: it is still open'];
    case 'estimated':
      return ['nowhere: the plan stands in for the entries of this day'];
    case 'outside-period': {
      const days = shares.filter(({ isInside }) => !isInside).map(({ date }) => date);
      return [
        `${insideMinutes} min in this period, ${excluded.minutes} min outside of it (${days.join(', ')})`,
      ];
    }
    default:
      return [`nowhere: ${excluded.reason}`];
  }
}

/** Minutes; seconds are named where there are any. */
function secondsText(seconds: number): string {
  const minutes = Math.trunc(seconds / 60);
  const rest = Math.abs(seconds % 60);
  return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`;
}
