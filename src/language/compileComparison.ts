import type { ValueType } from './aggregates.js';
import { isCalendarDate } from './datesAndNumbers.js';
import { type BinaryExpression, type Expression, expressionText, type Operator } from './grammar.js';
import type { Scalar } from './languageValues.js';
import { type Message, message } from './messageText.js';
import { asText, errorProposing } from './proposals.js';
import { TemplateError } from './templateError.js';
import type { Typed } from './typed.js';

/** The comparisons that have an order, or are of texts. */
export const RESULTS_OF_COMPARISONS: Readonly<
  Record<string, (one: Scalar & {}, other: Scalar & {}) => boolean>
> = {
  contains: (one, other) => String(one).includes(String(other)),
  'starts with': (one, other) => String(one).startsWith(String(other)),
  '<': (one, other) => one < other,
  '<=': (one, other) => one <= other,
  '>': (one, other) => one > other,
  '>=': (one, other) => one >= other,
};

const MIRRORED: Readonly<Partial<Record<Operator, Operator>>> = {
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

type Side = Pick<Typed<[], never>, 'type'>;

/**
 * Refuses comparisons that are always false or always true: text with a number, a date that is not written
 * `YYYY-MM-DD`, true with 1, anything larger than nothing.
 * @throws TemplateError
 */
export function checkComparison(
  { left, sign, right }: BinaryExpression,
  one: Side,
  other: Side,
  compile: (proposal: Expression) => unknown,
): void {
  const isOfText = sign === 'contains' || sign === 'starts with';
  const isDayOfRun =
    (isOfRun(left) || isOfRun(right)) && WRITTEN.includes(one.type) && WRITTEN.includes(other.type);
  if (right.kind === 'constant') {
    checkConstant({ of: left, sign, value: right.value }, typeIn(left, one), compile);
  } else if (left.kind === 'constant' && !isOfText) {
    const compared = { of: right, sign: MIRRORED[sign] ?? sign, value: left.value };
    checkConstant(compared, typeIn(right, other), compile);
  } else if (!isAlike(one.type, other.type) && !isDayOfRun) {
    throw new TemplateError(
      message('compare.kinds', {
        comparison: expressionText({ kind: 'binary', left, sign, right }),
        left: expressionText(left),
        leftType: one.type,
        right: expressionText(right),
        rightType: other.type,
      }),
    );
  }
}

/** The types of the run's fields are inferred from their values, so a label may look like a date in some months. */
function typeIn(side: Expression, { type }: Side): ValueType {
  return type === 'date' && isOfRun(side) ? 'text' : type;
}

function isOfRun(side: Expression): boolean {
  return side.kind === 'field' && side.path.startsWith('run.');
}

function isAlike(left: ValueType, right: ValueType): boolean {
  const kind = (type: ValueType): ValueType =>
    type === 'integer' ? 'number' : type === 'timestamp' ? 'date' : type;
  return kind(left) === kind(right);
}

const WRITTEN: readonly ValueType[] = ['text', 'date', 'timestamp'];

interface Compared {
  readonly of: Expression;
  readonly sign: Operator;
  readonly value: Scalar;
}

function checkConstant(
  { of, sign, value }: Compared,
  type: ValueType,
  compile: (proposal: Expression) => unknown,
): void {
  const [kind, right] = constantMistake({ of, sign, value }, type) ?? [];
  if (kind === undefined) return;
  const field = expressionText(of);
  const comparison = expressionText(comparedTo(of, sign, value));
  const text: Message =
    kind === 'nullOrder' || kind === 'empty'
      ? message(`compare.${kind}`, { comparison })
      : message(`compare.${kind}`, { comparison, field });
  throw errorProposing(text, right === undefined ? [] : [right], compile);
}

type Mismatch = 'minutes' | 'number' | 'boolean' | 'text' | 'date' | 'timestamp' | 'notText';

function comparedTo(left: Expression, sign: Operator, value: Scalar): Expression {
  return { kind: 'binary', left, sign, right: { kind: 'constant', value } };
}

/** The mistake in a comparison with a constant, and what was meant, if that is certain. */
function constantMistake(
  { of, sign, value }: Compared,
  type: ValueType,
): readonly [Mismatch | 'nullOrder' | 'empty', Expression | undefined] | undefined {
  const isEquality = sign === '=' || sign === '!=';
  const negated: Expression = { kind: 'not', of };
  if ((sign === 'contains' || sign === 'starts with') && type !== 'text')
    return ['notText', soughtIn({ of, sign, value }, type)];
  if (value === null) return isEquality ? undefined : ['nullOrder', comparedTo(of, '!=', null)];
  if (value === '') return ['empty', sign === '!=' ? of : negated];
  if (type === 'boolean') {
    const isNo = value === 0 || /^(?:0|false|no|nein|non|nee)$/i.test(String(value));
    return typeof value === 'boolean' ? undefined : [type, isNo === (sign !== '=') ? of : negated];
  }
  if (type === 'text')
    return typeof value === 'string' ? undefined : [type, textMistake({ of, sign, value })];
  return type === 'date' || type === 'timestamp'
    ? dayMistake({ of, sign, value }, type)
    : numberMistake({ of, sign, value }, type);
}

/** What was meant by looking for a text in a value that is none. */
function soughtIn({ of, sign, value }: Compared, type: ValueType): Expression | undefined {
  if (type === 'date') return undefined;
  return value === '' ? comparedTo(of, '!=', null) : comparedTo(asText(of), sign, String(value));
}

/** Larger and smaller are meant by number: as texts, "9" is larger than "100". */
function textMistake({ of, sign, value }: Compared): Expression {
  const asNumber: Expression = { kind: 'format', of, call: { name: 'number', inputs: [] } };
  return typeof value === 'number' && /[<>]/.test(sign)
    ? comparedTo(asNumber, sign, value)
    : comparedTo(of, sign, String(value));
}

function dayMistake(
  { of, sign, value }: Compared,
  type: 'date' | 'timestamp',
): readonly [Mismatch, Expression | undefined] | undefined {
  const text = typeof value === 'string' ? value : '';
  const day = isCalendarDate(text) ? text : dayMeant(String(value));
  const isEquality = sign === '=' || sign === '!=';
  if (type === 'date')
    return day === text ? undefined : [type, day === undefined ? undefined : comparedTo(of, sign, day)];
  const isStamp = text.charAt(10) === 'T' && isCalendarDate(text.slice(0, 10));
  if (isStamp || (day === text && !isEquality)) return undefined;
  return [type, day === undefined ? undefined : comparedTo(of, isEquality ? '>=' : sign, day)];
}

/** `20261031`, `31.10.2026`; with slashes, day and month cannot be told apart. */
function dayMeant(text: string): string | undefined {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? [];
  const [, lastDay, lastMonth, lastYear] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? [];
  const parts = year === undefined ? [lastYear, lastMonth, lastDay] : [year, month, day];
  const found = parts.map((part) => part?.padStart(2, '0') ?? '').join('-');
  return isCalendarDate(found) ? found : undefined;
}

function numberMistake(
  { of, sign, value }: Compared,
  type: ValueType,
): readonly [Mismatch, Expression | undefined] | undefined {
  if (typeof value === 'number') return undefined;
  const kind = type === 'minutes' ? type : 'number';
  const [, hours, minutes] = /^(\d+):([0-5]\d)$/.exec(String(value)) ?? [];
  const isClock = kind === 'minutes' && hours !== undefined;
  const number = isClock ? Number(hours) * 60 + Number(minutes) : numberOf(value);
  return [kind, number === undefined ? undefined : comparedTo(of, sign, number)];
}

function numberOf(value: Scalar): number | undefined {
  return typeof value === 'string' && /^\s*-?\d+(?:\.\d+)?\s*$/.test(value) ? Number(value) : undefined;
}
