import stringWidth from 'string-width';
import { wrapped } from '../terminalText.js';

const NAME_WIDTH = 9;
const INDENT = '  ';
const TEXT_COLUMN = INDENT.length + NAME_WIDTH;
/** Where there is no terminal that says how wide it is. */
const USUAL_WIDTH = 98;

/** A name and what is to be said about it, line under line; nothing where there is nothing to say. */
export function factLines(name: string, lines: readonly string[]): string[] {
  return lines.map((line, index) => `${INDENT}${(index === 0 ? name : '').padEnd(NAME_WIDTH)}${line}`);
}

/** Breaks lines that are wider than the terminal; what follows the first line of a fact is set in below its text. */
export function fitted(lines: readonly string[], width = USUAL_WIDTH): string[] {
  return lines.flatMap((line) => {
    if (stringWidth(line) <= width) return line;
    const isFact = line.startsWith(INDENT) && line[TEXT_COLUMN - 1] === ' ';
    const name = isFact ? line.slice(0, TEXT_COLUMN) : '';
    return wrapped(line.slice(name.length), width, name, isFact ? ' '.repeat(TEXT_COLUMN + 2) : '');
  });
}
