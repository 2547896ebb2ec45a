/** Characters that XML cannot hold, or should not: control characters, halves of pairs, and two non-characters. */
const FORBIDDEN = /(?![\t\n\r])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu;
const UNKNOWN = '\ufffd';
const SPECIAL = /[&<>]/g;
const NAMED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as XML character data. What XML cannot hold becomes a visible question mark. */
export function escapeXml(text: string): string {
  return text.replace(FORBIDDEN, UNKNOWN).replace(SPECIAL, (character) => NAMED[character] ?? character);
}

/** Text as the value of an attribute in double quotes. */
export function attributeText(text: string): string {
  const known = text.replace(FORBIDDEN, UNKNOWN);
  return known.replace(/[&<>"\t\n\r]/g, (character) => NAMED[character] ?? `&#${character.charCodeAt(0)};`);
}

/** Text as a file holds it in cells: `_x0007_` stands for a character that XML cannot hold (ECMA-376 22.9.2.19). */
export function decodeCellText(text: string): string {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
