import { type Expression, parseExpression } from './grammar.js';
import { message } from './messageText.js';
import { TemplateError } from './templateError.js';

/** `{{workedMinutes | sum | hours}}`. */
export interface Placeholder {
  readonly source: string;
  readonly expression: Expression;
}

export type TextPiece = string | Placeholder;

const BRACES = /\{\{([^{}]*)\}\}/g;

/** Splits text into plain parts and placeholders. @throws TemplateError that quotes the mistake */
export function parseText(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let at = 0;
  const addPlain = (end?: number): void => {
    const plain = text.slice(at, end);
    const slip = findBraceMistake(plain);
    if (slip) throw slip;
    if (plain !== '') pieces.push(plain);
  };
  for (const found of text.matchAll(BRACES)) {
    addPlain(found.index);
    const [source, inside = ''] = found;
    if (LACKS_SIGN.test(inside))
      throw new TemplateError(message('grammar.noSign', { source, right: `{{#${inside.trim()}}}` }));
    if (IS_END.test(inside)) throw new TemplateError(message('grammar.endsNothing', { source }));
    pieces.push({ source, expression: parseExpression(inside) });
    at = found.index + found[0].length;
  }
  addPlain();
  return pieces;
}

/** Repetition is marked with "#" here, and has no end tag. */
const LACKS_SIGN = /^\s*(?:each|empty|sheet|style|if(?!.*\bthen\b))\s+[^\s|]/i;
const IS_END = /^\s*(?:\/|end\s*(?:each|if|for)?\s*$)/i;

/** Whether text contains a placeholder or directive, well-formed or not. */
export function hasBraces(text: string): boolean {
  return text.includes('{{');
}

const WHOLE = /\{\{[^{}]*\}\}/g;
/** `{{#each employees}`: one brace at the end, and text or nothing after it. */
const ENDS_IN_ONE = /\{\{([^{}]*)\}/;
/** `{#each employees}}`: a repetition with one leading brace. Other braces may be intended. */
const BEGINS_WITH_ONE = /\{(\s*#\s*(?:each|if|empty|sheet|style|fit)\b[^{}]*)\}{0,2}/i;

/** The mistake in the braces of a text, with the correction; undefined if there is none. */
export function findBraceMistake(text: string): TemplateError | undefined {
  const rest = text.replace(WHOLE, '');
  const [open, begun = ''] = ENDS_IN_ONE.exec(rest) ?? [];
  if (open !== undefined)
    return new TemplateError(message('grammar.noBraceAtEnd', { text: open, right: `{{${begun.trim()}}}` }));
  if (rest.includes('{{')) {
    const inside = rest.slice(rest.indexOf('{{') + 2).trim();
    const isOneLine = inside !== '' && !inside.includes('\n');
    const right = isOneLine ? `{{${inside}}}` : '{{FIELD}}';
    return new TemplateError(message('grammar.openBraces', { text: text.trim(), right }));
  }
  const single = BEGINS_WITH_ONE.exec(rest);
  if (!single) return undefined;
  const right = `{{${(single[1] ?? '').trim()}}}`;
  return new TemplateError(message('grammar.noBraceAtStart', { text: single[0].trim(), right }));
}
