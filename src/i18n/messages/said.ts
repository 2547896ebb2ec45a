import type { BuiltInLanguage } from '../language.js';

type Translated = Exclude<BuiltInLanguage, 'en'>;

/** English sentences, `{0}`, `{1}` … for their values, and the same in the other languages. */
export type Said = Readonly<Record<string, Readonly<Record<Translated, string>>>>;

/** The sentences as one language says them. */
export function saidIn(said: Said, language: Translated): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(said).map(([sentence, texts]) => [sentence, texts[language]]));
}
