import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ERRORS } from '../../src/errors.js';
import { MESSAGES, translated } from '../../src/language/messages/messages.js';
import { PROJECT } from './runPaytally.js';

/** Put together where they are said. */
const MADE_OF_PARTS = [
  'Reading {0}: {1} records, {2} requests; about {3} left',
  'Could not read {0} after {1} attempts: {2}.',
  '{0} problem, {1} warnings. {2}',
  '{0} problems, {1} warning. {2}',
  '{0} problem, {1} warning. {2}',
  '{0} problems, {1} warnings. {2}',
];

const OTHERS = ['nl', 'fr', 'de'] as const;
const valuesIn = (sentence: string) => (sentence.match(/\{\d+\}/g) ?? []).sort();

describe.each(OTHERS)('%s', (language) => {
  test.each(Object.entries(ERRORS).filter(([code]) => code !== 'SANDBOX_DATA_INVALID'))(
    'what to do after %s is said',
    (_code, { remedy }) => {
      expect(Object.keys(MESSAGES[language])).toContain(remedy);
    },
  );

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
      'de',
      'EMPLOYER_UNKNOWN: The configuration has no employer "bakry". Did you mean "bakery"?\n  What to do: Use one of: bakery, shop.',
      'EMPLOYER_UNKNOWN: Die Konfiguration hat keinen Arbeitgeber "bakry". Ist "bakery" gemeint?\n  Was zu tun ist: Eines verwenden von: bakery, shop.',
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
    ['nl', 'A sentence that nobody has translated yet.', 'A sentence that nobody has translated yet.'],
    ['en', 'Nothing was written to x: y.', 'Nothing was written to x: y.'],
  ])('%s: %s', (language, english, said) => {
    expect(translated(english, language)).toBe(said);
  });
});
