import type {
  EntryExplanation,
  ShareExplanation,
  StampExplanation,
} from '../../domain/explain/explanation.js';
import { addDays, type LocalDate } from '../../domain/time/localDate.js';
import { printable } from '../terminalText.js';
import { type ExplainWords, factLines, payLines } from './explainLines.js';

const STATUSES = ['Completed', 'Working', 'OnBreak', 'Cancelled'] as const;

/** One entry, from its stamps to the days and pay codes that its minutes went to. */
export function entryLines(words: ExplainWords, entry: EntryExplanation, number: number): string[] {
  const { say } = words;
  const review =
    entry.reviewedAtUtc === undefined ? say('notReviewed') : say('reviewed', { at: entry.reviewedAtUtc });
  const status = STATUSES.find((each) => each === entry.status);
  return [
    `[${number}] ${[
      status === undefined ? entry.status : say(`status-${status}`),
      entry.establishment,
      review,
    ]
      .filter(Boolean)
      .map((text) => printable(text ?? ''))
      .join(', ')}`,
    ...factLines(words, 'id', [entry.id]),
    ...factLines(words, 'start', [stampText(words, entry.start)]),
    ...factLines(words, 'end', [entry.end === undefined ? say('noEnd') : stampText(words, entry.end)]),
    ...factLines(words, 'zone', zoneTexts(words, entry)),
    ...factLines(words, 'time', timeTexts(words, entry)),
    ...factLines(words, 'worked', workedTexts(words, entry)),
    ...factLines(words, entry.shares.length > 1 ? 'days' : 'day', dayTexts(words, entry)),
    ...factLines(words, 'counts', countTexts(words, entry)),
    ...payLines(words, entry),
    ...entry.findings.flatMap(({ code, message }) =>
      factLines(words, '!', [words.labelled(code, printable(message))]),
    ),
  ];
}

function stampText({ say }: ExplainWords, { text, utc, tableOffset }: StampExplanation): string {
  const stamp = `${text} = ${utc} UTC`;
  return tableOffset === undefined ? stamp : say('tableSays', { stamp, offset: tableOffset });
}

function zoneTexts({ say }: ExplainWords, { zone, end }: EntryExplanation): string[] {
  if (zone === undefined) return end === undefined ? [] : [say('zoneUnknown')];
  const named = `${zone.name}, ${say(`zone-${zone.source}`)}`;
  return [zone.clock === zone.name ? named : say('ownClock', { zone: named, clock: zone.clock })];
}

function timeTexts(words: ExplainWords, entry: EntryExplanation): string[] {
  const { pieces, elapsedSeconds, clockChangeSeconds } = entry;
  if (elapsedSeconds === undefined) return [];
  const clock = clockChangeSeconds === 0 ? [] : [changeText(words, elapsedSeconds, clockChangeSeconds)];
  const shown = pieces.length < 2 ? [] : pieces;
  return [
    words.say('elapsed', { time: secondsText(words, elapsedSeconds) }),
    ...clock,
    ...shown.map(({ date, from, to, offset, elapsedSeconds: seconds }) =>
      words.say('piece', {
        date: words.date(date),
        from: shortReading(words, from, date),
        to: shortReading(words, to, date),
        offset,
        time: secondsText(words, seconds),
      }),
    ),
  ];
}

/** The time alone where the date has been named; midnight at the end of it is 24:00. */
function shortReading(words: ExplainWords, reading: string, date: LocalDate): string {
  if (reading === `${addDays(date, 1)} 00:00`) return '24:00';
  return reading.startsWith(date) ? reading.slice(11) : words.moment(reading);
}

function changeText(words: ExplainWords, elapsedSeconds: number, changeSeconds: number): string {
  return words.say(changeSeconds > 0 ? 'clocksForward' : 'clocksBack', {
    size: words.hours(Math.trunc(Math.abs(changeSeconds) / 60)),
    time: secondsText(words, elapsedSeconds + changeSeconds),
  });
}

function workedTexts(words: ExplainWords, entry: EntryExplanation): string[] {
  const { say } = words;
  const { workedMinutes, elapsedSeconds, plannedBreakMinutes: planned, status } = entry;
  if (status !== 'Completed') return [];
  const breakSeconds = elapsedSeconds === undefined ? 0 : elapsedSeconds - workedMinutes * 60;
  const time = secondsText(words, breakSeconds);
  const rest = planned === undefined ? say('breakTaken', { time }) : say('breakPlanned', { time, planned });
  return [say('serviceFigure', { minutes: workedMinutes }), ...(breakSeconds > 0 ? [rest] : [])];
}

function dayTexts(words: ExplainWords, { shares, attribution, workedMinutes }: EntryExplanation): string[] {
  const [first, ...others] = shares;
  if (first === undefined) return [];
  if (others.length === 0) return [words.say(`day-${attribution}`, { date: words.date(first.date) })];
  return [words.say('sharesOfTime'), ...shares.map((share) => shareText(words, share, workedMinutes))];
}

/** `2026-10-24: 435 × 120/480 = 108 rest 360/480, +1 for one of the largest rests: 109` */
function shareText(words: ExplainWords, share: ShareExplanation, workedMinutes: number): string {
  const { date, elapsedSeconds, divisor, wholeMinutes, remainder, gotExtraMinute, minutes } = share;
  const whole = [elapsedSeconds, divisor, remainder].every((seconds) => seconds % 60 === 0) ? 60 : 1;
  const of = (seconds: number): string => `${seconds / whole}/${divisor / whole}`;
  const rest = remainder === 0 ? '' : ` ${words.say('rest', { rest: of(remainder) })}`;
  const extra = gotExtraMinute ? `, ${words.say('extraMinute')}` : '';
  const sum = `${workedMinutes} × ${of(elapsedSeconds)} = ${wholeMinutes}${rest}${extra}`;
  return words.labelled(words.date(date), words.labelled(sum, words.minutes(minutes)));
}

function countTexts(
  { say, date: written }: ExplainWords,
  { excluded, insideMinutes, shares }: EntryExplanation,
): string[] {
  if (excluded === undefined) return [say('countsInside', { minutes: insideMinutes })];
  switch (excluded.reason) {
    case 'cancelled':
    case 'open':
    case 'estimated':
      return [say(`nowhere-${excluded.reason}`)];
    case 'outside-period': {
      const days = shares.filter(({ isInside }) => !isInside).map(({ date }) => written(date));
      return [
        say('countsPartly', { minutes: insideMinutes, outside: excluded.minutes, days: days.join(', ') }),
      ];
    }
    default:
      return [say('nowhere', { reason: excluded.reason })];
  }
}

/** Minutes; seconds are named where there are any. */
function secondsText(words: ExplainWords, duration: number): string {
  const minutes = Math.trunc(duration / 60);
  const seconds = Math.abs(duration % 60);
  return seconds === 0 ? words.minutes(minutes) : words.say('minutesAndSeconds', { minutes, seconds });
}
