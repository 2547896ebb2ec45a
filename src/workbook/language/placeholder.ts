import { message } from '../../i18n/message.js';
import { TemplateError } from '../workbookError.js';
import { type Expression, parseExpression } from './grammar.js';

/** `{{workedMinutes | sum | hours}}`. */
export interface Placeholder {
  /** As written, with its braces. */
  readonly source: string;
  readonly expression: Expression;
}

type TextPiece = string | Placeholder;

const BRACES = /\{\{([^{}]*)\}\}/g;

/** Splits text into plain parts and placeholders. @throws TemplateError that quotes the mistake */
export function parseText(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let at = 0;
  for (const found of text.matchAll(BRACES)) {
    if (found.index > at) pieces.push(checkPlainText(text.slice(at, found.index)));
    pieces.push(readPlaceholder(found[0], found[1] ?? ''));
    at = found.index + found[0].length;
  }
  if (at < text.length) pieces.push(checkPlainText(text.slice(at)));
  return pieces;
}

function checkPlainText(text: string): string {
  const slip = findBraceMistake(text);
  if (slip) throw slip;
  return text;
}

/** Repetition is marked with "#" here, and has no end tag. */
const LACKS_SIGN = /^\s*(?:each|empty|sheet|if(?!.*\bthen\b))\s+[^\s|]/i;
const IS_END = /^\s*(?:\/|end\s*(?:each|if|for)?\s*$)/i;

function refuseDirective(source: string, inside: string): void {
  if (LACKS_SIGN.test(inside)) {
    throw new TemplateError(message('workbook.grammar.noSign', { source, right: `{{#${inside.trim()}}}` }));
  }
  if (IS_END.test(inside)) {
    throw new TemplateError(message('workbook.grammar.endsNothing', { source }));
  }
}

function readPlaceholder(source: string, inside: string): Placeholder {
  refuseDirective(source, inside);
  return { source, expression: parseExpression(inside) };
}

/** Whether text contains a placeholder or directive, well-formed or not. */
export function hasBraces(text: string): boolean {
  return text.includes('{{');
}

const WHOLE = /\{\{[^{}]*\}\}/g;
/** `{{#each employees}`: one brace at the end, and text or nothing after it. */
const ENDS_IN_ONE = /\{\{([^{}]*)\}/;
/** `{#each employees}}`: a repetition with one leading brace. Other braces may be intended. */
const BEGINS_WITH_ONE = /\{(\s*#\s*(?:each|if|empty|sheet)\b[^{}]*)\}{0,2}/i;

/** The mistake in the braces of a text, with the correction; undefined if there is none. */
export function findBraceMistake(text: string): TemplateError | undefined {
  const rest = text.replace(WHOLE, '');
  const open = ENDS_IN_ONE.exec(rest);
  if (open)
    return new TemplateError(
      message('workbook.grammar.noBraceAtEnd', { text: open[0], right: `{{${(open[1] ?? '').trim()}}}` }),
    );
  if (rest.includes('{{')) {
    const inside = rest.slice(rest.indexOf('{{') + 2).trim();
    const isOneLine = inside !== '' && !inside.includes('\n');
    const right = isOneLine ? `{{${inside}}}` : '{{FIELD}}';
    return new TemplateError(message('workbook.grammar.openBraces', { text: text.trim(), right }));
  }
  const single = BEGINS_WITH_ONE.exec(rest);
  if (!single) return undefined;
  const right = `{{${(single[1] ?? '').trim()}}}`;
  return new TemplateError(message('workbook.grammar.noBraceAtStart', { text: single[0].trim(), right }));
}
