import { expect, expectTypeOf, test } from 'vitest';
import { languageWords } from '../../src/documents/languageWords.js';
import { englishText } from '../../src/i18n/formatMessage.js';
import type { KeyOf, MessageId } from '../../src/i18n/message.js';
import type { MessageValues } from '../../src/i18n/messageValues.js';
import type { EngineMessages, WorkbookMessageId, WorkbookText } from '../../src/workbook/index.js';

type Engine = EngineMessages<WorkbookText>;

/** Messages of the engine whose values are not those of their words. */
type OtherValues = {
  [Id in WorkbookMessageId]: [keyof Engine[Id], keyof MessageValues[`workbook.${Id}`]] extends [
    keyof MessageValues[`workbook.${Id}`],
    keyof Engine[Id],
  ]
    ? never
    : Id;
}[WorkbookMessageId];

/** Words that no message of the engine has. */
type Surplus = Exclude<KeyOf<'workbook'>, WorkbookMessageId | `${string}.remedy`>;

test('each message of the engine has words with the same values, and the catalogue has no others', () => {
  expectTypeOf<OtherValues>().toEqualTypeOf<never>();
  expectTypeOf<Surplus>().toEqualTypeOf<never>();
});

const at = { id: 'at', values: { place: 'A1', problem: 'no', remedy: 'write' } } as const;
const more = { id: 'more', values: { count: 2 } } as const;

test('messages inside messages, and those of the program, are worded too', () => {
  const own = { id: 'model.rows.employees' as MessageId, values: {} };
  const text = languageWords({ ...at, values: { ...at.values, problem: more, remedy: { ofCaller: own } } });
  expect(englishText(text)).toContain(englishText({ id: 'workbook.more', values: { count: 2 } }));
  expect(englishText(text)).toContain(englishText(own));
});

test('a remedy is that of the catalogue, or else the example', () => {
  const remedy = englishText({ id: 'workbook.more.remedy', values: {} });
  expect(englishText(languageWords({ remedyOf: more, otherwise: at }))).toBe(remedy);
  expect(englishText(languageWords({ remedyOf: at, otherwise: more }))).toBe(
    englishText(languageWords(more)),
  );
  expect(englishText(languageWords({ remedyOf: at }))).toBe('');
});
