import stringWidth from 'string-width';
import { withoutSecrets } from './outsideText.js';

/** French has a space before some signs, which must not start a line. */
const BETWEEN_WORDS = / (?![;:!?»](?: |$))/g;

/**
 * Text that is typed, copied or read as a whole: a command in quotes or at the end of a line, an option with its value,
 * or the count of an exception.
 */
const UNBREAKABLE =
  /`[^`\n]+`|"(?:npx )?(?:paytally|-)[^"\n]*"|(?<=: )(?:npx )?paytally .*[^.]$|--[\w-]+ [A-Z][A-Z_]*(?:=\S+)?|\b\d+ [A-Z]{2}\w+/g;

function splitIntoWords(text: string): string[] {
  const whole = [...text.matchAll(UNBREAKABLE)].map(({ 0: found, index }) => [index, index + found.length]);
  const words: string[] = [];
  let start = 0;
  for (const { index } of text.matchAll(BETWEEN_WORDS)) {
    if (whole.some(([from = 0, to = 0]) => index > from && index < to)) continue;
    words.push(text.slice(start, index));
    start = index + 1;
  }
  return [...words, text.slice(start)];
}

/**
 * Breaks a text between words so that its lines fit. Longer words and text to type stay whole. Without a width (no
 * terminal), the text is unchanged. A secret may contain spaces, so it is removed first.
 */
export function wrapped(text: string, width: number | undefined, indent = '', deeper = indent): string[] {
  const lines: string[] = [];
  let line = indent;
  for (const word of splitIntoWords(withoutSecrets(text))) {
    const isFirst = line === indent || line === deeper;
    const longer = isFirst ? line + word : `${line} ${word}`;
    if (width !== undefined && !isFirst && stringWidth(longer) > width) {
      lines.push(line);
      line = deeper + word;
    } else line = longer;
  }
  return [...lines, line];
}

/** The text before the second column of a line with two columns, otherwise the indent. */
const FIRST_COLUMN = /^\s*\S.*?\S? {2,}(?=\S)|^\s*/;

/** Lines that users copy unchanged: JSON, and the frames of a stack. */
const COPIED = /^\{|^ +at /;

/** A text of several lines in a terminal: a line that is too long continues below the start of its text. */
export function fittedText(text: string, width: number | undefined): string {
  return text
    .split('\n')
    .flatMap((line) => {
      if (width === undefined || COPIED.test(line) || stringWidth(line) <= width) return [line];
      const [first = ''] = FIRST_COLUMN.exec(line) ?? [];
      const isColumn = stringWidth(first) < width / 2;
      const before = isColumn ? first : (/^\s*/.exec(line)?.[0] ?? '');
      const below = ' '.repeat(stringWidth(before));
      return wrapped(line.slice(before.length), width, before, below);
    })
    .join('\n');
}
