/** Characters that XML cannot hold, or should not: control characters, halves of pairs, and two non-characters. */
const FORBIDDEN = /(?![\t\n\r])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu;
const LOOKS_ESCAPED = /_(?=x[0-9A-Fa-f]{4}_)/g;
const SPECIAL = /[&<>]/g;
const NAMED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as XML character data. */
export function escapeXml(text: string): string {
  if (!/[&<>]/.test(text)) return text;
  return text.replace(SPECIAL, (character) => NAMED[character] ?? character);
}

/** Text as the value of an attribute in double quotes. */
export function attributeText(text: string): string {
  return text.replace(/[&<>"\t\n\r]/g, (character) => NAMED[character] ?? `&#${character.charCodeAt(0)};`);
}

/**
 * Text of a cell as XML: characters that XML cannot hold are written `_x0007_`, as Excel does (ECMA-376 22.9.2.19),
 * and text that looks like that keeps its underscore.
 */
export function escapeCellText(text: string): string {
  const coded = text.replace(LOOKS_ESCAPED, '_x005F_').replace(FORBIDDEN, codeOf).replace(/\r/g, '_x000D_');
  return escapeXml(coded);
}

function codeOf(character: string): string {
  return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
}

/** The reverse of the `_xHHHH_` form. */
export function decodeCellText(text: string): string {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
