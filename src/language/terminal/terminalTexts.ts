import { dateText } from '../dateText.js';
import { type BuiltInLanguage, type Language, sectionOf } from '../language.js';
import { filledIn } from '../text.js';
import { de } from './de.js';
import { en, type TerminalTexts } from './en.js';
import { fr } from './fr.js';
import { nl } from './nl.js';

export type { TerminalTexts } from './en.js';

export const TERMINAL_TEXTS: Readonly<Record<BuiltInLanguage, TerminalTexts>> = { en, nl, fr, de };

/** A text of the terminal in a language, with its values put in. */
export type Say = (key: keyof TerminalTexts, values?: Readonly<Record<string, string | number>>) => string;

export function terminalTexts(language: Language): Say {
  const texts = sectionOf(language, 'terminal', TERMINAL_TEXTS);
  return (key, values = {}) => filledIn(texts[key], values);
}

/** `01-10-2026 tot 31-10-2026`. @param days as `YYYY-MM-DD`, both included */
export function datesText(days: { readonly from: string; readonly to: string }, language: Language): string {
  const written = { from: dateText(language, days.from), to: dateText(language, days.to) };
  return terminalTexts(language)('fromTo', written);
}
