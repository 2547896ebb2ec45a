import { type Message, message } from '../../i18n/message.js';
import { TemplateError } from '../workbookError.js';

export interface FilterCall {
  readonly name: string;
  readonly inputs: readonly (string | number)[];
}

/** What groups are told apart by: a field, or a field in a format (`employee.lastName | left:1`). */
export interface GroupKey {
  readonly field: string;
  readonly filters: readonly FilterCall[];
}

/** One text for one key, however it is written. A field alone is its name. */
export function groupKeyText(field: string, filters: readonly FilterCall[]): string {
  const written = filters.map(({ name, inputs }) => {
    const values = inputs.map((input) => JSON.stringify(input)).join(',');
    return ` | ${name}${values === '' ? '' : `:${values}`}`;
  });
  return field + written.join('');
}

/** `{{workedMinutes | sum | hours}}`. */
export interface Placeholder {
  readonly kind: 'placeholder';
  /** As written, with its braces. */
  readonly source: string;
  readonly path: string;
  readonly filters: readonly FilterCall[];
}

type TextPiece = string | Placeholder;

const BRACES = /\{\{([^{}]*)\}\}/g;

/** Cuts text into plain pieces and placeholders. @throws TemplateError that quotes what is wrong */
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

/** What repeats is said with "#" here, and has no end of its own. */
const LACKS_SIGN = /^\s*(?:each|if|empty|sheet)\s+[^\s|]/i;
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
  const words = new WordReader(splitWords(inside));
  const path = words.name(message('workbook.grammar.what.fieldIn', { source }));
  const filters: FilterCall[] = [];
  while (words.take('|')) filters.push(readFilter(words, source));
  const rest = words.next();
  if (rest) throw new TemplateError(message('workbook.grammar.unexpectedIn', { word: rest.text, source }));
  return { kind: 'placeholder', source, path, filters };
}

/** Reads what stands after a `|`. @throws TemplateError */
export function readFilter(words: WordReader, source: string): FilterCall {
  const name = words.name(message('workbook.grammar.what.format', { source }));
  const inputs: (string | number)[] = [];
  if (words.take(':')) {
    const continues = (): boolean => {
      // In a list of keys a comma may begin the next key.
      const isInput = words.peek(1)?.kind === 'text' || words.peek(1)?.kind === 'number';
      return isInput && words.take(',');
    };
    do {
      const word = words.next();
      if (word?.kind !== 'text' && word?.kind !== 'number') {
        throw new TemplateError(message('workbook.grammar.noInput', { name, source }));
      }
      inputs.push(word.kind === 'number' ? Number(word.text) : word.text);
    } while (continues());
  }
  return { name, inputs };
}

/** Whether text holds a placeholder or directive, well-formed or not. */
export function hasBraces(text: string): boolean {
  return text.includes('{{');
}

/** A word, quoted text, number or sign of a placeholder or directive. */
type Word =
  | { readonly kind: 'name' | 'sign'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly text: string };

const WORD =
  /\s*(?:"([^"]*)"|[“”„]([^“”„]*)[“”]|'([^']*)'|(-?[0-9]+(?:\.[0-9]+)?)(?![\p{L}\p{N}_-])|([\p{L}_][\p{L}\p{N}_.-]*)|(<=|>=|!=|<>|[|:,=<>]))/uy;

/** Cuts the inside of `{{…}}` into words. Quotes that Excel or Word curled are quotes too. @throws TemplateError */
export function splitWords(text: string): Word[] {
  const words: Word[] = [];
  let at = 0;
  const end = text.trimEnd().length;
  while (at < end) {
    WORD.lastIndex = at;
    const found = WORD.exec(text);
    if (!found) {
      refuseBareDate(text, at);
      throw new TemplateError(message('workbook.grammar.unreadable', { text: text.slice(at, end).trim() }));
    }
    words.push(toWord(found));
    at = WORD.lastIndex;
  }
  return words;
}

const BARE_DATE =
  /(?:([\p{L}_][\p{L}\p{N}_.-]*)\s*(<=|>=|!=|<>|[=<>])\s*)?([0-9]{1,4}[-./][0-9]{1,2}[-./][0-9]{1,4}\S*)/gu;

/** So far around a mistake a date is looked for. */
const NEAR = 80;

/** A date, or a day and time, without its quotes. @throws TemplateError */
function refuseBareDate(text: string, at: number): void {
  const from = Math.max(0, at - NEAR);
  for (const found of text.slice(from, at + NEAR).matchAll(BARE_DATE)) {
    const { 0: all, 1: field, 2: sign, 3: date = '', index } = found;
    const end = from + index + all.length;
    const isThere = end > at && !/\S\s/.test(text.slice(end - date.length, at));
    if (!isThere) continue;
    const isWritten = /^[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T\S+)?$/.test(date);
    const right = `"${isWritten ? date : '2026-10-05'}"`;
    const example = field === undefined ? right : `${field} ${sign} ${right}`;
    throw new TemplateError(
      message('workbook.grammar.bareDate', { date }),
      isWritten ? message('workbook.write', { text: example }) : message('workbook.example', { example }),
    );
  }
}

function toWord(found: RegExpExecArray): Word {
  const [, straight, curled, single, number, name, sign = ''] = found;
  const text = straight ?? curled ?? single;
  if (text !== undefined) return { kind: 'text', text };
  if (number !== undefined) return { kind: 'number', text: number };
  return name === undefined ? { kind: 'sign', text: sign } : { kind: 'name', text: name };
}

/** Reads words one after the other. */
export class WordReader {
  #at = 0;

  constructor(readonly words: readonly Word[]) {}

  peek(ahead = 0): Word | undefined {
    return this.words[this.#at + ahead];
  }

  next(): Word | undefined {
    return this.words[this.#at++];
  }

  /** Takes the words if they come next, whatever their case. */
  take(...texts: readonly string[]): boolean {
    const matches = texts.every((text, offset) => {
      const word = this.words[this.#at + offset];
      return word !== undefined && word.kind !== 'text' && word.text.toLowerCase() === text;
    });
    if (matches) this.#at += texts.length;
    return matches;
  }

  /** @throws TemplateError if what comes next is no name */
  name(what: Message): string {
    const word = this.next();
    if (word?.kind === 'name') return word.text;
    throw new TemplateError(
      word === undefined
        ? message('workbook.grammar.missing', { what })
        : message('workbook.grammar.missingBefore', { what, word: word.text }),
    );
  }
}

const WHOLE = /\{\{[^{}]*\}\}/g;
/** `{{#each employees}`: one brace at the end, and text or nothing after it. */
const ENDS_IN_ONE = /\{\{([^{}]*)\}/;
/** `{#each employees}}`: what repeats, with one brace in front. Other braces may be meant as they are. */
const BEGINS_WITH_ONE = /\{(\s*#\s*(?:each|if|empty|sheet)\b[^{}]*)\}{0,2}/i;

/** What is wrong with the braces of a text, and how it should be; undefined where nothing is. */
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
