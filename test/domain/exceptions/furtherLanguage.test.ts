import { expect, test } from 'vitest';
import {
  addWordings,
  dateNotation,
  exceptionWordings,
  WRITING,
  workWords,
} from '../../../src/domain/exceptions/wording.js';

test('a language that is added is known by its code, with or without a country', () => {
  const wordings = { ...exceptionWordings('de') };
  const words = { ...workWords('de') };
  const writing = { date: 'yyyy.mm.dd', decimalSign: ',' } as const;
  addWordings('xx', wordings, words, writing);
  for (const code of ['xx', 'xx-YY', 'XX'])
    expect([
      exceptionWordings(code) === wordings,
      workWords(code) === words,
      dateNotation(code) === writing,
    ]).toEqual([true, true, true]);
});

test('one that is not known is written as English', () => {
  expect([dateNotation('nl-BE'), dateNotation('zz')]).toEqual([WRITING.nl, WRITING.en]);
});
