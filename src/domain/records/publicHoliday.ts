const WORDS: Readonly<Record<string, string>> = {
  en: 'Public holiday',
  nl: 'Feestdag',
  fr: 'Jour férié',
  de: 'Feiertag',
};

/**
 * What a holiday is called whose record has no name, in a language such as `nl` or `nl-BE`; English for any other. It is
 * granted and paid as one, so the day must not look like an ordinary one.
 */
export function publicHolidayName(language: string): string {
  const key = language.slice(0, 2).toLowerCase();
  return (Object.hasOwn(WORDS, key) ? WORDS[key] : undefined) ?? 'Public holiday';
}
