import { expect, test } from 'vitest';
import {
  addWordings,
  WRITING,
  wordingsIn,
  workWords,
  writingIn,
} from '../../../src/domain/exceptions/wording.js';

test('a language that is added is known by its code, with or without a country', () => {
  const wordings = { ...wordingsIn('de') };
  const words = { ...workWords('de') };
  const writing = { date: 'yyyy.mm.dd', decimalSign: ',' } as const;
  addWordings('xx', wordings, words, writing);
  for (const code of ['xx', 'xx-YY', 'XX'])
    expect([wordingsIn(code) === wordings, workWords(code) === words, writingIn(code) === writing]).toEqual([
      true,
      true,
      true,
    ]);
});

test('one that is not known is written as English', () => {
  expect([writingIn('nl-BE'), writingIn('zz')]).toEqual([WRITING.nl, WRITING.en]);
});
