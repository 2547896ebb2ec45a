import { parseStamp, type Stamp } from '../../../src/domain/time/stamp.js';

/** A stamp written in a test; throws if it is invalid. */
export function stampOf(text: string): Stamp {
  const stamp = parseStamp(text);
  if (typeof stamp === 'string') throw new Error(stamp);
  return stamp;
}
