import { z } from 'zod';

/** A regular expression for a whole text. */
export const regexText = z.string().refine(compiles, { error: 'is not a regular expression' });

/** Matches the whole text, by code points. */
export function wholeText(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`, 'u');
}

function compiles(pattern: string): boolean {
  try {
    wholeText(pattern);
    return true;
  } catch {
    return false;
  }
}
