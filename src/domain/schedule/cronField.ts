/** What a field of a cron line may hold. */
export interface CronFieldKind {
  readonly name: 'minute' | 'hour' | 'day of month' | 'month' | 'weekday';
  readonly least: number;
  readonly most: number;
  /** Three-letter names, the first one standing for `least`. */
  readonly names?: readonly string[];
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

export const MINUTE: CronFieldKind = { name: 'minute', least: 0, most: 59 };
export const HOUR: CronFieldKind = { name: 'hour', least: 0, most: 23 };
export const DAY_OF_MONTH: CronFieldKind = { name: 'day of month', least: 1, most: 31 };
export const MONTH: CronFieldKind = { name: 'month', least: 1, most: 12, names: MONTHS };
/** 0 and 7 are both Sunday. */
export const WEEKDAY: CronFieldKind = { name: 'weekday', least: 0, most: 7, names: WEEKDAYS };

/** Why a field cannot be read, as the end of a sentence that names the field. */
export class CronFieldProblem extends Error {}

/** The numbers that a list such as `1-5,10,*` + `/2` names, ascending. @throws CronFieldProblem */
export function numbersOf(text: string, kind: CronFieldKind): readonly number[] {
  const numbers = new Set(text.split(',').flatMap((part) => numbersOfPart(part, kind)));
  return [...numbers].sort((a, b) => a - b);
}

/** `*`, `5`, `MON`, `1-5`, any of them with `/2`; `5/2` counts from 5 to the end. */
export function numbersOfPart(part: string, kind: CronFieldKind): number[] {
  const [range = '', stepText, ...more] = part.split('/');
  if (more.length > 0 || part === '') throw new CronFieldProblem(`"${part}" cannot be read`);
  const step = stepText === undefined ? 1 : stepOf(stepText);
  const [from, to] = boundsOf(range, kind, stepText !== undefined);
  return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step);
}

function boundsOf(range: string, kind: CronFieldKind, hasStep: boolean): readonly [number, number] {
  if (range === '*') return [kind.least, kind.name === 'weekday' ? 6 : kind.most];
  const [first = '', last, ...more] = range.split('-');
  if (more.length > 0) throw new CronFieldProblem(`"${range}" cannot be read`);
  const from = cronNumber(first, kind);
  if (last === undefined) return [from, hasStep ? (kind.name === 'weekday' ? 6 : kind.most) : from];
  const end = cronNumber(last, kind);
  // A week that ends on Sunday: FRI-SUN.
  const to = kind.name === 'weekday' && end === 0 && from > 0 ? 7 : end;
  if (to < from) throw new CronFieldProblem(`"${range}" ends before it begins`);
  return [from, to];
}

function stepOf(text: string): number {
  const step = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (step < 1) throw new CronFieldProblem(`"/${text}" is no step`);
  return step;
}

/** A number or a name of the field. @throws CronFieldProblem */
export function cronNumber(text: string, { least, most, names = [] }: CronFieldKind): number {
  const named = names.indexOf(text.toUpperCase());
  if (named >= 0) return least + named;
  const number = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  const known = names.length > 0 ? ` or ${names[0]} to ${names.at(-1)}` : '';
  throw new CronFieldProblem(`"${text}" is not ${least} to ${most}${known}`);
}
