import type { ExceptionCode } from '../exceptionCode.js';
import type { Finding } from './finding.js';
import { de } from './wording/de.js';
import { en } from './wording/en.js';
import type { ExceptionWording, ExceptionWordings } from './wording/exceptionWording.js';
import { fr } from './wording/fr.js';
import { nl } from './wording/nl.js';

/** What the program itself speaks on the terminal. */
export const ENGLISH: ExceptionWordings = en;

const WORDINGS: Readonly<Record<string, ExceptionWordings>> = { en, nl, fr, de };

/** The wordings of a language such as `nl` or `nl-BE`; English where there is none. */
export function wordingsIn(language: string): ExceptionWordings {
  const key = language.slice(0, 2).toLowerCase();
  return (Object.hasOwn(WORDINGS, key) ? WORDINGS[key] : undefined) ?? en;
}

export function wordingOf(code: ExceptionCode, language: string): ExceptionWording {
  return wordingsIn(language)[code];
}

/** The sentence for a finding: its facts put into the code's wording. */
export function messageOf(finding: Finding, wordings: ExceptionWordings = ENGLISH): string {
  const facts: Finding['facts'] = { record: finding.record, ...finding.facts };
  return wordings[finding.code].message.replace(/\{(\w+)\}/g, (_, name: string) => {
    const fact = Object.hasOwn(facts, name) ? facts[name] : undefined;
    return fact === undefined || fact === '' ? '–' : String(fact);
  });
}
