import { parseStamp, type Stamp } from '../../../src/domain/time/stamp.js';

/** A stamp that the test itself wrote; throws where it is none. */
export function stampOf(text: string): Stamp {
  const stamp = parseStamp(text);
  if (typeof stamp === 'string') throw new Error(stamp);
  return stamp;
}
