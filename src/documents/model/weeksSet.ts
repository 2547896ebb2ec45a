import { groupBy } from '../../domain/collections.js';
import { exceptionName } from '../../domain/exceptions/wording.js';
import { weekdayNumber } from '../../domain/time/localDate.js';
import { type WorkingWeek, workingWeeks } from '../../domain/workingTime/breaches.js';
import type { Breach } from '../../domain/workingTime/workingTime.js';
import { shortWeekdayName } from '../../i18n/dateText.js';
import { type Say, sayIn } from '../../i18n/formatMessage.js';
import { type Language, languageOf } from '../../i18n/language.js';
import { type ColumnarSet, field, makeDataSet } from './fieldDefinition.js';
import type { Lookups, SetInput } from './modelLookups.js';
import { employeeFields } from './sharedFields.js';

/** A row per employee and week whose Sunday is in the period, if working-time limits are set. */
export function weeksSet(input: SetInput, find: Lookups): ColumnarSet {
  const { workingTime, mapping, run } = input;
  const language = languageOf(run.language);
  const say = sayIn(language);
  const round = (minutes: number | undefined) => (minutes === undefined ? null : Math.round(minutes));
  return makeDataSet<WorkingWeek>(
    'weeks',
    [
      ...employeeFields<WorkingWeek>(
        ({ employeeId, from, to }) => find.person(employeeId, { from, to }),
        mapping,
      ),
      field('week.from', 'date', 'weekFrom', ({ from }) => from),
      field('week.to', 'date', 'weekTo', ({ to }) => to),
      field('workedMinutes', 'minutes', 'weekMinutes', ({ minutes }) => minutes),
      field('limitMinutes', 'minutes', 'weekLimit', ({ limitMinutes }) => round(limitMinutes)),
      field('average.minutes', 'minutes', 'weekAverage', ({ average }) => average?.minutes ?? null),
      field('average.limitMinutes', 'minutes', 'averageLimit', ({ average }) => round(average?.limitMinutes)),
      field('average.weeks', 'integer', 'averageWeeks', ({ average }) => average?.weeks ?? null),
      field('note', 'text', 'weekNote', (week) => find.list(notesOn(week, say)) || null),
      field('breaches', 'integer', 'breachCount', ({ breaches }) => breaches.length),
      field('breachTitles', 'text', 'breachTitles', ({ breaches }) =>
        find.list(titlesOf(breaches, language)),
      ),
    ],
    workingTime === undefined
      ? []
      : { [Symbol.iterator]: () => workingWeeks(workingTime, input.timesheet.period)[Symbol.iterator]() },
  );
}

/** Each kind of breach once, with its weekdays. */
function titlesOf(breaches: readonly Breach[], language: Language): string[] {
  const say = sayIn(language);
  return [...groupBy(breaches, ({ code }) => code)].map(([code, found]) => {
    const days = found.map(({ date }) => shortWeekdayName(language, weekdayNumber(date)));
    return say('terminal.labelled', { label: exceptionName(language, code), value: days.join(', ') });
  });
}

/** The unknown parts of a week, in words. */
function notesOn({ isWhole, unknownFrom }: WorkingWeek, say: Say): string[] {
  return [
    ...(isWhole ? [] : [say('workingTime.weekUnread')]),
    ...(unknownFrom === undefined ? [] : [say('workingTime.averageUnknown', { from: unknownFrom })]),
  ];
}
