import { type BuiltInLanguage, type Language, sectionOf } from '../language.js';
import { filledIn } from '../text.js';
import { de } from './de.js';
import { type ExplainTexts, en } from './en.js';
import { fr } from './fr.js';
import { nl } from './nl.js';

export type { ExplainTexts } from './en.js';

export const EXPLAIN_TEXTS: Readonly<Record<BuiltInLanguage, ExplainTexts>> = { en, nl, fr, de };

/** A text of an explanation in a language, with its values put in. */
export type SayExplained = (
  key: keyof ExplainTexts,
  values?: Readonly<Record<string, string | number>>,
) => string;

export function explainTexts(language: Language): SayExplained {
  const texts = sectionOf(language, 'explain', EXPLAIN_TEXTS);
  return (key, values = {}) => filledIn(texts[key], values);
}
