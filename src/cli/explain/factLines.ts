const NAME_WIDTH = 9;
const INDENT = '  ';
const TEXT_WIDTH = 98 - INDENT.length - NAME_WIDTH;

/** A name and what is to be said about it, line under line; nothing where there is nothing to say. */
export function factLines(name: string, lines: readonly string[]): string[] {
  return lines.flatMap(wrapped).map((line, index) => {
    return `${INDENT}${(index === 0 ? name : '').padEnd(NAME_WIDTH)}${line}`;
  });
}

/** Breaks a text between words; what follows the first line is set in. */
function wrapped(text: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if ([...longer].length > TEXT_WIDTH && line !== '') {
      lines.push(line);
      line = `  ${word}`;
    } else line = longer;
  }
  return [...lines, line];
}
