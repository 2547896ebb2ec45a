import type { MessageValues } from './messageValues.js';

/** The name of a text: `config.notReadable` is `notReadable` in the catalogue file `config.json`. */
export type MessageId = keyof MessageValues;

/** The keys of one catalogue. */
export type KeyOf<Catalogue extends string> = MessageId extends infer Id
  ? Id extends `${Catalogue}.${infer Key}`
    ? Key
    : never
  : never;

/** What is put into a text as it is: it is never looked up, translated or formatted. Messages are written first. */
export type Text = string | number | AnyMessage;

/** A text of the catalogues with its values. Plain data: it can be stored and sent to another thread. */
export interface Message {
  readonly id: MessageId;
  readonly values: Readonly<Record<string, Text>>;
}

/** Several texts in a row. */
export interface JoinedMessage {
  readonly parts: readonly Text[];
  /** Between two of them; `and` writes `a, b and c` as the language does, `or` writes `a, b or c`. */
  readonly separator: string | { readonly list: 'and' | 'or' };
}

export type AnyMessage = Message | JoinedMessage;

/** The values that a text needs, none or one object. With the type that is given, an object with others does not fit. */
export type ValuesOf<Id extends MessageId, Given = unknown> = keyof MessageValues[Id] extends never
  ? []
  : [
      values: Given &
        MessageValues[Id] & { readonly [Surplus in Exclude<keyof Given, keyof MessageValues[Id]>]: never },
    ];

/** A text of the catalogues. An unknown id, a missing or a surplus value does not compile. */
export function message<Id extends MessageId, Given>(id: Id, ...[values]: ValuesOf<Id, Given>): Message {
  return { id, values: (values ?? {}) as Message['values'] };
}

/** Texts one after the other, by default a line for each. */
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

/** A text that is shown as it is where a message is expected, such as what a library reports. */
export function verbatim(text: string): JoinedMessage {
  return { parts: [text], separator: '' };
}
