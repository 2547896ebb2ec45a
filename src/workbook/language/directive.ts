import { message } from '../messages.js';
import { TemplateError } from '../workbookError.js';
import type { Selection, SortKey } from './bands.js';
import { type Expression, expressionText, parseExpression, readExpression, WordReader } from './grammar.js';

/** `{{workedMinutes | sum | hours}}`. */
export interface Placeholder {
  readonly source: string;
  readonly expression: Expression;
}

type TextPiece = string | Placeholder;

const BRACES = /\{\{([^{}]*)\}\}/g;

/** Splits text into plain parts and placeholders. @throws TemplateError that quotes the mistake */
export function parseText(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let at = 0;
  const addPlain = (end?: number): void => {
    const plain = text.slice(at, end);
    const slip = findBraceMistake(plain);
    if (slip) throw slip;
    if (plain !== '') pieces.push(plain);
  };
  for (const found of text.matchAll(BRACES)) {
    addPlain(found.index);
    const [source, inside = ''] = found;
    if (LACKS_SIGN.test(inside))
      throw new TemplateError(message('grammar.noSign', { source, right: `{{#${inside.trim()}}}` }));
    if (IS_END.test(inside)) throw new TemplateError(message('grammar.endsNothing', { source }));
    pieces.push({ source, expression: parseExpression(inside) });
    at = found.index + found[0].length;
  }
  addPlain();
  return pieces;
}

/** Repetition is marked with "#" here, and has no end tag. */
const LACKS_SIGN = /^\s*(?:each|empty|sheet|style|if(?!.*\bthen\b))\s+[^\s|]/i;
const IS_END = /^\s*(?:\/|end\s*(?:each|if|for)?\s*$)/i;

/** Whether text contains a placeholder or directive, well-formed or not. */
export function hasBraces(text: string): boolean {
  return text.includes('{{');
}

const WHOLE = /\{\{[^{}]*\}\}/g;
/** `{{#each employees}`: one brace at the end, and text or nothing after it. */
const ENDS_IN_ONE = /\{\{([^{}]*)\}/;
/** `{#each employees}}`: a repetition with one leading brace. Other braces may be intended. */
const BEGINS_WITH_ONE = /\{(\s*#\s*(?:each|if|empty|sheet|style|fit)\b[^{}]*)\}{0,2}/i;

/** The mistake in the braces of a text, with the correction; undefined if there is none. */
export function findBraceMistake(text: string): TemplateError | undefined {
  const rest = text.replace(WHOLE, '');
  const [open, begun = ''] = ENDS_IN_ONE.exec(rest) ?? [];
  if (open !== undefined)
    return new TemplateError(message('grammar.noBraceAtEnd', { text: open, right: `{{${begun.trim()}}}` }));
  if (rest.includes('{{')) {
    const inside = rest.slice(rest.indexOf('{{') + 2).trim();
    const isOneLine = inside !== '' && !inside.includes('\n');
    const right = isOneLine ? `{{${inside}}}` : '{{FIELD}}';
    return new TemplateError(message('grammar.openBraces', { text: text.trim(), right }));
  }
  const single = BEGINS_WITH_ONE.exec(rest);
  if (!single) return undefined;
  const right = `{{${(single[1] ?? '').trim()}}}`;
  return new TemplateError(message('grammar.noBraceAtStart', { text: single[0].trim(), right }));
}

/**
 * The instruction in a note, a cell or a defined name: which rows repeat, over which data, and for how many rows; or how
 * cells look.
 */
export type Directive = BandDirective | StyleDirective | FitDirective;

export type BandDirective =
  | ({ readonly kind: 'each'; readonly selection: Selection } & Extent & Grouping)
  | ({ readonly kind: 'sheet' } & SheetRepeat)
  | ({ readonly kind: 'if'; readonly condition: Expression } & Extent)
  | ({ readonly kind: 'empty'; readonly dataSet: string } & Extent);

/** Cells that take the look of another cell if a condition is met. */
export interface StyleDirective {
  readonly kind: 'style';
  readonly condition: Expression;
  /** The other cell, as written: `Z1`, `Looks!B2`. */
  readonly like: string;
  /** The cell of the note and those to the right of it. */
  readonly columns: number;
}

/** Columns that are as wide as their content, from the row of the note on. */
export interface FitDirective {
  readonly kind: 'fit';
  readonly columns: number;
  /** Widths in digits. */
  readonly least: number | undefined;
  readonly most: number | undefined;
}

export function isBandDirective(directive: Directive): directive is BandDirective {
  return directive.kind !== 'style' && directive.kind !== 'fit';
}

/** How often a sheet is written: once for each group, or only if a condition is met. */
export interface SheetRepeat {
  readonly selection: Selection | undefined;
  readonly condition: Expression | undefined;
  /** The name of the copies; by default the tab's own placeholders or the group's key. */
  readonly nameBy: Expression | undefined;
}

/** The target of a directive: rows from its own on, or columns. */
export interface Extent {
  readonly axis: Axis;
  readonly count: number;
}

/** Options for each repetition of a group. */
export interface Grouping {
  readonly breaksPage: boolean;
  /** Whether the nested repeated rows can be collapsed. */
  readonly isOutlined: boolean;
  /** Blank repetitions are added up to this number. */
  readonly least?: number | undefined;
}

export type Axis = 'rows' | 'columns';

/** The text before the words of a directive: `{{#each …}}`. */
export const DIRECTIVE = /\{\{\s*#([^{}]*)\}\}/g;

/** Reads the inside of `{{#…}}`. @throws TemplateError with the missing part */
export function readDirective(text: string): Directive {
  const words = new WordReader(text);
  const directive = readKind(words);
  words.end();
  return directive;
}

function readKind(words: WordReader): Directive {
  const kind = (['each', 'sheet', 'if', 'empty', 'style', 'fit'] as const).find((each) => words.take(each));
  if (kind === undefined) throw new TemplateError(message('grammar.unknownDirective'));
  if (kind === 'style') return readStyle(words);
  if (kind === 'fit') {
    const { extent, least, most } = readClauses(words, kind);
    return { kind, columns: extent.count, least, most };
  }
  if (kind === 'if') {
    const condition = readExpression(words);
    return { kind, condition, ...readClauses(words, kind).extent };
  }
  if (kind === 'sheet' && words.take('if')) {
    const condition = readExpression(words);
    return { kind, condition, selection: undefined, nameBy: undefined };
  }
  if (kind === 'sheet') words.take('each');
  const dataSet = words.name(message('grammar.what.dataSet'));
  const clauses = readClauses(words, kind);
  const { extent, keys, sortBy, where, limit, breaksPage, isOutlined, least, name } = clauses;
  if (kind === 'empty') return { kind, dataSet, ...extent };
  const groupBy = keys.map((key) => expressionText(key));
  const selection = { dataSet, keys, groupBy, sortBy, where, limit };
  if (kind === 'each') return { kind, selection, ...extent, breaksPage, isOutlined, least };
  if (groupBy.length === 0) throw new TemplateError(message('grammar.noGroupBy'));
  return { kind, selection, condition: undefined, nameBy: name };
}

/** `{{#style weekday > 5 like Z1 columns 8}}`; a cell of another sheet is in quotes: `like "Looks!B2"`. */
function readStyle(words: WordReader): StyleDirective {
  const condition = readExpression(words);
  words.expect('like');
  const cell = words.next();
  if (cell?.kind !== 'name' && cell?.kind !== 'text') throw new TemplateError(message('grammar.noCell'));
  const { extent } = readClauses(words, 'style');
  return { kind: 'style', condition, like: cell.text, columns: extent.count };
}

interface Clauses {
  extent: Extent;
  keys: readonly Expression[];
  sortBy: readonly SortKey[];
  where: Expression | undefined;
  limit: number | undefined;
  breaksPage: boolean;
  isOutlined: boolean;
  least: number | undefined;
  most: number | undefined;
  name: Expression | undefined;
}

type Kinds = readonly Directive['kind'][];

interface Clause {
  readonly words: string;
  /** What follows, for the reference. */
  readonly follows: string;
  readonly of: Kinds;
  readonly read: (words: WordReader) => Partial<Clauses>;
}

const [SELECTED, PLACED, ACROSS]: readonly [Kinds, Kinds, Kinds] = [
  ['each', 'sheet'],
  ['each', 'if', 'empty'],
  ['each', 'if', 'empty', 'style', 'fit'],
];

function clause(words: string, follows: string, of: Kinds, read: Clause['read']): Clause {
  return { words, follows, of, read };
}

export const CLAUSES: readonly Clause[] = [
  clause('where', 'CONDITION', SELECTED, (words) => ({ where: readExpression(words) })),
  clause('group by', 'VALUE, …', SELECTED, (words) => ({ keys: readList(words, readExpression) })),
  clause('sort by', 'VALUE desc, …', SELECTED, (words) => ({ sortBy: readList(words, readSortKey) })),
  clause('limit', 'NUMBER', SELECTED, (words) => ({ limit: readCount(words, 'limit') })),
  clause('at least', 'NUMBER', ['each', 'fit'], (words) => ({ least: readCount(words, 'at least') })),
  clause('at most', 'NUMBER', ['fit'], (words) => ({ most: readCount(words, 'at most') })),
  clause('rows', 'NUMBER', PLACED, (words) => {
    return { extent: { axis: 'rows', count: readCount(words, 'rows') } };
  }),
  clause('columns', 'NUMBER', ACROSS, (words) => {
    const count = words.peek()?.kind === 'number' ? readCount(words, 'columns') : 1;
    return { extent: { axis: 'columns', count } };
  }),
  clause('page break', '', ['each'], () => ({ breaksPage: true })),
  clause('outline', '', ['each'], () => ({ isOutlined: true })),
  clause('name', 'VALUE', ['sheet'], (words) => ({ name: readExpression(words) })),
];

function readSortKey(words: WordReader): SortKey {
  const of = readExpression(words);
  const descending = words.take('desc');
  if (!descending) words.take('asc');
  return { of, descending };
}

function readClauses(words: WordReader, kind: Directive['kind']): Clauses {
  const all: Clauses = {
    extent: { axis: 'rows', count: 1 },
    keys: [],
    sortBy: [],
    where: undefined,
    limit: undefined,
    breaksPage: false,
    isOutlined: false,
    least: undefined,
    most: undefined,
    name: undefined,
  };
  for (;;) {
    const clause = CLAUSES.find(
      ({ words: first, of }) => of.includes(kind) && words.take(...first.split(' ')),
    );
    if (!clause) return all;
    Object.assign(all, clause.read(words));
  }
}

function readList<T>(words: WordReader, readOne: (words: WordReader) => T): T[] {
  const list = [readOne(words)];
  while (words.take(',')) list.push(readOne(words));
  return list;
}

function readCount(words: WordReader, after: Axis | 'limit' | 'at least' | 'at most'): number {
  const word = words.next();
  const count = Number(word?.text);
  if (word?.kind === 'number' && Number.isInteger(count) && count > 0) return count;
  throw new TemplateError(message('grammar.noCount', { axis: after }));
}

/** The rule of a defined name such as `each_employee_days`, with the addition from its comment. */
export interface NamedRule {
  readonly kind: BandDirective['kind'];
  /** `employee_days`: names cannot hold a hyphen, data sets have no underscore. */
  readonly subject: string;
}

const RULE_NAME = /^(each|sheet|if|empty)_([A-Za-z][A-Za-z0-9_]*)(?:\.[A-Za-z0-9_.]+)?$/i;

/** `each_employee_days`, also with a suffix after a dot if one name is not enough: `each_employee_days.2`. */
export function parseRuleName(name: string): NamedRule | undefined {
  const found = RULE_NAME.exec(name);
  if (!found) return undefined;
  const kind = (found[1] ?? '').toLowerCase() as NamedRule['kind'];
  return { kind, subject: (found[2] ?? '').replaceAll('_', '-').toLowerCase() };
}

/**
 * The directive of a defined name over rows or columns. Its comment contains the text that follows the data set in a
 * note.
 */
export function readNamedDirective(rule: NamedRule, comment: string, extent: Extent): Directive {
  const text = rule.kind === 'if' ? `if ${comment}` : `${rule.kind} ${rule.subject} ${comment}`;
  const directive = readDirective(text);
  return directive.kind === 'sheet' || !isBandDirective(directive) ? directive : { ...directive, ...extent };
}
