/** Control characters and changes of direction in a name could steer a terminal; they are shown as a question mark. */
export function plainText(text: string): string {
  return text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '?');
}
