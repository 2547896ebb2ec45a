import type { ValueType } from './aggregates.js';
import { roundDecimal } from './datesAndNumbers.js';
import type { LanguageSettings, Scalar } from './languageValues.js';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A value within other text, in the language's format: `7,5`, `31.10.2026`, `-1:30`. */
export function formatValue(value: Scalar, type: ValueType, { words }: LanguageSettings): string {
  if (value === null) return '';
  if (typeof value === 'string') return type === 'date' && DAY.test(value) ? words.dateText(value) : value;
  if (typeof value === 'boolean') return String(value);
  if (type === 'notation') return words.minutesText(value);
  if (type === 'duration' || type === 'time') return formatDuration(value);
  const text = Number.isInteger(value) ? String(value) : (roundDecimal(value, 2) ?? value).toFixed(2);
  return text.replace('.', words.decimalSign);
}

function formatDuration(days: number): string {
  const minutes = Math.round(Math.abs(days) * 1440);
  const sign = days < 0 && minutes > 0 ? '-' : '';
  return `${sign}${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}
