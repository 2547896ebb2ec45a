import { isExceptionCode } from '../domain/exceptions/finding.js';
import { exceptionWording } from '../domain/exceptions/wording.js';
import { type BuiltInLanguage, type Language, sectionOf } from './language.js';
import { de } from './reports/de.js';
import { en, type TextKey, type Texts } from './reports/en.js';
import { fr } from './reports/fr.js';
import { nl } from './reports/nl.js';

export type { TextKey } from './reports/en.js';

export const REPORT_TEXTS: Readonly<Record<BuiltInLanguage, Texts>> = { en, nl, fr, de };

/** A heading or word of the built-in reports. */
export function text(language: Language, key: TextKey): string {
  return sectionOf(language, 'reports', REPORT_TEXTS)[key];
}

/** `Entries: 742`; in French with a space before the colon. */
export function withLabel(language: Language, label: string, value: string): string {
  return filledIn(text(language, 'labelled'), { label, value });
}

/** Text for a code that the model spells (a reason, a status, a severity); the code itself where it is unknown. */
export function textOfCode(language: Language, code: string): string {
  return Object.hasOwn(en, code) ? text(language, code as TextKey) : code;
}

/** A short name for an exception code; the code itself where it is unknown. */
export function exceptionName(language: Language, code: string): string {
  return isExceptionCode(code) ? exceptionWording(code, language).title : code;
}

/** A sentence with its values put in: `{name}` stands for one. */
export function filledIn(sentence: string, values: Readonly<Record<string, string | number>>): string {
  return sentence.replace(/\{(\w+)\}/g, (all, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value === undefined ? all : String(value);
  });
}
