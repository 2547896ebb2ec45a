import { AGGREGATES, isAggregate } from './aggregates.js';
import { isFormat } from './formatNames.js';
import type { Scalar } from './languageValues.js';
import { message } from './messageText.js';
import { TemplateError } from './templateError.js';
import { suggest } from './templateFields.js';
import { WordReader } from './wordReader.js';

export const OPERATORS = [
  ['or'],
  ['and'],
  ['=', '!=', '<=', '<', '>=', '>', 'in', 'contains', 'starts with'],
  ['&'],
  ['+', '-'],
  ['*', '/'],
] as const;

export type Operator = (typeof OPERATORS)[number][number];

/** A field as the input of a format: `default:employee.rate`. */
export interface FieldInput {
  readonly path: string;
}

export type Input = string | number | FieldInput;

export type Inputs = readonly Input[];

/** `workedMinutes | hours` and `left:1`. */
export interface FormatCall {
  readonly name: string;
  readonly inputs: Inputs;
}

export interface FieldExpression {
  readonly kind: 'field';
  readonly path: string;
}

/** `sum(workedMinutes where weekday > 5)`; `workedMinutes | sum` is the same without a condition. */
export interface AggregateExpression extends FormatCall {
  readonly kind: 'aggregate';
  readonly of: Expression;
  readonly where: Expression | undefined;
}

/** The expressions of placeholders, conditions, keys and sort orders in templates. */
export type Expression =
  | FieldExpression
  | AggregateExpression
  | { readonly kind: 'constant'; readonly value: Scalar }
  | FormatExpression
  | { readonly kind: 'not'; readonly of: Expression }
  | BinaryExpression
  | ChoiceExpression
  | SayExpression;

export interface FormatExpression {
  readonly kind: 'format';
  readonly of: Expression;
  readonly call: FormatCall;
}

export interface BinaryExpression {
  readonly kind: 'binary';
  readonly sign: Operator;
  readonly left: Expression;
  readonly right: Expression;
  /** The sign comes after a format without parentheses: refused once the types say what can be meant. */
  readonly isUnclear?: true;
}

/** `say("overtime", count(employees))`: a text of the template, with values. */
export interface SayExpression {
  readonly kind: 'say';
  readonly key: string;
  readonly of: readonly Expression[];
}

export interface ChoiceExpression {
  readonly kind: 'choice';
  readonly condition: Expression;
  readonly whenTrue: Expression;
  readonly otherwise: Expression;
}

const NOTHING: Expression = { kind: 'constant', value: null };

/** Parses a text that is one expression. @throws TemplateError with the missing part */
export function parseExpression(text: string): Expression {
  const words = new WordReader(text);
  const expression = readExpression(words);
  if (words.peek()?.text === '|') throw formattedCondition(expression, words);
  words.end();
  return expression;
}

/** `weekday in (6, 7) | yes:"x"`: the format is meant for the whole condition. */
function formattedCondition(of: Expression, words: WordReader): TemplateError {
  words.take('|');
  const text = expressionText({ kind: 'format', of, call: readFormat(words) });
  return new TemplateError(message('grammar.formatOfCondition'), message('write', { text }));
}

/** Parses an expression up to its end. @throws TemplateError */
export function readExpression(words: WordReader): Expression {
  if (!words.take('if')) return readBinary(words, OR);
  if (words.isCallWithCommas()) throw new TemplateError(message('grammar.ifThen'));
  const condition = readExpression(words);
  words.expect('then');
  const whenTrue = readExpression(words);
  const otherwise = words.take('else') ? readExpression(words) : NOTHING;
  return { kind: 'choice', condition, whenTrue, otherwise };
}

/** Precedence: the positions in {@link OPERATORS}. Formats apply to sums and products. */
const [CHOICE, OR, NOT, COMPARISON, FORMATTED, JOINED, VALUE] = [-1, 0, 1.5, 2, 2.5, 3, 6];

function readBinary(words: WordReader, level: number): Expression {
  const signs = OPERATORS[level];
  if (!signs) return readValue(words);
  if (level === COMPARISON) return readComparison(words);
  let left = readBinary(words, level + 1);
  for (let sign = takeSign(words, signs); sign; sign = takeSign(words, signs))
    left = { kind: 'binary', sign, left, right: readBinary(words, level + 1) };
  return left;
}

function takeSign(words: WordReader, signs: readonly Operator[]): Operator | undefined {
  if (signs.includes('!=') && words.take('<>')) return '!=';
  return signs.find((sign) => words.take(...sign.split(' ')));
}

/** `a = 1`, `not a`, `a in (1, 2)`, `a not contains "x"`. */
function readComparison(words: WordReader): Expression {
  if (words.take('not')) return { kind: 'not', of: readComparison(words) };
  const left = readFormatted(words);
  const isNegated = words.take('not');
  const compare = (sign: Operator): Expression => {
    return { kind: 'binary', sign, left, right: readFormatted(words) };
  };
  let compared: Expression | undefined;
  if (words.take('in', '(')) {
    compared = compare('=');
    while (words.take(',')) compared = { kind: 'binary', sign: 'or', left: compared, right: compare('=') };
    words.expect(')');
  } else {
    const sign = takeSign(words, OPERATORS[COMPARISON] ?? []);
    compared = sign && compare(sign);
  }
  if (!isNegated) return compared ?? left;
  if (!compared) throw new TemplateError(message('grammar.noValue'));
  return { kind: 'not', of: compared };
}

function readFormatted(words: WordReader): Expression {
  let of = readBinary(words, JOINED);
  if (words.peek()?.text !== '|') return of;
  while (words.take('|')) {
    const call = readFormat(words);
    of = isAggregate(call.name)
      ? { kind: 'aggregate', ...call, of, where: undefined }
      : { kind: 'format', of, call };
  }
  const sign = takeSign(words, ['&', '+', '-', '*', '/']);
  if (!sign) return of;
  return { kind: 'binary', sign, left: of, right: readFormatted(words), isUnclear: true };
}

function readFormat(words: WordReader): FormatCall {
  const name = words.name(message('grammar.what.format'));
  const inputs: Input[] = [];
  if (words.take(':')) {
    do inputs.push(readInput(words, name));
    while (
      // In a list of keys, a comma may start the next key.
      words.peek()?.text === ',' &&
      (words.peek(1)?.kind !== 'name' || !words.isInList) &&
      words.take(',')
    );
  }
  return { name, inputs };
}

function readInput(words: WordReader, name: string): Input {
  const sign = words.take('-') ? -1 : 1;
  const word = words.next();
  if (word?.kind === 'number') return sign * Number(word.text);
  if (word?.kind === 'text' && sign === 1) return word.text;
  if (word?.kind === 'name' && sign === 1) return { path: word.text };
  throw new TemplateError(message('grammar.noInput', { name }));
}

const CONSTANTS: Readonly<Record<string, Scalar>> = { true: true, false: false, null: null };

function readValue(words: WordReader): Expression {
  const isNegative = words.take('-');
  const value = readPositive(words);
  if (!isNegative) return value;
  if (value.kind === 'constant' && typeof value.value === 'number')
    return { kind: 'constant', value: -value.value };
  return { kind: 'binary', sign: '-', left: { kind: 'constant', value: 0 }, right: value };
}

function readPositive(words: WordReader): Expression {
  if (words.take('(')) {
    const inside = readExpression(words);
    words.expect(')');
    return inside;
  }
  const word = words.next();
  if (word?.kind === 'text') return { kind: 'constant', value: word.text };
  if (word?.kind === 'number') return { kind: 'constant', value: Number(word.text) };
  if (word?.kind !== 'name') throw new TemplateError(message('grammar.noValue'));
  const lower = word.text.toLowerCase();
  const constant = Object.hasOwn(CONSTANTS, lower) ? CONSTANTS[lower] : undefined;
  if (constant !== undefined) return { kind: 'constant', value: constant };
  return words.take('(') ? readCall(words, word.text) : { kind: 'field', path: word.text };
}

/** The inside of `sum(workedMinutes where weekday > 5)`, or a format as a call: `number(employee.number)`. */
function readCall(words: WordReader, written: string): Expression {
  const name = written.toLowerCase();
  if (name === 'say') return readSay(words);
  if (isFormat(name)) {
    const of = readExpression(words);
    const inputs: Input[] = [];
    while (words.take(',')) inputs.push(readInput(words, name));
    words.expect(')');
    return { kind: 'format', of, call: { name, inputs } };
  }
  if (!isAggregate(name))
    throw new TemplateError(
      message('grammar.noFunction', { name: written }),
      suggest(name, [...Object.keys(AGGREGATES), 'say'], 'format'),
    );
  const of = readExpression(words);
  const inputs: Input[] = [];
  while (words.take(',')) inputs.push(readInput(words, name));
  const where = words.take('where') ? readExpression(words) : undefined;
  words.expect(')');
  return { kind: 'aggregate', name, of, where, inputs };
}

function readSay(words: WordReader): SayExpression {
  const key = words.next();
  if (key?.kind !== 'text') throw new TemplateError(message('say.noKey'));
  const of: Expression[] = [];
  while (words.take(',')) of.push(readExpression(words));
  words.expect(')');
  return { kind: 'say', key: key.text, of };
}

/** The canonical text of an expression; parsing it gives the same expression. A field alone is its name. */
export function expressionText(expression: Expression, around = CHOICE): string {
  const [text, level] = written(expression);
  return level < around ? `(${text})` : text;
}

function written(expression: Expression): [text: string, level: number] {
  switch (expression.kind) {
    case 'constant':
      return [constantText(expression.value), VALUE];
    case 'field':
      return [expression.path, VALUE];
    case 'not':
      return [`not ${expressionText(expression.of, NOT)}`, NOT];
    case 'choice': {
      const { condition, whenTrue, otherwise } = expression;
      const rest = otherwise === NOTHING ? '' : ` else ${expressionText(otherwise)}`;
      return [`if ${expressionText(condition)} then ${expressionText(whenTrue, OR)}${rest}`, CHOICE];
    }
    case 'binary': {
      const { sign, left, right } = expression;
      const level = OPERATORS.findIndex((signs) => (signs as readonly Operator[]).includes(sign));
      // `(weekday | text) contains "1"`: without parentheses, the sign reads as an input of the format.
      const isWord = /[a-z]/.test(sign) && level === COMPARISON;
      const least = isWord ? JOINED : level === COMPARISON ? FORMATTED : level;
      const first = expressionText(left, least);
      return [`${first} ${sign} ${expressionText(right, level === COMPARISON ? least : level + 0.1)}`, level];
    }
    case 'format':
      return [`${expressionText(expression.of, FORMATTED)} | ${callText(expression.call)}`, FORMATTED];
    case 'say': {
      const inside = [constantText(expression.key), ...expression.of.map((each) => expressionText(each))];
      return [`say(${inside.join(', ')})`, VALUE];
    }
    case 'aggregate': {
      const { of, where, name, inputs } = expression;
      if (!where) return [`${expressionText(of, FORMATTED)} | ${callText(expression)}`, FORMATTED];
      const rest = inputs.map((input) => `, ${inputText(input)}`).join('');
      return [`${name}(${expressionText(of)}${rest} where ${expressionText(where)})`, VALUE];
    }
  }
}

function callText({ name, inputs }: FormatCall): string {
  return inputs.length === 0 ? name : `${name}:${inputs.map(inputText).join(',')}`;
}

function inputText(input: Input): string {
  return typeof input === 'object' ? input.path : constantText(input);
}

function constantText(value: Scalar): string {
  if (typeof value !== 'string') return String(value);
  return value.includes('"') ? `'${value}'` : `"${value}"`;
}

/**
 * The expression with some parts replaced, from the outside in. @param change returns undefined to descend into a part
 */
export function changed(
  expression: Expression,
  change: (part: Expression) => Expression | undefined,
): Expression {
  const other = change(expression);
  if (other) return other;
  const inside = Object.entries(expression).map(([name, value]) => [
    name,
    isExpression(value)
      ? changed(value, change)
      : isExpressions(value)
        ? value.map((each) => changed(each, change))
        : value,
  ]);
  return Object.fromEntries(inside);
}

function isExpression(value: unknown): value is Expression {
  return typeof value === 'object' && value !== null && 'kind' in value;
}

function isExpressions(value: unknown): value is readonly Expression[] {
  return Array.isArray(value) && value.every(isExpression);
}

/** The expression itself and all nested ones, from the outside in. */
export function* partsOf(expression: Expression): Generator<Expression> {
  yield expression;
  for (const value of Object.values(expression)) {
    if (isExpression(value)) yield* partsOf(value);
    else if (isExpressions(value)) for (const each of value) yield* partsOf(each);
  }
}

export function pathsIn(expression: Expression): string[] {
  return [...partsOf(expression)].flatMap((part) => {
    if (part.kind === 'field') return [part.path];
    const inputs = part.kind === 'format' ? part.call.inputs : part.kind === 'aggregate' ? part.inputs : [];
    return inputs.flatMap((input) => (typeof input === 'object' ? [input.path] : []));
  });
}
