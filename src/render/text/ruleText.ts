import { type MessageId, message, storedMessage, type ValuesOf } from '../../i18n/message.js';

/** The message of a schema's own rule: zod takes only strings. */
export function ruleText<Id extends MessageId>(id: Id, ...values: ValuesOf<Id>): string {
  return storedMessage(message(id, ...values));
}
