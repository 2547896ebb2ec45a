import type { YAMLError } from 'yaml';
import { type Message, message } from '../../i18n/message.js';

/** What is wrong with the YAML of a file, and at which character. Never quotes a value. */
interface SyntaxProblem {
  readonly offset: number;
  readonly text: Message;
}

/** Messages by the parser's code, if it is specific enough. */
const BY_CODE: Readonly<Record<string, Message>> = {
  TAB_AS_INDENT: message('schema.yaml.tabIndent'),
  BAD_DQ_ESCAPE: message('schema.yaml.badEscape'),
  BAD_SCALAR_START: message('schema.yaml.badStart'),
  BAD_DIRECTIVE: message('schema.yaml.badLine'),
  BLOCK_IN_FLOW: message('schema.yaml.blockInBrackets'),
  MULTIPLE_DOCS: message('schema.yaml.secondDocument'),
  TAG_RESOLVE_FAILED: message('schema.yaml.unknownTag'),
  BAD_ALIAS: message('schema.yaml.unknownAlias'),
  RESOURCE_EXHAUSTION: message('schema.yaml.tooDeep'),
};

/** Messages by the parser's message, if a code has several meanings. */
const BY_WORDS: readonly (readonly [pattern: RegExp, text: Message])[] = [
  [/^Missing ,/, message('schema.yaml.missingComma')],
  [/^Comments must/, message('schema.yaml.commentSpace')],
  [/flow-(?:seq|map)-end/, message('schema.yaml.strayBracket')],
  [/^Block scalar header/, message('schema.yaml.blockText')],
];

/** Explains a syntax error of the YAML parser. */
export function describeSyntaxError(error: YAMLError, text: string): SyntaxProblem {
  const offset = Math.min(error.pos[0], text.length);
  const known = BY_CODE[error.code] ?? BY_WORDS.find(([pattern]) => pattern.test(error.message))?.[1];
  return (
    describeDelimiter(error, text, offset) ??
    describeKey(error, text, offset) ?? { offset, text: known ?? message('schema.yaml.unexpected') }
  );
}

/** The parser reports these far from the opening character. */
function describeDelimiter({ message: words }: YAMLError, text: string, offset: number) {
  if (/^Missing closing/.test(words)) {
    const opened = scanDelimiters(text, offset).open.findLast(
      ({ character }) => character === '"' || character === "'",
    );
    return { offset: opened?.from ?? offset, text: message('schema.yaml.openQuote') };
  }
  if (/^Flow (?:map|sequence).*end with a/.test(words)) {
    const opened = scanDelimiters(text, offset).open.at(-1);
    const close = opened?.character === '[' ? ']' : '}';
    return { offset: opened?.from ?? offset, text: message('schema.yaml.openBracket', { close }) };
  }
  return /at node end/.test(words)
    ? (textAfterQuote(text, offset) ?? bracketWithoutColon(text, offset))
    : undefined;
}

function textAfterQuote(text: string, offset: number): SyntaxProblem | undefined {
  const { lastQuote } = scanDelimiters(text, offset);
  if (lastQuote?.until === undefined || text.slice(lastQuote.until + 1, offset).trim() !== '')
    return undefined;
  const opened = linePlaceAt(text, lastQuote.from).line;
  const line = opened === linePlaceAt(text, offset).line ? 0 : opened;
  return { offset, text: message('schema.yaml.afterQuote', { line }) };
}

/** `dialect { delimiter: ";" }` */
function bracketWithoutColon(text: string, offset: number): SyntaxProblem | undefined {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const [, before = '', key] = /^(\s*(?:- +)?([\w.-]+)) +[[{]/.exec(text.slice(start, offset)) ?? [];
  if (key === undefined) return undefined;
  return { offset: start + before.length, text: message('schema.yaml.colonMissing', { key }) };
}

function describeKey({ code, message: words, pos }: YAMLError, text: string, offset: number) {
  if (code === 'DUPLICATE_KEY')
    return { offset, text: message('schema.yaml.duplicateKey', { key: readKeyAt(text, offset) }) };
  if (code === 'BLOCK_AS_IMPLICIT_KEY') return secondColon(text, pos[0]);
  if (code === 'BAD_INDENT')
    return { offset: firstCharacter(text, offset), text: message('schema.yaml.wrongColumn') };
  return code === 'MULTILINE_IMPLICIT_KEY' || /^Implicit map keys/.test(words)
    ? missingColon(text, offset)
    : undefined;
}

/** `a: b: c`, or a line that is indented below one that already has a value. */
function secondColon(text: string, offset: number): SyntaxProblem {
  const end = text.indexOf('\n', offset);
  const rest = text.slice(offset, end < 0 ? undefined : end);
  if (/:(?:\s|$)/.test(rest) || end < 0) return { offset, text: message('schema.yaml.secondColon') };
  const { line } = linePlaceAt(text, offset);
  return { offset: firstCharacter(text, end), text: message('schema.yaml.deeperLine', { line }) };
}

function missingColon(text: string, offset: number): SyntaxProblem {
  const end = text.indexOf('\n', offset);
  const line = text.slice(offset, end < 0 ? undefined : end);
  if (scanDelimiters(text, offset).open.length > 0)
    return { offset, text: message('schema.yaml.separatorMissing') };
  const [, key] = /^([\w.$-]+):\S/.exec(line) ?? [];
  return key === undefined
    ? { offset, text: message('schema.yaml.keyMissing') }
    : { offset: offset + key.length + 1, text: message('schema.yaml.spaceMissing', { key }) };
}

function readKeyAt(text: string, offset: number): string {
  return /^[^:\n]*/.exec(text.slice(offset))?.[0].trim() ?? '';
}

/** The offset of the next content, after blank lines and comments. */
function firstCharacter(text: string, offset: number): number {
  return offset + (/^(?:\s*(?:#.*)?\n)*[ \t]*/.exec(text.slice(offset))?.[0].length ?? 0);
}

/** A quote or bracket, with the offsets of its opening and closing characters. */
interface Delimiter {
  readonly character: string;
  readonly from: number;
  readonly until: number | undefined;
}

const CLOSES: Readonly<Record<string, string>> = { '[': ']', '{': '}' };

/**
 * Quotes and brackets of YAML up to an offset, by their characters alone: good enough to find one that is
 * not closed. Block texts (`|`, `>`) are not recognised.
 */
function scanDelimiters(
  text: string,
  end: number,
): { open: readonly Delimiter[]; lastQuote: Delimiter | undefined } {
  const open: Delimiter[] = [];
  let lastQuote: Delimiter | undefined;
  for (let at = 0; at < end; at += 1) {
    const character = text[at] ?? '';
    if (character === '#' && isSpace(text[at - 1])) at = lineEnd(text, at);
    else if ((character === '"' || character === "'") && startsValue(text, at, open.length > 0)) {
      const until = quoteEnd(text, at, end);
      if (until === undefined) return { open: [...open, { character, from: at, until }], lastQuote };
      lastQuote = { character, from: at, until };
      at = until;
    } else if (Object.hasOwn(CLOSES, character) && startsValue(text, at, open.length > 0)) {
      open.push({ character, from: at, until: undefined });
    } else if (character === CLOSES[open.at(-1)?.character ?? '']) open.pop();
  }
  return { open, lastQuote };
}

/** Inside plain text, quotes and brackets have no special meaning. */
function startsValue(text: string, at: number, isInBrackets: boolean): boolean {
  const lineStart = text.lastIndexOf('\n', at - 1) + 1;
  const before = text.slice(lineStart, at).trimEnd();
  if (before === '') return true;
  return (isInBrackets ? /[[{,:]$/ : /(?:[[{:]|^\s*(?:-\s*)+)$/).test(before);
}

function quoteEnd(text: string, from: number, end: number): number | undefined {
  const quote = text[from];
  for (let at = from + 1; at < end; at += 1) {
    if (quote === '"' && text[at] === '\\') at += 1;
    else if (quote === "'" && text[at] === quote && text[at + 1] === quote) at += 1;
    else if (text[at] === quote) return at;
  }
  return undefined;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

function isSpace(character: string | undefined): boolean {
  return character === undefined || /\s/.test(character);
}

/** A place in a text, counted from 1. */
export interface LinePlace {
  readonly line: number;
  readonly column: number;
}

const MAX_EXCERPT = 100;
const SECRET = /secret/i;

export function linePlaceAt(text: string, offset: number): LinePlace {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

/**
 * The line with its number and a mark below the column. Omits a line that may hold a secret: one that mentions a
 * secret, or is nested below such a line.
 */
export function yamlExcerpt(text: string, { line, column }: LinePlace): string[] {
  const lines = text.split(/\r?\n/);
  const shown = lines[line - 1];
  if (shown === undefined || shown.trim() === '' || mayHoldSecret(lines, line - 1)) return [];
  const from = column > MAX_EXCERPT - 20 ? column - 40 : 0;
  const cut = shown.slice(from, from + MAX_EXCERPT).replaceAll('\t', ' ');
  const number = `    ${line} | `;
  return [`${number}${cut}`, `${' '.repeat(number.length - 2)}| ${' '.repeat(column - 1 - from)}^`];
}

function mayHoldSecret(lines: readonly string[], index: number): boolean {
  let indent = Number.POSITIVE_INFINITY;
  for (let at = index; at >= 0 && indent > 0; at -= 1) {
    const line = lines[at] ?? '';
    if (line.trim() === '' || indentOf(line) >= indent) continue;
    if (SECRET.test(line)) return true;
    indent = indentOf(line);
  }
  return false;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
