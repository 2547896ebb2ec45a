import type { ComputedPeriod, ComputedWork, PeriodFrame } from '../../domain/computed/computedPeriod.js';
import type { DayHoliday } from '../../domain/holidays/dayHoliday.js';
import { createPeopleDirectory, type Person } from '../../domain/people/peopleDirectory.js';
import type { Days } from '../../domain/period/repeatingPeriod.js';
import type { NamedRecord } from '../../domain/records/records.js';
import type { DayPart } from '../../domain/time/attribution.js';
import type { LocalDate } from '../../domain/time/localDate.js';
import { dateText } from '../../i18n/dateText.js';
import { sayIn } from '../../i18n/formatMessage.js';
import { hoursText } from '../../i18n/hoursText.js';
import { languageOf } from '../../i18n/language.js';
import { holidayTexts } from './holidayTexts.js';

/** The input of a data set about people: a period, and the work of one person. */
export interface SetInput extends ComputedWork, Omit<PeriodFrame, 'data' | 'holidays' | 'comparison'> {}

/** Look-ups of IDs and dates for data sets. */
export interface Lookups {
  /** By the mapping row of a day, or by the one that names the person in the period (`PeopleDirectory`). */
  readonly person: (id: string | null, on?: LocalDate | Days) => Person | undefined;
  /** All holidays of a date, whoever has them, with the places and people that they hold for. */
  readonly holiday: (date: LocalDate) => string | null;
  /** A person's holiday, with what is special about it. */
  readonly holidayText: (holiday: Pick<DayHoliday, 'sources'> | undefined) => string | null;
  readonly establishment: (id: string | null) => string | null;
  readonly team: (id: string | null) => string | null;
  readonly task: (id: string | null) => string | null;
  readonly agencyWorker: (id: string | null) => string | null;
  /** Texts for one cell, joined by `; `; a very long list is truncated with a note in the run's language. */
  readonly list: (items: readonly string[]) => string;
}

export function buildLookups({
  data,
  holidays,
  mapping,
  period,
  run,
}: Pick<ComputedPeriod, 'data' | 'holidays' | 'mapping' | 'period' | 'run'>): Lookups {
  const establishment = labelLookup(data.establishments);
  const texts = holidayTexts(run.language, establishment);
  const personById = createPeopleDirectory(data, mapping, period);
  return {
    person: (id, on) => (id === null ? undefined : personById(id, on)),
    holiday: (date) => texts.label(holidays.sourcesOn(date)) || null,
    holidayText: (holiday) => (holiday === undefined ? null : texts.label(holiday.sources)),
    establishment,
    team: labelLookup(data.teams),
    task: labelLookup(data.tasks),
    agencyWorker: labelLookup(data.agencyWorkers),
    list: (items) => cutList(items, run.language),
  };
}

/** The label of a record; its ID if it has none. */
function labelLookup(records: readonly NamedRecord[]): (id: string | null) => string | null {
  const byId = new Map(records.map(({ id, label }) => [id, label ?? id]));
  return (id) => (id === null ? null : (byId.get(id) ?? id));
}

/** More would exceed the limit of a workbook cell, 32,767 characters. */
const ITEMS_LISTED = 62;

/** `a; b; c`; a list longer than two months of days is truncated, with the number of omitted items. */
function cutList(items: readonly string[], language: string): string {
  const shown = items.slice(0, ITEMS_LISTED);
  const more = items.length - shown.length;
  return [
    ...shown,
    ...(more > 0 ? [sayIn(languageOf(language))('reports.listMore', { count: more })] : []),
  ].join('; ');
}

/**
 * `2026-10-24: 120; 2026-10-25: 420`. An end with a wrong year produces thousands of days: the list is truncated, not
 * refused.
 */
export function dayAllocation(parts: readonly DayPart[], find: Lookups): string {
  return find.list(parts.map(({ date, minutes }) => `${date}: ${minutes}`));
}

/** The same in words of the run: `24.10.2026: 2:00; 25.10.2026: 7:00`. */
export function dayAllocationText(
  parts: readonly DayPart[],
  find: Lookups,
  { language, hours = 'clock' }: PeriodFrame['run'],
): string {
  const inWords = ({ date, minutes }: DayPart) =>
    `${dateText(language, date)}: ${hoursText(minutes, hours, language)}`;
  return find.list(parts.map(inWords));
}
