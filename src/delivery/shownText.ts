/** Line ends, tabs, other control characters, and marks that turn the direction of text around. */
const UNSHOWABLE = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** Text of one line that can stand in a header or a title: what would steer a reader's program becomes a space. */
export function oneLine(text: string): string {
  return text.replace(UNSHOWABLE, ' ').replace(/ {2,}/g, ' ').trim();
}

/** Text as it stands in HTML, never as HTML. */
export function asHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
