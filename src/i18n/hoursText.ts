import { decimalSign } from './dateText.js';
import type { Language } from './language.js';

/** The configurable notations for hours: `7:30` or `7.50`. */
export const HOUR_NOTATIONS = ['clock', 'decimal'] as const;
export type HourNotation = (typeof HOUR_NOTATIONS)[number];

/** Whole minutes as `6543:05`, or as `6543.08` with the decimal sign of the language. */
export function hoursText(minutes: number, notation: HourNotation, language: Language): string {
  const sign = minutes < 0 ? '−' : '';
  const size = Math.abs(minutes);
  if (notation === 'decimal') return `${sign}${decimalText(size / 60, 2, language)}`;
  return `${sign}${Math.floor(size / 60)}:${String(size % 60).padStart(2, '0')}`;
}

/** The same with a sign: `+0:30`, `−1:15`, `0:00`. */
export function signedHoursText(minutes: number, notation: HourNotation, language: Language): string {
  return `${minutes > 0 ? '+' : ''}${hoursText(minutes, notation, language)}`;
}

/** A non-negative number with the decimal sign of the language. */
export function decimalText(value: number, decimals: number, language: Language): string {
  return value.toFixed(decimals).replace('.', decimalSign(language));
}

/** An amount in the format for typing into another system: `−60.00`, or `60,00` in languages with a comma. */
export function handAmountText(
  value: number,
  { decimals, isSigned }: { readonly decimals: number; readonly isSigned: boolean },
  language: Language,
): string {
  const sign = value < 0 ? '−' : isSigned && value > 0 ? '+' : '';
  return `${sign}${decimalText(Math.abs(value), decimals, language)}`;
}
