import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  LineCounter,
  parseDocument,
  visit,
  YAMLError,
} from 'yaml';
import { describeSyntaxError, type LinePlace, linePlaceAt, yamlExcerpt } from './yamlProblem.js';

/** What a YAML file holds, and where. */
interface YamlContent {
  readonly kind: 'content';
  readonly value: unknown;
  /** The place of a key or entry, or of the nearest one above it that exists. */
  readonly placeOf: (path: readonly PropertyKey[]) => LinePlace;
}

/** Why a file cannot be read as YAML. */
interface YamlProblem {
  readonly kind: 'problem';
  /** `NAME:3:14: what is wrong`, and the line with a mark below. Holds no secret. */
  readonly message: string;
  readonly remedy: string;
}

/** Aliases are expanded to a limit: a few lines cannot become gigabytes. */
const MAX_ALIASES = 50;

/** Reads a YAML text written by a person; `name` is how messages call the file. */
export function readYaml(text: string, name: string): YamlContent | YamlProblem {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [broken] = [...document.errors, ...document.warnings, ...findUnknownAliases(document)];
  if (broken !== undefined) return describeYamlError(broken, text, name);
  try {
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
    return { kind: 'content', value, placeOf: (path) => findPlace(path, document, lines) };
  } catch {
    const message = `${name}: what "*" names stand for comes to more than ${MAX_ALIASES} copies`;
    return { kind: 'problem', message, remedy: 'Write out some of what the "*" names stand for.' };
  }
}

function describeYamlError(error: YAMLError, text: string, name: string): YamlProblem {
  const { offset, message, remedy } = describeSyntaxError(error, text);
  const place = linePlaceAt(text, offset);
  const said = `${name}:${place.line}:${place.column}: ${message}`;
  return { kind: 'problem', message: [said, ...yamlExcerpt(text, place)].join('\n'), remedy };
}

/** The parser itself tells these only when it is asked for the value, and without a place. */
function findUnknownAliases(document: Document.Parsed): YAMLError[] {
  const found: YAMLError[] = [];
  visit(document, {
    Alias: (_, alias) => {
      if (alias.resolve(document) === undefined) {
        const at = alias.range?.[0] ?? 0;
        found.push(new YAMLError('YAMLParseError', [at, at + 1], 'BAD_ALIAS', 'unknown alias'));
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

/** Of the key where there is one: its value may begin lines below. */
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

/** The text of a file that is UTF-8, without its byte order mark; else what to do about it. */
export function decodeUtf8(
  bytes: Uint8Array,
): { readonly text: string } | { readonly problem: string; readonly remedy: string } {
  if (bytes.length === 0) return { text: '' };
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const save = 'Save it again as UTF-8 (in Notepad: Save as, Encoding).';
  if (isWide) return { problem: 'is text in UTF-16', remedy: save };
  if (bytes.includes(0)) return { problem: 'is no text file', remedy: 'Name a text file (YAML).' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { problem: 'holds characters that are not UTF-8', remedy: save };
  }
}
