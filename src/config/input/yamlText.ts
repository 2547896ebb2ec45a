/** A place in a text as people count: from 1. */
export interface LinePlace {
  readonly line: number;
  readonly column: number;
}

const LONGEST_SHOWN = 100;
const SECRET = /secret/i;

export function placeAt(text: string, offset: number): LinePlace {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

/**
 * The line with its number and a mark below the column. Nothing of a line that could hold a secret: one that names
 * one, or stands below such a line.
 */
export function yamlExcerpt(text: string, { line, column }: LinePlace): string[] {
  const lines = text.split(/\r?\n/);
  const shown = lines[line - 1];
  if (shown === undefined || shown.trim() === '' || isSecret(lines, line - 1)) return [];
  const from = column > LONGEST_SHOWN - 20 ? column - 40 : 0;
  const cut = shown.slice(from, from + LONGEST_SHOWN).replaceAll('\t', ' ');
  const number = `    ${line} | `;
  return [`${number}${cut}`, `${' '.repeat(number.length - 2)}| ${' '.repeat(column - 1 - from)}^`];
}

function isSecret(lines: readonly string[], index: number): boolean {
  let indent = Number.POSITIVE_INFINITY;
  for (let at = index; at >= 0 && indent > 0; at -= 1) {
    const line = lines[at] ?? '';
    if (line.trim() === '' || indentOf(line) >= indent) continue;
    if (SECRET.test(line)) return true;
    indent = indentOf(line);
  }
  return false;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
