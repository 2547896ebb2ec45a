import { type BuiltInLanguage, type Language, sectionOf } from './language.js';

/** How dates and numbers are written. */
export interface Writing {
  /** `dd`, `mm` and `yyyy` in their order, with what stands between them. */
  readonly date: string;
  readonly decimalSign: '.' | ',';
}

export const WRITING: Readonly<Record<BuiltInLanguage, Writing>> = {
  en: { date: 'dd/mm/yyyy', decimalSign: '.' },
  nl: { date: 'dd-mm-yyyy', decimalSign: ',' },
  fr: { date: 'dd/mm/yyyy', decimalSign: ',' },
  de: { date: 'dd.mm.yyyy', decimalSign: ',' },
};

/** How a language writes a date `YYYY-MM-DD`: 1 October 2026 is `01/10/2026`, `01-10-2026` or `01.10.2026`. */
export function dateText(language: Language, date: string): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return sectionOf(language, 'writing', WRITING)
    .date.replace('dd', day)
    .replace('mm', month)
    .replace('yyyy', year);
}

/** The same as a number format of a workbook. */
export function dateFormat(language: Language): string {
  return sectionOf(language, 'writing', WRITING).date.replaceAll('.', '\\.');
}

/** Between whole numbers and decimals. */
export function decimalSign(language: Language): Writing['decimalSign'] {
  return sectionOf(language, 'writing', WRITING).decimalSign;
}
