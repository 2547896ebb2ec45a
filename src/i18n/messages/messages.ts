import { dateText } from '../dateText.js';
import { type BuiltInLanguage, builtInOf, type Language } from '../language.js';
import { commandRefusals } from './commandRefusals.js';
import { correctionRefusals } from './correctionRefusals.js';
import { countryNames } from './countryNames.js';
import { deliveryRefusals } from './deliveryRefusals.js';
import { doctorBeliefs } from './doctorBeliefs.js';
import { doctorFindings } from './doctorFindings.js';
import { doctorLists } from './doctorLists.js';
import { fileRefusals } from './fileRefusals.js';
import { framesOfSentences } from './framesOfSentences.js';
import { helpTopics } from './helpTopics.js';
import { initAnswers } from './initAnswers.js';
import { initQuestions } from './initQuestions.js';
import { ledgerNotices } from './ledgerNotices.js';
import { ledgerRefusals } from './ledgerRefusals.js';
import { peopleRefusals } from './peopleRefusals.js';
import { progressOfWork } from './progressOfWork.js';
import { remediesOfRuns } from './remediesOfRuns.js';
import { remediesOfSetup } from './remediesOfSetup.js';
import { rulesChecked } from './rulesChecked.js';
import { runRefusals } from './runRefusals.js';
import { type Said, saidIn } from './said.js';
import { secretRefusals } from './secretRefusals.js';
import { serviceAccess } from './serviceAccess.js';
import { serviceFields } from './serviceFields.js';
import { servicePaths } from './servicePaths.js';
import { settingRefusals } from './settingRefusals.js';
import { templateRefusals } from './templateRefusals.js';
import { timeRefusals } from './timeRefusals.js';

/** English sentence, `{0}`, `{1}` … for its values -> the same in another language. */
export type Messages = Readonly<Record<string, string>>;

const SAID: readonly Said[] = [
  framesOfSentences,
  progressOfWork,
  commandRefusals,
  settingRefusals,
  secretRefusals,
  timeRefusals,
  remediesOfSetup,
  serviceAccess,
  servicePaths,
  serviceFields,
  peopleRefusals,
  runRefusals,
  fileRefusals,
  ledgerRefusals,
  ledgerNotices,
  correctionRefusals,
  deliveryRefusals,
  remediesOfRuns,
  templateRefusals,
  initQuestions,
  initAnswers,
  helpTopics,
  countryNames,
  doctorFindings,
  doctorLists,
  doctorBeliefs,
  rulesChecked,
];

const OTHERS = { nl: allIn('nl'), fr: allIn('fr'), de: allIn('de') };

/** English ones are written where they arise; here they stand for themselves, so that a further language has a list. */
const en: Messages = Object.fromEntries(Object.keys(OTHERS.de).map((sentence) => [sentence, sentence]));

export const MESSAGES: Readonly<Record<BuiltInLanguage, Messages>> = { en, ...OTHERS };

function allIn(language: 'nl' | 'fr' | 'de'): Messages {
  return Object.assign({}, ...SAID.map((said) => saidIn(said, language)));
}

/**
 * What the program says, line by line, in a language. Names, codes and what it quotes stay as they are, and so does a
 * sentence that the language does not have: it is better read in English than not at all.
 */
export function translated(text: string, language: Language): string {
  if (language === 'en') return text;
  const sentences = sentencesIn(language);
  if (sentences.length === 0) return text;
  // A sentence may have lines, but never what to do about it.
  const parts = text.split(/\n(?=\s*What to do: )/);
  return parts.map((part) => translatedBy({ sentences, language }, part)).join('\n');
}

/** Sentences on one line, such as what failed and what to do about it: each by itself, where all of them are known. */
export function translatedSentences(text: string, language: Language): string {
  if (language === 'en') return text;
  return bySentences({ sentences: sentencesIn(language), language }, text) ?? translated(text, language);
}

function bySentences(spoken: Spoken, text: string): string | undefined {
  for (const { index } of text.matchAll(/[.!?] (?=\p{Lu})/gu)) {
    const first = bySentence(spoken, text.slice(0, index + 1));
    const rest = text.slice(index + 2);
    const others = first && (bySentences(spoken, rest) ?? bySentence(spoken, rest));
    if (others !== undefined) return `${first} ${others}`;
  }
  return undefined;
}

/** A sentence as a pattern, those with the most words of their own first. */
interface Sentence {
  readonly pattern: RegExp;
  readonly said: string;
}

const known = new WeakMap<Messages, readonly Sentence[]>();

function sentencesIn(language: Language): readonly Sentence[] {
  const messages = MESSAGES[builtInOf(language)];
  const sentences = known.get(messages) ?? patternsOf(messages);
  known.set(messages, sentences);
  return sentences;
}

/** A language, and what it says. */
interface Spoken {
  readonly sentences: readonly Sentence[];
  readonly language: Language;
}

const DATE = /^\d{4}-\d\d-\d\d$/;

/** What is to be typed stands in quotes or after its option, and is the same in every language. */
function isTyped(sentence: string, at: number): boolean {
  const before = sentence.slice(0, at);
  return before.split('"').length % 2 === 0 || /--[\w-]+[ =]$/.test(before);
}

const VALUE = /\{\d+\}/g;

function patternsOf(messages: Messages): Sentence[] {
  const ownLetters = (sentence: string) => sentence.replace(VALUE, '').length;
  return Object.entries(messages)
    .sort(([a], [b]) => ownLetters(b) - ownLetters(a))
    .map(([sentence, said]) => ({ pattern: patternOf(sentence), said }));
}

/** A value may have lines of its own. */
function patternOf(sentence: string): RegExp {
  const parts = sentence.split(VALUE).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('([\\s\\S]*?)')}$`);
}

/** What stands before a sentence on its line: an indent, a code, a file with its place, the name of an employer. */
const BEFORE = /^(\s+|(?:ok|warning|problem) +|[A-Z][A-Z_]+: |\S+:\d+:\d+: |[\w.-]+: )([\s\S]+)$/;

/** The code of a failure is no part of its sentence. */
const CODE = /^([A-Z][A-Z_]{3,}: )([\s\S]+)$/;
/** What a library said, after what it means: `the connection was refused (connect ECONNREFUSED …)`. */
const DETAIL = /^([^()\n]+)( \(.*\))$/;

function translatedBy(spoken: Spoken, text: string): string {
  const [, code, coded] = CODE.exec(text) ?? [];
  if (code !== undefined && coded !== undefined) return code + translatedBy(spoken, coded);
  const whole = bySentence(spoken, text);
  if (whole !== undefined) return whole;
  if (text.includes('\n')) {
    return text
      .split('\n')
      .map((line) => translatedBy(spoken, line))
      .join('\n');
  }
  const [, before, rest] = BEFORE.exec(text) ?? [];
  if (before !== undefined && rest !== undefined) return before + translatedBy(spoken, rest);
  const [, meant = '', detail = ''] = DETAIL.exec(text) ?? [];
  const said = bySentence(spoken, meant);
  return said === undefined ? text : said + detail;
}

/** Values are sentences themselves at times: `Did you mean …?` */
function bySentence({ sentences, language }: Spoken, text: string): string | undefined {
  for (const { pattern, said } of sentences) {
    const values = pattern.exec(text);
    if (values === null) continue;
    return said.replace(VALUE, (place, at: number) => {
      const value = values[Number(place.slice(1, -1)) + 1] ?? '';
      if (DATE.test(value) && !isTyped(said, at)) return dateText(language, value);
      return value === text ? value : translatedBy({ sentences, language }, value);
    });
  }
  return undefined;
}
