import { formatDate, WRITING, type Writing } from '../domain/exceptions/wording.js';
import { type Language, sectionOf } from './language.js';

/** How a language writes a date `YYYY-MM-DD`: 1 October 2026 is `2026-10-01`, `01-10-2026`, `01/10/2026` or `01.10.2026`. */
export function dateText(language: Language, date: string): string {
  return formatDate(date, writingOf(language));
}

/** A day, and what a clock shows on it, in place of their form `YYYY-MM-DD` or `YYYY-MM-DD HH:MM`; other text as it is. */
export function momentText(language: Language, moment: string): string {
  return moment.replace(/^\d{4}-\d\d-\d\d(?=$| \d\d:\d\d)/, (date) => dateText(language, date));
}

/** The same without its year, beside a date that has it: `25/10`, `25.10.`, in English `10-25`. */
export function dayOfYearText(language: Language, date: string): string {
  const { date: pattern } = writingOf(language);
  const yearless = pattern.replace('yyyy', '').replace(/^[^dm]+|[-/\s]+$/g, '');
  return formatDate(date, { date: yearless });
}

const STAMP = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?/;

/** `2026-10-24T22:00:00+02:00` as `24.10.2026 22:00 +02:00`; other text as it is. */
export function stampText(language: Language, stamp: string): string {
  const [, date, time, offset] = STAMP.exec(stamp) ?? [];
  if (date === undefined || time === undefined) return stamp;
  return `${dateText(language, date)} ${time}${offset === undefined ? '' : ` ${offset}`}`;
}

/** The form of {@link dateText} as a number format of a workbook. */
export function dateFormat(language: Language): string {
  return writingOf(language).date.replaceAll('.', '\\.');
}

/** Between whole numbers and decimals. */
export function decimalSign(language: Language): Writing['decimalSign'] {
  return writingOf(language).decimalSign;
}

function writingOf(language: Language): Writing {
  return sectionOf<Writing>(language, 'writing', WRITING);
}
