/**
 * Characters that XML does not allow, or should not contain: control characters, halves of pairs, and two
 * non-characters.
 */
const FORBIDDEN = /(?![\t\n\r])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu;

const UNKNOWN = '\ufffd';

export const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Text as XML character data. Characters that XML does not allow become a question mark. */
export function escapeXml(text: string): string {
  return text.replace(FORBIDDEN, UNKNOWN).replace(/[&<>]/g, (character) => ENTITIES[character] ?? character);
}

/** Text as the value of an attribute in double quotes. */
export function attributeText(text: string): string {
  const known = text.replace(FORBIDDEN, UNKNOWN);
  return known.replace(
    /[&<>"\t\n\r]/g,
    (character) => ENTITIES[character] ?? `&#${character.charCodeAt(0)};`,
  );
}

/** Text as stored in cells: `_x0007_` is the escape of a character that XML does not allow (ECMA-376 22.9.2.19). */
export function decodeCellText(text: string): string {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/**
 * XML 1.0 does not allow these: controls except TAB and LF, half a surrogate pair, and two more. CR would become LF.
 */
const UNHOLDABLE = String.raw`(?![\t\n\u007f-\u009f])\p{Cc}|\p{Cs}|[\ufffe\uffff]`;

const NEEDS_ESCAPE = new RegExp(`[&<>"]|_x[0-9A-Fa-f]{4}_|${UNHOLDABLE}`, 'u');

const EACH = new RegExp(`[&<>"]|_(?=x[0-9A-Fa-f]{4}_)|${UNHOLDABLE}`, 'gu');

/**
 * Text as stored in a part of a workbook. Characters that XML does not allow are written `_xHHHH_`, and text that looks
 * like that is escaped (ECMA-376 part 1, 22.9.2.19, ST_Xstring).
 */
export function escapeText(text: string): string {
  if (!NEEDS_ESCAPE.test(text)) return text;
  return text.replace(EACH, (found) => {
    const code = found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    return ENTITIES[found] ?? `_x${code}_`;
  });
}

/** Spaces at the ends of a text, and line breaks, may be lost without `xml:space="preserve"`. */
export function keepsSpace(text: string): boolean {
  return text.charCodeAt(0) <= 32 || text.charCodeAt(text.length - 1) <= 32 || text.includes('\n');
}
