/** The languages that the program brings along. */
export const LANGUAGES = ['en', 'nl', 'fr', 'de'] as const;
export type BuiltInLanguage = (typeof LANGUAGES)[number];

/** A built-in language with or without a region (`nl`, `nl-BE`), or the code of one that a file has added. */
export type Language = string;

/** A language as a file gives it, complete: what the file lacks is taken from the language it is based on. */
export interface LanguagePack {
  readonly code: string;
  /** The built-in language of texts that it lacks; English where it names none. */
  readonly basedOn?: BuiltInLanguage | undefined;
  /** Catalogue -> key -> text in ICU MessageFormat. */
  readonly texts: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const added = new Map<string, LanguagePack>();
const watchers: (() => void)[] = [];

/** From now on the language is known by its code. The same code again replaces it. */
export function addLanguage(pack: LanguagePack): void {
  added.set(pack.code, pack);
  for (const forget of watchers) forget();
}

/** Calls back when a language was added, so that what was prepared for its code is dropped. */
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
 * The language of people whose files follow a locale: Dutch with `nl-BE` is `nl-BE`, so that sentences write dates as the
 * files do. English has the same dates everywhere, and another locale says nothing about the language.
 */
export function regionalLanguage(language: Language, locale: string | undefined): Language {
  const isRegion = isBuiltIn(language) && language !== 'en' && locale?.startsWith(`${language}-`) === true;
  return isRegion ? locale : language;
}

const EARLIER = '-x-';

/**
 * A built-in language in the words of an earlier version of the program, known by a code of its own such as
 * `nl-BE-x-1f0c22ab`: today's texts are not touched.
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

/** The language as files name it: `nl-BE`, whatever version of the texts they have. */
export function languageTag(language: Language): string {
  return language.split(EARLIER)[0] ?? language;
}

/** A built-in language without its region, or the code of an added one. */
export function withoutRegion(language: Language): Language {
  const tag = languageTag(language);
  return added.has(tag) ? tag : builtInOf(tag);
}

/** Reads a language such as `nl` or `nl-BE`; English for an unknown one. */
export function languageOf(text: string): Language {
  return added.has(text) || /^(nl|fr|de)-[A-Z]{2}$/.test(text) ? text : builtInOf(text);
}

/** The built-in language whose texts are read for a code: `nl` for `nl-BE`; English for an unknown one. */
export function builtInOf(text: string): BuiltInLanguage {
  const start = text.slice(0, 2).toLowerCase();
  return LANGUAGES.find((language) => language === start) ?? 'en';
}
