import type { FullSettings } from '../../fillSettings.js';
import type { Scalar } from '../../model.js';
import { rounded } from '../rounded.js';
import type { ValueType } from './filling.js';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A value within other text, as people of the language write it: `7,5`, `31.10.2026`, `-1:30`. */
export function valueText(value: Scalar, type: ValueType, { words }: FullSettings): string {
  if (value === null) return '';
  if (typeof value === 'string') return type === 'date' && DAY.test(value) ? words.dateText(value) : value;
  if (typeof value === 'boolean') return String(value);
  if (type === 'duration' || type === 'time') return clockText(value);
  const text = Number.isInteger(value) ? String(value) : (rounded(value, 2) ?? value).toFixed(2);
  return text.replace('.', words.decimalSign);
}

function clockText(days: number): string {
  const minutes = Math.round(Math.abs(days) * 1440);
  const sign = days < 0 && minutes > 0 ? '-' : '';
  return `${sign}${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}
