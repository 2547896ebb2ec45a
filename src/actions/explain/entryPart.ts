import type {
  EntryExplanation,
  ShareExplanation,
  StampExplanation,
} from '../../domain/explain/explanation.js';
import { addDays, type LocalDate } from '../../domain/time/localDate.js';
import { dateText, momentText } from '../../i18n/dateText.js';
import type { Say } from '../../i18n/formatMessage.js';
import { printable } from '../../runtime/outsideText.js';
import { type ExplainWords, factOf, payFacts } from './explainWords.js';

const STATUSES = ['Completed', 'Working', 'OnBreak', 'Cancelled'] as const;

/** One entry, from its stamps to the days and pay codes of its minutes. */
export function entryPart(words: ExplainWords, entry: EntryExplanation, number: number) {
  const { say } = words;
  const { reviewedAtUtc: at, establishment, findings } = entry;
  const status = STATUSES.find((each) => each === entry.status);
  const heading = [
    status === undefined ? entry.status : say(`explain.status.${status}`),
    ...(establishment ? [establishment] : []),
    at === undefined ? say('explain.notReviewed') : say('explain.reviewed', { at }),
  ];
  const facts = [
    ...factOf(words, 'portal', entry.url === undefined ? [] : [entry.url]),
    ...factOf(words, 'start', [stampText(say, entry.start)]),
    ...factOf(words, 'end', [entry.end ? stampText(say, entry.end) : say('explain.noEnd')]),
    ...factOf(words, 'zone', zoneTexts(say, entry)),
    ...factOf(words, 'time', timeTexts(words, entry)),
    ...factOf(words, 'worked', workedTexts(words, entry)),
    ...factOf(words, entry.shares.length > 1 ? 'days' : 'day', dayTexts(say, entry)),
    ...factOf(words, 'counts', [countText(words, entry)]),
    ...payFacts(words, entry),
  ];
  return { title: `[${number}] ${heading.map(printable).join(', ')}`, facts, findings, entry };
}

function stampText(say: Say, { text: stamp, utc, tableOffset }: StampExplanation): string {
  return tableOffset === undefined
    ? say('explain.stamp', { stamp, utc })
    : say('explain.otherOffset', { stamp, utc, offset: tableOffset });
}

function zoneTexts(say: Say, { zone, end }: EntryExplanation): string[] {
  if (zone === undefined) return end === undefined ? [] : [say('explain.zoneUnknown')];
  const { name, clock } = zone;
  const hasOwnClock = clock === name ? 'no' : 'yes';
  return [
    say('explain.zone', { name, source: say(`explain.zoneSource.${zone.source}`), clock, hasOwnClock }),
  ];
}

function timeTexts(words: ExplainWords, entry: EntryExplanation): string[] {
  const { pieces, elapsedSeconds, clockChangeSeconds: change } = entry;
  if (elapsedSeconds === undefined) return [];
  const { say } = words;
  const clock = {
    direction: change > 0 ? 'forward' : 'back',
    minutes: Math.trunc(Math.abs(change) / 60),
    time: secondsText(words, elapsedSeconds + change),
  };
  const shown = pieces.length < 2 ? [] : pieces;
  return [
    say('explain.elapsed', { time: secondsText(words, elapsedSeconds) }),
    ...(change === 0 ? [] : [say('explain.clocksChanged', clock)]),
    ...shown.map(({ date: day, from, to, offset, elapsedSeconds: seconds }) =>
      say('explain.piece', {
        day,
        from: shortReading(words, from, day),
        to: shortReading(words, to, day),
        offset,
        time: secondsText(words, seconds),
      }),
    ),
  ];
}

/** Only the time if the date is already shown; midnight at its end is 24:00. */
function shortReading({ reader }: ExplainWords, reading: string, date: LocalDate): string {
  if (reading === `${addDays(date, 1)} 00:00`) return '24:00';
  return reading.startsWith(date) ? reading.slice(11) : momentText(reader.language, reading);
}

function workedTexts(words: ExplainWords, entry: EntryExplanation): string[] {
  const { say } = words;
  const { workedMinutes: minutes, elapsedSeconds, plannedBreakMinutes: planned, status } = entry;
  if (status !== 'Completed') return [];
  const breakSeconds = elapsedSeconds === undefined ? 0 : elapsedSeconds - minutes * 60;
  const pause = {
    time: secondsText(words, breakSeconds),
    isPlanned: planned === undefined ? 'no' : 'yes',
    planned: planned ?? 0,
  };
  return [say('explain.recorded', { minutes }), ...(breakSeconds > 0 ? [say('explain.break', pause)] : [])];
}

function dayTexts(say: Say, { shares, attribution, workedMinutes }: EntryExplanation): string[] {
  const [first, ...others] = shares;
  if (first === undefined) return [];
  if (others.length === 0) return [say(`explain.day.${attribution}`, { day: first.date })];
  return [say('explain.shares'), ...shares.map((share) => shareText(say, share, workedMinutes))];
}

/** `2026-10-24: 435 × 120/480 = 108 remainder 360/480, +1 by largest remainder: 109 min` */
function shareText(say: Say, share: ShareExplanation, workedMinutes: number): string {
  const { date: day, elapsedSeconds, divisor, wholeMinutes, remainder, gotExtraMinute, minutes } = share;
  const whole = [elapsedSeconds, divisor, remainder].every((seconds) => seconds % 60 === 0) ? 60 : 1;
  const of = (seconds: number): string => `${seconds / whole}/${divisor / whole}`;
  return say('explain.dayShare', {
    day,
    sum: `${workedMinutes} × ${of(elapsedSeconds)}`,
    whole: wholeMinutes,
    hasRest: remainder === 0 ? 'no' : 'yes',
    rest: of(remainder),
    extra: gotExtraMinute ? 'yes' : 'no',
    minutes,
  });
}

function countText({ say, reader }: ExplainWords, entry: EntryExplanation): string {
  const { excluded, insideMinutes: minutes, shares } = entry;
  if (excluded === undefined) return say('explain.counts', { minutes, outside: 0, days: '' });
  switch (excluded.reason) {
    case 'cancelled':
    case 'open':
    case 'estimated':
      return say(`explain.notCounted.${excluded.reason}`);
    case 'outside-period': {
      const days = shares
        .filter(({ isInside }) => !isInside)
        .map(({ date }) => dateText(reader.language, date));
      return say('explain.counts', { minutes, outside: excluded.minutes, days: days.join(', ') });
    }
    default:
      return say('explain.notCounted', { reason: say(`terminal.reason.${excluded.reason}`) });
  }
}

/** Minutes, with seconds if not zero. */
function secondsText(words: ExplainWords, duration: number): string {
  return words.minutes(Math.trunc(duration / 60), Math.abs(duration % 60));
}
