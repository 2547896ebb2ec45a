import { type Charset, createCharset } from './fileEncoding.js';
import type { DialectSpec, FileSpec } from './fileSpec.js';
import { type RenderContext, resolveVariable } from './renderContext.js';
import { isWhen, type When } from './selectionSpec.js';

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
    readonly quoting: 'rfc4180' | 'none';
  };
  readonly charset: Charset;
  readonly recordDelimiter: RecordDelimiter;
  /** Lines with a number that continues through the file. */
  readonly running: { line: number };
  readonly mentions: Mentions;
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
    recordDelimiter: LINE_ENDS.get(resolveVariable(context, spec.dialect.newline)) ?? '\n',
  };
}

/** Quotes would shift the columns of a fixed-width file; a variable may select that dialect. */
function chooseQuoting({ quoting }: DialectSpec, delimiter: string): 'rfc4180' | 'none' {
  return delimiter === '' ? 'none' : (quoting ?? 'rfc4180');
}

/** Whether a file uses a field in this run. */
export type Mentions = (field: string) => boolean;

/**
 * Searches the parts of a file for fields. Parts that a `when` switches off are not in the file, and are skipped.
 * @param variables of the template, defaults included
 */
export function findMentionedFields(file: FileSpec, variables: Readonly<Record<string, string>>): Mentions {
  const { fileName, split, preamble, sections, rows, blocks, footer, tree } = file;
  const parts = { fileName, split, preamble, sections, rows, blocks, footer, tree };
  const json = JSON.stringify(parts, (_, value) => (isSwitchedOff(value, variables) ? null : value));
  const text = json.replace(/\\[a-z]/g, ' ');
  const known = new Map<string, boolean>();
  return (field) => {
    const isMentioned = known.get(field) ?? containsName(text, field);
    known.set(field, isMentioned);
    return isMentioned;
  };
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
