/** The changes of a zone's offset from UTC, as typed arrays for speed. */
export interface Transitions {
  /** Instants in epoch seconds, ascending, at which the offset becomes another one. */
  readonly at: Float64Array;
  /** Seconds east of UTC: `offsets[0]` before the first instant, `offsets[i + 1]` from `at[i]` on. */
  readonly offsets: Int32Array;
}

/**
 * Decodes a row of moment-timezone's packed data: `name|abbreviations|offsets|indices|differences|…`. Offsets are
 * minutes west of UTC; the differences between instants are minutes; both in base 60, where a digit after the
 * point counts seconds. Changes of the abbreviation alone are left out.
 */
export function unpackTransitions(row: string): Transitions {
  const [, , packedOffsets = '', indices = '', differences = ''] = row.split('|');
  const offsets = packedOffsets.split(' ').map((packed) => 0 - secondsOf(packed));
  const instants = differences === '' ? [] : differences.split(' ').map(secondsOf);
  const at: number[] = [];
  const after = [offsetOf(offsets, indices, 0)];
  let instant = 0;
  instants.forEach((difference, index) => {
    instant += difference;
    const offset = offsetOf(offsets, indices, index + 1);
    if (offset === after.at(-1)) return;
    at.push(instant);
    after.push(offset);
  });
  return { at: Float64Array.from(at), offsets: Int32Array.from(after) };
}

function offsetOf(offsets: readonly number[], indices: string, position: number): number {
  const offset = offsets[digitOf(indices.charCodeAt(position))];
  if (offset === undefined) throw new RangeError(`packed zone data: no offset at position ${position}`);
  return offset;
}

/** Digits are 0-9, a-z, A-X. */
function digitOf(code: number): number {
  if (code > 96) return code - 87;
  return code > 64 ? code - 29 : code - 48;
}

function secondsOf(packed: string): number {
  const negative = packed.startsWith('-');
  const [whole = '', fraction = ''] = (negative ? packed.slice(1) : packed).split('.');
  let minutes = 0;
  for (let i = 0; i < whole.length; i += 1) minutes = minutes * 60 + digitOf(whole.charCodeAt(i));
  const seconds = minutes * 60 + (fraction === '' ? 0 : digitOf(fraction.charCodeAt(0)));
  return negative ? 0 - seconds : seconds;
}
