import { type Charset, charsetOf } from './charset.js';
import type { DialectSpec, FileSpec } from './fileSpec.js';
import { type Mentions, mentionedFields } from './mentionedFields.js';
import { type RenderContext, resolve } from './renderContext.js';

export type RecordDelimiter = '\n' | '\r\n' | '\r';

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
  /** Lines with a number that runs through the file. */
  readonly running: { line: number };
  readonly mentions: Mentions;
}

export function resolvedFile(context: RenderContext, spec: FileSpec): ResolvedFile {
  const { locale } = context;
  // Whatever is a separator elsewhere is text within an element.
  const isTree = spec.dialect.type !== 'delimited';
  const delimiter = isTree ? '' : (locale?.delimiter ?? resolve(context, spec.dialect.delimiter));
  const encoding =
    locale === undefined || isTree
      ? spec.encoding
      : { ...spec.encoding, charset: 'utf-8' as const, bom: true };
  return {
    spec,
    dialect: { ...spec.dialect, delimiter, quoting: isTree ? 'rfc4180' : quotingOf(spec.dialect, delimiter) },
    charset: charsetOf(encoding),
    running: { line: 0 },
    mentions: mentionedFields(spec, context.variables),
    recordDelimiter: LINE_ENDS.get(resolve(context, spec.dialect.newline)) ?? '\n',
  };
}

/** Quotes would shift the columns of a file of fixed width; a variable may make it one. */
function quotingOf({ quoting }: DialectSpec, delimiter: string): 'rfc4180' | 'none' {
  return delimiter === '' ? 'none' : (quoting ?? 'rfc4180');
}
