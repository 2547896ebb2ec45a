import { expect, test } from 'vitest';
import { addWordings, exceptionWordings, workWords } from '../../../src/domain/exceptions/wording.js';
import { dateNotation } from '../../../src/i18n/dateText.js';

test('a language that is added is known by its code, with or without a country', () => {
  const wordings = { ...exceptionWordings('de') };
  const words = { ...workWords('de') };
  addWordings('xx', wordings, words);
  for (const code of ['xx', 'xx-YY', 'XX'])
    expect([exceptionWordings(code) === wordings, workWords(code) === words]).toEqual([true, true]);
});

test('dates are written as the region writes them, in an unknown language as in English', () => {
  const dates = ['nl', 'nl-BE', 'zz', 'en-US'].map((language) => dateNotation(language).date);
  expect(dates).toEqual(['dd-mm-yyyy', 'dd/mm/yyyy', 'yyyy-mm-dd', 'yyyy-mm-dd']);
});
