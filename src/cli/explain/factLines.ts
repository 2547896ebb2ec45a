const NAME_WIDTH = 9;
const INDENT = '  ';

/** A name and what is to be said about it, line under line; nothing where there is nothing to say. */
export function factLines(name: string, lines: readonly string[]): string[] {
  return lines.map((line, index) => {
    return `${INDENT}${(index === 0 ? name : '').padEnd(NAME_WIDTH)}${line}`;
  });
}
