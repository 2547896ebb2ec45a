/** Where the parts of a pattern stand in `YYYY-MM-DD`; drawn workbooks know the same ones, and would load their engine. */
const PARTS: Readonly<Record<string, (date: string) => string>> = {
  YYYY: (date) => date.slice(0, 4),
  YY: (date) => date.slice(2, 4),
  MM: (date) => date.slice(5, 7),
  M: (date) => withoutZero(date.slice(5, 7)),
  DD: (date) => date.slice(8, 10),
  D: (date) => withoutZero(date.slice(8, 10)),
};

const TOKENS = new RegExp(`(${Object.keys(PARTS).join('|')})`, 'g');

function withoutZero(digits: string): string {
  return digits.startsWith('0') ? digits.slice(1) : digits;
}

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
    const text = parts.map((part) => PARTS[part]?.(date) ?? part).join('');
    if (written.size < MOST_DATES) written.set(date, text);
    return text;
  };
}

const MOST_DATES = 1_000;
