import { type Message, message } from '../../i18n/message.js';
import { isCalendarDate } from '../cells/serialDate.js';
import type { Scalar } from '../model.js';
import { TemplateError } from '../workbookError.js';
import type { ValueType } from './aggregates.js';

import { type BinaryExpression, expressionText } from './grammar.js';

/** null is neither smaller nor larger than any value; text and numbers are not ordered. */
export function compareValues(left: Scalar, sign: string, right: Scalar): boolean {
  if (sign === '=') return left === right;
  if (sign === '!=') return left !== right;
  if (left === null || right === null || typeof left !== typeof right) return false;
  if (sign === 'contains') return String(left).includes(String(right));
  if (sign === 'starts with') return String(left).startsWith(String(right));
  if (sign === '<') return left < right;
  if (sign === '<=') return left <= right;
  return sign === '>' ? left > right : left >= right;
}

/** One side of a comparison. */
interface Side {
  readonly type: ValueType;
  readonly constant?: Scalar;
}

interface Compared {
  /** As written, for messages. */
  readonly field: string;
  readonly sign: string;
  readonly value: Scalar;
}

const MIRRORED: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

/**
 * Refuses comparisons that are always false or always true: text with a number, a date that is not written
 * `YYYY-MM-DD`, true with 1, anything larger than nothing.
 * @throws TemplateError
 */
export function checkComparison({ left, sign, right }: BinaryExpression, one: Side, other: Side): void {
  const isOfText = sign === 'contains' || sign === 'starts with';
  const isDayOfRun =
    (isOfRun(left) || isOfRun(right)) && WRITTEN.includes(one.type) && WRITTEN.includes(other.type);
  if (right.kind === 'constant') {
    checkConstant({ field: expressionText(left), sign, value: right.value }, typeIn(left, one), isOfText);
  } else if (left.kind === 'constant' && !isOfText) {
    const compared = { field: expressionText(right), sign: MIRRORED[sign] ?? sign, value: left.value };
    checkConstant(compared, typeIn(right, other), false);
  } else if (!isAlike(one.type, other.type) && !isDayOfRun) {
    throw new TemplateError(
      message('workbook.compare.kinds', {
        ...{ comparison: expressionText({ kind: 'binary', left, sign, right }) },
        ...{ left: expressionText(left), leftType: one.type },
        ...{ right: expressionText(right), rightType: other.type },
      }),
    );
  }
}

type Operand = BinaryExpression['left'];

/** The types of the run's fields are inferred from their values, so a label may look like a date in some months. */
function typeIn(side: Operand, { type }: Side): ValueType {
  return type === 'date' && isOfRun(side) ? 'text' : type;
}

function isOfRun(side: Operand): boolean {
  return side.kind === 'field' && side.path.startsWith('run.');
}

function isAlike(left: ValueType, right: ValueType): boolean {
  const kind = (type: ValueType): ValueType =>
    type === 'integer' ? 'number' : type === 'timestamp' ? 'date' : type;
  return kind(left) === kind(right);
}

const WRITTEN: readonly ValueType[] = ['text', 'date', 'timestamp'];

function checkConstant(compared: Compared, type: ValueType, isOfText: boolean): void {
  const { field, sign, value } = compared;
  if (isOfText && type !== 'text') {
    const right = `(${field} | text) ${sign} "${value}"`;
    throw comparisonError('notText', compared, type === 'date' ? `${field} >= "2026-10-01"` : right);
  }
  if (value === null) {
    if (sign === '=' || sign === '!=') return;
    throw comparisonError('nullOrder', compared, `${field} != null`);
  }
  if (value === '') {
    const right = sign === '!=' ? field : `not ${field}`;
    throw comparisonError('empty', compared, right);
  }
  if (type === 'boolean') requireBoolean(compared);
  else if (type === 'text' || type === 'date' || type === 'timestamp') requireText(compared, type);
  else requireNumber(compared, type === 'minutes' ? 'minutes' : 'number');
}

function requireNumber(compared: Compared, kind: 'minutes' | 'number'): void {
  const { field, sign, value } = compared;
  if (typeof value === 'number') return;
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
  const example = kind === 'minutes' ? 60 : 1;
  throw comparisonError(kind, compared, `${field} ${sign} ${Number.isNaN(number) ? example : number}`);
}

function requireBoolean(compared: Compared): void {
  const { field, sign, value } = compared;
  if (typeof value === 'boolean') return;
  const isNo = value === 0 || /^(?:0|false|no|nein|non|nee)$/i.test(String(value));
  const isMet = sign === '=' ? !isNo : isNo;
  throw comparisonError('boolean', compared, isMet ? field : `not ${field}`);
}

function requireText(compared: Compared, type: 'text' | 'date' | 'timestamp'): void {
  const { field, sign, value } = compared;
  if (type === 'text') {
    if (typeof value === 'string') return;
    throw comparisonError('text', compared, `${field} ${sign} "${value}"`);
  }
  const text = typeof value === 'string' ? value : '';
  const isDay = isCalendarDate(text);
  if (type === 'date') {
    if (isDay) return;
    throw comparisonError('date', compared, `${field} ${sign} "2026-10-31"`);
  }
  const isStamp = text.charAt(10) === 'T' && isCalendarDate(text.slice(0, 10));
  const isEquality = sign === '=' || sign === '!=';
  if (isStamp || (isDay && !isEquality)) return;
  const right = `${field} ${isEquality ? '>=' : sign} "${isDay ? text : '2026-10-31'}"`;
  throw comparisonError('timestamp', compared, right);
}

type Mismatch = 'minutes' | 'number' | 'boolean' | 'text' | 'date' | 'timestamp' | 'notText';

/** @param right a valid comparison */
function comparisonError(
  kind: Mismatch | 'nullOrder' | 'empty',
  { field, sign, value }: Compared,
  right: string,
): TemplateError {
  const comparison = `${field} ${sign} ${typeof value === 'string' ? `"${value}"` : String(value)}`;
  const text: Message =
    kind === 'nullOrder' || kind === 'empty'
      ? message(`workbook.compare.${kind}`, { comparison })
      : message(`workbook.compare.${kind}`, { comparison, field });
  return new TemplateError(text, message('workbook.example', { example: right }));
}
