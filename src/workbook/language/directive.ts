import {
  type Clause,
  NO_CLAUSES,
  readClauses,
  readCount,
  SELECTION_CLAUSES,
  type Selection,
  type SelectionClauses,
} from '../../language/clauses.js';
import { type Expression, expressionText, readExpression } from '../../language/grammar.js';
import { TemplateError } from '../../language/templateError.js';
import { WordReader } from '../../language/wordReader.js';
import { message } from '../messages.js';

/**
 * The instruction in a note, a cell or a defined name: which rows repeat, over which data, and for how many rows; or how
 * cells look.
 */
export type Directive = BandDirective | StyleDirective | FitDirective | PrintDirective;

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

/** How a sheet is printed; what it leaves out is as drawn. */
export interface PrintDirective {
  readonly kind: 'print';
  /** Whether it has pages. */
  readonly condition: Expression | undefined;
  /** The most pages that it is scaled to: next to each other, and below each other. 0 for as many as it needs. */
  readonly wide: Expression | undefined;
  readonly tall: Expression | undefined;
  /** Whether the print titles are on every page. */
  readonly titles: Expression | undefined;
}

const BAND_KINDS: readonly Directive['kind'][] = ['each', 'sheet', 'if', 'empty'];

export function isBandDirective(directive: Directive): directive is BandDirective {
  return BAND_KINDS.includes(directive.kind);
}

/** How often a sheet is written: once for each group, or only if a condition is met. */
export interface SheetRepeat {
  readonly selection: Selection | undefined;
  readonly condition: Expression | undefined;
  /** It is written if the sheet that repeats over this data set has no groups. */
  readonly standsInFor: string | undefined;
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

const ONCE = {
  condition: undefined,
  selection: undefined,
  nameBy: undefined,
  standsInFor: undefined,
} as const;

const KINDS = ['each', 'sheet', 'if', 'empty', 'style', 'fit', 'print'] as const;

function readKind(words: WordReader): Directive {
  const kind = KINDS.find((each) => words.take(each));
  if (kind === undefined) throw new TemplateError(message('grammar.unknownDirective'));
  if (kind === 'style') return readStyle(words);
  if (kind === 'print') return readPrint(words);
  if (kind === 'fit') {
    const { extent, least, most } = readDirectiveClauses(words, kind);
    return { kind, columns: extent.count, least, most };
  }
  if (kind === 'if') {
    const condition = readExpression(words);
    return { kind, condition, ...readDirectiveClauses(words, kind).extent };
  }
  if (kind === 'sheet' && words.take('if')) {
    const condition = readExpression(words);
    return { ...ONCE, kind, condition };
  }
  if (kind === 'sheet' && words.take('empty'))
    return { ...ONCE, kind, standsInFor: words.name(message('grammar.what.dataSet')) };
  if (kind === 'sheet') words.take('each');
  const dataSet = words.name(message('grammar.what.dataSet'));
  const clauses = readDirectiveClauses(words, kind);
  const { extent, keys, sortBy, where, limit, breaksPage, isOutlined, least, name } = clauses;
  if (kind === 'empty') return { kind, dataSet, ...extent };
  const groupBy = keys.map((key) => expressionText(key));
  const selection = { dataSet, keys, groupBy, sortBy, where, limit };
  if (kind === 'each') return { kind, selection, ...extent, breaksPage, isOutlined, least };
  if (groupBy.length === 0) throw new TemplateError(message('grammar.noGroupBy'));
  return { ...ONCE, kind, selection, nameBy: name };
}

/** `{{#style weekday > 5 like Z1 columns 8}}`; a cell of another sheet is in quotes: `like "Looks!B2"`. */
function readStyle(words: WordReader): StyleDirective {
  const condition = readExpression(words);
  words.expect('like');
  const cell = words.next();
  if (cell?.kind !== 'name' && cell?.kind !== 'text') throw new TemplateError(message('grammar.noCell'));
  const { extent } = readDirectiveClauses(words, 'style');
  return { kind: 'style', condition, like: cell.text, columns: extent.count };
}

/** `{{#print if count(exceptions) > 0 tall 1 titles if count(exceptions) > 50}}` */
function readPrint(words: WordReader): PrintDirective {
  const { condition, wide, tall, titles } = readDirectiveClauses(words, 'print');
  if (!condition && !wide && !tall && !titles) throw new TemplateError(message('grammar.printNothing'));
  return { kind: 'print', condition, wide, tall, titles };
}

interface Clauses extends SelectionClauses {
  extent: Extent;
  breaksPage: boolean;
  isOutlined: boolean;
  least: number | undefined;
  most: number | undefined;
  name: Expression | undefined;
  condition: Expression | undefined;
  wide: Expression | undefined;
  tall: Expression | undefined;
  titles: Expression | undefined;
}

type Kinds = readonly Directive['kind'][];

interface DirectiveClause extends Clause<Clauses> {
  readonly of: Kinds;
}

const [SELECTED, PLACED, ACROSS]: readonly [Kinds, Kinds, Kinds] = [
  ['each', 'sheet'],
  ['each', 'if', 'empty'],
  ['each', 'if', 'empty', 'style', 'fit'],
];

function clause(words: string, follows: string, of: Kinds, read: DirectiveClause['read']): DirectiveClause {
  return { words, follows, of, read };
}

export const CLAUSES: readonly DirectiveClause[] = [
  ...SELECTION_CLAUSES.map((each) => ({ ...each, of: SELECTED })),
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
  clause('if', 'CONDITION', ['print'], (words) => ({ condition: readExpression(words) })),
  clause('wide', 'VALUE', ['print'], (words) => ({ wide: readExpression(words) })),
  clause('tall', 'VALUE', ['print'], (words) => ({ tall: readExpression(words) })),
  clause('titles if', 'CONDITION', ['print'], (words) => ({ titles: readExpression(words) })),
];

function readDirectiveClauses(words: WordReader, kind: Directive['kind']): Clauses {
  return readClauses(
    words,
    CLAUSES.filter(({ of }) => of.includes(kind)),
    {
      ...NO_CLAUSES,
      extent: { axis: 'rows', count: 1 },
      breaksPage: false,
      isOutlined: false,
      least: undefined,
      most: undefined,
      name: undefined,
      condition: undefined,
      wide: undefined,
      tall: undefined,
      titles: undefined,
    },
  );
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
