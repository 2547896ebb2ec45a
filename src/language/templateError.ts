import { type AnyMessage, type Message, plainText, remedyFor } from './messageText.js';

/** A mistake in a placeholder or directive. */
export class TemplateError extends Error {
  constructor(
    readonly text: Message,
    /** If it has no words, the code that catches it gives an example. */
    readonly remedyText: AnyMessage = remedyFor(text),
  ) {
    super(plainText(text));
    this.name = 'TemplateError';
  }
}

/** The result of an action; undefined if it throws an error of this kind, which is reported elsewhere. */
export function resultUnless<T>(
  kind: abstract new (...values: never[]) => Error,
  action: () => T,
): T | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof kind) return undefined;
    throw error;
  }
}
