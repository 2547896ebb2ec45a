import { isDate } from '../../cells/serialDate.js';
import type { FieldType } from '../../model.js';
import { Mistake } from '../mistake.js';
import type { Condition } from './condition.js';

type Compared = Extract<Condition, { kind: 'compare' }>;

/**
 * Refuses comparisons that never hold, or always do, whatever the data: text with a number, a date that is not written
 * `YYYY-MM-DD`, true with 1, anything larger than nothing.
 * @param typeOf undefined for fields that are not known: these are told elsewhere
 * @throws Mistake
 */
export function checkComparedTypes(
  condition: Condition,
  typeOf: (field: string) => FieldType | undefined,
): void {
  if (condition.kind === 'compare') {
    checkComparison(condition, certainType(condition.field, typeOf(condition.field)));
  } else if (condition.kind === 'not') {
    checkComparedTypes(condition.of, typeOf);
  } else if (condition.kind !== 'field') {
    checkComparedTypes(condition.left, typeOf);
    checkComparedTypes(condition.right, typeOf);
  }
}

/** The types of the run's fields are read off their values, so that a label may look like a date in some months. */
function certainType(field: string, type: FieldType | undefined): FieldType | undefined {
  return type === 'date' && field.startsWith('run.') ? 'text' : type;
}

function checkComparison(compared: Compared, type: FieldType | undefined): void {
  const { field, sign, value } = compared;
  if (type === undefined) return;
  if (value === null) {
    if (sign === '=' || sign === '!=') return;
    throw mistake(compared, 'nothing is smaller or larger than null', `${field} != null`);
  }
  if (value === '') {
    const remedy = sign === '!=' ? field : `not ${field}`;
    throw mistake(compared, 'what is empty is null, not ""', remedy);
  }
  if (type === 'minutes' || type === 'integer' || type === 'number') requireNumber(compared, type);
  else if (type === 'boolean') requireBoolean(compared);
  else requireText(compared, type);
}

function requireNumber(compared: Compared, type: 'minutes' | 'integer' | 'number'): void {
  const { field, sign, value } = compared;
  if (typeof value === 'number') return;
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
  const [what, example] = type === 'minutes' ? ['a number of minutes', 60] : ['a number', 1];
  throw mistake(
    compared,
    `${field} is ${what}`,
    `${field} ${sign} ${Number.isNaN(number) ? example : number}`,
  );
}

function requireBoolean(compared: Compared): void {
  const { field, sign, value } = compared;
  if (typeof value === 'boolean') return;
  const isNo = value === 0 || /^(?:0|false|no|nein|non|nee)$/i.test(String(value));
  const isMet = sign === '=' ? !isNo : isNo;
  throw mistake(compared, `${field} is true or false`, isMet ? field : `not ${field}`);
}

function requireText(compared: Compared, type: 'text' | 'date' | 'timestamp'): void {
  const { field, sign, value } = compared;
  if (type === 'text') {
    if (typeof value === 'string') return;
    throw mistake(compared, `${field} is text`, `${field} ${sign} "${value}"`);
  }
  const text = typeof value === 'string' ? value : '';
  const isDay = isDate(text);
  if (type === 'date') {
    if (isDay) return;
    throw mistake(compared, `${field} is a date, written YYYY-MM-DD`, `${field} ${sign} "2026-10-31"`);
  }
  const isStamp = text.charAt(10) === 'T' && isDate(text.slice(0, 10));
  const isEquality = sign === '=' || sign === '!=';
  if (isStamp || (isDay && !isEquality)) return;
  const problem = `${field} is a day and time, written YYYY-MM-DDTHH:MM:SS+HH:MM`;
  throw mistake(compared, problem, `${field} ${isEquality ? '>=' : sign} "${isDay ? text : '2026-10-31'}"`);
}

function mistake({ field, sign, value }: Compared, problem: string, right: string): Mistake {
  const written = typeof value === 'string' ? `"${value}"` : String(value);
  return new Mistake(`"${field} ${sign} ${written}": ${problem}`, `Write for example: ${right}.`);
}
