import type { DayExplanation, Explanation } from '../../domain/explain/explanation.js';
import { fullName, type Person } from '../../domain/people/peopleDirectory.js';
import type { ExplainedEmployee } from '../../export/explain.js';
import { dateText, weekdayName } from '../../i18n/dateText.js';
import { type Say, signedAmount } from '../../i18n/formatMessage.js';
import { PAY_LINES_FILE } from '../../ledger/exportedLines.js';
import { printable } from '../../runtime/outsideText.js';
import { entryPart } from './entryPart.js';
import { amountText, type ExplainWords, factOf, payTotals, signed } from './explainWords.js';

export type ExplanationParts = ReturnType<typeof explanationParts>;

/** The trace of an employee's numbers: days first, then each entry once, by number. */
export function explanationParts(explained: ExplainedEmployee, words: ExplainWords) {
  const { employer, person, tzdata: version, explanation } = explained;
  const { say } = words;
  const { period, policy, entries, findings, url, totals, date } = explanation;
  const { from, to, label } = period;
  const { attribution, dst } = policy;
  const numbers = new Map(entries.map(({ id }, index) => [id, index + 1]));
  return {
    person: printable(personText(say, person)),
    ...{ url, date, totals, findings },
    about: [
      say('explain.heading', { employer, period: label, from, to }),
      say('explain.policy', { attribution, policy: say(`explain.policy.${attribution}`), dst }),
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
    ...factOf(words, 'entries', [say('explain.entriesOfDay', { count: day.entryCount })]),
  ];
  const date = `${dateText(reader.language, day.date)} ${weekdayName(reader.language, day.weekday)}`;
  return { title: `${date}${holiday}`, facts, findings: [], day };
}
