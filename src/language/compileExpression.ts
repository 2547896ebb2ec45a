import { cleanNumber, hasSum, type ValueType } from './aggregates.js';
import { checkComparison, RESULTS_OF_COMPARISONS } from './compileComparison.js';
import { convertedBy } from './formats.js';
import {
  type AggregateExpression,
  type BinaryExpression,
  type ChoiceExpression,
  type Expression,
  expressionText,
  type FieldExpression,
  type FormatExpression,
  type SayExpression,
} from './grammar.js';
import type { LanguageSettings, Scalar } from './languageValues.js';
import { message } from './messageText.js';
import { asText, errorProposing } from './proposals.js';
import { TemplateError } from './templateError.js';
import { suggest } from './templateFields.js';
import type { Args, Typed } from './typed.js';
import { formatValue } from './writtenValue.js';

/** Name resolution at a place: fields of a row, of the rows of a group, or of the repetition that contains a cell. */
export interface Names<At extends Args, Context> {
  /** @throws TemplateError for unknown names */
  readonly field: (field: FieldExpression) => Typed<At, Context>;
  readonly aggregate: (aggregate: AggregateExpression) => Typed<At, Context>;
  /** The keys of surrounding groups: one value, although the fields in it have many. */
  readonly key: (text: string) => Typed<At, Context> | undefined;
  readonly settings: LanguageSettings;
}

/** Checks the types of an expression, and prepares its evaluation. @throws TemplateError */
export function compileExpression<At extends Args, Context>(
  expression: Expression,
  names: Names<At, Context>,
): Typed<At, Context> {
  const of = (inside: Expression): Typed<At, Context> => compileExpression(inside, names);
  if (expression.kind === 'field') return names.field(expression);
  if (expression.kind === 'constant') return constant(expression.value);
  const key = names.key(expressionText(expression));
  if (key) return key;
  switch (expression.kind) {
    case 'aggregate':
      return names.aggregate(expression);
    case 'format':
      return formatted(expression, of, names);
    case 'not':
      return lifted('boolean', [of(expression.of)], (value) => !value);
    case 'choice':
      return choice(expression, of);
    case 'say':
      return said(expression, names.settings, of);
    case 'binary':
      return binary(expression, of, names.settings);
  }
}

function formatted<At extends Args, Context>(
  expression: FormatExpression,
  of: Compile<At, Context>,
  names: Names<At, Context>,
): Typed<At, Context> {
  const { call } = expression;
  return convertedBy(call, of(expression.of), names.settings, (path) =>
    orQuoted({ kind: 'field', path }, of, (text) => {
      const inputs = call.inputs.map((input) =>
        typeof input === 'object' && input.path === path ? text : input,
      );
      return { ...expression, call: { ...call, inputs } };
    }),
  );
}

/** The value of a part; where a text without quotes would be accepted in place of an unknown field, that is proposed. */
function orQuoted<At extends Args, Context>(
  part: Expression,
  of: Compile<At, Context>,
  withText: (text: string) => Expression,
): Typed<At, Context> {
  try {
    return of(part);
  } catch (error) {
    if (!(error instanceof TemplateError) || part.kind !== 'field' || part.path.includes('.')) throw error;
    const quoted = errorProposing(error.text, [withText(part.path)], of, (example) =>
      message('compare.quotes', { example }),
    );
    throw 'remedyOf' in quoted.remedyText ? error : quoted;
  }
}

function constant<At extends Args, Context>(value: Scalar): Typed<At, Context> {
  const type = typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : 'text';
  return { type, valueAt: () => () => value, field: undefined, constant: value };
}

function lifted<At extends Args, Context>(
  type: ValueType,
  parts: readonly Typed<At, Context>[],
  make: (one: Scalar, other: Scalar) => Scalar,
): Typed<At, Context> {
  const [first, second] = parts;
  return {
    type,
    field: undefined,
    valueAt: (context) => {
      const [one, other] = [first?.valueAt(context), second?.valueAt(context)];
      return (...at) => make(one?.(...at) ?? null, other?.(...at) ?? null);
    },
  };
}

/** The second condition is only read if the first does not decide. */
function either<At extends Args, Context>(
  sign: 'and' | 'or',
  left: Typed<At, Context>,
  right: Typed<At, Context>,
): Typed<At, Context> {
  const decides = sign === 'or';
  return {
    type: 'boolean',
    field: undefined,
    valueAt: (context) => {
      const [one, other] = [left.valueAt(context), right.valueAt(context)];
      return (...at) => (Boolean(one(...at)) === decides ? decides : Boolean(other(...at)));
    },
  };
}

/** Values one after the other; an empty one adds nothing. */
function joinedText(
  one: readonly [Scalar, ValueType],
  other: readonly [Scalar, ValueType],
  settings: LanguageSettings,
): string {
  return `${formatValue(...one, settings)}${formatValue(...other, settings)}`;
}

type Compile<At extends Args, Context> = (expression: Expression) => Typed<At, Context>;

function binary<At extends Args, Context>(
  expression: BinaryExpression,
  of: Compile<At, Context>,
  settings: LanguageSettings,
): Typed<At, Context> {
  const { sign } = expression;
  if (expression.isUnclear) throw unclearError(expression, of);
  const [left, right] = [of(expression.left), comparedWith(expression, of)];
  if (sign === 'and' || sign === 'or') return either(sign, left, right);
  if (sign === '&')
    return {
      ...lifted<At, Context>('text', [left, right], (one, other) =>
        joinedText([one, left.type], [other, right.type], settings),
      ),
      hasMovedSign: true,
    };
  if (sign === 'in') {
    for (const [side, { type }] of [
      [expression.left, left],
      [expression.right, right],
    ] as const)
      if (type !== 'text')
        throw new TemplateError(message('compare.listOfText', { part: expressionText(side), type }));
    return lifted('boolean', [left, right], (one, other) =>
      String(other ?? '')
        .split(',')
        .some((each) => each.trim() === String(one ?? '')),
    );
  }
  if (/^[-+*/]$/.test(sign)) {
    const type = typeOfArithmetic(expression, left, right, of);
    return lifted(type, [left, right], (one, other) => calculate(one, sign, other));
  }
  checkComparison(expression, left, right, of);
  const compare = RESULTS_OF_COMPARISONS[sign];
  return lifted('boolean', [left, right], (one, other) => {
    if (sign === '=' || sign === '!=') return (one === other) === (sign === '=');
    // null is neither smaller nor larger than any value; text and numbers are not ordered.
    return one !== null && other !== null && typeof one === typeof other && Boolean(compare?.(one, other));
  });
}

/**
 * The right side of a comparison: a word there that is not a field was probably meant as text, and a format that does not
 * fit for the whole comparison.
 */
function comparedWith<At extends Args, Context>(
  expression: BinaryExpression,
  of: Compile<At, Context>,
): Typed<At, Context> {
  const { left, sign, right } = expression;
  if (/^(?:and|or|[-+*/])$/.test(sign)) return of(right);
  if (right.kind === 'field' && of(left).type === 'text')
    return orQuoted(right, of, (text) => ({ ...expression, right: { kind: 'constant', value: text } }));
  try {
    return of(right);
  } catch (error) {
    if (!(error instanceof TemplateError) || right.kind !== 'format') throw error;
    const whole: Expression = { ...right, of: { ...expression, right: right.of } };
    const proposing = errorProposing(error.text, [whole], of);
    throw 'remedyOf' in proposing.remedyText ? error : proposing;
  }
}

/**
 * Minutes with minutes give minutes, numbers with numbers numbers. A literal number may be added to minutes; a number
 * from data may be hours. @throws TemplateError
 */
function typeOfArithmetic(
  expression: BinaryExpression,
  left: Pick<Typed<[], never>, 'type' | 'constant' | 'hasWords'>,
  right: Pick<Typed<[], never>, 'type' | 'constant' | 'hasWords'>,
  of: (proposal: Expression) => unknown,
): ValueType {
  const { sign } = expression;
  for (const [side, { type, hasWords }] of [
    [expression.left, left],
    [expression.right, right],
  ] as const) {
    const text = { part: expressionText(side), sign };
    if (hasWords) throw new TemplateError(message('calculate.words', text));
    if (!hasSum(type)) throw new TemplateError(message('calculate.type', { ...text, type }));
  }
  const [one, other] = [left.type === 'minutes', right.type === 'minutes'];
  const whole = left.type === 'integer' && right.type === 'integer' ? 'integer' : 'number';
  if (one && other && sign !== '*') return sign === '/' ? 'number' : 'minutes';
  if (!one && !other) return sign === '/' ? 'number' : whole;
  const isMixed =
    sign === '*' ? one && other : sign === '/' ? other : (one ? right : left).constant === undefined;
  if (isMixed) throw mixedError(expression, one, other, of);
  return 'minutes';
}

function mixedError(
  { left, sign, right }: BinaryExpression,
  one: boolean,
  other: boolean,
  of: (proposal: Expression) => unknown,
): TemplateError {
  const hours = (side: Expression, isMinutes: boolean): Expression =>
    isMinutes ? { kind: 'format', of: side, call: { name: 'hours', inputs: [] } } : side;
  const both = { kind: 'binary', sign, left: hours(left, one), right: hours(right, other) } as const;
  const text = message('calculate.mixed', {
    calculation: expressionText({ kind: 'binary', sign, left, right }),
  });
  return errorProposing(text, [both], of);
}

/** `a | hours + b`: the format can be meant for `a`, or for the sum. */
function unclearError(
  { left, sign, right }: BinaryExpression,
  of: (proposal: Expression) => unknown,
): TemplateError {
  const together = formattedLast(left, (inside) => ({ kind: 'binary', sign, left: inside, right }));
  return errorProposing(
    message('grammar.signAfterFormat', { sign }),
    [{ kind: 'binary', sign, left, right }, together],
    of,
    (text) => message('write', { text }),
  );
}

/** A value with formats, calculated with before they are applied. */
function formattedLast(value: Expression, calculate: (inside: Expression) => Expression): Expression {
  return value.kind === 'format' ? { ...value, of: formattedLast(value.of, calculate) } : calculate(value);
}

/** There is no result without a value, or for a division by 0. */
function calculate(one: Scalar, sign: string, other: Scalar): Scalar {
  if (typeof one !== 'number' || typeof other !== 'number') return null;
  if (sign === '+') return cleanNumber(one + other);
  if (sign === '-') return cleanNumber(one - other);
  if (sign === '*') return cleanNumber(one * other);
  return other === 0 ? null : cleanNumber(one / other);
}

function choice<At extends Args, Context>(
  expression: ChoiceExpression,
  of: Compile<At, Context>,
): Typed<At, Context> {
  const { condition, whenTrue, otherwise } = expression;
  const test = of(condition);
  const [one, other] = withoutEmptyText(
    orQuoted(whenTrue, of, (text) => ({ ...expression, whenTrue: { kind: 'constant', value: text } })),
    orQuoted(otherwise, of, (text) => ({ ...expression, otherwise: { kind: 'constant', value: text } })),
  );
  const joined = joinedType(one, other);
  const types = { oneType: one.type, otherType: other.type };
  const inText = { ...expression, whenTrue: asText(whenTrue), otherwise: asText(otherwise) };
  if (!joined) throw errorProposing(message('calculate.branches', types), [inText], of);
  return {
    ...joined,
    field: undefined,
    canBeNegative: Boolean(one.canBeNegative || other.canBeNegative),
    hasMovedSign: Boolean(one.hasMovedSign || other.hasMovedSign),
    valueAt: (context) => {
      const [isTrue, first, second] = [test, one, other].map((each) => each.valueAt(context));
      return (...at) => (isTrue?.(...at) ? first : second)?.(...at) ?? null;
    },
  };
}

/** `""` in place of a number or a date is an empty value, so that a format or a calculation may follow. */
function withoutEmptyText<At extends Args, Context>(
  ...branches: readonly [Typed<At, Context>, Typed<At, Context>]
): readonly [Typed<At, Context>, Typed<At, Context>] {
  const [one, other] = branches;
  if (one.constant === '' && other.type !== 'text') return [constant(null), other];
  return other.constant === '' && one.type !== 'text' ? [one, constant(null)] : branches;
}

/** A text of the template with its values. @throws TemplateError if there is no such text, or it takes other values */
function said<At extends Args, Context>(
  { key, of: values }: SayExpression,
  settings: LanguageSettings,
  of: Compile<At, Context>,
): Typed<At, Context> {
  const { phrases } = settings;
  if (phrases === undefined) throw new TemplateError(message('say.notHere'));
  const typed = values.map(of);
  const phrase = phrases.get(key);
  if (!phrase)
    throw new TemplateError(message('say.none', { key }), suggest(key, [...phrases.keys()], 'phrase'));
  const { parameters, write } = phrase;
  if (values.length !== parameters.length)
    throw new TemplateError(message('say.values', { key, count: parameters.length }));
  for (const [at, { type, hasWords }] of typed.entries()) {
    const value = values[at];
    if (parameters[at] === 'number' && value && (!hasSum(type) || hasWords))
      throw new TemplateError(message('say.number', { key, value: expressionText(value) }));
  }
  return {
    type: 'text',
    field: undefined,
    valueAt: (context) => {
      const parts = typed.map(({ valueAt, type }, at) => {
        const valueHere = valueAt(context);
        if (parameters[at] === 'number') return (...place: At) => Number(valueHere(...place) ?? 0);
        const written = type === 'minutes' ? 'notation' : type;
        return (...place: At) => formatValue(valueHere(...place), written, settings);
      });
      return (...place) => write(parts.map((part) => part(...place)));
    },
  };
}

type Branch = Pick<Typed<[], never>, 'type' | 'constant' | 'hasWords'>;

/**
 * Both branches have the same type; null fits all types, a literal number can be minutes, and text can replace any
 * type.
 */
function joinedType(one: Branch, other: Branch): Pick<Typed<[], never>, 'type' | 'hasWords'> | undefined {
  const hasWords = Boolean(one.hasWords || other.hasWords);
  for (const [first, second] of [
    [one, other],
    [other, one],
  ] as const) {
    if (first.type === second.type || second.constant === null) return { type: first.type, hasWords };
    if (typeof second.constant === 'string') return { type: first.type, hasWords: true };
    if (hasSum(first.type) && typeof second.constant === 'number') {
      const isWhole = first.type !== 'integer' || Number.isInteger(second.constant);
      return { type: isWhole ? first.type : 'number', hasWords };
    }
  }
  return one.type !== 'minutes' && other.type !== 'minutes' && hasSum(one.type) && hasSum(other.type)
    ? { type: 'number', hasWords }
    : undefined;
}
