import iconv from 'iconv-lite';
import { parseExpression, pathsIn } from '../../language/grammar.js';
import { stripAccents } from '../../language/plainLetters.js';
import { isWhen, type When } from './conditionText.js';
import type { DialectSpec, EncodingSpec, FileSpec } from './fileSpec.js';
import { type RenderContext, resolveVariable } from './renderContext.js';
import { textPaths } from './textPaths.js';

/** A strict encoding: missing characters are reported, never replaced. */
export interface Charset {
  readonly name: string;
  /** The text as in the file (composed, accents removed if configured). */
  prepare(text: string): string;
  /** The first character that cannot be encoded. */
  firstUnencodable(text: string): string | undefined;
  /** The bytes at the start of a file. */
  readonly mark: Uint8Array;
  /** Encodes text that has passed `firstUnencodable`, one part of a file after the other. */
  encode(text: string): Uint8Array;
}

const BYTE_ORDER_MARK = Uint8Array.of(0xef, 0xbb, 0xbf);
const PLAIN = /^[\x20-\x7e]*$/;
/** A character with its combining marks. */
const LETTER = /\P{M}\p{M}*|\p{M}+/gu;

export function createCharset(spec: EncodingSpec): Charset {
  const unencodable = UNENCODABLE[spec.charset];
  const strip = spec.accents === 'strip';
  return {
    name: spec.charset,
    mark: spec.charset === 'utf-8' && spec.bom ? BYTE_ORDER_MARK : new Uint8Array(),
    prepare(text) {
      // utf-8 has all characters: nothing is composed or stripped.
      if (spec.charset === 'utf-8' || PLAIN.test(text)) return text;
      const composed = text.normalize('NFC');
      return strip ? stripWhereNeeded(composed, unencodable) : composed;
    },
    firstUnencodable: (text) => unencodable.exec(text)?.[0],
    encode: (text) => encode(spec, text),
  };
}

/** Only characters that the encoding lacks lose their accents: windows-1252 keeps ü but not ł. */
function stripWhereNeeded(text: string, unencodable: RegExp): string {
  if (!unencodable.test(text)) return text;
  return text.replace(LETTER, (letter) => (unencodable.test(letter) ? stripAccents(letter) : letter));
}

/** Bytes 81, 8D, 8F, 90 and 9D have no character in windows-1252; iconv-lite would write them as `?`. */
function windows1252Characters(): string {
  const bytes = Uint8Array.from({ length: 128 }, (_, index) => index + 128);
  return iconv
    .decode(Buffer.from(bytes), 'windows-1252')
    .replaceAll('\ufffd', '')
    .replace(/[\u0080-\u009f]/g, '');
}

const UNENCODABLE: Readonly<Record<EncodingSpec['charset'], RegExp>> = {
  'utf-8': /\p{Surrogate}/u,
  'windows-1252': new RegExp(`[^\\u0000-\\u007f${windows1252Characters()}]`, 'u'),
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is what it says
  ascii: /[^\u0000-\u007f]/u,
};

function encode(spec: EncodingSpec, text: string): Uint8Array {
  if (spec.charset === 'utf-8') return Buffer.from(text, 'utf8');
  return iconv.encode(text, spec.charset === 'ascii' ? 'latin1' : 'windows-1252');
}

const BATCH = 1000;

/** Collects a file's text as bytes in batches, so that a million lines are never in memory as text. */
export class FileBytes {
  readonly #done: Uint8Array[] = [];
  #waiting: string[] = [];

  constructor(readonly charset: Charset) {}

  add(text: string): void {
    if (text === '') return;
    this.#waiting.push(text);
    if (this.#waiting.length >= BATCH) this.#encode();
  }

  /** The whole file with its mark; `without` is left out at the end if it is there. */
  finish(without = ''): Uint8Array {
    this.#encode();
    return dropEnding(Buffer.concat([this.charset.mark, ...this.#done]), this.charset.encode(without));
  }

  #encode(): void {
    if (this.#waiting.length > 0) this.#done.push(this.charset.encode(this.#waiting.join('')));
    this.#waiting = [];
  }
}

function dropEnding(bytes: Buffer, end: Uint8Array): Uint8Array {
  const isThere = bytes.subarray(bytes.length - end.length).equals(end);
  return isThere ? bytes.subarray(0, bytes.length - end.length) : bytes;
}

type RecordDelimiter = '\n' | '\r\n' | '\r';

const LINE_ENDS: ReadonlyMap<string, RecordDelimiter> = new Map([
  ['lf', '\n'],
  ['crlf', '\r\n'],
  ['cr', '\r'],
]);

/** A file with its variables and the reader's locale filled in. */
export interface ResolvedFile {
  readonly spec: FileSpec;
  readonly dialect: Omit<DialectSpec, 'delimiter' | 'quoting'> & {
    readonly delimiter: string;
    readonly quoting: 'rfc4180' | 'all' | 'none';
  };
  readonly charset: Charset;
  readonly recordDelimiter: RecordDelimiter;
  /** Lines with a number that continues through the file. */
  readonly running: { line: number };
  readonly mentions: Mentions;
  /** Whether the file shows a field, or groups by it; a condition alone does neither. */
  readonly shows: Mentions;
}

export function resolveFile(context: RenderContext, spec: FileSpec): ResolvedFile {
  const { locale } = context;
  // Separators of other dialects are text within an element.
  const isTree = spec.dialect.type !== 'delimited';
  const delimiter = isTree ? '' : (locale?.delimiter ?? resolveVariable(context, spec.dialect.delimiter));
  const inUtf8 = { ...spec.encoding, charset: 'utf-8' as const, bom: spec.dialect.sheet === undefined };
  const isOwn = (locale === undefined || isTree) && spec.dialect.sheet === undefined;
  const encoding = isOwn ? spec.encoding : inUtf8;
  return {
    spec,
    dialect: {
      ...spec.dialect,
      delimiter,
      quoting: isTree ? 'rfc4180' : chooseQuoting(spec.dialect, delimiter),
    },
    charset: createCharset(encoding),
    running: { line: 0 },
    mentions: findMentionedFields(spec, context.variables),
    shows: findMentionedFields(spec, context.variables, 'without conditions'),
    recordDelimiter: LINE_ENDS.get(resolveVariable(context, spec.dialect.newline)) ?? '\n',
  };
}

/** Quotes would shift the columns of a fixed-width file; a variable may select that dialect. */
function chooseQuoting({ quoting }: DialectSpec, delimiter: string): 'rfc4180' | 'all' | 'none' {
  return delimiter === '' ? 'none' : (quoting ?? 'rfc4180');
}

/** Whether a file uses a field in this run. */
export type Mentions = (field: string) => boolean;

/** Keys whose texts name a field, whatever part of a file they are in. */
const NAME_KEYS: readonly string[] = [
  ...['field', 'counted', 'sum', 'count', 'sums', 'joins', 'join', 'reconcile'],
  ...['by', 'value', 'path', 'group', 'each', 'on'],
];
const TEXT_KEYS: readonly string[] = ['text', 'line', 'fileName'];

/**
 * Searches the expressions of a file for fields; words of its texts and headings are none. Parts that a `when` switches
 * off are not in the file, and are skipped.
 * @param variables of the template, defaults included
 */
export function findMentionedFields(
  file: FileSpec,
  variables: Readonly<Record<string, string>>,
  where: 'everywhere' | 'without conditions' = 'everywhere',
): Mentions {
  const { fileName, split, preamble, sections, rows, blocks, footer, tree } = file;
  const found = new Set<string>();
  const visit = (value: unknown, key: string): void => {
    if (typeof value === 'string') for (const name of namesIn(value, key)) found.add(name);
    else if (Array.isArray(value)) for (const each of value) visit(each, key);
    else if (typeof value === 'object' && value !== null && !isSwitchedOff(value, variables))
      for (const [name, part] of Object.entries(value))
        if (name !== 'filter' || where === 'everywhere') visit(part, name);
  };
  visit({ fileName, split, preamble, sections, rows, blocks, footer, tree }, '');
  const text = [...found].join(' ');
  const known = new Map<string, boolean>();
  return (field) => {
    const isMentioned = known.get(field) ?? containsName(text, field);
    known.set(field, isMentioned);
    return isMentioned;
  };
}

/** The fields that the text under a key of a file names. */
function namesIn(text: string, key: string): readonly string[] {
  if (TEXT_KEYS.includes(key)) return textPaths(text);
  if (key === 'expression') return pathsIn(parseExpression(text));
  return NAME_KEYS.includes(key) ? [text] : [];
}

function isSwitchedOff(value: unknown, variables: Readonly<Record<string, string>>): boolean {
  if (typeof value !== 'object' || value === null || !('when' in value)) return false;
  return !isWhen(value.when as When | undefined, (name) => variables[name] ?? '');
}

const PART_OF_NAME = /\w/;

/** `costCenter` is not in `costCenters`. */
function containsName(text: string, field: string): boolean {
  for (let at = text.indexOf(field); at >= 0; at = text.indexOf(field, at + 1)) {
    const around = [text[at - 1] ?? '', text[at + field.length] ?? ''];
    if (!around.some((sign) => PART_OF_NAME.test(sign))) return true;
  }
  return false;
}
