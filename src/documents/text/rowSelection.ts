import { z } from 'zod';
import { ruleText } from '../../config/input/schemaProblems.js';
import { type AnyMessage, message } from '../../i18n/message.js';
import {
  type Clause,
  NO_CLAUSES,
  readClauses,
  readKeys,
  SELECTION_CLAUSES,
  type SelectionClauses,
  type SortKey,
} from '../../language/clauses.js';
import {
  type BinaryExpression,
  type Expression,
  expressionText,
  parseExpression,
  pathsIn,
  readExpression,
} from '../../language/grammar.js';
import { message as languageMessage } from '../../language/messageText.js';
import { WordReader } from '../../language/wordReader.js';
import { readOrReport, report } from './conditionText.js';

type Constant = string | number | boolean;
type VariableOr<Value> = Value | { readonly variable: string };

/** One condition of a selection: a comparison of a field, or any other expression. All of them must hold. */
export interface FilterCondition {
  /** Empty for an expression. */
  readonly field: string;
  readonly is?: VariableOr<Constant> | undefined;
  readonly isNot?: VariableOr<Constant> | undefined;
  readonly in?: VariableOr<readonly Constant[]> | undefined;
  readonly notIn?: VariableOr<readonly Constant[]> | undefined;
  readonly above?: number | undefined;
  readonly below?: number | undefined;
  readonly empty?: boolean | undefined;
  readonly expression?: string | undefined;
}

export interface SectionSortKey {
  readonly field: string;
  readonly order: 'ascending' | 'descending';
  /** `number` puts 9 before 10 in texts of digits. */
  readonly as: 'text' | 'number';
}

/** The rows that a section, a block or a node of a tree repeats over. */
export interface RowSelection {
  /** Undefined for the rows of the node around it. */
  readonly data: string | undefined;
  /** Fields that are as in the node around it, for another data set. */
  readonly on: readonly string[];
  readonly filter: readonly FilterCondition[];
  readonly group: readonly string[] | undefined;
  readonly sort: readonly SectionSortKey[];
  /** At most so many lines; the others are told. */
  readonly limit?: number | undefined;
}

interface Clauses extends SelectionClauses {
  on: readonly Expression[];
}

/** The clauses of `each` in text templates. */
export const TEXT_CLAUSES: readonly Clause<Clauses>[] = [
  ...SELECTION_CLAUSES,
  { words: 'on', follows: 'FIELD, …', read: (words) => ({ on: readKeys(words, readExpression) }) },
];

/** A selection of rows: `pay-lines where kind != "loading" group by employee.number sort by employee.number`. */
export const limitedSelection = z
  .string()
  .transform((text, context): RowSelection => {
    const problems: AnyMessage[] = [];
    const read = readOrReport(context, () => readSelection(text, (problem) => problems.push(problem)));
    for (const problem of problems) report(context, problem);
    return read ?? { data: undefined, on: [], filter: [], group: undefined, sort: [] };
  })
  .describe('DATA-SET where CONDITION group by FIELD, … sort by FIELD desc, … limit NUMBER');

/** A selection of rows that leaves none out. */
export const selection = limitedSelection
  .refine(({ limit }) => limit === undefined, { error: ruleText('template.schema.limitHere') })
  .describe('DATA-SET where CONDITION group by FIELD, … sort by FIELD desc, …');

/** The clauses of a selection, as written. @throws TemplateError */
export function parseSelection(text: string): Clauses & { readonly data: string | undefined } {
  const words = new WordReader(text);
  const isOfOuter = TEXT_CLAUSES.some((clause) => words.startsWith(...clause.words.split(' ')));
  const data =
    isOfOuter || text.trim() === '' ? undefined : words.name(languageMessage('grammar.what.dataSet'));
  const clauses = readClauses<Clauses>(words, TEXT_CLAUSES, { ...NO_CLAUSES, on: [] });
  words.end();
  return { data, ...clauses };
}

function readSelection(text: string, tell: (problem: AnyMessage) => void): RowSelection {
  const { data, where, keys, sortBy, on, limit } = parseSelection(text);
  const fieldOf = (key: Expression): string => {
    if (key.kind === 'field') return key.path;
    tell(message('template.schema.keyIsField', { key: expressionText(key) }));
    return '';
  };
  return {
    data,
    on: on.map(fieldOf),
    filter: where === undefined ? [] : conditionsOf(where),
    group: keys.length === 0 ? undefined : keys.map(fieldOf),
    sort: sortBy.map((key) => sortKey(key, fieldOf)),
    ...(limit === undefined ? {} : { limit }),
  };
}

/** `employee.number`, `number(employee.number)`, or `sum(minutes)`, which is the minutes of a group. */
function sortKey({ of, descending }: SortKey, fieldOf: (key: Expression) => string): SectionSortKey {
  const isNumber = of.kind === 'format' && of.call.name === 'number' && of.call.inputs.length === 0;
  const isSum = of.kind === 'aggregate' && of.name === 'sum' && of.where === undefined;
  return {
    field: fieldOf(isNumber || isSum ? of.of : of),
    order: descending ? 'descending' : 'ascending',
    as: isNumber ? 'number' : 'text',
  };
}

/** The conditions of a `where`, all of which must hold. */
export function conditionsOf(where: Expression): FilterCondition[] {
  return conjuncts(where).map(conditionOf);
}

function conjuncts(where: Expression): Expression[] {
  return where.kind === 'binary' && where.sign === 'and'
    ? [...conjuncts(where.left), ...conjuncts(where.right)]
    : [where];
}

/** A comparison of a field is one of its own, so that a report can say why a row is not in a file. */
function conditionOf(expression: Expression): FilterCondition {
  return comparisonOf(expression) ?? { field: '', expression: expressionText(expression) };
}

function comparisonOf(expression: Expression): FilterCondition | undefined {
  if (expression.kind === 'field') return { field: expression.path, is: true };
  if (expression.kind === 'not') return negatedOf(expression.of);
  if (expression.kind !== 'binary') return undefined;
  const { left, sign, right } = expression;
  if (sign === 'or') {
    const list = listOf(expression);
    return list && { field: list.field, in: list.values };
  }
  if (left.kind !== 'field') return undefined;
  const field = left.path;
  if (right.kind === 'constant' && right.value === null)
    return sign === '=' ? { field, empty: true } : sign === '!=' ? { field, empty: false } : undefined;
  const value = comparedValue(right);
  if (value === undefined) return undefined;
  if (sign === '=') return { field, is: value };
  if (sign === '!=') return { field, isNot: value };
  if (sign === 'in' && typeof value === 'object') return { field, in: value };
  if (sign === '>' && typeof value === 'number') return { field, above: value };
  return sign === '<' && typeof value === 'number' ? { field, below: value } : undefined;
}

function negatedOf(expression: Expression): FilterCondition | undefined {
  const found = comparisonOf(expression);
  if (found === undefined) return undefined;
  const { field, is, in: list } = found;
  if (is !== undefined) return { field, isNot: is };
  return list === undefined ? undefined : { field, notIn: list };
}

function comparedValue(expression: Expression): VariableOr<Constant> | undefined {
  if (expression.kind === 'constant') return expression.value ?? undefined;
  if (expression.kind !== 'field' || !expression.path.startsWith('variables.')) return undefined;
  return { variable: expression.path.slice('variables.'.length) };
}

/** `payCode in ("A", "B")`, which is read as one equality or the other. */
function listOf(
  expression: BinaryExpression,
): { readonly field: string; readonly values: readonly Constant[] } | undefined {
  const parts = [expression.left, expression.right].map((part) => {
    if (part.kind !== 'binary') return undefined;
    if (part.sign === 'or') return listOf(part);
    const value = comparedValue(part.right);
    if (part.sign !== '=' || part.left.kind !== 'field' || value === undefined) return undefined;
    return typeof value === 'object' ? undefined : { field: part.left.path, values: [value] };
  });
  const [one, other] = parts;
  if (one === undefined || other === undefined || one.field !== other.field) return undefined;
  return { field: one.field, values: [...one.values, ...other.values] };
}

/** The fields that a condition uses. */
export function conditionFields({ field, expression }: FilterCondition): readonly string[] {
  if (expression === undefined) return [field];
  return pathsIn(parseExpression(expression)).filter((path) => !path.startsWith('variables.'));
}
