/** The languages of built-in reports. */
export const LANGUAGES = ['en', 'nl', 'fr', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Reads a language such as `nl` or `nl-BE`; English for any other. */
export function languageOf(text: string): Language {
  const start = text.slice(0, 2).toLowerCase();
  return LANGUAGES.find((language) => language === start) ?? 'en';
}
