/** The built-in languages. */
export const LANGUAGES = ['en', 'nl', 'fr', 'de'] as const;
export type BuiltInLanguage = (typeof LANGUAGES)[number];

/** A built-in language with or without a region (`nl`, `nl-BE`), or the code of an earlier wording. */
export type Language = string;

/** The texts of files in the wording of an earlier version; other texts come from the language it is based on. */
export interface LanguagePack {
  readonly code: string;
  /** The built-in language of texts that it lacks; English if it names none. */
  readonly basedOn?: BuiltInLanguage | undefined;
  /** Catalogue -> key -> text in ICU MessageFormat. */
  readonly texts: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const added = new Map<string, LanguagePack>();
const watchers: (() => void)[] = [];

/** Registers a language by its code, and replaces an earlier one with the same code. */
export function addLanguage(pack: LanguagePack): void {
  added.set(pack.code, pack);
  for (const forget of watchers) forget();
}

/** Calls `forget` when a language is added, so that cached data for its code is dropped. */
export function onLanguageAdded(forget: () => void): void {
  watchers.push(forget);
}

export function addedLanguage(language: Language): LanguagePack | undefined {
  return added.get(language);
}

export function isBuiltIn(code: string): code is BuiltInLanguage {
  return LANGUAGES.some((language) => language === code);
}

/**
 * The language of people whose files follow a locale: Dutch with `nl-BE` is `nl-BE`, so that sentences write dates as
 * the files do. English has the same dates everywhere, and a locale of another language has no effect.
 */
export function regionalLanguage(language: Language, locale: string | undefined): Language {
  const isRegion = isBuiltIn(language) && language !== 'en' && locale?.startsWith(`${language}-`) === true;
  return isRegion ? locale : language;
}

const EARLIER = '-x-';

/**
 * A built-in language with the texts of an earlier version of the program, under a separate code such as
 * `nl-BE-x-1f0c22ab`. The current texts are unchanged.
 */
export function addEarlierWording(
  language: Language,
  digest: string,
  texts: LanguagePack['texts'],
): LanguagePack {
  const code = `${language}${EARLIER}${digest.slice(0, 8)}`;
  const pack = { code, basedOn: builtInOf(language), texts };
  addLanguage(pack);
  return pack;
}

/** The language code in files: `nl-BE`, for any version of the texts. */
export function languageTag(language: Language): string {
  return language.split(EARLIER)[0] ?? language;
}

/** A built-in language without its region, or the code of an added one. */
export function withoutRegion(language: Language): Language {
  const tag = languageTag(language);
  return added.has(tag) ? tag : builtInOf(tag);
}

/** The language of a person for texts that are configured in another one; their region counts if both are the same. */
export function spokenLanguage(person: BuiltInLanguage | undefined, configured: Language): Language {
  return person === undefined || builtInOf(configured) === person ? configured : person;
}

/** Reads a language such as `nl` or `nl-BE`; English for an unknown one. */
export function languageOf(text: string): Language {
  const [language = '', region = ''] = text.split('-');
  const isRegion = isBuiltIn(language) && language !== 'en' && /^[A-Z]{2}$/.test(region);
  return added.has(text) || (isRegion && text === `${language}-${region}`) ? text : builtInOf(text);
}

/** The built-in language whose texts are used for a code: `nl` for `nl-BE`; English for an unknown one. */
export function builtInOf(text: string): BuiltInLanguage {
  const start = text.slice(0, 2).toLowerCase();
  return LANGUAGES.find((language) => language === start) ?? 'en';
}
