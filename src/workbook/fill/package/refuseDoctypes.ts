import { shortQuote } from '../../shortText.js';
import { WorkbookError } from '../../workbookError.js';

const XML_EXTENSION = /\.(xml|rels|vml)$/i;
const XML_TYPE = /[+/](xml|vmlDrawing)$/i;

/**
 * Refuses document type declarations in any part, also in those that are only copied: whoever opens the report would
 * resolve their entities. Encodings in which they could hide are refused as well.
 * @throws WorkbookError TEMPLATE_INVALID
 */
export function refuseDoctypes(
  parts: ReadonlyMap<string, Uint8Array>,
  contentType: (part: string) => string,
  subject: string,
): void {
  for (const [part, bytes] of parts) {
    const first = firstMarkup(bytes);
    const refuse = (problem: string): WorkbookError => {
      const place = `${subject}: part ${shortQuote(part)}`;
      return new WorkbookError('TEMPLATE_INVALID', `${place} ${problem}`, { record: subject });
    };
    if (/^<!DOCTYPE/i.test(first))
      throw refuse('has a document type declaration (DTD), which is not allowed');
    const isXml = XML_EXTENSION.test(part) || XML_TYPE.test(contentType(part));
    if (isXml && first !== '' && !/^<[^!?]/.test(first)) throw refuse('is not well-formed XML');
  }
}

/** The first characters that are more than space, instructions or comments: of the first element, if all is well. */
function firstMarkup(bytes: Uint8Array): string {
  const text = asText(bytes);
  let at = 0;
  while (at < text.length) {
    const skipped = SKIPPED.find(([start]) => text.startsWith(start, at));
    if (skipped) {
      const end = text.indexOf(skipped[1], at + skipped[0].length);
      at = end < 0 ? text.length : end + skipped[1].length;
    } else if (text.charCodeAt(at) > SPACE) {
      return text.slice(at, at + 9);
    } else at++;
  }
  return '';
}

const SPACE = 0x20;
const SKIPPED = [
  ['<?', '?>'],
  ['<!--', '-->'],
] as const;

/** Markup is ASCII, so letters may be read wrongly as long as bytes are not. */
function asText(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [a, b, c] = buffer;
  if (a === 0xff && b === 0xfe) return buffer.subarray(2).toString('utf16le');
  if (a === 0x3c && b === 0) return buffer.toString('utf16le');
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) {
    const even = Buffer.from(buffer.subarray(0, buffer.byteLength & ~1)).swap16();
    return even.toString('utf16le').replace(/^\ufeff/, '');
  }
  const start = a === 0xef && b === 0xbb && c === 0xbf ? 3 : 0;
  return buffer.subarray(start).toString('latin1');
}
