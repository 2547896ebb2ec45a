import type { Language } from './language.js';
import { filledIn, reviewTexts } from './text.js';

/** What there is to settle in a period, and to look at. */
export interface OpenMatters {
  readonly blocking: number;
  /** Warnings that nobody has accepted. */
  readonly warnings: number;
  /** Whether the files are a final's: they are what was exported, whatever was accepted. */
  readonly isFinal: boolean;
}

/** Whether a period can be paid. */
export interface Verdict {
  readonly kind: 'bad' | 'look' | 'good';
  readonly text: string;
}

/** The one answer that the front sheet, the review and the end of `check` give. */
export function verdictOf(language: Language, { blocking, warnings, isFinal }: OpenMatters): Verdict {
  const words = reviewTexts(language);
  if (blocking > 0) return { kind: 'bad', text: filledIn(words.blocked, { count: blocking }) };
  if (isFinal) return { kind: 'good', text: words.isFinal };
  if (warnings === 0) return { kind: 'good', text: words.ready };
  return { kind: 'look', text: filledIn(words.readyWithWarnings, { count: warnings }) };
}
