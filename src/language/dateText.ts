import type { Language } from './language.js';

/** How a language writes a date `YYYY-MM-DD`: 1 October 2026 is `01/10/2026`, `01-10-2026` or `01.10.2026`. */
export function dateText(language: Language, date: string): string {
  const [year, month, day] = date.split('-');
  return [day, month, year].join(DATE_SEPARATORS[language]);
}

const DATE_SEPARATORS: Readonly<Record<Language, string>> = { en: '/', nl: '-', fr: '/', de: '.' };

/** The same as a number format of a workbook. */
export function dateFormat(language: Language): string {
  return { en: 'dd/mm/yyyy', nl: 'dd-mm-yyyy', fr: 'dd/mm/yyyy', de: 'dd\\.mm\\.yyyy' }[language];
}
