import { type Expression, expressionText, parseExpression } from './grammar.js';
import { type AnyMessage, type Message, message } from './messageText.js';
import { resultUnless, TemplateError } from './templateError.js';

/**
 * The error of an expression, with what to write instead: the first of the expressions that is itself accepted. Without
 * one, the remedy is that of the message.
 * @param compile @throws TemplateError for a proposal that is refused
 */
export function errorProposing(
  text: Message,
  proposals: readonly Expression[],
  compile: (proposal: Expression) => unknown,
  worded: (example: string) => AnyMessage = (example) => message('example', { example }),
): TemplateError {
  const accepted = proposals
    .map((proposal) => expressionText(proposal))
    .find((written) => resultUnless(TemplateError, () => [compile(parseExpression(written))]) !== undefined);
  return accepted === undefined ? new TemplateError(text) : new TemplateError(text, worded(accepted));
}

/** `VALUE | text` */
export function asText(of: Expression): Expression {
  return { kind: 'format', of, call: { name: 'text', inputs: [] } };
}
