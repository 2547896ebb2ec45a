import {
  CST,
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  Lexer,
  LineCounter,
  type Node,
  parseDocument,
  visit,
  YAMLError,
} from 'yaml';
import { remedyOf } from '../../i18n/formatMessage.js';
import { type AnyMessage, joined, type Message, message } from '../../i18n/message.js';
import { describeSyntaxError, type LinePlace, linePlaceAt, yamlExcerpt } from './yamlProblem.js';

/** The content of a YAML file, with places. */
interface YamlContent {
  readonly kind: 'content';
  readonly value: unknown;
  /** The place of a key or entry, or of the nearest one above it that exists. */
  readonly placeOf: (path: readonly PropertyKey[]) => LinePlace;
}

/** Why a file cannot be read as YAML. */
interface YamlProblem {
  readonly kind: 'problem';
  /** `NAME:3:14: what is wrong`, and the line with a mark below. Never contains a secret. */
  readonly message: AnyMessage;
  readonly remedy: AnyMessage | undefined;
}

/** Limits the expansion of aliases: otherwise a few lines could become gigabytes. */
const MAX_ALIASES = 50;

/** Reads YAML written by a person. @param name of the file in messages */
export function readYaml(text: string, name: string): YamlContent | YamlProblem {
  const deep = findTooDeep(text);
  if (deep !== undefined) return describeYamlError(deep, text, name);
  const lines = new LineCounter();
  // The parser compares each key with all others of its map, which takes seconds for thousands of employers.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false });
  const [broken] = [...document.errors, ...document.warnings, ...findFaultyNodes(document)];
  if (broken !== undefined) return describeYamlError(broken, text, name);
  try {
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
    refuseCycles(value, new Set());
    return { kind: 'content', value, placeOf: (path) => findPlace(path, document, lines) };
  } catch {
    return problemAt(name, message('schema.yaml.copies', { limit: MAX_ALIASES }), []);
  }
}

/** Far more than people write. */
const MAX_LEVELS = 100;
/** A level of a block is at least a column to the right of the one around it. */
const MAX_INDENTATION = 300;
/** Marks of the lexer that are not in the text; the last one precedes a text. */
const MARKS: readonly string[] = ['\u0002', '\u0018', '\u001f'];
const TEXT_MARK = '\u001f';

/**
 * The first place that is nested too deeply. The parser calls itself for each level: near the end of the stack, the
 * program would abort.
 */
function findTooDeep(text: string): YAMLError | undefined {
  const level = { open: 0, onLine: 0, indentation: 0 };
  let [offset, isLineStart, before] = [0, true, ''];
  for (const token of new Lexer().lex(text)) {
    const type = before === TEXT_MARK ? 'scalar' : CST.tokenType(token);
    before = token;
    if (MARKS.includes(token)) continue;
    if (type === 'newline') Object.assign(level, { onLine: 0, indentation: 0 });
    if (type === 'space' && isLineStart) level.indentation = token.length;
    if (type === 'flow-seq-start' || type === 'flow-map-start') level.open += 1;
    if (type === 'flow-seq-end' || type === 'flow-map-end') level.open -= 1;
    if (type === 'seq-item-ind' || type === 'explicit-key-ind') level.onLine += 1;
    if (level.open + level.onLine > MAX_LEVELS || level.indentation > MAX_INDENTATION)
      return new YAMLError('YAMLParseError', [offset, offset + 1], 'RESOURCE_EXHAUSTION', 'too deep');
    isLineStart = type === 'newline' || token.endsWith('\n');
    offset += token.length;
  }
  return undefined;
}

/** A value that contains itself would never end. @throws Error */
function refuseCycles(value: unknown, above: Set<object>): void {
  if (typeof value !== 'object' || value === null) return;
  if (above.has(value)) throw new Error('a value contains itself');
  above.add(value);
  for (const part of Object.values(value)) refuseCycles(part, above);
  above.delete(value);
}

function describeYamlError(error: YAMLError, text: string, name: string): YamlProblem {
  const { offset, text: problem } = describeSyntaxError(error, text);
  const place = linePlaceAt(text, offset);
  return problemAt(`${name}:${place.line}:${place.column}`, problem, yamlExcerpt(text, place));
}

function problemAt(place: string, problem: Message, excerpt: readonly string[]): YamlProblem {
  const line = message('schema.atPlace', { place, problem });
  return { kind: 'problem', message: joined([line, ...excerpt]), remedy: remedyOf(problem) };
}

/** Repeated keys, and unknown aliases, which the parser reports only when the value is read, and without a place. */
function findFaultyNodes(document: Document.Parsed): YAMLError[] {
  const found: YAMLError[] = [];
  const report = (node: Node, code: 'BAD_ALIAS' | 'DUPLICATE_KEY', text: string) => {
    const at = node.range?.[0] ?? 0;
    found.push(new YAMLError('YAMLParseError', [at, at + 1], code, text));
  };
  visit(document, {
    Alias: (_, alias) => {
      if (alias.resolve(document) === undefined) report(alias, 'BAD_ALIAS', 'unknown alias');
    },
    Map: (_, { items }) => {
      const known = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (known.has(key.value)) report(key, 'DUPLICATE_KEY', 'Map keys must be unique');
        known.add(key.value);
      }
    },
  });
  return found;
}

function findPlace(path: readonly PropertyKey[], document: Document.Parsed, lines: LineCounter): LinePlace {
  for (let length = path.length; length > 0; length -= 1) {
    const offset = findOffset(path.slice(0, length), document);
    if (offset !== undefined) {
      const { line, col } = lines.linePos(offset);
      return { line, column: col };
    }
  }
  return { line: 1, column: 1 };
}

/** The place of the key if there is one, because its value may begin lines below. */
function findOffset(path: readonly PropertyKey[], document: Document.Parsed): number | undefined {
  const parent: unknown = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  const around = isAlias(parent) ? parent.resolve(document) : parent;
  if (isMap(around)) {
    const pair = around.items.find(({ key }) => isScalar(key) && String(key.value) === String(path.at(-1)));
    return isNode(pair?.key) ? pair.key.range?.[0] : undefined;
  }
  const node: unknown = document.getIn(path, true);
  return isNode(node) ? node.range?.[0] : undefined;
}

/** The text of a UTF-8 file, without its byte order mark; otherwise what is wrong. @param path for the message */
export function decodeUtf8(
  bytes: Uint8Array,
  path: string,
): { readonly text: string } | { readonly problem: Message } {
  if (bytes.length === 0) return { text: '' };
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (isWide) return { problem: message('schema.utf16', { path }) };
  if (bytes.includes(0)) return { problem: message('schema.notText', { path }) };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { problem: message('schema.notUtf8', { path }) };
  }
}
