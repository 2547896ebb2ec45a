import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { MESSAGES, translated, translatedSentences } from '../../src/i18n/messages/messages.js';
import { PROJECT } from './runPaytally.js';

/** Put together where they are said. */
const MADE_OF_PARTS = [
  'Reading {0}: {1} records, {2} requests; about {3} left',
  'Could not read {0} after {1} attempts: {2}.',
  '{0} problem, {1} warnings. {2}',
  '{0} problems, {1} warning. {2}',
  '{0} problem, {1} warning. {2}',
  '{0} problems, {1} warnings. {2}',
  '"paytally {0}" has no option {1}. It is one of {2}.',
  '{0}, without a proxy',
  '{0}, through the proxy {1}',
  '{0}: {1} records ({2} to {3})',
  '{0} of the active employees have no payroll number.',
  '{0} of the active employees have no payroll number; once they have worked, they stop {1}.',
  "This machine's clock is {0} s ahead of the service's.",
  '{0} of {1} values are ids of that list, empty in {2}',
  '{0} values are UUIDs, empty in {1}',
  '{0} 22:00 to 06:00, the clocks go forward',
  '{0} 22:00 to 06:00, the clocks go back',
  '{0}, column {1}: {2}',
  '{0}, column {1}, value {2}: {3}',
  '{0}, column {1}, employee {2}: {3}',
  '{0}, column {1}, employee {2}, value {3}: {4}',
  '{0}, value {1}: {2}',
  'is empty but required ({0})',
];

const OTHERS = ['nl', 'fr', 'de'] as const;
const valuesIn = (sentence: string) => (sentence.match(/\{\d+\}/g) ?? []).sort();

describe.each(OTHERS)('%s', (language) => {
  test('every sentence keeps its values, and none is left empty', () => {
    const wrong = Object.entries(MESSAGES[language]).filter(
      ([sentence, said]) => said.trim() === '' || valuesIn(sentence).join() !== valuesIn(said).join(),
    );
    expect(wrong).toEqual([]);
  });

  test('says what the others say', () => {
    expect(Object.keys(MESSAGES[language])).toEqual(Object.keys(MESSAGES.de));
  });
});

/** What the program is made of, as it is written, without what is only a matter of quoting. */
const SOURCE = readdirSync(join(PROJECT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.startsWith('language'))
  .map((path) => readFileSync(join(PROJECT, 'src', path), 'utf8').replaceAll("\\'", "'"))
  .join('\n');

test.each(Object.keys(MESSAGES.de))('%s: the program still says so', (sentence) => {
  const longest = sentence.split(/\{\d+\}/).reduce((a, b) => (b.length > a.length ? b : a));
  expect(SOURCE.includes(longest.trim()) || MADE_OF_PARTS.includes(sentence)).toBe(true);
});

describe('a failure is said in the language', () => {
  test.each<[language: string, english: string, said: string]>([
    [
      'fr',
      '  What to do: Correct what is named ("paytally check" with the same options lists all of it).',
      '  Que faire : Corrigez ce qui est indiqué ("paytally check" avec les mêmes options montre tout).',
    ],
    ['nl', '  What to do: Correct what is listed.', '  Wat te doen: Verbeter wat in de lijst staat.'],
    ['de', 'Got a token', 'Angemeldet'],
    [
      'de',
      'EMPLOYER_UNKNOWN: The configuration has no employer "bakry". Did you mean "bakery"?\n  What to do: Use one of: bakery, shop.',
      'EMPLOYER_UNKNOWN: Die Konfiguration hat keinen Arbeitgeber "bakry". Ist "bakery" gemeint?\n  Was zu tun ist: Möglich sind: bakery, shop.',
    ],
    [
      'fr',
      'SERVICE_UNREACHABLE: Could not read time-entries after 5 attempts: the connection was refused.\n  What to do: Try again later; nothing was written.',
      'SERVICE_UNREACHABLE: Lecture impossible de pointages après 5 essais : la connexion a été refusée.\n  Que faire : Réessayez plus tard ; rien n’a été écrit.',
    ],
    [
      'nl',
      'bakery: OUTPUT_NOT_WRITTEN: Nothing was written to out/draft: the disk is full.',
      'bakery: OUTPUT_NOT_WRITTEN: In out/draft is niets geschreven: de schijf is vol.',
    ],
    ['nl', 'C never applies: A and B apply first.', 'C neemt nooit een minuut: A, B nemen ze eerst.'],
    ['fr', 'C never applies: A applies first.', 'C ne prend jamais de minute : A les prend d’abord.'],
    [
      'fr',
      'C never applies: A and B apply first.',
      'C ne prend jamais de minute : A, B les prennent d’abord.',
    ],
    [
      'de',
      'C never takes a minute: the rules before it take them first.',
      'C nimmt nie eine Minute: die Regeln davor nehmen sie vorher.',
    ],
    ['nl', 'A sentence that nobody has translated yet.', 'A sentence that nobody has translated yet.'],
    ['en', 'Nothing was written to x: y.', 'Nothing was written to x: y.'],
  ])('%s: %s', (language, english, said) => {
    expect(translated(english, language)).toBe(said);
  });
});

test('what failed and what to do about it, on one line, are said one by one', () => {
  const [failed, remedy] = [
    'The mail server mail:587 answered 550 No such user.',
    'Ask the operator of the mail server what it refuses, or correct the address.',
  ];
  expect(translatedSentences(`${failed} ${remedy}`, 'nl')).toBe(
    'De mailserver mail:587 antwoordde 550 No such user. Vraag de beheerder van de mailserver wat hij weigert, of verbeter het adres.',
  );
  expect(translatedSentences(`${failed} ${remedy}`, 'en')).toBe(`${failed} ${remedy}`);
  expect(translatedSentences(remedy, 'nl')).toBe(translated(remedy, 'nl'));
});

/** Said to authors of templates and to those who serve a sandbox, or only where paytally itself is wrong: in English. */
const IN_ENGLISH = [
  /^sandbox\//,
  /^workbook\//,
  /^render\//,
  /^domain\/exceptions\/wording\//,
  /^domain\/timesheet\//,
  /^domain\/pay\/(paid|buildLines)/,
  /^cli\/(sandbox|templates)/,
  /^cli\/schedule\/printUnits/,
  /^(export\/renderTemplates|read\/staging\/)/,
  /^doctor\/(checkRehearsal|rehearsedModel)/,
  /^errors\.ts$/,
];
const BEGINNINGS = [
  /new PaytallyError\(\s*(?:'[A-Z_]+'|[\w.]+),\s*([`'"])/g,
  /remedy:\s*(?:\w+ \? )?([`'"])/g,
];
/** A value in a sentence of the source; some hold a sentence of their own. */
const VALUE = /\$\{(?:[^{}]|\{[^{}]*\})*\}/g;

/** Sentences of failures as they stand in the source, their values as `…`. */
function failuresIn(source: string): string[] {
  const sentences: string[] = [];
  for (const beginning of BEGINNINGS) {
    for (const { 0: before, 1: quote = '', index } of source.matchAll(beginning)) {
      const from = index + before.length;
      let until = from;
      while (source[until] !== quote || source[until - 1] === '\\') until += 1;
      const written = source.slice(from, until).replaceAll("\\'", "'").replaceAll('\\n', '\n');
      const sentence = quote === '`' ? written.replace(VALUE, '…') : written;
      // What holds a template of its own, or no words at all, is no sentence to look up.
      if (!sentence.includes('${') && /\p{L}{3}/u.test(sentence)) sentences.push(sentence);
    }
  }
  return sentences;
}

/** The same in every language or looked up line by line. */
const NO_SENTENCE = [
  /^chmod /,
  /\n…$/,
  /^… reads \\/,
  /^The configuration … …\.$/,
  /^The secret's file … …\.$/,
];

test('every failure that users meet has its sentences in all languages', () => {
  const untranslated = readdirSync(join(PROJECT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.startsWith('language'))
    .filter((path) => !IN_ENGLISH.some((room) => room.test(path.replaceAll('\\', '/'))))
    .flatMap((path) => failuresIn(readFileSync(join(PROJECT, 'src', path), 'utf8')))
    .filter((sentence) => !NO_SENTENCE.some((pattern) => pattern.test(sentence)))
    .filter((sentence) => translated(sentence, 'de') === sentence);
  expect([...new Set(untranslated)]).toEqual([]);
});
