import type { YAMLError } from 'yaml';
import { delimitersUpTo } from './openDelimiters.js';
import { placeAt } from './yamlText.js';

/** What is wrong with the YAML of a file, at which character, and what would be right. Never quotes a value. */
export interface SyntaxWords {
  readonly offset: number;
  readonly message: string;
  readonly remedy: string;
}

type Pair = readonly [message: string, remedy: string];

/** By the parser's code, where it says enough. */
const BY_CODE: Readonly<Record<string, Pair>> = {
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

const OTHERWISE: Pair = [
  'this cannot stand here',
  'Compare colons, quotes, brackets and indentation with the lines above; text with special signs needs quotes.',
];

/** Says in words what a YAML parser dislikes. */
export function syntaxWords(error: YAMLError, text: string): SyntaxWords {
  const offset = Math.min(error.pos[0], text.length);
  return (
    quoteOrBracket(error, text, offset) ??
    keyAndValue(error, text, offset) ??
    words(offset, BY_CODE[error.code] ?? pairFor(error.message))
  );
}

function pairFor(parserMessage: string): Pair {
  const [, message, remedy] = BY_MESSAGE.find(([pattern]) => pattern.test(parserMessage)) ?? [];
  return message === undefined || remedy === undefined ? OTHERWISE : [message, remedy];
}

function words(offset: number, [message, remedy]: Pair): SyntaxWords {
  return { offset, message, remedy };
}

/** The parser notices these far from where they were opened. */
function quoteOrBracket({ message }: YAMLError, text: string, offset: number): SyntaxWords | undefined {
  if (/^Missing closing/.test(message)) {
    const opened = delimitersUpTo(text, offset).open.findLast(
      ({ character }) => character === '"' || character === "'",
    );
    const remedy = 'Close it on the same line. Quotes inside of a text: "it\'s", or \'say "so"\'.';
    return words(opened?.from ?? offset, ['the quote that opens here is not closed', remedy]);
  }
  if (/^Flow (?:map|sequence).*end with a/.test(message)) {
    const opened = delimitersUpTo(text, offset).open.at(-1);
    const close = opened === undefined ? 'the bracket' : opened.character === '[' ? '"]"' : '"}"';
    return words(opened?.from ?? offset, [
      'the bracket that opens here is not closed',
      `Add ${close} where it ends.`,
    ]);
  }
  return /at node end/.test(message)
    ? (afterQuote(text, offset) ?? bracketWithoutColon(text, offset))
    : undefined;
}

function afterQuote(text: string, offset: number): SyntaxWords | undefined {
  const { lastQuote } = delimitersUpTo(text, offset);
  if (lastQuote?.until === undefined || text.slice(lastQuote.until + 1, offset).trim() !== '')
    return undefined;
  const line = placeAt(text, lastQuote.from).line;
  const far = line === placeAt(text, offset).line ? '' : `, which was opened in line ${line}`;
  return words(offset, [
    `text goes on after the closing quote${far}`,
    'Put the whole value into one pair of quotes. Quotes inside of a text: "it\'s", or \'say "so"\'.',
  ]);
}

/** `dialect { delimiter: ";" }` */
function bracketWithoutColon(text: string, offset: number): SyntaxWords | undefined {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const [, before = '', key] = /^(\s*(?:- +)?([\w.-]+)) +[[{]/.exec(text.slice(start, offset)) ?? [];
  if (key === undefined) return undefined;
  return words(start + before.length, [
    `after "${key}" a colon is missing`,
    `Write "${key}: " and then the value.`,
  ]);
}

function keyAndValue(
  { code, message, pos }: YAMLError,
  text: string,
  offset: number,
): SyntaxWords | undefined {
  if (code === 'DUPLICATE_KEY') {
    return words(offset, [
      `the key "${keyAt(text, offset)}" stands here a second time`,
      'Keep one of the two.',
    ]);
  }
  if (code === 'BLOCK_AS_IMPLICIT_KEY') return secondColon(text, pos[0]);
  if (code === 'BAD_INDENT') {
    return words(firstCharacter(text, offset), [
      'the line does not begin in the column of those that it belongs to',
      'Begin all keys of a block, and all dashes of a list, in the same column.',
    ]);
  }
  return code === 'MULTILINE_IMPLICIT_KEY' || /^Implicit map keys/.test(message)
    ? noColon(text, offset)
    : undefined;
}

/** `a: b: c`, or a line that is indented below one whose value is complete. */
function secondColon(text: string, offset: number): SyntaxWords {
  const end = text.indexOf('\n', offset);
  const rest = text.slice(offset, end < 0 ? undefined : end);
  if (/:(?:\s|$)/.test(rest) || end < 0) {
    return words(offset, ['a second colon follows in the value', 'Put the whole value into quotes.']);
  }
  const below = firstCharacter(text, end);
  const line = placeAt(text, offset).line;
  return words(below, [
    `the line is indented deeper than line ${line}, which has its value already`,
    `Begin it in the column of the key of line ${line}, or remove the value there.`,
  ]);
}

function noColon(text: string, offset: number): SyntaxWords {
  const end = text.indexOf('\n', offset);
  const line = text.slice(offset, end < 0 ? undefined : end);
  if (delimitersUpTo(text, offset).open.length > 0) {
    return words(offset, [
      'between brackets a comma or a colon is missing here',
      'Separate what stands in [ ] or { } by commas, and keys from values by a colon and a space.',
    ]);
  }
  const [, key] = /^([\w.$-]+):\S/.exec(line) ?? [];
  return key === undefined
    ? words(offset, [
        'a key and its colon are missing',
        'Write key: value, or - value for an entry of a list.',
      ])
    : words(offset + key.length + 1, [
        `after "${key}:" a space is missing`,
        `Write "${key}: " and then the value.`,
      ]);
}

function keyAt(text: string, offset: number): string {
  return /^[^:\n]*/.exec(text.slice(offset))?.[0].trim() ?? '';
}

/** Where something stands next: after blank lines and comments. */
function firstCharacter(text: string, offset: number): number {
  return offset + (/^(?:\s*(?:#.*)?\n)*[ \t]*/.exec(text.slice(offset))?.[0].length ?? 0);
}
