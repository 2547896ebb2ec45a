import { type BuiltInLanguage, type Language, sectionOf } from '../language.js';
import { de } from './de.js';
import { en, type ReviewTexts } from './en.js';
import { fr } from './fr.js';
import { nl } from './nl.js';

export type { ReviewTexts } from './en.js';

export const REVIEW_TEXTS: Readonly<Record<BuiltInLanguage, ReviewTexts>> = { en, nl, fr, de };

/** The texts of the review page in a language; `{name}` stands for a value. */
export function reviewTexts(language: Language): ReviewTexts {
  return sectionOf(language, 'review', REVIEW_TEXTS);
}
