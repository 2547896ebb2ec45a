import { columnLetters, columnNumber, MAX_COLUMNS, MAX_ROWS, quotedSheet } from '../cells/address.js';
import type { Band } from '../language/bands.js';

/** One corner of a reference. A whole column has no row, a whole row no column. */
export interface Corner {
  readonly column: number | undefined;
  readonly columnFixed: boolean;
  readonly row: number | undefined;
  readonly rowFixed: boolean;
}

/** A reference to cells: `F5`, `$F$5:G6`, `A:C`, `'My sheet'!3:5`, `Jan:Dec!B2`. */
export interface ReferenceToken {
  readonly kind: 'reference';
  readonly text: string;
  /** The sheet name before the `!`, unquoted; undefined means the sheet of the formula. */
  readonly sheet: string | undefined;
  /** The last sheet of a reference through several sheets. */
  readonly lastSheet: string | undefined;
  readonly first: Corner;
  /** Undefined for a single cell. */
  readonly last: Corner | undefined;
}

export interface PlainToken {
  readonly kind:
    | 'number'
    | 'text'
    | 'error'
    | 'function'
    | 'open'
    | 'close'
    | 'comma'
    | 'operator'
    | 'space'
    | 'name'
    | 'array'
    | 'table'
    | 'external'
    | 'other';
  readonly text: string;
}

export type FormulaToken = ReferenceToken | PlainToken;

const SPACE = /[ \t\r\n]+/y;
const TEXT = /"(?:[^"]|"")*"/y;
const ERROR =
  /#(?:NULL!|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|N\/A|GETTING_DATA|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|UNKNOWN!)/iy;
const NUMBER = /(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:E[+-]?[0-9]+)?/iy;
const OPERATOR = /<=|>=|<>|[-+*/^&=<>%@:#]/y;
// A doubled quote within text is read as two adjacent texts, which is equivalent and cannot be slow.
const ARRAY = /\{(?:[^{}"]|"[^"]*")*\}/y;
const SHEET = /(?:'((?:[^']|'')+)'|([\p{L}\p{N}_.[\]\\]+(?::[\p{L}\p{N}_.]+)?))!/uy;
const IDENTIFIER = /[\p{L}_\\][\p{L}\p{N}_.\\?]*/uy;
const REFERENCE =
  /(?:\$?[A-Z]{1,3}\$?[0-9]{1,7}(?::\$?[A-Z]{1,3}\$?[0-9]{1,7})?|\$?[A-Z]{1,3}:\$?[A-Z]{1,3}|\$?[0-9]{1,7}:\$?[0-9]{1,7})(?![\p{L}\p{N}_.(!\\?[])/iuy;
const CORNER = /^(\$?)([A-Z]*)(\$?)([0-9]*)$/i;

/** The longest formula that Excel accepts. Longer ones are not parsed. */
export const MAX_FORMULA = 8_192;

/** Splits the text of a formula, without its `=` and as stored in files (English, with commas), into tokens. */
export function tokenize(formula: string): FormulaToken[] {
  if (formula.length > MAX_FORMULA) return [{ kind: 'other', text: formula }];
  const tokens: FormulaToken[] = [];
  let at = 0;
  while (at < formula.length) {
    const token = tokenAt(formula, at);
    tokens.push(token);
    at += token.text.length;
  }
  return tokens;
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

const PUNCTUATION: Readonly<Record<string, PlainToken['kind']>> = { '(': 'open', ')': 'close', ',': 'comma' };

function tokenAt(formula: string, at: number): FormulaToken {
  const character = formula[at] ?? '';
  const punctuation = PUNCTUATION[character];
  if (punctuation) return { kind: punctuation, text: character };
  const simple = simpleTokenAt(formula, at);
  if (simple) return simple;
  const sheet = match(SHEET, formula, at);
  if (sheet) return qualifiedTokenAt(formula, at, sheet);
  const reference = referenceAt(formula, at, '', undefined, undefined);
  if (reference) return reference;
  const identifier = match(IDENTIFIER, formula, at)?.[0];
  if (identifier !== undefined) {
    const end = at + identifier.length;
    if (formula[end] === '(') return { kind: 'function', text: identifier };
    if (formula[end] === '[') return { kind: 'table', text: identifier + bracketsAt(formula, end) };
    return { kind: 'name', text: identifier };
  }
  if (character === '[') return { kind: 'table', text: bracketsAt(formula, at) };
  const rest = match(NUMBER, formula, at) ?? match(OPERATOR, formula, at);
  if (!rest) return { kind: 'other', text: character };
  return { kind: /^[0-9.]/.test(rest[0]) ? 'number' : 'operator', text: rest[0] };
}

function simpleTokenAt(formula: string, at: number): PlainToken | undefined {
  const kinds = [
    ['space', SPACE],
    ['text', TEXT],
    ['error', ERROR],
    ['array', ARRAY],
  ] as const;
  for (const [kind, pattern] of kinds) {
    const text = match(pattern, formula, at)?.[0];
    if (text !== undefined) return { kind, text };
  }
  return undefined;
}

/** `[…]` with brackets inside; an apostrophe makes the next character plain. */
function bracketsAt(formula: string, at: number): string {
  let depth = 0;
  for (let end = at; end < formula.length; end++) {
    const character = formula[end];
    if (character === "'") end++;
    else if (character === '[') depth++;
    else if (character === ']' && --depth === 0) return formula.slice(at, end + 1);
  }
  return formula.slice(at);
}

function qualifiedTokenAt(formula: string, at: number, sheet: RegExpExecArray): FormulaToken {
  const [prefix, quoted, plain = ''] = sheet;
  const named = quoted === undefined ? plain : quoted.replaceAll("''", "'");
  const after = at + prefix.length;
  if (named.includes('[')) {
    const what =
      match(REFERENCE, formula, after) ?? match(IDENTIFIER, formula, after) ?? match(ERROR, formula, after);
    return { kind: 'external', text: prefix + (what?.[0] ?? '') };
  }
  const [first, last] = named.split(':');
  const reference = referenceAt(formula, after, prefix, first, last);
  if (reference) return reference;
  const what = match(ERROR, formula, after);
  if (what) return { kind: 'error', text: prefix + what[0] };
  return { kind: 'name', text: prefix + (match(IDENTIFIER, formula, after)?.[0] ?? '') };
}

function referenceAt(
  formula: string,
  at: number,
  prefix: string,
  sheet: string | undefined,
  lastSheet: string | undefined,
): ReferenceToken | undefined {
  const text = match(REFERENCE, formula, at)?.[0];
  const [first, last] = text?.split(':').map(cornerOf) ?? [];
  if (text === undefined || !first || (text.includes(':') && !last)) return undefined;
  return { kind: 'reference', text: prefix + text, sheet, lastSheet, first, last };
}

function cornerOf(text: string): Corner | undefined {
  const [, mark, letters = '', rowMark, digits = ''] = CORNER.exec(text) ?? [];
  const column = letters === '' ? undefined : columnNumber(letters);
  const row = digits === '' ? undefined : Number(digits);
  if ((column ?? 1) > MAX_COLUMNS || (row ?? 1) < 1 || (row ?? 1) > MAX_ROWS) return undefined;
  const columnFixed = column !== undefined && mark === '$';
  return { column, columnFixed, row, rowFixed: (column === undefined ? mark : rowMark) === '$' };
}

/** A sheet's name as in formulas: quoted unless it is an unambiguous plain word. */
export function sheetPrefix(first: string, last?: string): string {
  const text = last === undefined ? first : `${first}:${last}`;
  const plain = [first, last ?? first].every(
    (name) =>
      /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) &&
      !/^([A-Z]{1,3}[0-9]{1,7}|R[0-9]*C?[0-9]*|C[0-9]*)$/i.test(name),
  );
  return `${plain ? text : quotedSheet(text)}!`;
}

/** `Hours` of `Hours[Worked]`; '' of `[Worked]`, which means the table that contains the cell. */
export function tableName(text: string): string {
  return text.split('[', 1)[0] ?? '';
}

/** The formula of a cell that shares one with a cell `rows` above and `columns` left of it: fixed parts are kept. */
export function unfoldSharedFormula(formula: string, rows: number, columns: number): string {
  // Excel wraps around at the edge of the sheet.
  const wrap = (value: number, max: number): number => ((((value - 1) % max) + max) % max) + 1;
  const shifted = (corner: Corner): Corner => {
    const { column, columnFixed, row, rowFixed } = corner;
    return {
      ...corner,
      column: column === undefined || columnFixed ? column : wrap(column + columns, MAX_COLUMNS),
      row: row === undefined || rowFixed ? row : wrap(row + rows, MAX_ROWS),
    };
  };
  return rewriteReferences(formula, shifted, ({ sheet, lastSheet }) => {
    return sheet === undefined ? '' : sheetPrefix(sheet, lastSheet);
  });
}

/*
 * Excel always writes the references of charts and shapes with `$`. A reference from repeated rows to these rows still
 * means its own repetition.
 */

/** A formula of an object in repeated rows: rows of its own band lose their `$`. */
export function unfixOwnRows(formula: string, band: Band): string {
  if (!band.parent) return formula;
  const isOwn = ({ row }: Corner): boolean => row !== undefined && band.from <= row && row <= band.to;
  return rewriteReferences(formula, (corner) => (isOwn(corner) ? { ...corner, rowFixed: false } : corner));
}

/** The same after its rows have been resolved, in Excel's notation. */
export function fixReferences(formula: string, band: Band): string {
  if (!band.parent) return formula;
  return rewriteReferences(formula, (corner) => ({ ...corner, rowFixed: true, columnFixed: true }));
}

/**
 * A formula with other corners in its references. @param prefixOf the text before the references, by default unchanged
 */
function rewriteReferences(
  formula: string,
  change: (corner: Corner) => Corner,
  prefixOf = ({ text }: ReferenceToken): string => text.slice(0, text.lastIndexOf('!') + 1),
): string {
  const tokens = tokenize(formula).map((token) => {
    if (token.kind !== 'reference') return token.text;
    const corners = token.last ? [token.first, token.last] : [token.first];
    return prefixOf(token) + corners.map((corner) => cornerText(change(corner))).join(':');
  });
  return tokens.join('');
}

/** `$F5`, `F`, `5`. */
export function cornerText({ column, columnFixed, row, rowFixed }: Corner): string {
  const letters = column === undefined ? '' : `${columnFixed ? '$' : ''}${columnLetters(column)}`;
  return letters + (row === undefined ? '' : `${rowFixed ? '$' : ''}${row}`);
}
