import stringWidth from 'string-width';
import { wrapped } from '../terminalText.js';
import type { ExplainWords, Fact } from './explainWords.js';

const INDENT = '  ';
/** Where there is no terminal that says how wide it is. */
const USUAL_WIDTH = 98;

/** A name and what is to be said about it, line under line; nothing where there is nothing to say. */
export function factLines(
  { say, nameWidth }: ExplainWords,
  name: Fact | '!',
  lines: readonly string[],
): string[] {
  const shown = name === '!' ? name : say(`fact-${name}`);
  return lines.map((line, index) => `${INDENT}${(index === 0 ? shown : '').padEnd(nameWidth)}${line}`);
}

/** Breaks lines that are wider than the terminal; what follows the first line of a fact is set in below its text. */
export function fitted({ nameWidth }: ExplainWords, lines: readonly string[], width = USUAL_WIDTH): string[] {
  const textColumn = INDENT.length + nameWidth;
  return lines.flatMap((line) => {
    if (stringWidth(line) <= width) return line;
    const isFact = line.startsWith(INDENT) && line[textColumn - 1] === ' ';
    const name = isFact ? line.slice(0, textColumn) : '';
    return wrapped(line.slice(name.length), width, name, isFact ? ' '.repeat(textColumn + 2) : '');
  });
}
