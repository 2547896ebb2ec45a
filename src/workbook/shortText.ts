/** Of a thing that a message quotes: a file from elsewhere may name things in a million characters. */
const LONGEST_QUOTE = 100;
/** Of a message as a whole, with all that it quotes. */
const LONGEST_TEXT = 480;

const QUOTED = /"[^"]{101,}"|\{\{[^{}]{101,}\}\}/g;

/** A thing to quote: of a long one its beginning and end. */
export function shortQuote(text: string): string {
  return cut(text, LONGEST_QUOTE);
}

/** A message in which whatever is quoted is short. */
export function shortText(text: string): string {
  return cut(text.replace(QUOTED, shortQuote), LONGEST_TEXT);
}

function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const end = Math.floor(longest / 3);
  const [head, tail] = [text.slice(0, longest - end), text.slice(-end)];
  // No character is cut in two.
  return `${head.replace(/[\ud800-\udbff]$/, '')}…${tail.replace(/^[\udc00-\udfff]/, '')}`;
}
