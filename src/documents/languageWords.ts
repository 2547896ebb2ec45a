import { remedyOf } from '../i18n/formatMessage.js';
import { type AnyMessage, type MessageId, message, type Text, verbatim } from '../i18n/message.js';
import type { AnyMessage as LanguageMessage, Text as LanguageText } from '../language/messageText.js';
import { TemplateError } from '../language/templateError.js';
import type { WorkbookMessageId } from '../workbook/index.js';

/**
 * The program's message for one of the language of templates, or of the workbook engine over it: its words are in the
 * catalogue `workbook`. Texts that the program gave to the language, such as descriptions of fields, are messages already.
 */
export function languageWords(text: LanguageMessage): AnyMessage {
  if ('parts' in text) return { parts: text.parts.map(wordsOfValue), separator: text.separator };
  if ('remedyOf' in text)
    return (
      remedyOf(languageWords(text.remedyOf)) ??
      (text.otherwise ? languageWords(text.otherwise) : verbatim(''))
    );
  const values = Object.entries(text.values).map(([name, value]) => [name, wordsOfValue(value)]);
  const id: MessageId = `workbook.${text.id as WorkbookMessageId}`;
  return { id, values: Object.fromEntries(values) };
}

function wordsOfValue(value: LanguageText): Text {
  if (typeof value !== 'object') return value;
  return 'ofCaller' in value ? (value.ofCaller as Text) : languageWords(value);
}

/** What is wrong with an expression, and what to write. @throws the cause, if it is another failure */
export function expressionProblem(cause: unknown): AnyMessage {
  if (!(cause instanceof TemplateError)) throw cause;
  return message('workbook.noPlace', {
    problem: languageWords(cause.text),
    remedy: languageWords(cause.remedyText),
  });
}
