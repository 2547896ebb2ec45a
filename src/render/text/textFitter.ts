import type { ReportCell } from './cellChecks.js';
import type { ColumnSpec } from './columnSpec.js';
import { wholeText } from './regexText.js';
import type { ResolvedFile } from './resolvedFile.js';

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/u;
const PLAIN = /^[A-Za-z0-9 .:_/-]*$/;

/** Makes a text fit the file: its encoding, what a field may hold there, and the width. */
export function textFitter(file: ResolvedFile, spec: ColumnSpec) {
  const { quoting, delimiter } = file.dialect;
  const allowed = file.dialect.allowed === undefined ? undefined : wholeText(file.dialect.allowed);
  const { charset } = file;
  const { width, align, pad } = spec;
  const strict = quoting === 'none' || width !== undefined;

  return (raw: string, report: ReportCell): string => {
    let text = raw;
    if (!PLAIN.test(raw)) {
      text = charset.prepare(raw);
      const lacking = charset.firstUnencodable(text);
      if (lacking !== undefined)
        report(`the character ${shown(lacking)} does not exist in ${charset.name}`, raw);
      if (strict && CONTROL.test(text))
        report('holds a line break or another control character, which this file cannot hold', raw);
    }
    if (quoting === 'none' && delimiter !== '' && text.includes(delimiter)) {
      report(`holds the delimiter ${shown(delimiter)}, and this file has no quotes`, raw);
    }
    if (allowed !== undefined && !allowed.test(text))
      report('holds a character that the target does not take', raw);
    if (width === undefined) return text;
    if (text.length > width) report(`has ${text.length} characters, the field has ${width}`, raw);
    return align === 'left' ? text.padEnd(width, pad) : padStart(text, width, pad);
  };
}

/** Zeros stand between the sign and the digits. */
function padStart(text: string, width: number, pad: string): string {
  if (pad === '0' && text.startsWith('-')) return `-${text.slice(1).padStart(width - 1, pad)}`;
  return text.padStart(width, pad);
}

function shown(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const printable = code > 0x20 && !(code >= 0xd800 && code <= 0xdfff) ? `"${character}" ` : '';
  return `${printable}(U+${code.toString(16).toUpperCase().padStart(4, '0')})`;
}
