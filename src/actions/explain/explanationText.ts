import type { DayExplanation, Explanation } from '../../domain/explain/explanation.js';
import { fullName, type Person } from '../../domain/people/peopleDirectory.js';
import type { ExplainedEmployee } from '../../export/explain.js';
import { dateText, weekdayName } from '../../i18n/dateText.js';
import type { Say } from '../../i18n/formatMessage.js';
import { signedAmount } from '../../i18n/formatMessage.js';
import { PAY_LINES_FILE } from '../../ledger/exportedLines.js';
import { printable } from '../../runtime/outsideText.js';
import { entryLines } from './entryText.js';
import {
  amountText,
  type ExplainWords,
  explainWords,
  factLines,
  fitted,
  payTotals,
  signed,
} from './explainLines.js';

/** The trace of an employee's numbers, for a terminal: days first, then each entry once, by number. */
export function explanationText(explained: ExplainedEmployee, width: number | undefined): string {
  const { employer, person, tzdata: version, explanation, reader } = explained;
  const words = explainWords(reader);
  const { say } = words;
  const { period, policy, entries, findings } = explanation;
  const { from, to, label } = period;
  const { attribution, dst } = policy;
  const numbers = new Map(entries.map(({ id }, index) => [id, index + 1]));
  const lines = [
    printable(personText(say, person)),
    ...(explanation.url === undefined ? [] : [explanation.url]),
    say('explain.heading', { employer, period: label, from, to }),
    say('explain.policy', { attribution, policy: say(`explain.policy.${attribution}`), dst }),
    say('explain.tzdata', { version }),
    '',
    ...totalLines(words, explanation, explained.labels),
    ...correctedLines(words, explained),
    ...findings.flatMap(({ code, message }) =>
      factLines(words, '!', [say('terminal.labelled', { label: code, value: printable(message) })]),
    ),
    ...weekLines(words, explanation),
    ...explanation.days.flatMap((day) => ['', ...dayLines(words, day, numbers)]),
    ...entries.flatMap((entry, index) => ['', ...entryLines(words, entry, index + 1)]),
  ];
  return fitted(words, lines, width).join('\n');
}

/** `Peeters, Jan (number 00104)`; with the ID only if there is no payroll ID. */
function personText(say: Say, person: Person): string {
  const { id, number } = person;
  const name = fullName(person);
  const known = number !== null ? 'number' : name === id ? 'none' : 'id';
  return say('explain.person', { name, known, number: number ?? '', id });
}

function totalLines(
  words: ExplainWords,
  explanation: Explanation,
  labels: ExplainedEmployee['labels'],
): string[] {
  const { say, time } = words;
  const { totals, days, date: day } = explanation;
  if (days.length === 0)
    return [day === undefined ? say('explain.nothing.period') : say('explain.nothing.day', { day })];
  const { workedMinutes, plannedMinutes, paidMinutes, entries: count } = totals;
  const parts = [
    say('explain.total.worked', { time: time(workedMinutes) }),
    ...(plannedMinutes === null ? [] : [say('explain.total.planned', { time: time(plannedMinutes) })]),
    ...(paidMinutes === workedMinutes ? [] : [say('explain.total.paid', { time: time(paidMinutes) })]),
    ...payTotals(words, explanation, labels),
  ];
  return [
    day === undefined ? say('explain.total.period', { count }) : say('explain.total.day', { day, count }),
    ...parts.map((part) => `  ${part}`),
  ];
}

/** The weeks compared with working-time limits. */
function weekLines({ say }: ExplainWords, { workingWeeks }: Explanation): string[] {
  if (workingWeeks.length === 0) return [];
  const lines = workingWeeks.flatMap(({ from, minutes, limitMinutes, average }) => [
    say('explain.week', {
      ...{
        from,
        minutes,
        hasLimit: limitMinutes === undefined ? 'no' : 'yes',
        limitMinutes: limitMinutes ?? 0,
      },
      ...{
        hasAverage: average ? 'yes' : 'no',
        averageMinutes: average?.minutes ?? 0,
        weeks: average?.weeks ?? 0,
      },
      ...{ averageLimitMinutes: average?.limitMinutes ?? 0, absentDays: average?.absentDays ?? 0 },
    }),
    ...(average === null ? [say('explain.weekUnknown')] : []),
  ]);
  return ['', ...lines];
}

/** The changed lines of a correction. */
function correctedLines({ say, reader }: ExplainWords, { corrected = [] }: ExplainedEmployee): string[] {
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
  return [`  ${say('explain.correctedHere')}`, ...lines.map((line) => `    ${line}`)];
}

function dayLines(words: ExplainWords, day: DayExplanation, numbers: ReadonlyMap<string, number>): string[] {
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
  const unworked = day.unworked.map((line) => `${amountText(words, line)} (${printable(line.rule)})`);
  return [
    `${dateText(reader.language, day.date)} ${weekdayName(reader.language, day.weekday)}${holiday}`,
    ...factLines(words, 'worked', [`${time(workedMinutes)}${sum}`]),
    ...factLines(words, 'planned', [planned, ...shifts]),
    ...factLines(
      words,
      'estimate',
      estimatedMinutes === 0 ? [] : [say('explain.estimated', { time: time(estimatedMinutes) })],
    ),
    ...factLines(words, 'differs', differenceMinutes === null ? [] : [difference(differenceMinutes)]),
    ...factLines(words, 'paid', paidMinutes === workedMinutes ? [] : [time(paidMinutes)]),
    ...factLines(words, 'unworked', unworked),
    ...factLines(words, 'entries', [say('explain.entriesOfDay', { count: day.entryCount })]),
  ];
}
