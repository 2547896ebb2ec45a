import type { YAMLError } from 'yaml';

/** What is wrong with the YAML of a file, at which character, and what would be right. Never quotes a value. */
interface SyntaxProblem {
  readonly offset: number;
  readonly message: string;
  readonly remedy: string;
}

type MessageAndRemedy = readonly [message: string, remedy: string];

/** By the parser's code, where it says enough. */
const BY_CODE: Readonly<Record<string, MessageAndRemedy>> = {
  TAB_AS_INDENT: ['the line is indented with a tab', 'Indent with spaces: YAML takes no tabs there.'],
  BAD_DQ_ESCAPE: [
    'between double quotes a backslash has a meaning of its own, and this one has none',
    'Write the backslash twice, or use single quotes instead.',
  ],
  BAD_SCALAR_START: ['a value cannot begin with this character', 'Put the value into quotes.'],
  BAD_DIRECTIVE: ['a line cannot begin with this character', 'Put the text into quotes.'],
  BLOCK_IN_FLOW: [
    'something begins here as if it stood alone on its line, but a bracket is open',
    'Close the bracket before this line, or separate what stands in it by commas.',
  ],
  MULTIPLE_DOCS: ['"---" begins a second document', 'Leave one document in the file: remove the line "---".'],
  TAG_RESOLVE_FAILED: [
    'what begins with "!" is a tag, and paytally knows none of this name',
    'Remove it, or put the value into quotes.',
  ],
  BAD_ALIAS: [
    'what begins with "*" stands for something that "&" has marked further up, and nothing is marked so',
    'Put the value into quotes if it is meant as text.',
  ],
  RESOURCE_EXHAUSTION: ['it is nested too deeply', 'Write it with fewer levels.'],
};

/** By how the parser words it, where one of its codes means several things. */
const BY_MESSAGE: readonly (readonly [pattern: RegExp, message: string, remedy: string])[] = [
  [
    /^Missing ,/,
    'between brackets a comma is missing before this',
    'Separate what stands in [ ] or { } by commas.',
  ],
  [
    /^Comments must/,
    'a comment needs a space before "#"',
    'Write a space before "#", or put the text into quotes.',
  ],
  [/flow-(?:seq|map)-end/, 'a bracket closes that has not been opened', 'Remove it, or open it with [ or {.'],
  [
    /^Block scalar header/,
    'after "|" or ">" the text begins on the next line',
    'Move the text to the next line, indented.',
  ],
];

const OTHERWISE: MessageAndRemedy = [
  'this cannot stand here',
  'Compare colons, quotes, brackets and indentation with the lines above; text with special signs needs quotes.',
];

/** Says in words what a YAML parser dislikes. */
export function describeSyntaxError(error: YAMLError, text: string): SyntaxProblem {
  const offset = Math.min(error.pos[0], text.length);
  return (
    describeDelimiter(error, text, offset) ??
    describeKey(error, text, offset) ??
    syntaxProblem(offset, BY_CODE[error.code] ?? wordsByMessage(error.message))
  );
}

function wordsByMessage(parserMessage: string): MessageAndRemedy {
  const [, message, remedy] = BY_MESSAGE.find(([pattern]) => pattern.test(parserMessage)) ?? [];
  return message === undefined || remedy === undefined ? OTHERWISE : [message, remedy];
}

function syntaxProblem(offset: number, [message, remedy]: MessageAndRemedy): SyntaxProblem {
  return { offset, message, remedy };
}

/** The parser notices these far from where they were opened. */
function describeDelimiter({ message }: YAMLError, text: string, offset: number): SyntaxProblem | undefined {
  if (/^Missing closing/.test(message)) {
    const opened = scanDelimiters(text, offset).open.findLast(
      ({ character }) => character === '"' || character === "'",
    );
    const remedy = 'Close it on the same line. Quotes inside of a text: "it\'s", or \'say "so"\'.';
    return syntaxProblem(opened?.from ?? offset, ['the quote that opens here is not closed', remedy]);
  }
  if (/^Flow (?:map|sequence).*end with a/.test(message)) {
    const opened = scanDelimiters(text, offset).open.at(-1);
    const close = opened === undefined ? 'the bracket' : opened.character === '[' ? '"]"' : '"}"';
    return syntaxProblem(opened?.from ?? offset, [
      'the bracket that opens here is not closed',
      `Add ${close} where it ends.`,
    ]);
  }
  return /at node end/.test(message)
    ? (textAfterQuote(text, offset) ?? bracketWithoutColon(text, offset))
    : undefined;
}

function textAfterQuote(text: string, offset: number): SyntaxProblem | undefined {
  const { lastQuote } = scanDelimiters(text, offset);
  if (lastQuote?.until === undefined || text.slice(lastQuote.until + 1, offset).trim() !== '')
    return undefined;
  const line = linePlaceAt(text, lastQuote.from).line;
  const far = line === linePlaceAt(text, offset).line ? '' : `, which was opened in line ${line}`;
  return syntaxProblem(offset, [
    `text goes on after the closing quote${far}`,
    'Put the whole value into one pair of quotes. Quotes inside of a text: "it\'s", or \'say "so"\'.',
  ]);
}

/** `dialect { delimiter: ";" }` */
function bracketWithoutColon(text: string, offset: number): SyntaxProblem | undefined {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const [, before = '', key] = /^(\s*(?:- +)?([\w.-]+)) +[[{]/.exec(text.slice(start, offset)) ?? [];
  if (key === undefined) return undefined;
  return syntaxProblem(start + before.length, [
    `after "${key}" a colon is missing`,
    `Write "${key}: " and then the value.`,
  ]);
}

function describeKey(
  { code, message, pos }: YAMLError,
  text: string,
  offset: number,
): SyntaxProblem | undefined {
  if (code === 'DUPLICATE_KEY') {
    return syntaxProblem(offset, [
      `the key "${readKeyAt(text, offset)}" stands here a second time`,
      'Keep one of the two.',
    ]);
  }
  if (code === 'BLOCK_AS_IMPLICIT_KEY') return secondColon(text, pos[0]);
  if (code === 'BAD_INDENT') {
    return syntaxProblem(firstCharacter(text, offset), [
      'the line does not begin in the column of those that it belongs to',
      'Begin all keys of a block, and all dashes of a list, in the same column.',
    ]);
  }
  return code === 'MULTILINE_IMPLICIT_KEY' || /^Implicit map keys/.test(message)
    ? missingColon(text, offset)
    : undefined;
}

/** `a: b: c`, or a line that is indented below one whose value is complete. */
function secondColon(text: string, offset: number): SyntaxProblem {
  const end = text.indexOf('\n', offset);
  const rest = text.slice(offset, end < 0 ? undefined : end);
  if (/:(?:\s|$)/.test(rest) || end < 0) {
    return syntaxProblem(offset, ['a second colon follows in the value', 'Put the whole value into quotes.']);
  }
  const below = firstCharacter(text, end);
  const line = linePlaceAt(text, offset).line;
  return syntaxProblem(below, [
    `the line is indented deeper than line ${line}, which has its value already`,
    `Begin it in the column of the key of line ${line}, or remove the value there.`,
  ]);
}

function missingColon(text: string, offset: number): SyntaxProblem {
  const end = text.indexOf('\n', offset);
  const line = text.slice(offset, end < 0 ? undefined : end);
  if (scanDelimiters(text, offset).open.length > 0) {
    return syntaxProblem(offset, [
      'between brackets a comma or a colon is missing here',
      'Separate what stands in [ ] or { } by commas, and keys from values by a colon and a space.',
    ]);
  }
  const [, key] = /^([\w.$-]+):\S/.exec(line) ?? [];
  return key === undefined
    ? syntaxProblem(offset, [
        'a key and its colon are missing',
        'Write key: value, or - value for an entry of a list.',
      ])
    : syntaxProblem(offset + key.length + 1, [
        `after "${key}:" a space is missing`,
        `Write "${key}: " and then the value.`,
      ]);
}

function readKeyAt(text: string, offset: number): string {
  return /^[^:\n]*/.exec(text.slice(offset))?.[0].trim() ?? '';
}

/** Where something stands next: after blank lines and comments. */
function firstCharacter(text: string, offset: number): number {
  return offset + (/^(?:\s*(?:#.*)?\n)*[ \t]*/.exec(text.slice(offset))?.[0].length ?? 0);
}

/** A quote or bracket that was opened, and where it was closed. */
interface Delimiter {
  readonly character: string;
  readonly from: number;
  readonly until: number | undefined;
}

const CLOSES: Readonly<Record<string, string>> = { '[': ']', '{': '}' };

/**
 * Quotes and brackets of YAML up to an offset, by their characters alone: near enough to show a person where one was
 * opened that is not closed. Block texts (`|`, `>`) are not told apart.
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

/** Inside a plain text quotes and brackets are letters like others. */
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

/** A place in a text as people count: from 1. */
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
 * The line with its number and a mark below the column. Nothing of a line that could hold a secret: one that names
 * one, or stands below such a line.
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
