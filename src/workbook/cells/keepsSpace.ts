/** Space at the edges of a text, and line breaks, may be lost without `xml:space="preserve"`. */
export function keepsSpace(text: string): boolean {
  return text.charCodeAt(0) <= 32 || text.charCodeAt(text.length - 1) <= 32 || text.includes('\n');
}
