import { WRITING, type Writing, writtenDate } from '../domain/exceptions/wording/writing.js';
import { type Language, sectionOf } from './language.js';

export { WRITING, type Writing };

/** How a language writes a date `YYYY-MM-DD`: 1 October 2026 is `2026-10-01`, `01-10-2026`, `01/10/2026` or `01.10.2026`. */
export function dateText(language: Language, date: string): string {
  return writtenDate(date, writingOf(language));
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
