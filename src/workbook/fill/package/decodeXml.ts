import { shortQuote } from '../../shortText.js';
import { WorkbookError } from '../../workbookError.js';

/** Encodings with one byte for each character that also hold ASCII, so that the declaration itself can be read. */
const SINGLE_BYTE = /^(us-ascii|ascii|iso-8859-\d{1,2}|latin1|windows-125\d)$/i;
const DECLARED = /^(?:\ufeff|\xef\xbb\xbf)?<\?xml\s[^>]*?\bencoding\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)')/;

/**
 * The text of an XML part as if it had been UTF-8: what is written from it is, so its declaration says so too.
 * @throws WorkbookError TEMPLATE_INVALID for other encodings, and where the bytes do not fit the declared one
 */
export function decodeXml(bytes: Uint8Array, subject: string): string {
  const wide = wideEncoding(bytes);
  if (wide !== undefined) return asUtf8(decoded(bytes, wide, subject));
  const head = Buffer.from(bytes.subarray(0, 256)).toString('latin1');
  const [, double, single] = DECLARED.exec(head) ?? [];
  const name = double ?? single ?? 'utf-8';
  if (/^utf-?8$/i.test(name)) return decoded(bytes, 'utf-8', subject);
  if (!SINGLE_BYTE.test(name)) throw refuse(subject, `is not UTF-8 but ${shortQuote(name)}`);
  // A byte order mark says more than the declaration, and ASCII is UTF-8 as well.
  const isUtf8 = head.startsWith('\xef\xbb\xbf') || /ascii$/i.test(name);
  const source = decoded(bytes, isUtf8 ? 'utf-8' : name, subject);
  return asUtf8(source);
}

/** UTF-16 by its mark, or by the first `<`. */
function wideEncoding([a, b]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return 'utf-16le';
  return (a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c) ? 'utf-16be' : undefined;
}

/** The same text with a declaration that says UTF-8. */
function asUtf8(source: string): string {
  return source.replace(/^\ufeff/, '').replace(DECLARED, (declaration, double?: string, single?: string) => {
    const quote = declaration.slice(-1);
    const name = double ?? single ?? '';
    return `${declaration.slice(0, -2 - name.length)}${quote}UTF-8${quote}`;
  });
}

function decoded(bytes: Uint8Array, encoding: string, subject: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw refuse(subject, `is not ${encoding.toUpperCase()}`, cause);
  }
}

function refuse(subject: string, problem: string, cause?: unknown): WorkbookError {
  const remedy = 'Save the workbook again in Excel: it writes UTF-8.';
  return new WorkbookError('TEMPLATE_INVALID', `${subject} ${problem}`, { record: subject, cause, remedy });
}
