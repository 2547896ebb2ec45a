import type {
  DayExplanation,
  EntryExplanation,
  Explanation,
  ShareExplanation,
  StampExplanation,
} from '../../domain/explain/explanation.js';
import { formatClockTime } from '../../domain/pay/compiledRules.js';
import { fullName, type Person } from '../../domain/people/peopleDirectory.js';
import { addDays, type LocalDate } from '../../domain/time/localDate.js';
import { dateText, momentText, weekdayName } from '../../i18n/dateText.js';
import { type Say, signedAmount } from '../../i18n/formatMessage.js';
import { printable } from '../../runtime/outsideText.js';
import { PAY_LINES_FILE } from '../ledger/exportedLines.js';
import type { ExplainedEmployee } from './explain.js';
import { amountText, type ExplainWords, factOf, payFacts, payTotals, signed } from './explainWords.js';
import { sourceFacts } from './sourceFacts.js';

export type ExplanationParts = ReturnType<typeof explanationParts>;

/** The trace of an employee's numbers: days first, then each entry once, by number. */
export function explanationParts(explained: ExplainedEmployee, words: ExplainWords) {
  const { employer, person, tzdata: version, explanation } = explained;
  const { say } = words;
  const { period, policy, entries, findings, url, totals, date } = explanation;
  const { from, to, label } = period;
  const { attribution, dst, dayStart = 0 } = policy;
  const numbers = new Map(entries.map(({ id }, index) => [id, index + 1]));
  return {
    person: printable(personText(say, person)),
    url,
    date,
    totals,
    findings,
    about: [
      say('explain.heading', { employer, period: label, from, to }),
      say('explain.policy', { attribution, policy: say(`explain.policy.${attribution}`), dst }),
      ...(dayStart === 0 ? [] : [say('explain.policy.dayStart', { time: formatClockTime(dayStart) })]),
      say('explain.tzdata', { version }),
    ],
    sums: sumTexts(words, explanation, explained.labels),
    corrected: correctedTexts(words, explained),
    weeks: weekTexts(words, explanation),
    days: explanation.days.map((day) => dayPart(words, day, numbers)),
    entries: entries.map((entry, index) => entryPart(words, entry, index + 1)),
  };
}

/** `Peeters, Jan (number 00104)`; with the ID only if there is no payroll ID. */
function personText(say: Say, person: Person): string {
  const { id, number } = person;
  const name = fullName(person);
  const known = number !== null ? 'number' : name === id ? 'none' : 'id';
  return say('explain.person', { name, known, number: number ?? '', id });
}

/** A heading and the sums of the days. */
function sumTexts(words: ExplainWords, explanation: Explanation, labels: ExplainedEmployee['labels']) {
  const { say, time } = words;
  const { totals, days, date: day } = explanation;
  if (days.length === 0)
    return [day === undefined ? say('explain.nothing.period') : say('explain.nothing.day', { day })];
  const { workedMinutes, plannedMinutes, paidMinutes, entries: count } = totals;
  return [
    day === undefined ? say('explain.total.period', { count }) : say('explain.total.day', { day, count }),
    say('explain.total.worked', { time: time(workedMinutes) }),
    ...(plannedMinutes === null ? [] : [say('explain.total.planned', { time: time(plannedMinutes) })]),
    ...(paidMinutes === workedMinutes ? [] : [say('explain.total.paid', { time: time(paidMinutes) })]),
    ...payTotals(words, explanation, labels),
  ];
}

/** The weeks compared with working-time limits. */
function weekTexts({ say }: ExplainWords, { workingWeeks }: Explanation): string[] {
  const has = (known: unknown) => (known === undefined || known === null ? 'no' : 'yes');
  return workingWeeks.flatMap(({ from, minutes, limitMinutes, average }) => {
    const { weeks = 0, absentDays = 0, minutes: averageMinutes = 0 } = average ?? {};
    const averages = { averageMinutes, weeks, averageLimitMinutes: average?.limitMinutes ?? 0, absentDays };
    const limits = { hasLimit: has(limitMinutes), limitMinutes: limitMinutes ?? 0, hasAverage: has(average) };
    const week = say('explain.week', { from, minutes, ...limits, ...averages });
    return average === null ? [week, say('explain.weekUnknown')] : [week];
  });
}

/** A heading and the changed lines of a correction. */
function correctedTexts({ say, reader }: ExplainWords, { corrected = [] }: ExplainedEmployee): string[] {
  if (corrected.length === 0) return [];
  const lines = corrected.map(({ date, template, payCode, unit, amount, minutes, isSettled }) =>
    say('explain.corrected', {
      day: date,
      code: payCode,
      amount:
        minutes === null
          ? signedAmount(amount, unit, reader)
          : say('explain.signedTime', { minutes, size: signed(minutes) }),
      settled: isSettled ? 'yes' : 'no',
      template: template ?? PAY_LINES_FILE,
    }),
  );
  return [say('explain.correctedHere'), ...lines];
}

/** A day of the employee, with the parts of its figures. */
function dayPart(words: ExplainWords, day: DayExplanation, numbers: ReadonlyMap<string, number>) {
  const { say, time, reader } = words;
  const { plannedMinutes, differenceMinutes, estimatedMinutes, paidMinutes, workedMinutes } = day;
  const holiday = day.holiday === undefined ? '' : `, ${printable(day.holiday)}`;
  const shares = day.shares.map(({ entryId, minutes }) =>
    say('explain.share', { minutes, number: numbers.get(entryId) ?? '?' }),
  );
  const sum = shares.length === 0 ? '' : ` = ${shares.join(' + ')}`;
  const shifts = day.shifts.flatMap(
    ({ start, end, url, elapsedMinutes, breakMinutes, plannedMinutes: planned }) => [
      say('explain.shift', { start, end, planned, elapsed: elapsedMinutes, break: breakMinutes }),
      ...(url === undefined ? [] : [url]),
    ],
  );
  const planned = plannedMinutes === null ? say('explain.noPlanning') : time(plannedMinutes);
  const difference = (minutes: number) =>
    say('explain.difference', { time: say('explain.signedTime', { minutes, size: signed(minutes) }) });
  const unworked = day.unworked.map(
    (line) => `${amountText(words, line)} (${printable(words.ruleName(line.rule))})`,
  );
  const facts = [
    ...factOf(words, 'worked', [`${time(workedMinutes)}${sum}`]),
    ...factOf(words, 'planned', [planned, ...shifts]),
    ...factOf(
      words,
      'estimate',
      estimatedMinutes === 0 ? [] : [say('explain.estimated', { time: time(estimatedMinutes) })],
    ),
    ...factOf(words, 'differs', differenceMinutes === null ? [] : [difference(differenceMinutes)]),
    ...factOf(words, 'paid', paidMinutes === workedMinutes ? [] : [time(paidMinutes)]),
    ...factOf(words, 'unworked', unworked),
    ...sourceFacts(words, day),
    ...factOf(words, 'entries', [say('explain.entriesOfDay', { count: day.entryCount })]),
  ];
  const date = `${dateText(reader.language, day.date)} ${weekdayName(reader.language, day.weekday)}`;
  return { title: `${date}${holiday}`, facts, findings: [], day };
}

const STATUSES = ['Completed', 'Working', 'OnBreak', 'Cancelled'] as const;

/** One entry, from its stamps to the days and pay codes of its minutes. */
function entryPart(words: ExplainWords, entry: EntryExplanation, number: number) {
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
