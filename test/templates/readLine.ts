/** What a target reads from one line: the employee, the code, and the hours in the target's own smallest unit. */
export interface ReadLine {
  readonly employee: string;
  readonly code: string;
  readonly units: number;
}

export interface ReadFile {
  readonly lines: readonly ReadLine[];
  readonly unitsPerHour: number;
}

/** A reader refuses everything that its target would refuse. */
export type Reader = (bytes: Uint8Array) => ReadFile;

export function must(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Error(`the target refuses: ${what}`);
}

/** Text of a single-byte file, with every record ended as the target requires. */
export function records(bytes: Uint8Array, charset: string, end: '\n' | '\r\n', lastEnds = true): string[] {
  const text = new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(bytes);
  must(!text.startsWith('\ufeff'), 'a byte order mark');
  const parts = text.split(end);
  if (lastEnds) must(parts.pop() === '', 'a last record without its end');
  for (const part of parts) must(!/[\r\n]/.test(part), `a stray line break in ${part}`);
  return parts;
}

export function ascii(bytes: Uint8Array): Uint8Array {
  must(
    bytes.every((byte) => byte < 0x80),
    'a byte beyond ASCII',
  );
  return bytes;
}

/** Decimal hours with a fixed sign and at most `decimals` places, as whole units: without floats in between. */
export function decimalUnits(text: string, sign: '.' | ',', decimals: number): number {
  const match = /^(-?)(\d+)(?:[.,](\d+))?$/.exec(text);
  must(match !== null, `the number ${text}`);
  const [, minus = '', whole = '', fraction = ''] = match;
  must(fraction === '' || text.includes(sign), `the decimal sign of ${text}`);
  must(fraction.length <= decimals, `the decimals of ${text}`);
  must(whole === '0' || !whole.startsWith('0'), `leading zeros in ${text}`);
  return Number(`${minus}${whole}${fraction.padEnd(decimals, '0')}`);
}
