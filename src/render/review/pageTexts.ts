import { builtInTexts } from '../../i18n/catalogue.js';
import { formatMessage } from '../../i18n/formatMessage.js';
import type { Language } from '../../i18n/language.js';
import type { KeyOf, Message, MessageId } from '../../i18n/message.js';

/** Keys of the catalogue that the page's scripts use; those with a dot are only for the program. */
type PageKey = Exclude<KeyOf<'review'>, `${string}.${string}`>;

/** The texts of the page. The scripts replace `{name}` with the unchanged value; nothing else in a text is special. */
export type PageTexts = Readonly<Record<PageKey, string>>;

/** All values that texts of the page may have; the text then contains the value's placeholder. */
const PLACEHOLDERS = Object.fromEntries(
  ['value', 'label', 'first', 'last', 'all', 'shown', 'count', 'reason', 'at', 'by', 'tzdata', 'version'].map(
    (name) => [name, `{${name}}`],
  ),
);

/** The texts that are embedded in the page, in one language. */
export function pageTexts(language: Language): PageTexts {
  const keys = Object.keys(builtInTexts('en', 'review')).filter((key) => !key.includes('.'));
  const texts = keys.map((key) => {
    const text: Message = { id: `review.${key}` as MessageId, values: PLACEHOLDERS };
    return [key, formatMessage(text, language)];
  });
  return Object.fromEntries(texts) as PageTexts;
}
