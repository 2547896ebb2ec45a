import type { BuiltInLanguage } from './language.js';
import type { MessageValues } from './messageValues.js';

/** The name of a text: `config.notReadable` is `notReadable` in the catalogue file `config.json`. */
export type MessageId = keyof MessageValues;

/** The keys of one catalogue. */
export type KeyOf<Catalogue extends string> = MessageId extends infer Id
  ? Id extends `${Catalogue}.${infer Key}`
    ? Key
    : never
  : never;

/**
 * A value of a text: it is inserted unchanged, never looked up, translated or formatted. Messages are formatted first.
 */
export type Text = string | number | AnyMessage | OwnWords;

/** A text that is not in the catalogues, in each of the program's languages: a template describes itself in it. */
export type OwnWords = Readonly<Record<BuiltInLanguage, string>>;

/** A text of the catalogues with its values. Plain data: it can be stored and sent to another thread. */
export interface Message {
  readonly id: MessageId;
  readonly values: Readonly<Record<string, Text>>;
}

/** Several texts in a row. */
export interface JoinedMessage {
  readonly parts: readonly Text[];
  /** The separator; `and` and `or` give `a, b and c` and `a, b or c` in the reader's language. */
  readonly separator: string | { readonly list: 'and' | 'or' };
}

export type AnyMessage = Message | JoinedMessage;

/** The arguments of a text: none, or an object with its values. The type rejects an object with other values. */
export type ValuesOf<Id extends MessageId, Given = unknown> = keyof MessageValues[Id] extends never
  ? []
  : [
      values: Given &
        MessageValues[Id] & { readonly [Surplus in Exclude<keyof Given, keyof MessageValues[Id]>]: never },
    ];

/** A text of the catalogues. An unknown ID, or a missing or surplus value, does not compile. */
export function message<Id extends MessageId, Given>(id: Id, ...[values]: ValuesOf<Id, Given>): Message {
  return { id, values: (values ?? {}) as Message['values'] };
}

/** Several texts in a row, by default one on each line. */
export function joined(parts: readonly Text[], separator = '\n'): JoinedMessage {
  return { parts, separator };
}

/** `a, b and c`, in the words of the reader's language. */
export function listed(parts: readonly Text[]): JoinedMessage {
  return { parts, separator: { list: 'and' } };
}

/** `a, b or c`, in the words of the reader's language. */
export function eitherOf(parts: readonly Text[]): JoinedMessage {
  return { parts, separator: { list: 'or' } };
}

/** A text for use as a message, shown unchanged, such as an error text of a library. */
export function verbatim(text: string): JoinedMessage {
  return { parts: [text], separator: '' };
}
