import type { DayHoliday, HolidaySource } from '../../domain/holidays/dayHoliday.js';
import type { LocalDate } from '../../domain/time/localDate.js';
import { monthName } from '../../i18n/dateText.js';
import { type Say, sayIn } from '../../i18n/formatMessage.js';
import { languageOf } from '../../i18n/language.js';

/** The name of a day's holiday; several names are joined. */
export function holidayName(holiday: DayHoliday | undefined): string | null {
  return holiday === undefined ? null : holiday.names.join('; ');
}

/** What is special about a holiday, for people: the day from which it was moved, its part of the day, its places. */
export interface HolidayNotes {
  /** `am`, `pm`, `18:00-24:00` or `0.5`; empty for a whole day. */
  readonly part: string;
  /** The places or people that it holds for; empty if it holds for all. */
  readonly where: readonly string[];
}

/** Texts about holidays in a language. @param placeName the name of an establishment by its ID */
export function holidayTexts(language: string, placeName: (id: string) => string | null) {
  const own = languageOf(language);
  const say = sayIn(own);
  const dayAndMonth = (date: LocalDate) => ({
    day: Number(date.slice(8)),
    month: monthName(own, Number(date.slice(5, 7))),
  });
  const label = (source: HolidaySource): string => {
    const { part, where } = holidayNotes(source, placeName);
    const moved = source.kind === 'service' ? source.holiday.originalDate : undefined;
    const notes = [
      ...(moved === undefined ? [] : [say('reports.holidayFor', dayAndMonth(moved))]),
      ...(part === '' ? [] : [partText(say, part)]),
      ...where,
    ];
    const name = source.kind === 'service' ? source.holiday.name : source.row.name;
    return notes.length === 0 ? name : `${name} (${notes.join(', ')})`;
  };
  return {
    /** `Assumption (for 15 August, Munich)`, all of a day's holidays. */
    label: (sources: readonly HolidaySource[]): string => [...new Set(sources.map(label))].sort().join('; '),
  };
}

export function holidayNotes(source: HolidaySource, placeName: (id: string) => string | null): HolidayNotes {
  const rows = source.kind === 'service' ? source.limitedBy : [source.row];
  const where = rows.map((row) => placeName(row.where) ?? row.where).filter((text) => text !== '');
  return { part: source.kind === 'service' ? '' : source.row.partText, where: [...new Set(where)] };
}

function partText(say: Say, part: string): string {
  if (part === 'am') return say('reports.holidayMorning');
  if (part === 'pm') return say('reports.holidayAfternoon');
  return part;
}
