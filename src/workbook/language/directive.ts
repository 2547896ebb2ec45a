import { message } from '../../i18n/message.js';
import { TemplateError } from '../workbookError.js';
import type { Selection, SortKey } from './bands.js';
import { type Condition, readCondition } from './condition.js';
import {
  type FilterCall,
  type GroupKey,
  groupKeyText,
  readFilter,
  splitWords,
  WordReader,
} from './placeholder.js';

/** What a note, a cell or a defined name says about rows: which repeat, over what, and how many rows it is about. */
export type Directive =
  | ({ readonly kind: 'each'; readonly selection: Selection } & Extent & Grouping)
  | { readonly kind: 'sheet'; readonly selection: Selection; readonly nameField: string | undefined }
  | ({ readonly kind: 'if'; readonly condition: Condition } & Extent)
  | ({ readonly kind: 'empty'; readonly dataSet: string } & Extent);

/** What a directive is about: rows from its own on, or columns. */
export interface Extent {
  readonly axis: Axis;
  readonly count: number;
}

/** What is done with each repetition of a group. */
export interface Grouping {
  /** Each begins on a new page. */
  readonly breaksPage: boolean;
  /** The rows that repeat inside can be folded away. */
  readonly isOutlined: boolean;
}

export type Axis = 'rows' | 'columns';

/** What stands before the words of a directive: `{{#each …}}`. */
export const DIRECTIVE = /\{\{\s*#([^{}]*)\}\}/g;

const MOST_CHARACTERS = 1_000;

/** Reads the inside of `{{#…}}`. @throws TemplateError that says what is missing */
export function readDirective(text: string): Directive {
  if (text.length > MOST_CHARACTERS)
    throw new TemplateError(message('workbook.grammar.tooLong', { most: MOST_CHARACTERS }));
  const words = new WordReader(splitWords(text));
  const directive = readKind(words);
  const rest = words.next();
  if (rest) throw new TemplateError(message('workbook.grammar.unexpected', { word: rest.text }));
  return directive;
}

function readKind(words: WordReader): Directive {
  if (words.take('each')) {
    const selection = readSelection(words);
    return { kind: 'each', selection, ...readExtent(words), ...readGrouping(words) };
  }
  if (words.take('sheet')) return readSheet(words);
  if (words.take('if')) {
    const condition = readCondition(words);
    return { kind: 'if', condition, ...readExtent(words) };
  }
  if (words.take('empty')) {
    const dataSet = words.name(message('workbook.grammar.what.dataSet'));
    return { kind: 'empty', dataSet, ...readExtent(words) };
  }
  throw new TemplateError(message('workbook.grammar.unknownDirective'));
}

function readSheet(words: WordReader): Directive {
  words.take('each');
  const selection = readSelection(words);
  const nameField = words.take('name') ? words.name(message('workbook.grammar.what.sheetName')) : undefined;
  if (selection.groupBy.length === 0) throw new TemplateError(message('workbook.grammar.noGroupBy'));
  return { kind: 'sheet', selection, nameField };
}

/** `SET [group by F, F | FORMAT] [sort by F [desc], F] [where CONDITION]`, the parts in any order. */
function readSelection(words: WordReader): Selection {
  const dataSet = words.name(message('workbook.grammar.what.dataSet'));
  let groupBy: GroupKey[] = [];
  let sortBy: SortKey[] = [];
  let where: Condition | undefined;
  for (;;) {
    if (words.take('group', 'by')) groupBy = readList(words, () => readGroupKey(words));
    else if (words.take('sort', 'by')) sortBy = readList(words, () => readSortKey(words));
    else if (words.take('where')) where = readCondition(words);
    else return { dataSet, groupBy: groupBy.map(groupKeyName), keys: groupBy, sortBy, where };
  }
}

/** `employee.id`, `employee.lastName | left:1`, `date | date:"yyyy"`. */
function readGroupKey(words: WordReader): GroupKey {
  const field = words.name(message('workbook.grammar.what.groupField'));
  const filters: FilterCall[] = [];
  while (words.take('|')) filters.push(readFilter(words, `"group by ${field}"`));
  return { field, filters };
}

function groupKeyName({ field, filters }: GroupKey): string {
  return groupKeyText(field, filters);
}

function readSortKey(words: WordReader): SortKey {
  const field = words.name(message('workbook.grammar.what.sortField'));
  const descending = words.take('desc');
  if (!descending) words.take('asc');
  return { field, descending };
}

function readList<T>(words: WordReader, readOne: () => T): T[] {
  const list = [readOne()];
  while (words.take(',')) list.push(readOne());
  return list;
}

/** `page break`, `outline`, in any order. */
function readGrouping(words: WordReader): Grouping {
  const grouping = { breaksPage: false, isOutlined: false };
  for (;;) {
    if (words.take('page', 'break')) grouping.breaksPage = true;
    else if (words.take('outline')) grouping.isOutlined = true;
    else return grouping;
  }
}

/** `rows 3`, `columns`, `columns 2`: without it a directive is about the row it stands in. */
function readExtent(words: WordReader): Extent {
  const axis: Axis | undefined = words.take('rows') ? 'rows' : words.take('columns') ? 'columns' : undefined;
  if (axis === undefined) return { axis: 'rows', count: 1 };
  if (axis === 'columns' && words.peek()?.kind !== 'number') return { axis, count: 1 };
  const word = words.next();
  const count = Number(word?.text);
  if (word?.kind !== 'number' || !Number.isInteger(count) || count < 1) {
    throw new TemplateError(message('workbook.grammar.noCount', { axis }));
  }
  return { axis, count };
}

/** The rule that a defined name such as `each_employee_days` stands for, with what its comment adds. */
export interface NamedRule {
  readonly kind: 'each' | 'sheet' | 'if' | 'empty';
  /** `employee_days`: names cannot hold a hyphen, data sets have no underscore. */
  readonly subject: string;
}

const RULE_NAME = /^(each|sheet|if|empty)_([A-Za-z][A-Za-z0-9_]*)(?:\.[A-Za-z0-9_.]+)?$/i;

/** `each_employee_days`, also with a mark after a point where one name is not enough: `each_employee_days.2`. */
export function parseRuleName(name: string): NamedRule | undefined {
  const found = RULE_NAME.exec(name);
  if (!found) return undefined;
  const kind = (found[1] ?? '').toLowerCase() as NamedRule['kind'];
  return { kind, subject: (found[2] ?? '').replaceAll('_', '-').toLowerCase() };
}

/** The directive of a defined name over rows or columns. Its comment holds what a note would say after the data set. */
export function readNamedDirective(rule: NamedRule, comment: string, extent: Extent): Directive {
  const text = rule.kind === 'if' ? `if ${comment}` : `${rule.kind} ${rule.subject} ${comment}`;
  const directive = readDirective(text);
  return directive.kind === 'sheet' ? directive : { ...directive, ...extent };
}
