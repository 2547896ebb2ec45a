import type { ExceptionCode } from './exceptionCode.js';
import type { Finding } from './finding.js';
import { de } from './wording/de.js';
import { en } from './wording/en.js';
import type { ExceptionWording, ExceptionWordings } from './wording/exceptionWording.js';
import { factText, type Reader } from './wording/factText.js';
import { fr } from './wording/fr.js';
import { nl } from './wording/nl.js';
import { problemsIn } from './wording/problemWords.js';
import { addWorkWords, type WorkWords } from './wording/workWords.js';
import { addWriting, type Writing } from './wording/writing.js';

/** What the program itself speaks on the terminal. */
export const ENGLISH: ExceptionWordings = en;

const WORDINGS = new Map<string, ExceptionWordings>(Object.entries({ en, nl, fr, de }));

/** The wordings of a language such as `nl` or `nl-BE`; English where there is none. */
export function wordingsIn(language: string): ExceptionWordings {
  return WORDINGS.get(language) ?? WORDINGS.get(language.slice(0, 2).toLowerCase()) ?? en;
}

/** Makes a further language known, by its code. */
export function addWordings(
  code: string,
  wordings: ExceptionWordings,
  words: WorkWords,
  writing: Writing,
): void {
  WORDINGS.set(code, wordings);
  addWorkWords(code, words);
  addWriting(code, writing);
}

export function wordingOf(code: ExceptionCode, language: string): ExceptionWording {
  return wordingsIn(language)[code];
}

/**
 * The sentence for a finding: its facts put into the code's wording.
 * @param reader who reads it; without one it is English with ISO dates
 */
export function messageOf(finding: Finding, reader?: Reader): string {
  const facts: Finding['facts'] = { record: finding.record, ...finding.facts };
  const wording: ExceptionWording = wordingsIn(reader?.language ?? 'en')[finding.code];
  const { message, words, problems } = wording;
  if (problems === undefined) return filled(message, facts, words, reader);
  const said = { ...facts, problems: problemsIn(String(facts.problems ?? ''), problems) };
  return filled(message, said, words, reader);
}

function filled(
  text: string,
  facts: Finding['facts'],
  words: ExceptionWording['words'],
  reader: Reader | undefined,
): string {
  return withoutEmptyParts(text, facts).replace(/\{(\w+)\}/g, (_, name: string) => {
    const fact = Object.hasOwn(facts, name) ? facts[name] : undefined;
    if (fact === undefined || fact === '') return '–';
    const phrase = phraseFor(String(fact), words?.[name]);
    // Phrases name other facts, but hold no phrases themselves.
    return phrase === undefined ? factText(name, fact, reader) : filled(phrase, facts, undefined, reader);
  });
}

/** What stands in `[…]` is said where all of its facts are there. */
function withoutEmptyParts(text: string, facts: Finding['facts']): string {
  return text.replace(/\[([^\]]*)\]/g, (_, part: string) => {
    const names = [...part.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    return names.every((name) => Object.hasOwn(facts, name) && (facts[name] ?? '') !== '') ? part : '';
  });
}

function phraseFor(fact: string, phrases: Readonly<Record<string, string>> | undefined): string | undefined {
  return phrases !== undefined && Object.hasOwn(phrases, fact) ? phrases[fact] : undefined;
}
