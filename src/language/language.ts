/** The languages that the program brings along. */
export const LANGUAGES = ['en', 'nl', 'fr', 'de'] as const;
export type BuiltInLanguage = (typeof LANGUAGES)[number];

/** A built-in language, or the code of one that a file has added. */
export type Language = string;

/** The parts of a language; each is written in a folder or file of this room that has its name. */
export const SECTIONS = [
  'reports',
  'review',
  'calendar',
  'writing',
  'mail',
  'notices',
  'terminal',
  'explain',
  'exceptions',
  'work',
  'messages',
] as const;
export type Section = (typeof SECTIONS)[number];

/** A language as a file gives it: every section has the shape of the English one. */
export interface LanguagePack {
  readonly code: string;
  readonly sections: Readonly<Record<Section, unknown>>;
}

const added = new Map<string, LanguagePack>();

/** From now on the language is known by its code. The same code again replaces it. */
export function addLanguage(pack: LanguagePack): void {
  added.set(pack.code, pack);
}

/** A section in a language; the pack of an added one was checked against the built-in shape when it was read. */
export function sectionOf<Texts>(
  language: Language,
  section: Section,
  builtIn: Readonly<Record<BuiltInLanguage, Texts>>,
): Texts {
  const pack = added.get(language);
  return pack === undefined ? builtIn[builtInOf(language)] : (pack.sections[section] as Texts);
}

export function isBuiltIn(code: string): code is BuiltInLanguage {
  return LANGUAGES.some((language) => language === code);
}

/** Reads a language such as `nl` or `nl-BE`; English for one that nobody knows. */
export function languageOf(text: string): Language {
  return added.has(text) ? text : builtInOf(text);
}

function builtInOf(text: string): BuiltInLanguage {
  const start = text.slice(0, 2).toLowerCase();
  return LANGUAGES.find((language) => language === start) ?? 'en';
}
