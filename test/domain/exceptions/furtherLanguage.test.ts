import { expect, test } from 'vitest';
import { exceptionWording } from '../../../src/domain/exceptions/wording.js';
import { builtInTexts, catalogueNames } from '../../../src/i18n/catalogue.js';
import { dateNotation } from '../../../src/i18n/dateText.js';
import { sayIn } from '../../../src/i18n/formatMessage.js';
import { addLanguage } from '../../../src/i18n/language.js';

test('exceptions use the text of an added language', () => {
  const german = catalogueNames().map((name) => [name, builtInTexts('de', name)]);
  const texts = Object.fromEntries(german);
  const exceptions = { ...texts.exceptions, 'OVERLAP.title': 'Zweimal' };
  addLanguage({ code: 'xx', texts: { ...texts, exceptions } });
  expect(exceptionWording('OVERLAP', 'xx')).toEqual({
    title: 'Zweimal',
    remedy: exceptionWording('OVERLAP', 'de').remedy,
  });
  expect(sayIn('xx')('work.title')).toBe('Zu erledigen');
});

test('dates follow the region, and the English format in an unknown language', () => {
  const dates = ['nl', 'nl-BE', 'zz', 'en-US'].map((language) => dateNotation(language).date);
  expect(dates).toEqual(['dd-mm-yyyy', 'dd/mm/yyyy', 'yyyy-mm-dd', 'yyyy-mm-dd']);
});
