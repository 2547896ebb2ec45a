import { message as languageMessage, type MessageMaker, type Text } from '../language/messageText.js';
import type { EngineMessages } from './engineMessages.js';

export {
  type AnyMessage,
  joined,
  listed,
  type Message,
  orElse,
  plainText,
  remedyFor,
  type Text,
} from '../language/messageText.js';

export type MessageId = keyof EngineMessages<Text>;

/** A message of the engine, its language included. The engine writes no sentences: whoever uses it words its messages. */
export const message = languageMessage as MessageMaker<EngineMessages<Text>>;
