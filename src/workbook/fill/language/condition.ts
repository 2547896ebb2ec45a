import type { Scalar } from '../../model.js';
import type { WordReader } from './words.js';

export type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>=';

/** `workedMinutes > 0 and not reviewed`. A field alone holds if it is not null, empty, 0 or false. */
export type Condition =
  | { readonly kind: 'field'; readonly field: string }
  | { readonly kind: 'compare'; readonly field: string; readonly sign: Comparison; readonly value: Scalar }
  | { readonly kind: 'not'; readonly of: Condition }
  | { readonly kind: 'and' | 'or'; readonly left: Condition; readonly right: Condition };

/** Reads a condition; `and` binds stronger than `or`. @throws SyntaxError */
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
  const field = words.name('a field');
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
  throw new SyntaxError('a value is missing: a number, "text" in quotes, true, false or null');
}

/** The fields that a condition looks at. */
export function conditionFields(condition: Condition): string[] {
  if ('field' in condition) return [condition.field];
  if (condition.kind === 'not') return conditionFields(condition.of);
  return [...conditionFields(condition.left), ...conditionFields(condition.right)];
}

export function conditionHolds(condition: Condition, fieldValue: (field: string) => Scalar): boolean {
  switch (condition.kind) {
    case 'field':
      return Boolean(fieldValue(condition.field));
    case 'compare':
      return compares(fieldValue(condition.field), condition.sign, condition.value);
    case 'not':
      return !conditionHolds(condition.of, fieldValue);
    case 'and':
      return conditionHolds(condition.left, fieldValue) && conditionHolds(condition.right, fieldValue);
    case 'or':
      return conditionHolds(condition.left, fieldValue) || conditionHolds(condition.right, fieldValue);
  }
}

/** Nothing is smaller or larger than null, and no text than a number. */
function compares(left: Scalar, sign: Comparison, right: Scalar): boolean {
  if (sign === '=') return left === right;
  if (sign === '!=') return left !== right;
  if (left === null || right === null || typeof left !== typeof right) return false;
  if (sign === '<') return left < right;
  if (sign === '<=') return left <= right;
  return sign === '>' ? left > right : left >= right;
}
