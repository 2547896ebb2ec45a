const MOST_CHARACTERS = 300;

/** Text from outside, fit to be shown in one line: no control characters, not too long. */
export function excerpt(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS)}…` : line;
}
