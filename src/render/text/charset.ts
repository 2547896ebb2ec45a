import iconv from 'iconv-lite';
import type { EncodingSpec } from './fileSpec.js';
import { stripAccents } from './stripAccents.js';

/** A strict encoding: what it lacks is found, never replaced. */
export interface Charset {
  readonly name: string;
  /** The text as it will stand in the file (composed, accents stripped where asked). */
  prepare(text: string): string;
  /** The first character that cannot be encoded. */
  firstUnencodable(text: string): string | undefined;
  /** Bytes that a file begins with. */
  readonly mark: Uint8Array;
  /** Encodes text that has passed `firstUnencodable`; pieces of a file one after the other. */
  encode(text: string): Uint8Array;
}

const BYTE_ORDER_MARK = Uint8Array.of(0xef, 0xbb, 0xbf);
const PLAIN = /^[\x20-\x7e]*$/;
/** A character with the marks upon it. */
const LETTER = /\P{M}\p{M}*|\p{M}+/gu;

export function charsetOf(spec: EncodingSpec): Charset {
  const unencodable = UNENCODABLE[spec.charset];
  const strip = spec.accents === 'strip';
  return {
    name: spec.charset,
    mark: spec.charset === 'utf-8' && spec.bom ? BYTE_ORDER_MARK : new Uint8Array(),
    prepare(text) {
      // utf-8 has everything: nothing is composed or stripped.
      if (spec.charset === 'utf-8' || PLAIN.test(text)) return text;
      const composed = text.normalize('NFC');
      return strip ? stripped(composed, unencodable) : composed;
    },
    firstUnencodable: (text) => unencodable.exec(text)?.[0],
    encode: (text) => encode(spec, text),
  };
}

/** Only what the encoding lacks loses its accents: windows-1252 keeps the ü beside an ł that it has not. */
function stripped(text: string, unencodable: RegExp): string {
  if (!unencodable.test(text)) return text;
  return text.replace(LETTER, (letter) => (unencodable.test(letter) ? stripAccents(letter) : letter));
}

/** Bytes 81, 8D, 8F, 90 and 9D have no character in windows-1252; iconv-lite would write them as `?`. */
function windows1252Characters(): string {
  const bytes = Uint8Array.from({ length: 128 }, (_, index) => index + 128);
  return iconv
    .decode(Buffer.from(bytes), 'windows-1252')
    .replaceAll('\ufffd', '')
    .replace(/[\u0080-\u009f]/g, '');
}

const UNENCODABLE: Readonly<Record<EncodingSpec['charset'], RegExp>> = {
  'utf-8': /\p{Surrogate}/u,
  'windows-1252': new RegExp(`[^\\u0000-\\u007f${windows1252Characters()}]`, 'u'),
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is what it says
  ascii: /[^\u0000-\u007f]/u,
};

function encode(spec: EncodingSpec, text: string): Uint8Array {
  if (spec.charset === 'utf-8') return Buffer.from(text, 'utf8');
  return iconv.encode(text, spec.charset === 'ascii' ? 'latin1' : 'windows-1252');
}
