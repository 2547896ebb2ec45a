/**
 * The language's messages: an ID with its values. The language writes no sentences: whoever uses it words its messages, in
 * the language of the reader. `Text` may also be a text of the caller, such as the description of a field.
 */
import type { LanguageMessages } from './languageMessages.js';

/** A text in the caller's form: it is passed back in messages unchanged. */
export type CallerWords = object | string | number;

export interface CallerText {
  readonly ofCaller: CallerWords;
}

/** A value of a message. */
export type Text = string | number | AnyMessage | CallerText;

export interface Message {
  readonly id: string;
  readonly values: Readonly<Record<string, Text>>;
}

/** Several texts in a row; the separator `and` gives `a, b and c` in the words of the reader's language. */
export interface JoinedMessage {
  readonly parts: readonly Text[];
  readonly separator: string | { readonly list: 'and' };
}

/** What to do about a message, as the caller words it; where it has no words for that, the other text. */
export interface Remedy {
  readonly remedyOf: AnyMessage;
  readonly otherwise?: AnyMessage;
}

export type AnyMessage = Message | JoinedMessage | Remedy;

type ValuesOf<All, Id extends keyof All, Given> = keyof All[Id] extends never
  ? []
  : [values: Given & All[Id] & { readonly [Surplus in Exclude<keyof Given, keyof All[Id]>]: never }];

/** Makes messages of a list. An unknown ID, or a missing or surplus value, does not compile. */
export type MessageMaker<All> = <Id extends keyof All & string, Given>(
  id: Id,
  ...[values]: ValuesOf<All, Id, Given>
) => Message;

/** A message of the language. */
export const message: MessageMaker<LanguageMessages<Text>> = (id, ...[values]) => {
  return { id, values: (values ?? {}) as Message['values'] };
};

/** Several texts in a row, by default one on each line. */
export function joined(parts: readonly Text[], separator = '\n'): JoinedMessage {
  return { parts, separator };
}

/** `a, b and c`. */
export function listed(parts: readonly Text[]): JoinedMessage {
  return { parts, separator: { list: 'and' } };
}

/** What to do about a message. @param otherwise if the caller has no words for that */
export function remedyFor(remedyOf: AnyMessage, otherwise?: AnyMessage): Remedy {
  return otherwise === undefined ? { remedyOf } : { remedyOf, otherwise };
}

/** A remedy that may be missing, or the other text. */
export function orElse(remedy: AnyMessage, otherwise: AnyMessage): AnyMessage {
  return 'remedyOf' in remedy && remedy.otherwise === undefined ? { ...remedy, otherwise } : remedy;
}

/** A message without words, for developers: `file.notXlsx {"file":"hours.xls"}`. */
export function plainText(text: AnyMessage): string {
  if ('parts' in text) return JSON.stringify(text.parts);
  if ('remedyOf' in text) return `remedy of ${plainText(text.remedyOf)}`;
  return `${text.id} ${JSON.stringify(text.values)}`;
}
