/** A quote or bracket that was opened, and where it was closed. */
export interface Delimiter {
  readonly character: string;
  readonly from: number;
  readonly until: number | undefined;
}

const CLOSES: Readonly<Record<string, string>> = { '[': ']', '{': '}' };

/**
 * Quotes and brackets of YAML up to an offset, by their characters alone: near enough to show a person where one was
 * opened that is not closed. Block texts (`|`, `>`) are not told apart.
 */
export function delimitersUpTo(
  text: string,
  end: number,
): { open: readonly Delimiter[]; lastQuote: Delimiter | undefined } {
  const open: Delimiter[] = [];
  let lastQuote: Delimiter | undefined;
  for (let at = 0; at < end; at += 1) {
    const character = text[at] ?? '';
    if (character === '#' && isSpace(text[at - 1])) at = lineEnd(text, at);
    else if ((character === '"' || character === "'") && beginsValue(text, at, open.length > 0)) {
      const until = quoteEnd(text, at, end);
      if (until === undefined) return { open: [...open, { character, from: at, until }], lastQuote };
      lastQuote = { character, from: at, until };
      at = until;
    } else if (Object.hasOwn(CLOSES, character) && beginsValue(text, at, open.length > 0)) {
      open.push({ character, from: at, until: undefined });
    } else if (character === CLOSES[open.at(-1)?.character ?? '']) open.pop();
  }
  return { open, lastQuote };
}

/** Inside a plain text quotes and brackets are letters like others. */
function beginsValue(text: string, at: number, isInBrackets: boolean): boolean {
  const lineStart = text.lastIndexOf('\n', at - 1) + 1;
  const before = text.slice(lineStart, at).trimEnd();
  if (before === '') return true;
  return (isInBrackets ? /[[{,:]$/ : /(?:[[{:]|^\s*(?:-\s*)+)$/).test(before);
}

function quoteEnd(text: string, from: number, end: number): number | undefined {
  const quote = text[from];
  for (let at = from + 1; at < end; at += 1) {
    if (quote === '"' && text[at] === '\\') at += 1;
    else if (quote === "'" && text[at] === quote && text[at + 1] === quote) at += 1;
    else if (text[at] === quote) return at;
  }
  return undefined;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

function isSpace(character: string | undefined): boolean {
  return character === undefined || /\s/.test(character);
}
