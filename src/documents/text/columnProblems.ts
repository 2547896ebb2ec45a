import { amountKeys } from './amountKeys.js';
import type { ColumnFormat } from './columnFormat.js';
import type { ColumnSpec } from './columnSpec.js';

/** A key of a column that cannot mean anything beside the others. */
export interface ColumnProblem {
  readonly key: string;
  readonly message: string;
}

const TEXT_SOURCES = ['const', 'variable', 'text'] as const;
const TEXT_FORMATS: readonly ColumnFormat['type'][] = ['text', 'boolean', 'date', 'weekday'];

/** Formats whose text is a number that `min` and `max` can be compared with, and texts of digits. */
const COMPARABLE: readonly ColumnFormat['type'][] = ['text', 'integer', 'minutes', 'hours'];

/** What would be ignored, or would mean something else than it says: refused before anything is written. */
export function columnProblems(spec: ColumnSpec): ColumnProblem[] {
  return [...onTexts(spec), ...onSlots(spec), ...onRanges(spec)];
}

function onTexts(spec: ColumnSpec): ColumnProblem[] {
  const source = TEXT_SOURCES.find((each) => spec[each] !== undefined);
  const format = TEXT_FORMATS.find((type) => type === spec.format?.type);
  if (source === undefined && format === undefined) return [];
  const reason = source === undefined ? `the format ${format}` : `"${source}"`;
  return amountKeys(spec).map((key) => ({ key, message: `is for amounts, and ${reason} writes a text` }));
}

/** A column of slots holds another pay code on every line. */
function onSlots({ slots, total, reconcile }: ColumnSpec): ColumnProblem[] {
  if (slots === undefined) return [];
  const problems: ColumnProblem[] = [];
  if (total) problems.push({ key: 'total', message: `${OTHER_CODES} total: ${USE_OTHERS}` });
  if (reconcile !== false)
    problems.push({ key: 'reconcile', message: `${OTHER_CODES} sum to agree with: ${USE_OTHERS}` });
  return problems;
}

const OTHER_CODES = 'the columns of "slots" hold other pay codes on every line, so they have no';
const USE_OTHERS = 'use "pivot", or a column with "code" for each pay code';

function onRanges({ min, max, format }: ColumnSpec): ColumnProblem[] {
  if (format === undefined || COMPARABLE.includes(format.type)) return [];
  const message = `cannot be compared with the format ${format.type}${TEXT_FORMATS.includes(format.type) ? '' : ': use minMinutes or maxMinutes'}`;
  return [
    ...(min === undefined ? [] : [{ key: 'min', message }]),
    ...(max === undefined ? [] : [{ key: 'max', message }]),
  ];
}
