import { findText } from './catalogue.js';
import { CSV_LOCALES } from './csvLocale.js';
import { type Language, languageTag, onLanguageAdded } from './language.js';

/** How dates and numbers are written. */
export interface Writing {
  /** The order of `dd`, `mm` and `yyyy`, with their separators, for all readable texts: cells and sentences. */
  readonly date: string;
  readonly decimalSign: '.' | ',';
}

/** The list of a large month has thousands of dates. */
const notations = new Map<Language, Writing>();
onLanguageAdded(() => notations.clear());

/** The formats of a language such as `nl`; with a region, such as `nl-BE`, the dates are those of the region. */
export function dateNotation(language: Language): Writing {
  const known = notations.get(language) ?? notationOf(language);
  notations.set(language, known);
  return known;
}

function notationOf(language: Language): Writing {
  const date = regionalDate(language) ?? findText(language, 'writing.date') ?? 'yyyy-mm-dd';
  return { date, decimalSign: findText(language, 'writing.decimalSign') === ',' ? ',' : '.' };
}

/**
 * English dates have the same format everywhere, because 06/10/2026 is one day in the United States and another in
 * Ireland.
 */
function regionalDate(language: Language): string | undefined {
  const regions: Readonly<Record<string, { readonly datePattern: string }>> = CSV_LOCALES;
  const tag = languageTag(language);
  if (tag.startsWith('en') || !Object.hasOwn(regions, tag)) return undefined;
  return regions[tag]?.datePattern.toLowerCase();
}

/** `YYYY-MM-DD` as 2026-10-01, 01-10-2026, 01/10/2026 or 01.10.2026. */
export function formatDate(date: string, writing: Pick<Writing, 'date'>): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return writing.date.replace('dd', day).replace('mm', month).replace('yyyy', year);
}

/**
 * A date `YYYY-MM-DD` in the format of a language: 1 October 2026 is `2026-10-01`, `01-10-2026`, `01/10/2026` or
 * `01.10.2026`.
 */
export function dateText(language: Language, date: string): string {
  return formatDate(date, dateNotation(language));
}

/** A day, with or without a time, given as `YYYY-MM-DD` or `YYYY-MM-DD HH:MM`; other text is unchanged. */
export function momentText(language: Language, moment: string): string {
  return moment.replace(/^\d{4}-\d\d-\d\d(?=$| \d\d:\d\d)/, (date) => dateText(language, date));
}

/** The same without the year, next to a date that has it: `25/10`, `25.10. 02:15`, in English `10-25`. */
export function dayOfYearText(language: Language, moment: string): string {
  const { date: pattern } = dateNotation(language);
  const yearless = pattern.replace('yyyy', '').replace(/^[^dm]+|[-/\s]+$/g, '');
  return formatDate(moment.slice(0, 10), { date: yearless }) + moment.slice(10);
}

const STAMP = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?/;

/** `2026-10-24T22:00:00+02:00` as `24.10.2026 22:00 +02:00`; other text is unchanged. */
export function stampText(language: Language, stamp: string): string {
  const [, date, time, offset] = STAMP.exec(stamp) ?? [];
  if (date === undefined || time === undefined) return stamp;
  return `${dateText(language, date)} ${time}${offset === undefined ? '' : ` ${offset}`}`;
}

/** The format of {@link dateText} as a number format of a workbook. */
export function dateFormat(language: Language): string {
  return dateNotation(language).date.replaceAll('.', '\\.');
}

/** The sign between whole numbers and decimals. */
export function decimalSign(language: Language): Writing['decimalSign'] {
  return dateNotation(language).decimalSign;
}

/** An abbreviation alone, and within a date: German "Jan", but "5. Jan. 2026". */
type Place = 'alone' | 'inDate';

/** Names come from the catalogues, not from the system's Intl data, so that files are the same on every machine. */
function nameAt(language: Language, key: string, index: number): string {
  return findText(language, `calendar.${key}`)?.split(' ')[index] ?? '';
}

function keyAt(key: string, place: Place): string {
  return place === 'alone' ? key : `${key}.inDate`;
}

/** @param weekday ISO number, 1 is Monday. */
export function weekdayName(language: Language, weekday: number): string {
  return nameAt(language, 'weekdays', weekday - 1);
}

/** Two or three letters without a point. @param weekday ISO number, 1 is Monday. */
export function shortWeekdayName(language: Language, weekday: number): string {
  return nameAt(language, 'shortWeekdays', weekday - 1);
}

/** @param weekday ISO number, 1 is Monday. */
export function abbreviatedWeekday(language: Language, weekday: number, where: Place): string {
  return nameAt(language, keyAt('abbreviatedWeekdays', where), weekday - 1);
}

/** @param month 1 is January. */
export function monthName(language: Language, month: number): string {
  return nameAt(language, 'months', month - 1);
}

/** @param month 1 is January. */
export function abbreviatedMonth(language: Language, month: number, where: Place): string {
  return nameAt(language, keyAt('abbreviatedMonths', where), month - 1);
}

/** `AM` or `PM`. @param hour 0 to 23 */
export function dayHalfName(language: Language, hour: number): string {
  return nameAt(language, 'dayHalves', hour < 12 ? 0 : 1);
}
