import { hoursOnClock } from '../../domain/exceptions/rule.js';
import type { DayExplanation, Explanation } from '../../domain/explain/explanation.js';
import type { ExplainedEmployee } from '../../pipeline/people/explainEmployee.js';
import { personLabel } from '../../pipeline/people/findEmployee.js';
import { printable } from '../terminalText.js';
import { entryLines } from './entryText.js';
import { factLines, fitted } from './factLines.js';
import { amountText, payTotals } from './payText.js';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const POLICIES = {
  start: 'an entry counts on the day that the service gives it',
  split: 'entries are cut at local midnight',
  end: 'an entry counts on the day of its last second',
  majority: 'an entry counts on the day with most of its time',
} as const;

/** The way back from an employee's numbers, for a terminal: days first, then each entry once, by number. */
export function explanationText(explained: ExplainedEmployee, width: number | undefined): string {
  const { employer, person, tzdata, explanation } = explained;
  const { period, policy, entries, findings } = explanation;
  const numbers = new Map(entries.map(({ id }, index) => [id, index + 1]));
  const clock = policy.dst === 'wallclock' ? '; paid by the clock over a change of the clocks' : '';
  const lines = [
    printable(personLabel(person)),
    `${employer}, ${period.label}: ${period.from} to ${period.to}`,
    `${policy.attribution}: ${POLICIES[policy.attribution]}${clock}`,
    `time zone data ${tzdata}`,
    '',
    ...totalLines(explanation, explained.labels),
    ...findings.flatMap(({ code, message }) => factLines('!', [`${code}: ${printable(message)}`])),
    ...explanation.days.flatMap((day) => ['', ...dayLines(day, numbers)]),
    ...entries.flatMap((entry, index) => ['', ...entryLines(entry, index + 1)]),
  ];
  return fitted(lines, width).join('\n');
}

function totalLines(explanation: Explanation, labels: ExplainedEmployee['labels']): string[] {
  const { totals, days, date } = explanation;
  const what = date === undefined ? 'the period' : date;
  if (days.length === 0) return [`Nothing was worked or planned in ${what}.`];
  const { workedMinutes, plannedMinutes, paidMinutes, entries } = totals;
  const parts = [
    `worked ${minutesText(workedMinutes)}`,
    ...(plannedMinutes === null ? [] : [`planned ${minutesText(plannedMinutes)}`]),
    ...(paidMinutes === workedMinutes ? [] : [`paid ${minutesText(paidMinutes)}`]),
    ...payTotals(explanation, labels),
  ];
  return [
    `In ${what}, ${entries} ${entries === 1 ? 'entry' : 'entries'}:`,
    ...parts.map((part) => `  ${part}`),
  ];
}

function dayLines(day: DayExplanation, numbers: ReadonlyMap<string, number>): string[] {
  const holiday = day.holiday === undefined ? '' : `, ${printable(day.holiday)}`;
  const shares = day.shares.map(({ entryId, minutes }) => `${minutes} of [${numbers.get(entryId) ?? '?'}]`);
  const shifts = day.shifts.map(({ start, end, elapsedMinutes, breakMinutes, plannedMinutes }) => {
    const rest = breakMinutes === 0 ? '' : `, ${elapsedMinutes} less ${breakMinutes} of break`;
    return `shift ${start} to ${end}: ${plannedMinutes}${rest}`;
  });
  const planned = day.plannedMinutes === null ? 'planning cannot be read' : minutesText(day.plannedMinutes);
  const difference = day.differenceMinutes === null ? undefined : minutesText(day.differenceMinutes);
  const estimated =
    day.estimatedMinutes === 0
      ? []
      : [`${minutesText(day.estimatedMinutes)}, as planned: the shifts stand in for entries`];
  const paid = day.paidMinutes === day.workedMinutes ? [] : [minutesText(day.paidMinutes)];
  return [
    `${day.date} ${WEEKDAYS[day.weekday - 1] ?? ''}${holiday}`,
    ...factLines('worked', [`${minutesText(day.workedMinutes)}${sumText(shares)}`]),
    ...factLines('planned', [planned, ...shifts]),
    ...factLines('estimate', estimated),
    ...factLines('differs', difference === undefined ? [] : [`${difference}, worked less planned`]),
    ...factLines('paid', paid),
    ...factLines(
      'unworked',
      day.unworked.map((line) => `${amountText(line)} (${printable(line.rule)})`),
    ),
    ...factLines('entries', [`${day.entryCount} with a minute on the day`]),
  ];
}

function sumText(shares: readonly string[]): string {
  return shares.length === 0 ? '' : ` = ${shares.join(' + ')}`;
}

/** `7:00 h (420 min)`. */
function minutesText(minutes: number): string {
  return `${hoursOnClock(minutes)} h (${minutes} min)`;
}
