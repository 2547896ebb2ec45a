import { catalogueTexts } from './catalogue.js';
import type { Language } from './language.js';
import type { MessageId } from './message.js';

/** The keys of one catalogue. */
export type KeyOf<Catalogue extends string> = MessageId extends infer Id
  ? Id extends `${Catalogue}.${infer Key}`
    ? Key
    : never
  : never;

export type TextKey = KeyOf<'reports'>;
export type ReviewTexts = Readonly<Record<KeyOf<'review'>, string>>;

type Values = Readonly<Record<string, string | number>>;

/** A heading or word of the built-in reports. */
export function text(language: Language, key: TextKey): string {
  return catalogueTexts(language, 'reports')[key] ?? '';
}

/** The texts of the review page in a language; `{name}` stands for a value. */
export function reviewTexts(language: Language): ReviewTexts {
  return catalogueTexts(language, 'review') as ReviewTexts;
}

/** `Entries: 742`; in French with a space before the colon. */
export function withLabel(language: Language, label: string, value: string): string {
  return filledIn(text(language, 'labelled'), { label, value });
}

/** Text for a code that the model spells (a reason, a status, a severity); the code itself where it is unknown. */
export function textOfCode(language: Language, code: string): string {
  return Object.hasOwn(catalogueTexts('en', 'reports'), code) ? text(language, code as TextKey) : code;
}

/** A sentence with its values put in: `{name}` stands for one. */
export function filledIn(sentence: string, values: Values): string {
  return sentence.replace(/\{(\w+)\}/g, (all, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value === undefined ? all : String(value);
  });
}
