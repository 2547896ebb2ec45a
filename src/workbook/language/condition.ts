import { type Message, message } from '../../i18n/message.js';
import { isCalendarDate } from '../cells/serialDate.js';
import type { FieldType, Scalar } from '../model.js';
import { TemplateError } from '../workbookError.js';
import type { WordReader } from './placeholder.js';

type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>=';

/** `workedMinutes > 0 and not reviewed`. A field alone holds if it is not null, empty, 0 or false. */
export type Condition =
  | { readonly kind: 'field'; readonly field: string }
  | { readonly kind: 'compare'; readonly field: string; readonly sign: Comparison; readonly value: Scalar }
  | { readonly kind: 'not'; readonly of: Condition }
  | { readonly kind: 'and' | 'or'; readonly left: Condition; readonly right: Condition };

/** Reads a condition; `and` binds stronger than `or`. @throws TemplateError */
export function readCondition(words: WordReader): Condition {
  let left = readAnd(words);
  while (words.take('or')) left = { kind: 'or', left, right: readAnd(words) };
  return left;
}

function readAnd(words: WordReader): Condition {
  let left = readSingle(words);
  while (words.take('and')) left = { kind: 'and', left, right: readSingle(words) };
  return left;
}

const SIGNS: Readonly<Record<string, Comparison>> = {
  ...{ '=': '=', '!=': '!=', '<>': '!=', '<': '<', '<=': '<=', '>': '>', '>=': '>=' },
};

function readSingle(words: WordReader): Condition {
  if (words.take('not')) return { kind: 'not', of: readSingle(words) };
  const field = words.name(message('workbook.grammar.what.field'));
  const next = words.peek();
  const sign = next?.kind === 'sign' ? SIGNS[next.text] : undefined;
  if (!sign) return { kind: 'field', field };
  words.next();
  return { kind: 'compare', field, sign, value: readValue(words) };
}

function readValue(words: WordReader): Scalar {
  const word = words.next();
  if (word?.kind === 'text') return word.text;
  if (word?.kind === 'number') return Number(word.text);
  const constants: Readonly<Record<string, Scalar>> = { true: true, false: false, null: null };
  const value = word?.kind === 'name' ? constants[word.text.toLowerCase()] : undefined;
  if (value !== undefined) return value;
  throw new TemplateError(message('workbook.grammar.noValue'));
}

/** The fields that a condition looks at. */
export function conditionFields(condition: Condition): string[] {
  if ('field' in condition) return [condition.field];
  if (condition.kind === 'not') return conditionFields(condition.of);
  return [...conditionFields(condition.left), ...conditionFields(condition.right)];
}

export function evaluateCondition(condition: Condition, fieldValue: (field: string) => Scalar): boolean {
  switch (condition.kind) {
    case 'field':
      return Boolean(fieldValue(condition.field));
    case 'compare':
      return compareValues(fieldValue(condition.field), condition.sign, condition.value);
    case 'not':
      return !evaluateCondition(condition.of, fieldValue);
    case 'and':
      return evaluateCondition(condition.left, fieldValue) && evaluateCondition(condition.right, fieldValue);
    case 'or':
      return evaluateCondition(condition.left, fieldValue) || evaluateCondition(condition.right, fieldValue);
  }
}

/** Nothing is smaller or larger than null, and no text than a number. */
function compareValues(left: Scalar, sign: Comparison, right: Scalar): boolean {
  if (sign === '=') return left === right;
  if (sign === '!=') return left !== right;
  if (left === null || right === null || typeof left !== typeof right) return false;
  if (sign === '<') return left < right;
  if (sign === '<=') return left <= right;
  return sign === '>' ? left > right : left >= right;
}

type Compared = Extract<Condition, { kind: 'compare' }>;

/**
 * Refuses comparisons that never hold, or always do, whatever the data: text with a number, a date that is not written
 * `YYYY-MM-DD`, true with 1, anything larger than nothing.
 * @param typeOf undefined for fields that are not known: these are told elsewhere
 * @throws TemplateError
 */
export function checkComparedTypes(
  condition: Condition,
  typeOf: (field: string) => FieldType | undefined,
): void {
  if (condition.kind === 'compare') {
    checkComparison(condition, knownType(condition.field, typeOf(condition.field)));
  } else if (condition.kind === 'not') {
    checkComparedTypes(condition.of, typeOf);
  } else if (condition.kind !== 'field') {
    checkComparedTypes(condition.left, typeOf);
    checkComparedTypes(condition.right, typeOf);
  }
}

/** The types of the run's fields are read off their values, so that a label may look like a date in some months. */
function knownType(field: string, type: FieldType | undefined): FieldType | undefined {
  return type === 'date' && field.startsWith('run.') ? 'text' : type;
}

function checkComparison(compared: Compared, type: FieldType | undefined): void {
  const { field, sign, value } = compared;
  if (type === undefined) return;
  if (value === null) {
    if (sign === '=' || sign === '!=') return;
    throw comparisonError('nullOrder', compared, `${field} != null`);
  }
  if (value === '') {
    const right = sign === '!=' ? field : `not ${field}`;
    throw comparisonError('empty', compared, right);
  }
  if (type === 'minutes' || type === 'integer' || type === 'number') requireNumber(compared, type);
  else if (type === 'boolean') requireBoolean(compared);
  else requireText(compared, type);
}

function requireNumber(compared: Compared, type: 'minutes' | 'integer' | 'number'): void {
  const { field, sign, value } = compared;
  if (typeof value === 'number') return;
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
  const [kind, example] = type === 'minutes' ? (['minutes', 60] as const) : (['number', 1] as const);
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

type Mismatch = 'nullOrder' | 'empty' | 'minutes' | 'number' | 'boolean' | 'text' | 'date' | 'timestamp';

/** @param right a comparison that would work */
function comparisonError(kind: Mismatch, { field, sign, value }: Compared, right: string): TemplateError {
  const comparison = `${field} ${sign} ${typeof value === 'string' ? `"${value}"` : String(value)}`;
  return new TemplateError(
    comparisonText(kind, { comparison, field }),
    message('workbook.example', { example: right }),
  );
}

function comparisonText(
  kind: Mismatch,
  { comparison, field }: { comparison: string; field: string },
): Message {
  if (kind === 'nullOrder' || kind === 'empty') return message(`workbook.compare.${kind}`, { comparison });
  return message(`workbook.compare.${kind}`, { comparison, field });
}
