import { isExceptionCode } from '../domain/exceptions/exceptionCode.js';
import { wordingOf } from '../domain/exceptions/wording.js';
import { de } from './de.js';
import { en, type TextKey, type Texts } from './en.js';
import { fr } from './fr.js';
import type { Language } from './language.js';
import { nl } from './nl.js';

export type { TextKey } from './en.js';

const TEXTS: Readonly<Record<Language, Texts>> = { en, nl, fr, de };

/** A heading or word of the built-in reports. */
export function text(language: Language, key: TextKey): string {
  return TEXTS[language][key];
}

/** Text for a code that the model spells (a reason, a status, a severity); the code itself where it is unknown. */
export function textOfCode(language: Language, code: string): string {
  return Object.hasOwn(en, code) ? TEXTS[language][code as TextKey] : code;
}

/** A short name for an exception code; the code itself where it is unknown. */
export function exceptionName(language: Language, code: string): string {
  return isExceptionCode(code) ? wordingOf(code, language).title : code;
}
