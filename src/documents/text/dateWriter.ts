import { DAY_DIGITS_IN_CAPITALS } from '../../workbook/index.js';

const TOKENS = new RegExp(`(${Object.keys(DAY_DIGITS_IN_CAPITALS).join('|')})`, 'g');

/** True for patterns such as `DD.MM.YYYY`, `YYYYMMDD`, `MM/YYYY` or `D`: tokens, and signs that are no letters. */
export function isDatePattern(pattern: string): boolean {
  return /[YMD]/.test(pattern) && !/\p{L}/u.test(pattern.replace(TOKENS, ''));
}

/** A function that writes dates `YYYY-MM-DD` in a pattern of YYYY, YY, MM, M, DD and D. */
export function dateWriter(pattern: string): (date: string) => string {
  const parts = pattern.split(TOKENS);
  // The days of a period come again and again.
  const written = new Map<string, string>();
  return (date) => {
    const known = written.get(date);
    if (known !== undefined) return known;
    const text = dateText(parts, date);
    if (written.size < MOST_DATES) written.set(date, text);
    return text;
  };
}

const MOST_DATES = 1_000;

function dateText(parts: readonly string[], date: string): string {
  const wall = {
    year: Number(date.slice(0, 4)),
    month: Number(date.slice(5, 7)),
    day: Number(date.slice(8, 10)),
    hour: 0,
    minute: 0,
    second: 0,
  };
  return parts.map((part) => DAY_DIGITS_IN_CAPITALS[part]?.(wall) ?? part).join('');
}
