import { randomInt } from 'node:crypto';
import { inspect } from 'node:util';

/**
 * Colour adds to words and never replaces them. Only `terminal.ts` shows it: without a terminal, and under NO_COLOR,
 * the text remains unchanged. Texts for files, mails and `--json` are never painted.
 */
export const paint = {
  error: painter('red'),
  warning: painter('yellow'),
  good: painter('green'),
  file: painter('cyan'),
  heading: painter('bold'),
} as const;

/**
 * Distinguishes our marks from escape sequences in data, which cannot contain it. Four digits, so that `string-width`
 * skips it.
 */
const SIGNATURE = `${randomInt(1000, 10_000)};${randomInt(1000, 10_000)}`;
const ESCAPE = '\u001b';
const MARK = new RegExp(`${ESCAPE}\\[${SIGNATURE};(\\d+)m`);

function painter(style: string): (text: string) => string {
  const [start, end] = inspect.colors[style] ?? [0, 0];
  return (text) => `${mark(start)}${text}${mark(end)}`;
}

function mark(code: number): string {
  return `${ESCAPE}[${SIGNATURE};${code}m`;
}

/** A painted text for a stream. @param shown makes the text between the marks safe to display */
export function renderPaint(text: string, hasColour: boolean, shown: (text: string) => string): string {
  return text
    .split(MARK)
    .map((part, index) => {
      const isText = index % 2 === 0;
      if (isText) return shown(part);
      return hasColour ? `${ESCAPE}[${part}m` : '';
    })
    .join('');
}
