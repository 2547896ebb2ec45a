import type { DayExplanation, Explanation } from '../../domain/explain/explanation.js';
import { fullName, type Person } from '../../domain/people/peopleDirectory.js';
import type { ExplainedEmployee } from '../../export/explain.js';
import { weekdayName } from '../../i18n/calendarNames.js';
import { PAY_LINES_FILE } from '../../ledger/exportedLines.js';
import { signedAmount } from '../amountText.js';
import { printable } from '../terminalText.js';
import { entryLines } from './entryText.js';
import { amountText, type ExplainWords, explainWords, factLines, fitted, payTotals } from './explainLines.js';

/** The way back from an employee's numbers, for a terminal: days first, then each entry once, by number. */
export function explanationText(explained: ExplainedEmployee, width: number | undefined): string {
  const { employer, person, tzdata, explanation, reader } = explained;
  const words = explainWords(reader);
  const { say } = words;
  const { period, policy, entries, findings } = explanation;
  const numbers = new Map(entries.map(({ id }, index) => [id, index + 1]));
  const days = words.labelled(policy.attribution, say(`policy-${policy.attribution}`));
  const lines = [
    printable(personText(words, person)),
    say('headline', {
      employer,
      period: period.label,
      from: words.date(period.from),
      to: words.date(period.to),
    }),
    policy.dst === 'wallclock' ? say('byTheClock', { policy: days }) : days,
    say('zoneData', { version: tzdata }),
    '',
    ...totalLines(words, explanation, explained.labels),
    ...correctedLines(words, explained),
    ...findings.flatMap(({ code, message }) =>
      factLines(words, '!', [words.labelled(code, printable(message))]),
    ),
    ...explanation.days.flatMap((day) => ['', ...dayLines(words, day, numbers)]),
    ...entries.flatMap((entry, index) => ['', ...entryLines(words, entry, index + 1)]),
  ];
  return fitted(words, lines, width).join('\n');
}

/** `Peeters, Jan (number 00104, id b9f5…)`. */
function personText({ say }: ExplainWords, person: Person): string {
  const name = fullName(person);
  const facts = [
    ...(person.number === null ? [] : [say('personNumber', { number: person.number })]),
    ...(name === person.id ? [] : [say('personId', { id: person.id })]),
  ];
  return facts.length === 0 ? name : `${name} (${facts.join(', ')})`;
}

function totalLines(
  words: ExplainWords,
  explanation: Explanation,
  labels: ExplainedEmployee['labels'],
): string[] {
  const { say, time } = words;
  const { totals, days, date } = explanation;
  const what = date === undefined ? say('thePeriod') : say('theDay', { date: words.date(date) });
  if (days.length === 0) return [say('nothing', { what })];
  const { workedMinutes, plannedMinutes, paidMinutes, entries: count } = totals;
  const parts = [
    say('total-worked', { time: time(workedMinutes) }),
    ...(plannedMinutes === null ? [] : [say('total-planned', { time: time(plannedMinutes) })]),
    ...(paidMinutes === workedMinutes ? [] : [say('total-paid', { time: time(paidMinutes) })]),
    ...payTotals(words, explanation, labels),
  ];
  return [
    say(count === 1 ? 'total-one' : 'total-many', { what, count }),
    ...parts.map((part) => `  ${part}`),
  ];
}

/** What a correction changed, each line of it. */
function correctedLines(
  { say, time, date: written, language }: ExplainWords,
  { corrected = [] }: ExplainedEmployee,
): string[] {
  if (corrected.length === 0) return [];
  const lines = corrected.map(({ date, template, payCode, unit, amount, minutes, isSettled }) => {
    const counted = { hours: 'clock' as const, language };
    const signed =
      minutes === null ? signedAmount(amount, unit, counted) : `${minutes > 0 ? '+' : ''}${time(minutes)}`;
    return `    ${say(isSettled ? 'settledLine' : 'correctedLine', { date: written(date), template: template ?? PAY_LINES_FILE, code: payCode, time: signed })}`;
  });
  return [`  ${say('correctedHere')}`, ...lines];
}

function dayLines(words: ExplainWords, day: DayExplanation, numbers: ReadonlyMap<string, number>): string[] {
  const { say, time, language } = words;
  const holiday = day.holiday === undefined ? '' : `, ${printable(day.holiday)}`;
  const shares = day.shares.map(({ entryId, minutes }) =>
    say('ofEntry', { minutes, number: numbers.get(entryId) ?? '?' }),
  );
  const shifts = day.shifts.map(({ start, end, elapsedMinutes, breakMinutes, plannedMinutes: minutes }) =>
    say(breakMinutes === 0 ? 'shift' : 'shiftWithBreak', {
      start: words.moment(start),
      end: words.moment(end),
      minutes,
      elapsed: elapsedMinutes,
      break: breakMinutes,
    }),
  );
  const planned = day.plannedMinutes === null ? say('noPlanning') : time(day.plannedMinutes);
  const differs =
    day.differenceMinutes === null ? [] : [say('lessPlanned', { time: time(day.differenceMinutes) })];
  const estimated =
    day.estimatedMinutes === 0 ? [] : [say('asPlanned', { time: time(day.estimatedMinutes) })];
  const paid = day.paidMinutes === day.workedMinutes ? [] : [time(day.paidMinutes)];
  const unworked = day.unworked.map((line) => `${amountText(words, line)} (${printable(line.rule)})`);
  return [
    `${words.date(day.date)} ${weekdayName(language, day.weekday)}${holiday}`,
    ...factLines(words, 'worked', [`${time(day.workedMinutes)}${sumText(shares)}`]),
    ...factLines(words, 'planned', [planned, ...shifts]),
    ...factLines(words, 'estimate', estimated),
    ...factLines(words, 'differs', differs),
    ...factLines(words, 'paid', paid),
    ...factLines(words, 'unworked', unworked),
    ...factLines(words, 'entries', [say('entriesOfDay', { count: day.entryCount })]),
  ];
}

function sumText(shares: readonly string[]): string {
  return shares.length === 0 ? '' : ` = ${shares.join(' + ')}`;
}
